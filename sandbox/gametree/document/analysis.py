"""A game looked through, ply by ply: what each position was worth, what each move lost, which were mistakes.

What a move lost is the value of the best move less its own, both of one engine, at one depth: values of different
depths or sources are never taken from one another. Where a search did not come to know the move played (it was cut off,
or not simulated), the position after it is searched one ply less deep.

    analysis = Analysis(document, Settings("pvs", engine, Limits(depth=8)))
    for found in analysis.plies(stop):
        ...                        # as they are done; what is known already is not searched again

Every answer is kept in the document, unless the same engine has found something deeper there before; so an analysis
that was stopped, or saved, goes on where it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sandbox.gametree.api import Bound, Engine, Limits, Result, RootMove, Status, new_stop
from sandbox.gametree.document.model import GameDocument, Kept
from sandbox.gametree.report import SearchReport

EXACT: Final = "exact"
GRADES: Final = ((0.6, "blunder"), (0.3, "mistake"), (0.12, "inaccuracy"))
"""How much of the way from a draw to a win a move may give away before it is called so."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Who looks, and how far. `engine` None plays exactly to the end."""

    source: str
    engine: Engine | None
    limits: Limits = field(default_factory=Limits)

    @property
    def words(self) -> str:
        """Options and budget, so that equal ones are known."""
        limits = self.limits
        budget = " ".join(f"{name}={getattr(limits, name):g}" for name in ("depth", "nodes", "seconds"))
        return f"{self.engine!r} {budget}" if self.engine is not None else f"exact {budget}"


@dataclass(frozen=True, slots=True)
class PlyReport:
    """One ply of the line: the position before a move, and the move. Values are for the side to move."""

    ply: int  # the document's number of the position
    number: int  # moves before it
    side: int  # to move: 0 began
    move: str  # played; empty at the end of the line
    best: str
    value: float | None
    exact: bool
    bound: Bound
    depth: int
    source: str
    pv: tuple[str, ...] = ()
    played: float | None = None  # the value of the move played, at the same depth
    loss: float | None = None  # in the values' own units, where both are in the same; never below 0
    drop: float | None = None  # the same between a draw (0) and a win (1)
    grade: str = ""  # "", inaccuracy, mistake, blunder
    nodes: int = 0
    seconds: float = 0.0

    @property
    def first_value(self) -> float | None:
        """The value for who began, as a graph of the game shows it."""
        return None if self.value is None else self.value if self.side == 0 else -self.value

    def to_json(self) -> dict[str, Any]:
        """A line of `analyse --json`."""
        return asdict(self) | {"bound": self.bound.value, "pv": list(self.pv), "first_value": self.first_value}


