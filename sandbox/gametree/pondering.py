"""Thinking in the other side's time.

The engine searches the position it expects, the reply its own variation foresees, with a table it keeps. If that
reply comes, what was learnt is there already; if not, much of it still is, for positions recur.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandbox.games.api import Game
from sandbox.gametree.api import Engine, Limits, Result
from sandbox.gametree.report import SearchReport


def expected(game: Game, position: Any, result: Result) -> Any | None:
    """The position after the move chosen and the reply foreseen; None if nothing is."""
    face = game.face()
    for move in result.pv[:2]:
        if move not in face.moves(position):
            return None
        position = face.play(position, move)
    return position if len(result.pv) >= 2 and face.moves(position) else None


def ponder(
    engine: Engine, game: Game, position: Any, report: SearchReport, stop: NDArray[np.uint8], depth: int = 60
) -> Result:
    """Search an expected position until `stop` is raised; what was learnt stays in the report's memory."""
    return engine.search(game, position, Limits(depth=depth, stop=stop), report)
