"""Experiments that ship: a grid of matches, each cell a question with a number for an answer.

An experiment is a registered dataclass that names its rows, its columns and how a cell is measured; cells are small
work items, so that they can be stopped between any two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Protocol

import numpy as np
from numpy.typing import NDArray

from sandbox.bench.match import Player, Score, pairings, play
from sandbox.bench.openings import balanced
from sandbox.errors import BadInput
from sandbox.games.api import games
from sandbox.registry import ChoicesFrom, Help, Range, Registry


@dataclass(frozen=True, slots=True)
class Cell:
    """Where in the grid, and what came out."""

    row: int
    column: int
    score: Score


class Experiment(Protocol):
    """A registered frozen dataclass. Registered with `row=`, `column=` and `value=`: what they are."""

    def rows(self) -> Sequence[int]:
        """What is varied down."""

    def columns(self) -> Sequence[int]:
        """What is varied across."""

    def measure(self, row: int, column: int, stop: NDArray[np.uint8]) -> Cell:
        """One cell."""


experiments: Registry[Experiment] = Registry("experiment", "sandbox.bench", "game_ai_sandbox.experiments")


@experiments.register(
    "depth-and-noise",
    title="Depth makes up for a worse evaluation",
    paper="Nau, An Investigation of the Causes of Pathology in Games, Artificial Intelligence 19, 1982",
    row="depth",
    column="noise",
    value="points won",
)
@dataclass(frozen=True, slots=True)
class DepthAndNoise:
    """Points won, by depth and by noise added to every estimate, from a player of a fixed depth and no noise."""

    game: Annotated[str, ChoicesFrom(games.keys), Help("which game")] = "connect-four"
    depths: Annotated[str, Help("plies, separated by commas")] = "1,2,3,4,5,6"
    noise: Annotated[str, Help("how much an estimate is off at most, separated by commas")] = "0,30,100,300,1000"
    against: Annotated[int, Range(1, 12), Help("plies the other side looks ahead")] = 3
    games: Annotated[int, Range(2, 2000), Help("of each cell, half of them from either side")] = 60
    plies: Annotated[int, Range(0, 20), Help("of the even openings they begin from")] = 6
    seed: Annotated[int, Range(0, 2**31 - 1), Help("of the openings")] = 1

    def rows(self) -> Sequence[int]:
        """Depths."""
        return _numbers("depths", self.depths, 1, 20)

    def columns(self) -> Sequence[int]:
        """How far off estimates are."""
        return _numbers("noise", self.noise, 0, 5000)

    def measure(self, row: int, column: int, stop: NDArray[np.uint8]) -> Cell:
        """A match of this depth and noise against the fixed player."""
        players = (Player("alphabeta", (("noise", f"{column}"),), depth=row), Player("alphabeta", depth=self.against))
        openings = _openings(self.game, (self.games + 1) // 2, self.plies, self.seed)
        rounds = pairings(self.game, (), players, openings, self.games)
        results = [play(pairing, stop).result for pairing in rounds if not stop[0]]
        return Cell(row, column, Score.of(results))


@lru_cache(maxsize=8)
def _openings(game: str, number: int, plies: int, seed: int) -> tuple[str, ...]:
    """The same for all cells."""
    found = balanced(games[game].create(), number, plies, seed)
    return tuple(found or [games[game].create().face().print(games[game].create().face().start())])


def _numbers(name: str, text: str, least: int, most: int) -> list[int]:
    try:
        numbers = [int(word) for word in text.split(",")]
    except ValueError:
        numbers = []
    if not numbers or not all(least <= n <= most for n in numbers):
        raise BadInput(name, repr(text), f"whole numbers from {least} to {most}, separated by commas")
    return numbers
