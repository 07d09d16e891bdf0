"""After the warm-ups of this floor nothing is left to compile, whatever agents then do."""

import subprocess
import sys

import pytest

CODE = """
import numpy as np
from sandbox.kernels.jit import compiled
from sandbox.agents.warm import warmups
for name, run in warmups():
    run()
before = compiled()
from sandbox.agents.lattice.graph import lattice_of_free
from sandbox.agents.lattice.pibt_crowd import new_pibt
from sandbox.agents.lattice.windowed import new_windowed
random = np.random.default_rng(1)
for make in (new_windowed, new_pibt):
    free = random.random((12, 12)) < 0.8
    lattice = lattice_of_free(free)
    starts, goals = (random.permutation(lattice.cells)[:40].astype(np.int32) for _ in range(2))
    crowd = make(lattice, starts, goals)
    for step in range(60):
        crowd.advance()
        if step % 10 == 5:
            crowd.aim(step // 10, step)
            crowd.close(step, step, step + 9)
            crowd.restore(crowd.save())
            crowd.remove(step % 40)
            crowd.add(int(np.setdiff1d(np.arange(lattice.cells), crowd.state.cell)[0]), step)
    free[5, 5] = not free[5, 5]
    for picture in (free, random.random((12, 12)) < 0.9):
        crowd.follow(lattice_of_free(picture))
        crowd.advance()
assert compiled() == before, compiled() - before
"""


@pytest.mark.slow
def test_nothing_is_left_to_compile(tmp_path):
    environment = {"PATH": "", "XDG_CACHE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", CODE], check=True, env=environment)
