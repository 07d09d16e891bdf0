"""Short ways for tests to search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sandbox.games.api import Game
from sandbox.games.two_words.rules import INFINITE
from sandbox.gametree import work as w
from sandbox.gametree.api import Bound, Limits, Result, engines
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


def check(face: Any, truth: Callable[[Any], float], position: Any, found: Result, where: Any) -> None:
    """The answer, every move and every depth: each says no more than is true."""
    value = truth(position)
    says(found.value, found.exact, found.report.bound, value, where)
    assert found.exact or abs(found.value) < 1 or found.report.bound is not Bound.EXACT, where
    below = {m: -truth(face.parse(face.print(face.play(position, m)))) for m in face.moves(position)}
    assert found.best in below, where
    assert not found.exact or below[found.best] == value, where
    for row in found.root:
        if row.value is not None:
            says(row.value, row.exact, row.bound, below[row.move], (where, row.move))
    for depth in found.report.deepening:
        assert not depth.exact or depth.value == value, (where, depth)


def says(value: float, proven: bool, bound: Bound, truth: float, where: Any) -> None:
    """A proven value is the truth, or the bound it says."""
    if proven:
        assert bound is not Bound.EXACT or value == truth, where
        assert bound is not Bound.LOWER or truth >= value, where
        assert bound is not Bound.UPPER or truth <= value, where
