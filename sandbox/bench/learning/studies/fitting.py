"""Over-fitting: a network that is too large for its few games learns them by heart; what cures it.

Also thrashing: steps that are too long leap over the valley, and back, and out of it. All curves but one are of games
held out; `seen` is what the network does on those it learns from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from sandbox.bench.learning.studies.api import Piece, Point, Seed, curves_of, studies
from sandbox.kernels.arrays import Stop
from sandbox.learn.design import Stones
from sandbox.learn.models.network import Network
from sandbox.learn.playing import Judging, Playing, played
from sandbox.learn.samples import Samples
from sandbox.registry import Help, Range

SEEN: Final = "seen"
HELD: Final = "held out"
THRASHED: Final = "steps too long"
RIDGED: Final = "smaller weights"
SMALLER: Final = "fewer units"
GAME: Final = Judging("tic-tac-toe", "open-lines")


@studies.register("over-fitting", title="Over-fitting and thrashing, and their cures", x="pass", y="surprise")
@dataclass(frozen=True, slots=True)
class OverFitting:
    """A network learns too few games by heart: what is seen gets better, what is held out worse; three cures."""

    games: Annotated[int, Range(24, 5000), Help("of tic-tac-toe that are learned from")] = 120
    passes: Annotated[int, Range(5, 500), Help("over all positions")] = 60
    layers: Annotated[str, Help("of the network that is too large")] = "64"
    ridge: Annotated[float, Range(0.0, 1000.0), Help("of the cure that holds weights towards nothing")] = 5.0
    seed: Annotated[Seed, Help("of games and weights")] = 1

    def pieces(self) -> Sequence[Piece]:
        """A course each."""
        return [Piece(line, 0) for line in (HELD, THRASHED, RIDGED, SMALLER)]

    def measure(self, piece: Piece, stop: Stop) -> Sequence[Point]:
        """Pass after pass."""
        model = self._model(piece.line)
        seen, held = self._samples().split()
        parts = [(Stones.of(s.states), model.target(s.labels)) for s in (seen, held)]
        points: list[Point] = []
        design, target = parts[0]
        for number, w in enumerate(model.passes_over(design, target, model.begin(design.weights))):
            if stop[0]:
                return points
            errors = [model.error(model.sums(x, w), goal) for x, goal in parts]
            points.append(Point(piece.line, number + 1, errors[1]))
            points += [Point(SEEN, number + 1, errors[0])] if piece.line == HELD else []
        return points

    def _model(self, line: str) -> Network:
        large = {"passes": self.passes, "batch": 32, "seed": self.seed}
        if line == SMALLER:
            return Network("2", rate=0.01, **large)  # type: ignore[arg-type]
        rate, ridge = (1.0 if line == THRASHED else 0.01), (self.ridge if line == RIDGED else 0.0)
        return Network(self.layers, rate=rate, ridge=ridge, **large)  # type: ignore[arg-type]

    def _samples(self) -> Samples:
        return played(Playing(GAME, self.games, 1, self.seed, 0, (1, 5)))

    def verdict(self, points: Sequence[Point]) -> str:
        """Where each ends, and where it would have been best to stop."""
        curves = curves_of(points)
        if HELD not in curves:
            return ""
        best = min(curves[HELD], key=lambda p: p.value)
        said = [f"{line} ends at {curve[-1].value:.3f}" for line, curve in curves.items()]
        return f"Stopping after pass {best.at:.0f} would have kept {best.value:.3f}. " + "; ".join(said) + "."
