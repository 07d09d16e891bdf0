"""A user's folder of its own for every test, and files to put into it."""

from pathlib import Path

import pytest

from sandbox.agents.api import policies
from sandbox.games.own.found import own_games
from sandbox.gametree.api import engines
from sandbox.level.generators import generators
from sandbox.own import folder as module
from sandbox.planning.api import planners
from sandbox.registry import OWN

HEAD = """from dataclasses import dataclass
from sandbox.own import planner
@planner(title="{name}", seconds={seconds})
@dataclass(frozen=True)
class Mine:
    def search(self, grid, start, goal, report):
"""


class Folder:
    """The user's folder."""

    def __init__(self, path: Path) -> None:
        self.path = path / "own"
        self.path.mkdir()

    def write(self, name: str, text: str) -> Path:
        path = self.path / f"{name}.py"
        path.write_text(text, encoding="utf-8")
        return path

    def search(self, name: str, body: str, seconds: float = 5) -> str:
        """A planner whose search is these lines, from line 7 on; its key."""
        lines = "".join(f"        {line}\n" for line in body.splitlines())
        self.write(name, HEAD.format(name=name, seconds=seconds) + lines)
        return OWN + name


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "data_folder", lambda: tmp_path)
    yield Folder(tmp_path)
    for registry in (planners, generators, engines, policies, own_games):
        for key in [entry.key for entry in registry if entry.key.startswith(OWN)]:
            registry.drop(key)
