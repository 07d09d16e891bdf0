"""The same run on every machine, compiled or not: hashes of small runs by every policy and rule."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.agents.record.facts import digest
from sandbox.agents.record.saved import Saved
from sandbox.agents.resolver import Rule
from tests.agents.runs import cases, hashes, world_of
from tests.agents.yard import yard

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = json.loads((ROOT / "tests/golden/crowd_hashes.json").read_text(encoding="utf-8"))


def test_hashes_are_those_that_were_kept():
    assert hashes() == GOLDEN  # see tests/agents/runs.py


def test_each_rule_gives_a_run_of_its_own_and_all_pairs_the_same():
    rules = [GOLDEN[f"keep-right, {rule.name.lower()}"] for rule in Rule]
    assert len(set(rules)) == len(Rule)
    assert GOLDEN["push, all pairs"] == GOLDEN["push"]
    assert GOLDEN["keep-right, right"] == GOLDEN["keep-right"]


def test_hashes_with_kernels_as_plain_python():
    assert in_another_mode("NUMBA_DISABLE_JIT") == GOLDEN


@pytest.mark.slow
def test_hashes_with_bounds_checked():
    assert in_another_mode("NUMBA_BOUNDSCHECK") == GOLDEN


def in_another_mode(variable):
    """The hashes as a process of its own finds them."""
    command, mode = [sys.executable, "-m", "tests.agents.runs"], os.environ | {variable: "1"}
    done = subprocess.run(command, cwd=ROOT, env=mode, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", cases())
def test_hashes_after_saving_and_opening(name, tmp_path):
    world = world_of(name)
    Saved.of(yard(), world).save(tmp_path / "run.npz")
    saved = Saved.load(tmp_path / "run.npz")
    assert saved.hash == digest(world) == GOLDEN[name]
    assert digest(saved.film().world) == GOLDEN[name]
