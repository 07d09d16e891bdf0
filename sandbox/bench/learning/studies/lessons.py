"""What labels, how many games, which model: how each choice changes how often an evaluation is right.

Right is what the solver says: of positions of games that no learner saw, near enough to the end to be solved, how many
are judged won that are won, and lost that are lost. Draws are left out.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Final, Literal

import numpy as np

from sandbox.bench.learning.studies.api import Games, Piece, Plies, Point, Seed, curves_of, studies
from sandbox.errors import BadInput
from sandbox.gametree.evaluation import evaluations
from sandbox.kernels.arrays import Stop
from sandbox.learn.calibration import estimates
from sandbox.learn.course import Course, Plan
from sandbox.learn.models.api import Model, models
from sandbox.learn.playing import Judging, Playing, Searching, played, solved
from sandbox.learn.samples import Samples
from sandbox.registry import Help, Range

GAME: Final = "connect-four"
STONES: Final = 20  # from so many on, positions are solved in no time
UNSEEN: Final = 100_000  # the number of the item whose games no learner sees
HAND: Final = "set by hand"
Counts = Annotated[str, Help("games learned from, separated by commas")]
Kind = Annotated[Literal["connect-four-threats", "connect-four-network"], Help("what is learned")]


@lru_cache(maxsize=4)
def truth(games: int) -> Samples:
    """Positions with their exact values, none of them drawn."""
    found = played(Playing(Judging(GAME, "connect-four-centre"), games, 2, 1, UNSEEN, (6, 20)))
    late = found.at(found.stones >= STONES)
    exact = late.labelled(solved(Searching(Judging(GAME, "connect-four-centre"), late.states, 0)))
    return exact.at(exact.labels != 0)


def right_of(judge: Judging, games: int = 200) -> float:
    """The share that is judged rightly."""
    against = truth(games)
    return float(np.mean(np.sign(estimates(judge, against)) == np.sign(against.labels)))


def learned(plan: Plan, stop: Stop) -> Judging | None:
    """What a plan comes to; None when stopped."""
    with tempfile.TemporaryDirectory() as folder:
        course = Course(plan, Path(folder) / "w")
        for _ in course.run(stop=stop):
            pass
        words = course.learner.words() if course.round else None
    return None if words is None else Judging(plan.game, plan.evaluation, words)


def counts_of(text: str) -> list[int]:
    """Numbers of games, each at least a work item."""
    words = text.split(",")
    if not all(w.strip().isdecimal() and len(w.strip()) < 8 and int(w) >= 100 for w in words):
        raise BadInput("games", repr(text)[:60], "whole numbers from 100 on, separated by commas")
    return [int(w) for w in words]


class _ByGames:
    """A study of how often learned evaluations are right, by how many games they saw; beside what was set by hand."""

    __slots__ = ()
    games: Counts

    def plan(self, piece: Piece) -> Plan:
        """How a piece is learned."""
        raise NotImplementedError

    def measure(self, piece: Piece, stop: Stop) -> Sequence[Point]:
        """Learn, and be judged."""
        if piece.line == HAND:
            share = right_of(Judging(GAME, "connect-four-threats"))
            return [Point(HAND, count, share) for count in counts_of(self.games)]
        judge = learned(self.plan(piece), stop)
        return [] if judge is None else [Point(piece.line, piece.at, right_of(judge))]

    def verdict(self, points: Sequence[Point]) -> str:
        """From the fewest games to the most."""
        curves = curves_of(points)
        said = [f"{line} {c[0].value:.1%} → {c[-1].value:.1%}" for line, c in curves.items()]
        best = max(curves, key=lambda line: curves[line][-1].value, default="")
        words = f"Judged rightly, from the fewest games to the most: {'; '.join(said)}. Best at the end: {best}."
        return words if said else ""


@studies.register(
    "labels-and-data",
    title="Results of games against what a search says, and how much data",
    x="games",
    y="judged rightly",
)
@dataclass(frozen=True, slots=True)
class LabelsAndData(_ByGames):
    """The same evaluation learned from results, λ-returns, searches and exact values, by more and more games."""

    evaluation: Kind = "connect-four-threats"
    games: Counts = "100,300,1000"
    trace: Annotated[float, Range(0.0, 1.0), Help("λ of the λ-returns")] = 0.7
    depth: Annotated[Plies, Help("plies of the searches that label")] = 4
    seed: Annotated[Seed, Help("of the games")] = 1

    def pieces(self) -> Sequence[Piece]:
        """Every label for every number of games."""
        counts = counts_of(self.games)
        kinds = (HAND, "results", "td", "search", "exact")
        return [Piece(kind, count) for kind in kinds for count in (counts if kind != HAND else counts[:1])]

    def plan(self, piece: Piece) -> Plan:
        """The same but for the labels."""
        model: Model = models["network" if self.evaluation.endswith("network") else "logistic"].create()
        return Plan(
            self.evaluation, GAME, model, piece.line, games=piece.at, depth=2, label_depth=self.depth,
            seed=self.seed, trace=self.trace,
        )  # fmt: skip


@studies.register(
    "linear-or-logistic", title="Linear against logistic, against a network", x="games", y="judged rightly"
)
@dataclass(frozen=True, slots=True)
class LinearOrLogistic(_ByGames):
    """Squared error of the score against surprise at wins, on the same features; and a network that sees the board."""

    games: Counts = "100,300,1000"
    labels: Annotated[Literal["results", "search", "td", "exact"], Help("what is learned")] = "results"
    seed: Annotated[Seed, Help("of the games")] = 1

    def pieces(self) -> Sequence[Piece]:
        """Every model for every number of games."""
        counts = counts_of(self.games)
        return [Piece(HAND, counts[0]), *(Piece(e.key, count) for e in models for count in counts)]

    def plan(self, piece: Piece) -> Plan:
        """The same but for the model."""
        key = "connect-four-network" if piece.line == "network" else "connect-four-threats"
        model = models[piece.line].create()
        return Plan(key, GAME, model, self.labels, games=piece.at, depth=2, seed=self.seed)


@studies.register("depth-and-learning", title="Depth against the quality of an evaluation", x="plies", y="points won")
@dataclass(frozen=True, slots=True)
class DepthAndLearning:
    """Othello's evaluations, from counting discs to learned patterns, at each depth against one fixed player."""

    depths: Annotated[Plies, Help("plies, from 1 to this")] = 3
    against: Annotated[Plies, Help("plies of the fixed player, which judges by hand-set weights")] = 2
    games: Annotated[Games, Help("of each point, half of them from either side")] = 30
    seed: Annotated[Seed, Help("of the openings")] = 1

    def pieces(self) -> Sequence[Piece]:
        """Every evaluation at every depth."""
        keys = [e.key for e in evaluations if e.info["games"] == ("othello",)]
        return [Piece(key, depth) for key in keys for depth in range(1, self.depths + 1)]

    def measure(self, piece: Piece, stop: Stop) -> Sequence[Point]:
        """A match."""
        from sandbox.bench.learning.gauge import Side
        from sandbox.bench.match import Score, pairings, play
        from sandbox.bench.openings import EVEN_ONES, openings_of
        from sandbox.games.api import games

        players = Side(piece.line).player(piece.at), Side("othello-positional").player(self.against)
        openings = openings_of(games["othello"].create(), EVEN_ONES, (self.games + 1) // 2, 6, self.seed)
        rounds = pairings("othello", (), players, openings, self.games)
        results = [play(one, stop).result for one in rounds if not stop[0]]
        return [] if stop[0] else [Point(piece.line, piece.at, Score.of(results).score)]

    def verdict(self, points: Sequence[Point]) -> str:
        """Where each ends."""
        curves = curves_of(points)
        said = [f"{line} {c[0].value:.2f} → {c[-1].value:.2f}" for line, c in curves.items()]
        return f"Points won a game, from the least depth to the greatest: {'; '.join(said)}." if said else ""
