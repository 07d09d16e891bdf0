"""Short ways for tests to search."""

from __future__ import annotations

from typing import Any

import numpy as np

from sandbox.games.api import Game
from sandbox.games.two_words.rules import INFINITE
from sandbox.gametree import work as w
from sandbox.gametree.api import Limits, Result, engines
from sandbox.gametree.options import WindowOptions
from sandbox.gametree.report import SearchReport
from sandbox.gametree.windowed.search import search as windowed
from sandbox.gametree.windowed.session import Session, Settings


def find(
    key: str,
    game: Game,
    position: Any,
    limits: Limits | None = None,
    report: SearchReport | None = None,
    **options: Any,
) -> Result:
    """Search with an engine and options."""
    engine = engines[key].create(options)
    return engine.search(game, position, limits or Limits(), report or SearchReport())


def raw(
    game: Game, position: Any, depth: int, alpha: int = -INFINITE, beta: int = INFINITE, **options: Any
) -> tuple[int, Any]:
    """The kernel's own value from a window, and the work array."""
    chosen = WindowOptions(table_bits=10, **options)
    settings = Settings(windowed, chosen.words(), chosen.layout())
    session = Session(game, position, Limits(), SearchReport(), None, settings)
    session.words[w.LIMIT] = np.uint64(1 << 62)
    return session.window(depth, alpha, beta), session.words
