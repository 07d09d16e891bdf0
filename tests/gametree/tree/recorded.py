"""Short ways for tests to have a tree."""

from __future__ import annotations

from typing import Any

from sandbox.games.api import Game
from sandbox.gametree.api import Limits, engines
from sandbox.gametree.recorder import TreeRecording
from sandbox.gametree.report import SearchReport, Snapshot
from sandbox.gametree.tree.model import SearchTree
from sandbox.gametree.tree.reading import Searched, of_recording

PLAIN = {
    "table": "off",
    "table_move": False,
    "killers": False,
    "history": False,
    "static": False,
    "deepening": False,
}


def tree_of(
    game: Game, position: Any, limits: Limits, engine: str = "alphabeta", capacity: int = 1_000_000, **options: Any
) -> tuple[SearchTree, Snapshot]:
    recording = TreeRecording(capacity, every_depth=True)
    found = engines[engine].create(options).search(game, position, limits, SearchReport(), recording)
    return of_recording(recording, Searched(game, position, engine, options, found.report)), found.report
