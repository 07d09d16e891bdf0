"""Connect Four's ideas as switches, and where its table lies."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated, ClassVar, Final

import numpy as np

from sandbox.games.api import Words
from sandbox.gametree import work as w
from sandbox.gametree.solving import drivers
from sandbox.gametree.solving import words as s
from sandbox.gametree.solving.api import SolvingKernels, expected, solvers
from sandbox.gametree.solving.games.connect_four import ideas, search, table
from sandbox.registry import Help, Range, Unit

TABLE_ON: Final = 1  # what the report takes for a table there is
SMALLEST: Final = table.FEWEST_BITS + 1  # log2 of the places to begin with: 256 KB


@solvers.register(
    "connect-four", title="Connect Four", paper="Pons, Solving Connect 4: how to build a perfect AI, 2015-2019"
)
@dataclass(frozen=True, slots=True)
class ConnectFourIdeas:
    """What makes Connect Four's search small; values never depend on it."""

    usual_driver: ClassVar[int] = drivers.BISECTION

    safe: Annotated[bool, Help("look only at replies that do not lose at once")] = True
    forced: Annotated[bool, Help("follow a single reply in a loop, without table or recursion")] = True
    plies_left: Annotated[bool, Help("bounds from how many stones can still be set")] = True
    win_in_two: Annotated[bool, Help("while sorting, see double threats and squares above forced ones")] = True
    no_four: Annotated[bool, Help("a side that cannot complete any line does not win")] = True
    claim_even: Annotated[bool, Help("bounds from answering every stone with one on top of it")] = True
    table: Annotated[bool, Help("remember positions")] = True
    children: Annotated[bool, Help("look all children up before the first is searched")] = True
    both_bounds: Annotated[bool, Help("an entry keeps a lower and an upper bound, not only the last")] = True
    two_way: Annotated[bool, Help("two places for a position, the one nearer to the root keeps the first")] = True
    growing: Annotated[bool, Help("the table begins at 256 KB and grows when it is full")] = True
    table_move: Annotated[bool, Help("try the remembered move first")] = True
    mirror: Annotated[bool, Help("mirror images share one entry, while there can be any")] = True
    threats: Annotated[bool, Help("moves that make threats first")] = True
    lines: Annotated[bool, Help("then moves on squares with many lines of four")] = True
    replies: Annotated[bool, Help("then moves that leave few safe replies")] = True
    table_to: Annotated[int, Range(0, 40), Unit("discs"), Help("positions with more stones are not remembered")] = 34
    children_to: Annotated[int, Range(0, 40), Unit("discs"), Help("nor children looked up with more than this")] = 28

    def kernels(self) -> SolvingKernels:
        """Bitboards."""
        return SolvingKernels(search.fresh, search.span, search.ask, search.remembered, expected)

    def known(self) -> Words:
        """Nothing."""
        return np.zeros(0, np.uint64)

    def table_words(self, memory: int) -> int:
        """A power of two of entries, one word each."""
        return 1 << max(SMALLEST, (memory // 8).bit_length() - 1)

    def nodes_for(self, empties: int) -> float:
        """Between the empty board's and those of the sets of benchmarks/solvers.py."""
        return 0.08 * 1.7**empties

    def set_up(self, words: Words, at: int, size: int) -> None:
        """Ideas as bits; the table's place and sizes."""
        most = size.bit_length() - 1
        words[s.IDEAS] = self.bits
        words[w.TABLE], words[w.TABLE_BASE] = TABLE_ON if self.table else 0, at
        words[s.BITS_FIRST], words[s.BITS_MOST] = min(SMALLEST, most) if self.growing else most, most
        words[s.TABLE_TO], words[s.CHILDREN_TO] = self.table_to, self.children_to

    @property
    def bits(self) -> int:
        """The ideas that are on, as one number."""
        named = {f.name: getattr(ideas, f.name.upper(), 0) for f in fields(self)}
        return sum(bit for name, bit in named.items() if getattr(self, name))
