"""Pac-Man, registered: its options, and the words the kernels read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Literal

import numpy as np

from sandbox.games.api import Axes, Words
from sandbox.games.general.api import GeneralFace, general_games
from sandbox.games.general.library.pacman import rules
from sandbox.games.general.library.pacman.face import Moment, PacManFace
from sandbox.games.general.library.pacman.features import evaluate
from sandbox.games.general.library.pacman.judging import Evaluation, Reweigh, sum_of
from sandbox.games.general.library.pacman.maze import Maze, ways
from sandbox.games.general.rules import GeneralKernels
from sandbox.registry import Help, Range

ROOM = 1_000.0  # that estimates have beyond all scores


@lru_cache(maxsize=32)
def _graph(maze: Maze) -> Words:
    """Homes, neighbours, distances: four to a word."""
    graph = ways(maze)
    far = graph.far.ravel()
    packed = np.concatenate([far, np.zeros(-far.size % 4, np.uint16)]).view(np.uint64)
    return np.concatenate([np.array([*graph.homes, *np.ravel(graph.beside)], np.int64).view(np.uint64), packed])


@lru_cache(maxsize=64)
def _weights(key: str, reweigh: str) -> Words:
    return sum_of(key, reweigh).words()


@general_games.register(
    "pacman",
    title="Pac-Man",
    paper="DeNero & Klein, Teaching Introductory Artificial Intelligence with Pac-Man, EAAI 2010",
    order=25,
    players="Pac-Man and up to seven ghosts",
    turned=False,
)
@dataclass(frozen=True, slots=True)
class PacMan:
    """Eat all food before a ghost eats you."""

    maze: Annotated[str, Help("a maze that ships, or a file with a maze or a level; empty for small")] = ""
    ghosts: Annotated[Literal["players", "dice"], Help("ghosts are played, or go where dice send them")] = "players"
    steps: Annotated[int, Range(1, 100_000, log=True), Help("steps after which the game ends as it is")] = 500
    stay: Annotated[bool, Help("Pac-Man may stand still")] = False
    evaluation: Evaluation = "careful"
    reweigh: Reweigh = ""

    def face(self) -> GeneralFace[Moment]:
        """The maze."""
        return PacManFace(self.maze, limit=self.steps, dice=self.ghosts == "dice", stay=self.stay)

    def kernels(self) -> GeneralKernels:
        """Cells by number."""
        return GeneralKernels(
            rules.to_move, rules.moves, rules.play, rules.utility, rules.length, rules.WAYS, rules.players,
            rules.outcomes, evaluate, rules.lowest, rules.highest, rules.total,
            chance_depth=1,  # a ghost that is dice counts as a ply, like one that plays: both searches look equally far
        )  # fmt: skip

    def data(self, position: Moment | None = None) -> Words:
        """The position's maze, and how far worths reach from there."""
        here = position or self.face().start()
        ghosts, treats = len(here.ghosts), here.food.bit_count() * rules.A_DOT
        gain = treats + rules.ALL_DOTS + rules.A_GHOST * (here.capsules.bit_count() + 1) * ghosts
        bound = abs(here.score) + gain + self.steps - rules.DEATH + ROOM
        counts = [len(ways(here.maze).cells), ghosts, self.steps, int(self.ghosts == "dice"), int(self.stay)]
        head = [*counts, int(np.float64(bound).view(np.int64))]
        return np.concatenate([np.array(head, np.int64).view(np.uint64), _graph(here.maze)])

    def weights(self) -> Words:
        """The evaluation's."""
        return _weights(self.evaluation, self.reweigh)

    def axes(self, position: Moment | None = None) -> Axes:
        """What is good for Pac-Man is as bad for every ghost."""
        dice = self.ghosts == "dice"
        ghosts = len((position or self.face().start()).ghosts)
        many = 1 if dice else 1 + ghosts
        return Axes(players=many, chance=dice and ghosts > 0, zero_sum=many == 2)

    def shown(self, worth: float) -> float:
        """Points."""
        return worth
