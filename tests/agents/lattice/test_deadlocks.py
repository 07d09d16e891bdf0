"""Crowds on a lattice that stand in each other's way: deadlocks are named and resolved, knots undone."""

import numpy as np
import pytest
from hypothesis import given

from sandbox.agents.lattice.pibt import NOW, can_swap, must_swap, new_memory
from sandbox.agents.lattice.pibt_crowd import new_pibt
from sandbox.agents.lattice.state import Notice
from sandbox.agents.lattice.windowed import WindowedOptions, new_windowed
from sandbox.kernels.recording import NONE
from tests.agents.lattice.test_crowds import Run, as_twin, knot
from tests.oracles import lattice as naive
from tests.strategies.lattices import crowded, picture

pytestmark = pytest.mark.small


def test_two_who_meet_in_a_corridor_are_a_deadlock_that_is_named():
    free = picture("......")
    run = Run(free, [(0, 0), (5, 0)], [(5, 0), (0, 0)]).advance(40)
    assert run.named(Notice.DEADLOCK) == {0, 1}
    waits = {(a, o) for told in run.told for k, a, o in told if k == Notice.DEADLOCK}
    assert waits >= {(0, 1), (1, 0)} or waits >= {(0, NONE), (1, NONE)}
    assert not run.crowd.home.any()
    assert run.fault() == ""


BAY = picture("......", "#.####"), [(4, 0), (5, 0)], [(5, 0), (4, 0)]


def test_who_have_to_change_places_are_named_and_pull_back_to_a_bay():
    run = Run(*BAY).until_home(300)
    assert run.crowd.home.all()
    assert run.crowd.resting
    assert run.fault() == ""
    assert (Notice.DEADLOCK, 0, 1) in [event for told in run.told for event in told]


def test_without_resolution_they_never_do():
    run = Run(*BAY, WindowedOptions(resolve=False)).until_home(300)
    assert not run.crowd.home.all()
    assert (Notice.DEADLOCK, 0, 1) in [event for told in run.told for event in told]
    assert run.fault() == ""


def test_without_the_edges_reserved_the_judge_finds_a_swap():
    run = Run(picture(".."), [(0, 0), (1, 0)], [(1, 0), (0, 0)], WindowedOptions(edges=False)).advance(1)
    assert "change places" in run.fault()
    assert Run(picture(".."), [(0, 0), (1, 0)], [(1, 0), (0, 0)]).advance(9).fault() == ""


def test_whoever_finds_no_way_rises():
    """The one in the dead end plans last, and finds itself shut in by the one whose goal that is."""
    case = picture("...."), [(0, 0), (3, 0)], [(0, 0), (0, 0)]
    risen = Run(*case, WindowedOptions(resolve=False)).advance(30)
    assert risen.named(Notice.RISE) >= {0}
    assert (Notice.RISE, 0, 1) in [event for told in risen.told for event in told]
    assert not risen.named(Notice.DEADLOCK) or len(risen.named(Notice.RISE)) == 2
    stopped = Run(*case, WindowedOptions(tries=0, resolve=False)).advance(30)
    assert (stopped.plan[-1] == stopped.plan[8]).all(), "no window can be planned"
    assert stopped.fault() == risen.fault() == ""


def test_without_growing_priorities_one_goal_stays_taken():
    case = picture("...", "###"), [(0, 0), (2, 0)], [(1, 0), (1, 0)]
    still = [Run(*case, WindowedOptions(rising=rising, resolve=False)).advance(60) for rising in (False, True)]
    arrivals = [{a for row in run.plan for a, cell in enumerate(row.tolist()) if cell == [1, 0]} for run in still]
    assert arrivals == [{0}, {0, 1}]


def test_what_is_planned_can_be_seen():
    run = Run(np.ones((1, 9), bool), [(0, 0)], [(8, 0)], WindowedOptions(window=6, every=2))
    assert run.crowd.ahead.shape == (0, 1)
    assert run.advance(1).crowd.ahead[:, 0].tolist() == [1, 2, 3, 4, 5, 6]
    assert run.advance(2).crowd.ahead[:, 0].tolist() == [3, 4, 5, 6, 7, 8]


