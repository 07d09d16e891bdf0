"""Goes straight for it: a ghost for Pac-Man, or away from him while it is scared; Pac-Man for the nearest dot.

J. DeNero, D. Klein, "Teaching Introductory Artificial Intelligence with Pac-Man", EAAI 2010: the directional ghost.

Departs from it in measuring steps in the maze, not as the crow flies.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Annotated, Any

from sandbox.games.general.api import GeneralFace, GeneralGame
from sandbox.games.general.library.pacman.face import Moment
from sandbox.games.general.library.pacman.game import PacMan
from sandbox.games.general.library.pacman.maze import ways
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import Answer, answered, general_engines, nothing_hidden
from sandbox.gametree.options import Seed
from sandbox.registry import Help, Range


@general_engines.register(
    "pacman-chase",
    title="Chase",
    paper="DeNero & Klein, Teaching Introductory Artificial Intelligence with Pac-Man, EAAI 2010",
    needs=nothing_hidden,
    plays=PacMan,
    order=48,
    strength=1,
)
@dataclass(frozen=True, slots=True)
class PacManChase:
    """The step that leads nearest; now and then any other."""

    keenness: Annotated[float, Range(0.0, 1.0, 0.05), Help("how often the best step is taken; else any, by lot")] = 0.8
    seed: Seed = 1

    def search(self, game: GeneralGame, position: Moment, limits: Limits) -> Answer:  # noqa: ARG002
        """See general/api.py. The same position has the same answer."""
        return answered(game, position, lambda face, moves: self._chosen(face, position, moves))

    def _chosen(self, face: GeneralFace[Any], position: Moment, moves: tuple[str, ...]) -> str:
        lot = random.Random(f"{self.seed} {position.ply} {position.pacman} {position.ghosts}")
        if lot.random() >= self.keenness:
            return lot.choice(moves)
        steps = [steps_after(face, position, move) for move in moves]
        return lot.choice([move for move, count in zip(moves, steps, strict=True) if count == min(steps)])


def steps_after(face: GeneralFace[Any], position: Moment, move: str) -> int:
    """How far it still is after a move; for a scared ghost, how near."""
    after: Moment = face.play(position, move)
    far = ways(position.maze).far
    if position.mover == 0:
        food = [cell for cell in range(len(far)) if position.food >> cell & 1]
        return min((int(far[after.pacman, cell]) for cell in food), default=0)
    ghost = after.ghosts[position.mover - 1]
    steps = int(far[ghost.cell, position.pacman])
    return -steps if ghost.scared else steps
