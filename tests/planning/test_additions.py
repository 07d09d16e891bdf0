"""Adding one is adding one file: a throw-away planner and heuristic, in use everywhere, with nothing else touched."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

PLANNER = '''
"""Wander: A* that trusts its heuristic too much."""

from dataclasses import dataclass
from typing import Annotated

from sandbox.planning.api import planners
from sandbox.planning.grid.best_first_planner import BestFirst, Recipe
from sandbox.registry import Help, Range


@planners.register("wander", title="Wander", paper="Nobody, nowhere")
@dataclass(frozen=True, slots=True)
class Wander(BestFirst):
    """Goes astray on purpose."""

    trust: Annotated[float, Range(1.0, 10.0), Help("in the heuristic")] = 5.0

    @property
    def recipe(self) -> Recipe:
        """Weighted A*."""
        return Recipe(weight=self.trust)
'''

HEURISTIC = '''
"""Half of the octile distance."""

from dataclasses import dataclass

from sandbox.planning.grid.graph import STRAIGHT, TURN
from sandbox.planning.grid.heuristics import heuristics, norm


@heuristics.register("half", title="Half", admissible=(4, 8), consistent=True)
@dataclass(frozen=True, slots=True)
class Half:
    """Half as far as it is."""

    def guess(self, space, scale, moves, weighted):
        """Half of the sides."""
        return norm(STRAIGHT // 2, TURN // 2, scale)
'''

WITH = """
import importlib, sys
room, folder, *words = sys.argv[1:]
importlib.import_module(room).__path__.append(folder)
from sandbox.cli import main
sys.exit(main(words))
"""


def run(room, folder, *words):
    """A command of a sandbox whose room has one more file."""
    command = [sys.executable, "-c", WITH, room, str(folder), *words, "--json"]
    outcome = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert outcome.returncode == 0, outcome.stderr
    return [json.loads(line) for line in outcome.stdout.splitlines()]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "more").mkdir()
    return tmp_path / "more"


def test_a_planner_is_one_file(folder):
    room = "sandbox.planning.planners"
    (folder / "wander.py").write_text(PLANNER, encoding="utf-8")
    listed = {line["key"]: line for line in run(room, folder, "list", "planners")}
    assert listed["wander"]["world"] == "grid"
    assert (listed["wander"]["optimal"], listed["wander"]["weighted"], listed["wander"]["radius"]) == (
        False,
        True,
        True,
    )
    assert [option["name"] for option in listed["wander"]["options"]] == ["trust"]
    (found,) = run(room, folder, "plan", "caves", "--planner", "wander", "--option", "wander.trust=3")
    assert (found["status"], found["checked"]) == ("found", True)


def test_a_heuristic_is_one_file(folder):
    room = "sandbox.planning.grid"
    (folder / "half.py").write_text(HEURISTIC, encoding="utf-8")
    assert "half" in {line["key"] for line in run(room, folder, "list", "heuristics")}
    words = ("plan", "caves", "--planner", "astar", "--option", "astar.queue=heap")
    (half,) = run(room, folder, *words, "--option", "astar.heuristic=half")
    (octile,) = run(room, folder, *words)
    assert (half["status"], half["proven"], half["checked"]) == ("found", True, True)
    assert half["cost"] == octile["cost"]
    assert half["expanded"] > octile["expanded"]
