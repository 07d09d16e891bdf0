"""Thinking in the other side's time.

    found = engine.search(game, position, limits, report)
    with pondering(engine, game, subject(engine, game, position, found), report):
        ...                            # the other side thinks: a person, or another engine

An engine with a table thinks on the reply its own variation foresees; if that reply comes, what was learnt is there
already, and if not, much of it still is, for positions recur. One that grows a tree thinks on all replies at once,
each as long as it is worth, and goes on below the one that comes. Both must be told to remember (`remembering`).
"""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from sandbox.games.api import Game
from sandbox.gametree.api import Engine, Limits, Result, engines, new_stop
from sandbox.gametree.report import SearchReport

E = TypeVar("E", bound=Engine)
LONGEST = 3600.0  # seconds: who thinks longer has left the table


def remembering(engine: E) -> E:
    """The same engine, keeping what it learns from move to move if it can."""
    options = {f.name for f in dataclasses.fields(engine)} & {"keep_table", "keep_tree"}  # type: ignore[arg-type]
    changed: E = dataclasses.replace(engine, **dict.fromkeys(options, True))  # type: ignore[type-var]
    return changed


def subject(engine: Engine, game: Game, position: Any, found: Result) -> Any | None:
    """What to think on after the move found; None if there is nothing to be gained."""
    if not engines_entry(engine).info.get("grows_tree", False):
        return expected(game, position, found)
    after = game.face().play(position, found.best)
    return after if game.face().moves(after) else None


def engines_entry(engine: Engine) -> Any:
    """What an engine is registered as."""
    return engines.of(engine)


def expected(game: Game, position: Any, result: Result) -> Any | None:
    """The position after the move chosen and the reply foreseen; None if nothing is."""
    face = game.face()
    for move in result.pv[:2]:
        if move not in face.moves(position):
            return None
        position = face.play(position, move)
    return position if len(result.pv) >= 2 and face.moves(position) else None


def ponder(
    engine: Engine, game: Game, position: Any, report: SearchReport, stop: NDArray[np.uint8], depth: int = 0
) -> Result:
    """Search a position until `stop` is raised; what was learnt stays in the report's memory."""
    return engine.search(game, position, Limits(depth=depth, seconds=LONGEST, stop=stop), report)


@contextmanager
def pondering(engine: Engine, game: Game, position: Any | None, report: SearchReport) -> Iterator[None]:
    """While inside, the engine thinks on a position (None: on nothing) in a thread of its own."""
    stop = new_stop()
    thread = threading.Thread(target=ponder, args=(engine, game, position, report, stop), name="pondering")
    if position is not None:
        thread.start()
    try:
        yield
    finally:
        stop[0] = 1
        if position is not None:
            thread.join()