class Analysis:
    """The work of looking through one line of a game: an object a worker can run, stop, and run again."""

    def __init__(self, document: GameDocument, settings: Settings, at: int | None = None) -> None:
        self.document, self.settings = document, settings
        self.line = document.line(at)
        self._report = SearchReport()

    def __len__(self) -> int:
        return len(self.line)

    def __call__(self, stop: NDArray[np.uint8]) -> list[PlyReport]:
        """All plies, or those done when `stop` was raised."""
        return list(self.plies(stop))

    def plies(self, stop: NDArray[np.uint8] | None = None) -> Iterator[PlyReport]:
        """The plies one after the other, each when it is done."""
        flag = new_stop() if stop is None else stop
        for number, at in enumerate(self.line):
            kept = self._known(at) or self._searched(at, flag)
            if kept is None:
                return
            move = self.document.plies[self.line[number + 1]].move if number + 1 < len(self.line) else ""
            kept = self._with_played(at, kept, move, flag)
            if kept is None:
                return
            yield report_of(self.document, number, at, kept, move)

    def _known(self, at: int) -> Kept | None:
        kept = self.document.plies[at].kept.get(self.settings.source)
        return kept if kept is not None and kept.settings == self.settings.words else None

    def _searched(self, at: int, flag: NDArray[np.uint8]) -> Kept | None:
        """Search a ply and keep what was found; None if it was stopped."""
        result = self._ask(self.document.plies[at].position, replace(self.settings.limits, every_move=True), flag)
        if flag[0] or result.status is Status.CANCELLED:
            return None
        kept = Kept.of(self.settings.source, result, self.settings.words)
        self.document.keep(at, kept)
        return kept

    def _ask(self, position: Any, limits: Limits, flag: NDArray[np.uint8]) -> Result:
        game, limits = self.document.game, replace(limits, stop=flag)
        if self.settings.engine is None:
            from sandbox.gametree.play import exact  # with all it solves by, which nobody needs before

            return exact.solve(game, position, limits, self._report)
        return self.settings.engine.search(game, position, limits, self._report)

    def _with_played(self, at: int, kept: Kept, move: str, flag: NDArray[np.uint8]) -> Kept | None:
        """The same with a value of the move played that can be compared, if it had none; None if it was stopped."""
        if not move or comparable(kept, move) is not None or not kept.rows or kept.bound is not Bound.EXACT:
            return kept
        after = self.document.face.play(self.document.plies[at].position, move)
        depth = max(kept.depth - 1, 0)
        if self.settings.engine is None or (depth == 0 and not kept.simulations):
            return kept
        limits = replace(self.settings.limits, depth=depth, nodes=0, seconds=0.0, every_move=False)
        result = self._ask(after, self.settings.limits if kept.simulations else limits, flag)
        if flag[0] or result.status is Status.CANCELLED:
            return None
        row = RootMove(move, -result.value, Bound.EXACT, result.exact, depth=kept.depth, pv=(move, *result.pv))
        rows = tuple(row if r.move == move else r for r in kept.rows)
        kept = replace(kept, rows=rows)
        self.document.keep(at, kept)
        return kept


def comparable(kept: Kept, move: str) -> float | None:
    """The value of a move as it may be set against the best one's: exact, and of the same depth."""
    if move == kept.best:
        return kept.value
    row = next((r for r in kept.rows if r.move == move), None)
    if row is None or row.value is None or row.bound is not Bound.EXACT:
        return None
    return row.value if row.exact or row.depth == kept.depth or row.visits else None


def report_of(document: GameDocument, number: int, at: int, kept: Kept, move: str) -> PlyReport:
    """What is to be said of a ply."""
    played = comparable(kept, move) if move else None
    # A move that was not searched best may, a ply deeper, turn out to be better all the same: it lost nothing.
    compared = played is not None and kept.bound is Bound.EXACT
    loss = max(0.0, kept.value - played) if compared and played is not None and _alike(kept, played, move) else None
    drop = (
        max(0.0, _share(document, kept.value) - _share(document, played)) if compared and played is not None else None
    )
    return PlyReport(
        at,
        number,
        document.mover(at),
        move,
        kept.best,
        kept.value,
        kept.exact,
        kept.bound,
        kept.depth,
        kept.source,
        kept.pv,
        played,
        loss,
        drop,
        graded(drop),
        kept.nodes,
        kept.seconds,
    )


def _alike(kept: Kept, played: float, move: str) -> bool:
    """Whether the best value and that of the move played are in the same units: results of the game, or estimates."""
    row = next((r for r in kept.rows if r.move == move), None)
    both_proven = kept.exact and (move == kept.best or (row is not None and row.exact))
    return both_proven or (abs(kept.value) < 1 and abs(played) < 1) or (abs(kept.value) >= 1 and abs(played) >= 1)


def _share(document: GameDocument, value: float) -> float:
    """A value between a lost (-1) and a won game (1). In Othello by how much one wins counts too."""
    if abs(value) < 1:
        return value
    sign = 1.0 if value > 0 else -1.0
    return sign * (0.7 + 0.3 * min(abs(value), 64) / 64) if document.key == "othello" else sign


def graded(drop: float | None) -> str:
    """What a move that gave so much away is called."""
    if drop is None:
        return ""
    return next((word for least, word in GRADES if drop >= least), "")
