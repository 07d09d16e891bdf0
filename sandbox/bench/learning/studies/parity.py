"""Parity: how many units it takes to say whether an odd number of inputs is on.

Four networks are built by hand, and tried on every input; a fifth is found by descent. M. Minsky, S. Papert,
"Perceptrons", 1969, show that no unit looking at fewer than all inputs helps to tell parity; one layer that names every
odd input needs 2 ** (n - 1) units; units that count need n; and a network of many layers two for each exclusive or.

    named      a unit for each odd input, on for it alone
    counting   a zigzag over the number of inputs that are on: s - 2 (s - 1)⁺ + 2 (s - 2)⁺ - …
    chain      |a - b| = (a - b)⁺ + (b - a)⁺, one input after the other; each still to come is handed on by a unit
    tree       the same in pairs, then pairs of pairs
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Final

import numpy as np

from sandbox.bench.learning.studies.api import Piece, Point, curves_of, studies
from sandbox.errors import SandboxError
from sandbox.kernels.arrays import Floats, Stop
from sandbox.learn.design import Dense
from sandbox.learn.models.layers import Layer, forward
from sandbox.learn.models.network import Network
from sandbox.registry import Help, Range

LEARNED: Final = "one layer, learned"


@studies.register(
    "parity",
    title="Parity: one layer against a chain of exclusive ors",
    paper="Minsky, Papert, Perceptrons, 1969",
    x="inputs",
    y="units",
    log_y=True,
)
@dataclass(frozen=True, slots=True)
class Parity:
    """How many hidden units tell whether an odd number of inputs is on: named, counted, or by exclusive ors."""

    inputs: Annotated[int, Range(2, 10), Help("tables up to so many inputs")] = 10
    learned: Annotated[int, Range(0, 10), Help("descent is tried up to so many")] = 5
    starts: Annotated[int, Range(1, 20), Help("random weights that descent begins with, for each number of units")] = 3
    passes: Annotated[int, Range(10, 10_000), Help("steps of each descent")] = 1500

    def pieces(self) -> Sequence[Piece]:
        """Every kind of network for every number of inputs."""
        built = [Piece(line, n) for n in range(2, self.inputs + 1) for line in BUILT]
        return built + [Piece(LEARNED, n) for n in range(2, self.learned + 1)]

    def measure(self, piece: Piece, stop: Stop) -> Sequence[Point]:
        """Build, try on every input, count; or descend with more and more units."""
        if piece.line == LEARNED:
            units = self._descended(piece.at, stop)
            return [Point(piece.line, piece.at, units)] if units else []
        layers = BUILT[piece.line](piece.at)
        if wrong_of(layers, piece.at):
            raise SandboxError(f"{piece.line} is wrong for {piece.at} inputs")
        return [Point(piece.line, piece.at, units_of(layers))]

    def _descended(self, n: int, stop: Stop) -> int:
        """The least number of units with which any start came to tell all inputs apart; 0: none up to 4 n."""
        x, odd = inputs_of(n)
        for units in range(1, 4 * n + 1):
            for seed in range(self.starts):
                if stop[0]:
                    return 0
                model = Network(f"{units}", passes=self.passes, batch=1 << n, rate=0.03, seed=seed)
                design = Dense(x)
                for number, w in enumerate(model.passes_over(design, odd, model.begin(n))):
                    if number % 25 == 24 and np.all((model.sums(design, w) > 0) == (odd > 0.5)):
                        return units
        return 0

    def verdict(self, points: Sequence[Point]) -> str:
        """The last row of the table."""
        ends = {line: curve[-1] for line, curve in curves_of(points).items()}
        said = [f"{p.value:.0f} units {line} ({p.at:.0f} inputs)" for line, p in ends.items()]
        return "; ".join(said) + "." if said else ""


def inputs_of(n: int) -> tuple[Floats, Floats]:
    """All inputs, and whether an odd number is on."""
    x = (np.arange(1 << n)[:, None] >> np.arange(n) & 1).astype(np.float64)
    return x, x.sum(axis=1) % 2


def wrong_of(layers: Sequence[Layer], n: int) -> int:
    """How many inputs a network is wrong about."""
    x, odd = inputs_of(n)
    return int(np.sum((forward(layers, x)[-1][:, 0] > 0.5) != (odd > 0.5)))


def units_of(layers: Sequence[Layer]) -> int:
    """Hidden ones."""
    return sum(len(bias) for _, bias in layers[:-1])


def named(n: int) -> list[Layer]:
    """A unit for each odd input."""
    x, odd = inputs_of(n)
    on = x[odd > 0.5]
    return [((2 * on - 1).T, 1 - on.sum(axis=1)), (np.ones((len(on), 1)), np.zeros(1))]


def counting(n: int) -> list[Layer]:
    """A zigzag over the sum."""
    signs = np.array([1.0, *(2.0 if k % 2 == 0 else -2.0 for k in range(1, n))])
    return [(np.ones((n, n)), -np.arange(n, dtype=np.float64)), (signs[:, None], np.zeros(1))]


def chain(n: int) -> list[Layer]:
    """One input after the other."""
    return _of_pairs(n, lambda count: [(0, 1), *((k,) for k in range(2, count))])


def tree(n: int) -> list[Layer]:
    """In pairs."""
    return _of_pairs(n, lambda count: [tuple(range(k, min(k + 2, count))) for k in range(0, count, 2)])


def _of_pairs(n: int, grouped: Callable[[int], list[tuple[int, ...]]]) -> list[Layer]:
    """Layers that take exclusive ors of what comes in, as it is grouped; a group of one is handed on."""
    carried, layers = np.eye(n), []
    while carried.shape[1] > 1:
        groups = grouped(carried.shape[1])
        columns: list[Floats] = []
        out: list[tuple[int, ...]] = []
        for group in groups:
            first = carried[:, group[0]]
            new = [first] if len(group) == 1 else [first - carried[:, group[1]], carried[:, group[1]] - first]
            out.append(tuple(range(len(columns), len(columns) + len(new))))
            columns += new
        layers.append((np.stack(columns, axis=1), np.zeros(len(columns))))
        carried = np.zeros((len(columns), len(groups)))
        for number, units in enumerate(out):
            carried[list(units), number] = 1.0
    return [*layers, (carried, np.zeros(1))]


BUILT: Final[dict[str, Callable[[int], list[Layer]]]] = {
    "one layer, named": named,
    "one layer, counting": counting,
    "chain of exclusive ors": chain,
    "tree of exclusive ors": tree,
}