def test_those_at_home_step_aside():
    free = picture(".....", "##.##")
    run = Run(free, [(2, 0), (0, 0)], [(2, 0), (4, 0)]).until_home(40)
    assert run.crowd.home.all()
    assert (Notice.YIELD, 0, 1) in [event for told in run.told for event in told]
    assert run.fault() == ""


def test_who_waits_says_for_whom():
    free = picture("#.#", "...", "#.#")  # both need the middle; the one that has farther to go is first
    run = Run(free, [(1, 0), (0, 1)], [(1, 2), (1, 1)]).advance(3)
    assert (Notice.WAIT, 1, 0) in run.told[0]


def test_who_has_no_way_is_lost_and_gives_way():
    free = picture("...#.", "#.###")
    run = Run(free, [(1, 0), (0, 0)], [(4, 0), (2, 0)]).advance(12)
    assert run.told[0][0] == (Notice.LOST, 0, NONE)
    assert run.crowd.lost.tolist() == [True, False]
    assert run.crowd.home.tolist() == [False, True]
    assert run.crowd.to_go.tolist() == [0, 0]
    assert run.fault() == ""


@given(crowded())
def test_who_has_to_swap_and_who_can(case):
    free, starts, goals = case
    run, twin = Run(free, starts, goals, None, 3, new_pibt), as_twin(free, starts, goals, 3)
    crowd, target = run.crowd, run.crowd.state.target
    table = new_memory(crowd.lattice, len(starts)).table
    table[crowd.state.cell, NOW] = np.arange(len(starts))
    step = naive.Pibt(twin.free, twin.far, twin.cell, twin.target, twin.random, swap=True)
    for i, v in twin.cell.items():
        for u in naive.neighbours(twin.free, v):
            at, ahead = (crowd.lattice.number(*cell) for cell in (v, u))
            assert can_swap(crowd.lattice, ahead, at, target, table) == step.can(u, v)
            for j in twin.cell:
                rows = int(crowd.row[i]), int(crowd.row[j])
                joined = v in twin.far[j]
                if joined and u in twin.far[i]:
                    driven = must_swap(crowd.lattice, crowd.distances.table, *rows, at, ahead, target, table)
                    assert driven == step.must(i, j, v, u)


def test_in_a_ring_nobody_can_pull_back_to_a_junction():
    free = picture("...", ".#.", "...")
    run = Run(free, [(0, 0), (1, 0)], [(2, 0), (0, 1)], make=new_pibt).advance(20)
    twin = as_twin(free, [(0, 0), (1, 0)], [(2, 0), (0, 1)], 0)
    assert [tuple(cell) for cell in run.plan[20].tolist()] == [twin.advance()[0] for _ in range(20)][-1]
    assert run.fault() == ""


@pytest.mark.parametrize("make", [new_windowed, new_pibt])
def test_nobody_and_everybody(make):
    empty = Run(np.zeros((2, 2), bool), [], [], make=make).advance(3)
    assert empty.plan[-1].shape == (0, 2)
    assert empty.crowd.resting
    nobody = Run(np.ones((2, 2), bool), [], [], make=make).advance(30)
    assert nobody.named(Notice.DEADLOCK) == set()
    cells = [(x, y) for y in range(3) for x in range(3)]
    full = Run(np.ones((3, 3), bool), cells, cells, make=make).advance(30)
    assert all((row == full.plan[0]).all() for row in full.plan)
    around = Run(np.ones((2, 2), bool), [(0, 0), (1, 0), (1, 1), (0, 1)], [(1, 0), (1, 1), (0, 1), (0, 0)], make=make)
    assert around.until_home(50).crowd.home.all(), "a full ring turns"
    assert around.fault() == ""


@pytest.mark.parametrize("make", [new_windowed, new_pibt])
@pytest.mark.parametrize("side", [3, 4, 5])
def test_knots_are_undone(side, make):
    """All cells but one taken, and everyone wants another's: PIBT with swaps unties them, on its own or for WHCA*."""
    for seed in range(5):
        run = Run(*knot(side, seed), seed=seed, make=make).until_home(400)
        assert run.fault() == ""
        assert run.crowd.home.all()


def test_a_knot_is_not_undone_without_resolution():
    run = Run(*knot(4, 0), WindowedOptions(resolve=False)).until_home(400)
    assert not run.crowd.home.all()
    assert run.named(Notice.DEADLOCK)
    assert run.fault() == ""
