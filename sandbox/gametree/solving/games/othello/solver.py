"""Othello's ideas as switches, and where its table lies."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated, ClassVar, Final

import numpy as np

from sandbox.games.api import Words
from sandbox.games.two_words.rules import WEIGHTS_AT
from sandbox.gametree import work as w
from sandbox.gametree.evaluation.patterns.othello import OthelloPatterns
from sandbox.gametree.known import edges
from sandbox.gametree.solving import drivers
from sandbox.gametree.solving import words as s
from sandbox.gametree.solving.api import SolvingKernels, solvers
from sandbox.gametree.solving.games.othello import estimates, ideas, search, table
from sandbox.registry import Help, Range, Unit

TABLE_ON: Final = 1  # what the report takes for a table there is
NONE: Final = np.zeros(0, np.uint64)
SMALLEST: Final = 13  # log2 of the places to begin with: 256 KB


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
    estimates: Annotated[bool, Help("... and by what the learned evaluation says of the move")] = True
    stability: Annotated[bool, Help("bounds from discs that can never be turned, where alpha is high")] = True
    edges: Annotated[bool, Help("... and those of the edges from a table of all edges")] = True
    guess: Annotated[bool, Help("ask first at what the learned evaluation expects, not at a draw")] = True
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
    estimated_from: Annotated[int, Range(6, 60), Unit("empty"), Help("estimates of moves taken from so many")] = 14
    answered_from: Annotated[int, Range(6, 60), Unit("empty"), Help("... after the best reply from so many")] = 17

    def kernels(self) -> SolvingKernels:
        """Bitboards."""
        return SolvingKernels(search.fresh, search.span, search.ask, search.remembered, estimates.expected)

    def known(self) -> Words:
        """The table of edges, then the weights of the learned evaluation; what is switched off is left out."""
        parts = (edges.shipped_words() if self.edges else NONE, self._weights)
        return np.concatenate(parts)

    @property
    def _weights(self) -> Words:
        return OthelloPatterns().weights() if self.estimates or self.guess else NONE

    def table_words(self, memory: int) -> int:
        """A power of two of places, four words each, and what is known."""
        return (table.STRIDE << self._bits(memory)) + self._known_words

    @property
    def _known_words(self) -> int:
        return self._edge_words + self._weights.size

    @property
    def _edge_words(self) -> int:
        return edges.WORDS if self.edges else 0

    def _bits(self, memory: int) -> int:
        """log2 of the places."""
        return max(SMALLEST, (memory // (8 * table.STRIDE)).bit_length() - 1)

    def nodes_for(self, empties: int) -> float:
        """Measured on the endings of benchmarks/solvers.py."""
        return 90_000 * 2.25 ** (empties - 14)

    def set_up(self, words: Words, at: int, size: int) -> None:
        """Ideas as bits; the table's place and sizes; where the edges lie, and the weights."""
        most = ((size - self._known_words) // table.STRIDE).bit_length() - 1
        at_edges = at + size - self._known_words
        words[s.EDGES], words[WEIGHTS_AT] = at_edges if self.edges else 0, at_edges + self._edge_words
        words[s.IDEAS] = self.bits
        words[w.TABLE], words[w.TABLE_BASE] = TABLE_ON if self.table else 0, at
        words[s.BITS_FIRST], words[s.BITS_MOST] = min(SMALLEST, most) if self.growing else most, most
        words[s.KEPT_FROM], words[s.CHILDREN_FROM] = self.sorted_from, self.children_from
        words[s.FURTHER_FROM], words[s.TWO_PLACES] = self.further_from, int(self.two_way)
        words[s.ESTIMATED_FROM], words[s.ANSWERED_FROM] = self.estimated_from, self.answered_from

    @property
    def bits(self) -> int:
        """The ideas that are on, as one number."""
        named = {f.name: getattr(ideas, f.name.upper(), 0) for f in fields(self)}
        return sum(bit for name, bit in named.items() if getattr(self, name))
