"""After the warm-ups of this floor nothing is left to compile, whatever is then done to a level."""

import subprocess
import sys

import pytest

CODE = """
from sandbox.kernels.jit import compiled
from sandbox.level.warm import warmups
for name, run in warmups():
    run()
before = compiled()
from tests.strategies.edits import Maker, scene, tried
level, _ = scene(3, 90, 70)
maker = Maker(4)
for _ in range(40):
    tried(level, maker.edit(level))
    derived = level.derived
    derived.components, derived.outlines, derived.boundary.segments(), derived.clearance
    for radius in (0.6, 3.0, 20.0):
        derived.disc(radius).components
assert compiled() == before, compiled() - before
"""


@pytest.mark.slow
def test_nothing_is_left_to_compile(tmp_path):
    environment = {"PATH": "", "XDG_CACHE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", CODE], check=True, env=environment)
