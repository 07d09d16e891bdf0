"""Against opponents who err: with some probability they move at random, else they play their best against one.

Minimax and expectimax are its two ends (general/mistaken.py): on the shipped tree "risky" minimax declines a risk that
is worth taking against anybody who errs more often than 5 times in 9.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from sandbox.games.api import Axes
from sandbox.games.general.api import GeneralGame
from sandbox.gametree.api import Limits
from sandbox.gametree.general import arena
from sandbox.gametree.general.api import Answer, general_engines
from sandbox.gametree.general.mistaken import mistaken
from sandbox.gametree.general.recorder import Recording
from sandbox.gametree.general.session import Found, Session, depths
from sandbox.gametree.options import Depth
from sandbox.registry import Help, Range


def others_move(axes: Axes) -> bool:
    """Games in which somebody else can err."""
    return axes.players > 1 and axes.perfect_information


class _Erring:
    """Looks for the root's player; at dice, for the first."""

    def __init__(self, noise: float) -> None:
        self.noise = noise

    @property
    def text(self) -> Callable[..., Any]:
        """The kernel."""
        return mistaken

    def options(self) -> Mapping[int, int]:
        """The noise, a float's bits."""
        return {arena.NOISE: int(np.float64(self.noise).view(np.uint64))}

    def look(self, session: Session, depth: int, ply: int, best: float | None) -> Found:  # noqa: ARG002
        """The worth; there are no bounds."""
        player = max(session.player, 0)
        value = float(session.kernel(session.words, session.s, session.f, ply, depth, player))
        return Found(session.only(player, value))


@general_engines.register(
    "fallible",
    title="Against fallible opponents",
    paper="Russell & Norvig, Artificial Intelligence: A Modern Approach, 2021",
    needs=others_move,
    order=44,
    records=True,
    strength=0,
)
@dataclass(frozen=True, slots=True)
class Fallible:
    """The others err, so often."""

    depth: Depth = 4
    noise: Annotated[float, Range(0.0, 1.0, 0.05), Help("how often the others move at random")] = 0.2

    def search(self, game: GeneralGame, position: Any, limits: Limits, recording: Recording | None = None) -> Answer:
        """See general/api.py."""
        return Session(game, position, limits, _Erring(self.noise), recording).run(depths(self.depth, limits))
