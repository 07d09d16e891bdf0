"""Expectimax for Pac-Man: ghosts are taken for dice, each way of theirs as likely as any other.

D. Michie, "Game-Playing and Game-Learning Automata", 1966; for Pac-Man as in J. DeNero, D. Klein, "Teaching
Introductory Artificial Intelligence with Pac-Man", EAAI 2010. The text is in general/expecting.py.

Departs from it in counting depth in single steps (a ply is one step of one of them).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from sandbox.errors import BadInput
from sandbox.games.general.api import GeneralGame
from sandbox.games.general.library.pacman.face import Moment
from sandbox.games.general.library.pacman.game import PacMan
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import Answer, Worth, general_engines, nothing_hidden
from sandbox.gametree.general.session import Session, depths
from sandbox.gametree.general.sides import Foreseeing, Ties, TwoSides, searched, to_all
from sandbox.gametree.options import Seed
from sandbox.registry import Help


@general_engines.register(
    "pacman-expectimax",
    title="Expectimax",
    paper="DeNero & Klein, Teaching Introductory Artificial Intelligence with Pac-Man, EAAI 2010",
    needs=nothing_hidden,
    plays=PacMan,
    order=51,
    strength=8.5,
)
@dataclass(frozen=True, slots=True)
class PacManExpectimax(Foreseeing):
    """The ghosts go anywhere: the mean of what may come."""

    cuts: Annotated[bool, Help("Star1: cut off below dice what cannot matter")] = True
    ties: Ties = "first"
    seed: Seed = 1

    def search(self, game: GeneralGame, position: Moment, limits: Limits) -> Answer:
        """See general/api.py."""
        if position.mover != 0:
            raise BadInput("engine", "pacman-expectimax in a ghost's seat", "Pac-Man's: ghosts are its dice")
        own = self.judged(game, ghosts="dice")
        session = Session(own, position, limits, TwoSides(cuts=self.cuts))
        found = searched(session, depths(self.depth, limits), self.ties, self.seed)
        many = game.axes(position).players
        rows = tuple(replace(row, worth=_to_all(row.worth, many)) for row in found.rows)
        return replace(found, worth=_to_all(found.worth, many), rows=rows)


def _to_all(worth: Worth, many: int) -> Worth:
    """Pac-Man's worth, for all players."""
    return to_all(worth[0], many) if worth and worth[0] is not None else worth
