"""Othello's ideas as switches, and where its table lies."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from sandbox.games.api import Words
from sandbox.gametree import work as w
from sandbox.gametree.evaluation.othello import OthelloPositional
from sandbox.gametree.known import edges
from sandbox.gametree.solving import drivers
from sandbox.gametree.solving import words as s
from sandbox.gametree.solving.api import SolvingKernels, solvers
from sandbox.gametree.solving.games.othello import ideas, search, table
from sandbox.registry import Help, Range, Unit

A_DISC: Final = 100  # of the evaluation's units
MOST: Final = 64
TABLE_ON: Final = 1  # what the report takes for a table there is
SMALLEST: Final = 13  # log2 of the places to begin with: 256 KB


def expected(state: tuple[int, int]) -> float:
    """The discs that the evaluation expects at the end."""
    features = OthelloPositional().explain(state, np.zeros(0, np.uint64))
    return max(-MOST, min(MOST, sum(feature.share for feature in features) / A_DISC))


@solvers.register("othello", title="Othello", paper="Buro, Experiments with Multi-ProbCut, 1997; Delorme, Edax, 1998-")
@dataclass(frozen=True, slots=True)
class OthelloIdeas:
    """What makes an ending's search small; values never depend on it."""

    usual_driver: ClassVar[int] = drivers.MTDF

    parity: Annotated[bool, Help("squares first whose quadrant has an odd number of empty ones")] = True
    mobility: Annotated[bool, Help("moves first that leave the other side few replies")] = True
    potential: Annotated[bool, Help("... and few empty squares beside discs")] = True
    corners: Annotated[bool, Help("... and corners")] = True
    next_replies: Annotated[bool, Help("far from the end also by the replies to the best reply")] = True
    stability: Annotated[bool, Help("bounds from discs that can never be turned, where alpha is high")] = True
    edges: Annotated[bool, Help("... and those of the edges from a table of all edges")] = True
    guess: Annotated[bool, Help("ask first halfway to what the evaluation expects, not at a draw")] = True
    table: Annotated[bool, Help("remember positions")] = True
    children: Annotated[bool, Help("look all children up before the first is searched")] = True
    two_way: Annotated[bool, Help("two places for a position, the one nearer to the root keeps the first")] = True
    growing: Annotated[bool, Help("the table begins at 256 KB and grows when it is full")] = True
    table_move: Annotated[bool, Help("try the remembered move first")] = True
    sorted_from: Annotated[
        int, Range(6, 60), Unit("empty"), Help("with fewer empty squares: no table, moves by parity alone")
    ] = 6
    children_from: Annotated[int, Range(6, 60), Unit("empty"), Help("children looked up from so many")] = 8
    further_from: Annotated[int, Range(6, 60), Unit("empty"), Help("replies to replies looked at from so many")] = 13

    def kernels(self) -> SolvingKernels:
        """Bitboards."""
        return SolvingKernels(search.fresh, search.span, search.ask, search.remembered)

    def table_words(self, memory: int) -> int:
        """A power of two of places, four words each; the table of edges takes the place of some, if there is one."""
        return (table.STRIDE << self._bits(memory)) + self._edge_words

    @property
    def _edge_words(self) -> int:
        return edges.WORDS if self.edges else 0

    def _bits(self, memory: int) -> int:
        """log2 of the places."""
        return max(SMALLEST, (memory // (8 * table.STRIDE)).bit_length() - 1)

    def nodes_for(self, empties: int) -> float:
        """Measured on the endings of benchmarks/solvers.py."""
        return 83_000 * 2.4 ** (empties - 14)

    def first_guess(self, state: tuple[int, int]) -> int:
        """Half the discs that the evaluation expects: a guess beyond the value costs more than one before it."""
        return 2 * round(expected(state) / 4) if self.guess else 0

    def first_guesses(self, states: Words) -> NDArray[np.int64]:
        """One by one."""
        return np.array([self.first_guess((int(a), int(b))) for a, b in states], np.int64)

    def set_up(self, words: Words, at: int, size: int) -> None:
        """Ideas as bits; the table's place and sizes; behind it that of the edges."""
        most = (size // table.STRIDE).bit_length() - 1
        at_edges = at + (table.STRIDE << most)
        words[s.EDGES] = at_edges if self.edges else 0
        words[at_edges : at_edges + self._edge_words] = edges.shipped_words() if self.edges else 0
        words[s.IDEAS] = self.bits
        words[w.TABLE], words[w.TABLE_BASE] = TABLE_ON if self.table else 0, at
        words[s.BITS_FIRST], words[s.BITS_MOST] = min(SMALLEST, most) if self.growing else most, most
        words[s.KEPT_FROM], words[s.CHILDREN_FROM] = self.sorted_from, self.children_from
        words[s.FURTHER_FROM], words[s.TWO_PLACES] = self.further_from, int(self.two_way)

    @property
    def bits(self) -> int:
        """The ideas that are on, as one number."""
        named = {f.name: getattr(ideas, f.name.upper(), 0) for f in fields(self)}
        return sum(bit for name, bit in named.items() if getattr(self, name))
