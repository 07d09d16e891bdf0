"""The benchmarks of the literature: everyone arrives, and the judge has nothing against it."""

import numpy as np
import pytest

from sandbox.agents.lattice.check import fault_in
from sandbox.agents.lattice.graph import lattice_of
from sandbox.agents.lattice.pibt_crowd import new_pibt
from sandbox.agents.lattice.windowed import new_windowed
from sandbox.bench.scenarios import level_at, map_of
from sandbox.level.formats.movingai import read_scenario

CASES = {
    "warehouse-10-20-10-2-1": 500,
    "random-32-32-20": 300,
    "room-64-64-16": 300,
    "maze-32-32-2": 100,
    "empty-32-32": 400,
}


@pytest.mark.parametrize("make", [new_windowed, new_pibt])
@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("name", CASES)
def test_everyone_arrives(name, number, make, movingai):
    scen = movingai / "mapf" / f"{name}-random-{number}.scen"
    scenario, lattice = read_scenario(scen), lattice_of(level_at(map_of(scen)))
    starts, goals = scenario.start[: CASES[name]], scenario.goal[: CASES[name]]
    crowd = make(lattice, lattice.numbers(starts), lattice.numbers(goals))
    plan = [crowd.state.cell.copy()]
    while not crowd.home.all() and len(plan) < 2000:
        plan.append(crowd.advance().cells)
    free = lattice.number_of.reshape(lattice.height, lattice.width) >= 0
    assert fault_in(lattice.places(np.array(plan)), free, starts, goals) == ""
