"""Max^n: everybody takes what is best for himself, and a position is worth something to each player.

C. A. Luckhardt, K. B. Irani, "An Algorithmic Solution of N-Person Games", AAAI 1986; shallow pruning R. E. Korf,
"Multi-Player Alpha-Beta Pruning", Artificial Intelligence 48, 1991. The text is in general/vectors.py.

Departs from it in what that says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from sandbox.games.general.api import GeneralGame
from sandbox.games.general.binding import bound_to
from sandbox.games.general.words import FAR
from sandbox.gametree.api import Bound, Limits
from sandbox.gametree.general import arena
from sandbox.gametree.general.api import Answer, general_engines, nothing_hidden
from sandbox.gametree.general.recorder import Recording
from sandbox.gametree.general.session import Found, Session, depths
from sandbox.gametree.general.vectors import enough, for_all
from sandbox.gametree.options import Depth
from sandbox.registry import Help


class _ForAll:
    """Looks for everybody."""

    def __init__(self, *, cuts: bool) -> None:
        self.cuts = cuts

    @property
    def text(self) -> Callable[..., Any]:
        """The kernel."""
        return for_all

    def options(self) -> Mapping[int, int]:
        """The switch as a word."""
        return {arena.CUTS: int(self.cuts)}

    def look(self, session: Session, depth: int, ply: int, best: float | None) -> Found:
        """The vector; or, if the child's mover has too much for the root to want it, what the root has at most."""
        limit = FAR
        if best is not None and self.cuts:
            limit = float(bound_to(enough, session.game.kernels())(session.words, best))
        ended = session.kernel(session.words, session.s, session.f, ply, depth, session.player, limit)
        if ended > -FAR and best is not None:
            return Found(session.only(session.player, best), Bound.UPPER)
        return Found(session.worth_at(session.f))


@general_engines.register(
    "maxn",
    title="Max^n",
    paper="Luckhardt & Irani, An Algorithmic Solution of N-Person Games, AAAI 1986",
    needs=nothing_hidden,
    order=41,
    records=True,
    strength=6,
)
@dataclass(frozen=True, slots=True)
class MaxN:
    """Everybody plays for himself."""

    depth: Depth = 5
    cuts: Annotated[bool, Help("shallow pruning: what one player is sure of, no other can have")] = True

    def search(self, game: GeneralGame, position: Any, limits: Limits, recording: Recording | None = None) -> Answer:
        """See general/api.py."""
        return Session(game, position, limits, _ForAll(cuts=self.cuts), recording).run(depths(self.depth, limits))
