"""The contracts in pyproject.toml name every file that registers something: none can be forgotten."""

import tomllib
from pathlib import Path

import pytest

from sandbox.games.api import games
from sandbox.gametree.api import engines
from sandbox.planning.api import planners

ROOT = Path(__file__).resolve().parents[1]
pytestmark = pytest.mark.small


@pytest.mark.parametrize(("noun", "registry"), [("Planners", planners), ("Engines", engines), ("Games", games)])
def test_what_is_registered_is_kept_apart(noun, registry):
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    kept_apart = {c["name"].split()[0]: set(c["modules"]) for c in contracts if c["type"] == "independence"}
    ours = {e.cls.__module__ for e in registry if e.cls.__module__.startswith("sandbox.")}
    assert ours == kept_apart[noun]
