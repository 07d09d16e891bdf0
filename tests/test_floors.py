"""The house's plan, held: what is registered stands where the contracts keep it apart, and no room is overfull."""

import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

from sandbox.agents.api import policies
from sandbox.games.api import games
from sandbox.games.general.api import general_games
from sandbox.gametree.api import engines
from sandbox.gametree.general.api import general_engines
from sandbox.planning.api import planners

ROOT = Path(__file__).resolve().parents[1]
COLLECTIONS = {"sandbox/ui/kit/widgets", "sandbox/cli/commands"}  # of like things: one more is one more of the same
MODULES_A_PACKAGE = 16
pytestmark = pytest.mark.small


@pytest.mark.parametrize(
    ("noun", "registry"),
    [
        ("Planners", planners),
        ("Engines", engines),
        ("Engines", general_engines),
        ("Games", games),
        ("Games", general_games),
        ("Policies", policies),
    ],
)
def test_what_is_registered_is_kept_apart(noun, registry):
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    contracts = tomllib.loads(text)["tool"]["importlinter"]["contracts"]
    kept_apart = {c["name"].split()[0]: c["modules"] for c in contracts if c["type"] == "independence"}
    ours = {e.cls.__module__ for e in registry if e.cls.__module__.startswith("sandbox.")}
    assert ours
    assert {module for module in ours if not any(fnmatch(module, kept) for kept in kept_apart[noun])} == set()


def test_no_package_has_more_modules_than_one_can_keep_in_mind():
    counts = {
        folder.relative_to(ROOT).as_posix(): len(list(folder.glob("*.py")))
        for folder in (ROOT / "sandbox").rglob("*/")
        if folder.name != "__pycache__"
    }
    crowded = {name: count for name, count in counts.items() if count > MODULES_A_PACKAGE}
    assert set(crowded) <= COLLECTIONS, crowded
