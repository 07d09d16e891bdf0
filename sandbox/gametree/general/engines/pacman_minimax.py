"""Minimax for Pac-Man and for his ghosts, who play as one: alpha-beta over everybody's steps.

J. von Neumann, "Zur Theorie der Gesellschaftsspiele", Mathematische Annalen 100, 1928; with several ghosts as in J.
DeNero, D. Klein, "Teaching Introductory Artificial Intelligence with Pac-Man", EAAI 2010: one layer of minimising for
each. The text is in general/expecting.py.

Departs from it in counting depth in single steps (a ply is one step of one of them), and in that a ghost may be told
to search as if it were alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from sandbox.games.api import Axes
from sandbox.games.general.api import GeneralGame
from sandbox.games.general.library.pacman.face import Moment
from sandbox.games.general.library.pacman.game import PacMan
from sandbox.games.general.library.pacman.maze import GHOST, Maze, ways
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import Answer, general_engines
from sandbox.gametree.general.recorder import Recording
from sandbox.gametree.general.session import Session, depths
from sandbox.gametree.general.sides import Foreseeing, Ties, TwoSides, searched, to_all
from sandbox.gametree.options import Seed
from sandbox.registry import Help, Range


def without_dice(axes: Axes) -> bool:
    """Ghosts that are played, or none."""
    return not axes.chance


@general_engines.register(
    "pacman-minimax",
    title="Minimax",
    paper="DeNero & Klein, Teaching Introductory Artificial Intelligence with Pac-Man, EAAI 2010",
    needs=without_dice,
    plays=PacMan,
    order=50,
    records=True,
    strength=9,
)
@dataclass(frozen=True, slots=True)
class PacManMinimax(Foreseeing):
    """The ghosts do the worst they can; as ghosts: together."""

    together: Annotated[bool, Help("a ghost counts on the others; off: it searches as if there were none")] = True
    cuts: Annotated[bool, Help("alpha-beta: cut off what cannot matter")] = True
    table_bits: Annotated[int, Range(0, 22), Help("log2 of the positions remembered; 0: none")] = 0
    ties: Ties = "first"
    seed: Seed = 1

    def search(self, game: GeneralGame, position: Moment, limits: Limits, recording: Recording | None = None) -> Answer:
        """See general/api.py."""
        own = self.judged(game)
        looking = TwoSides(cuts=self.cuts, table_bits=self.table_bits)
        if self.together or position.mover == 0 or recording is not None:
            session = Session(own, position, limits, looking, recording)
            return searched(session, depths(self.depth, limits), self.ties, self.seed)
        session = Session(own, alone(position), limits, looking)
        found = searched(session, depths(self.depth, limits), self.ties, self.seed)
        return as_player(found, position)


def alone(position: Moment) -> Moment:
    """The mover's position without the other ghosts."""
    mine, graph = position.ghosts[position.mover - 1], ways(position.maze)
    home = graph.cells[graph.homes[position.mover - 1]]
    rows = tuple(
        "".join(" " if sign == GHOST and (x, y) != home else sign for x, sign in enumerate(row))
        for y, row in enumerate(position.maze.rows)
    )
    return replace(position, maze=Maze(rows), ghosts=(mine,), mover=1)


def as_player(answer: Answer, position: Moment) -> Answer:
    """An answer for one ghost, for all players."""
    many = 1 + len(position.ghosts)
    rows = tuple(replace(row, worth=to_all(row.worth[0] or 0.0, many)) for row in answer.rows)
    return replace(answer, player=position.mover, worth=to_all(answer.worth[0] or 0.0, many), rows=rows)
