"""What a search tells while it runs, readable at any moment from another thread.

A `SearchReport` looks at the first words of the engine's work array, which the kernel fills as it goes, so
polling costs the search nothing. Single counters never tear; value, best move and variation are read under
the sequence number (odd while they change). A `Snapshot` is a consistent copy in the words of the game.

The report also keeps the engine's memory between searches (`memory`), so that one report a player lets a
table or a tree live on from move to move; `forget` drops it.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sandbox.games.api import Face, Words
from sandbox.gametree import work as w
from sandbox.gametree.api import Bound, Deepening, RootMove
from sandbox.gametree.move_names import Speller
from sandbox.gametree.packed_scores import score_of
from sandbox.gametree.values import for_people, proven

_TRIES = 64  # reads of the guarded words before the newest torn-free copy is given up on
_BOUNDS = {w.BOUND_NONE: Bound.NONE, w.BOUND_EXACT: Bound.EXACT, w.BOUND_LOWER: Bound.LOWER, w.BOUND_UPPER: Bound.UPPER}


@dataclass(frozen=True, slots=True)
class TableHealth:
    """How the transposition table fares."""

    places: int = 0
    probes: int = 0
    hits: int = 0
    cutoffs: int = 0
    stores: int = 0
    overwrites: int = 0
    filled: int = 0
    lost: int = 0  # misses of what had been stored and was thrown out (with `watch` on)
    false_hits: int = 0  # hits that were another position's (with `watch` on)

    @property
    def fill(self) -> float:
        """The share of places in use."""
        return self.filled / self.places if self.places else 0.0

    def to_json(self) -> dict[str, Any]:
        """The `table` object of `solve --json`."""
        return {name: getattr(self, name) for name in self.__slots__} | {"fill": self.fill}


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A search at one moment."""

    seconds: float = 0.0
    nodes: int = 0
    leaves: int = 0  # judged by the evaluation
    terminals: int = 0  # scored by the rules
    depth: int = 0  # being searched, or finished last
    deepest: int = 0
    value: float = 0.0
    exact: bool = False
    best: str = ""
    pv: tuple[str, ...] = ()
    current: str = ""  # the root move being searched
    root: tuple[RootMove, ...] = ()
    deepening: tuple[Deepening, ...] = ()
    cutoffs: int = 0
    first_cutoffs: int = 0
    interior: int = 0
    generated: int = 0
    researches: int = 0
    extensions: int = 0
    quiescent: int = 0
    repetitions: int = 0
    simulations: int = 0
    tree_nodes: int = 0
    table: TableHealth = TableHealth()
    notes: Mapping[str, Any] = field(default_factory=dict)  # an engine's own facts (a rule's name, regret, …)

    @property
    def nodes_per_second(self) -> float:
        """Speed so far."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    @property
    def first_move_share(self) -> float:
        """The share of cut-offs made by the first move tried: 1 with perfect ordering."""
        return self.first_cutoffs / self.cutoffs if self.cutoffs else 0.0

    @property
    def branching(self) -> float:
        """Legal moves of an average node that was expanded (b)."""
        return self.generated / self.interior if self.interior else 0.0

    @property
    def effective_branching(self) -> float:
        """How much one more ply cost: the ratio of the last two depths, else the depth-th root of the nodes."""
        rows = self.deepening
        if len(rows) >= 2 and rows[-2].nodes > 0 and rows[-1].depth == rows[-2].depth + 1:
            return float(rows[-1].nodes / rows[-2].nodes)
        return float(self.nodes ** (1 / self.depth)) if self.depth > 0 else 0.0

    @property
    def fewest_leaves(self) -> float:
        """What perfect ordering needs at this depth: b^ceil(d/2) + b^floor(d/2) - 1 (Knuth, Moore 1975)."""
        up, down = -(-self.depth // 2), self.depth // 2
        return float(self.branching**up + self.branching**down - 1)


class SearchReport:
    """The live account of one player's searches; poll `snapshot` (or the cheap `nodes`, `seconds`)."""

    def __init__(self) -> None:
        self.memory: dict[Any, Any] = {}
        self.words: Words = np.zeros(w.FREE, np.uint64)
        self.deepening: list[Deepening] = []
        self.notes: dict[str, Any] = {}
        self._first_win_is_best = False
        self.began = 0.0
        self._ended: float | None = None
        self._speller: Speller | None = None

    # Filled by engines.

    def begin(self, face: Face[Any], position: Any, words: Words, *, first_win_is_best: bool = False) -> None:
        """A search starts, and counts in `words`."""
        self._first_win_is_best = first_win_is_best
        self.deepening, self.notes, self._speller = [], {}, Speller(face, position)
        self.words = words
        self.began, self._ended = time.perf_counter(), None

    def end(self) -> None:
        """The search is over: its seconds stand still."""
        self._ended = time.perf_counter()

    def freeze(self) -> Snapshot:
        """The last snapshot; from now on the report no longer looks at the engine's array."""
        self.words = self.words[: w.FREE].copy()
        return self.snapshot()

    def forget(self) -> None:
        """Drop what the engine remembers from earlier searches."""
        self.memory.clear()

    # Read by windows.

    @property
    def running(self) -> bool:
        """Whether a search is under way."""
        return self._speller is not None and self._ended is None

    @property
    def seconds(self) -> float:
        """How long the search has run."""
        if self._speller is None:
            return 0.0
        return (self._ended or time.perf_counter()) - self.began

    @property
    def nodes(self) -> int:
        """Nodes so far."""
        return int(self.words[w.NODES])

    def snapshot(self) -> Snapshot:
        """A consistent copy, in the words of the game."""
        if self._speller is None:
            return Snapshot()
        head = self._untorn()
        legal = self._legal
        value = score_of(head[w.VALUE])
        best = int(head[w.BEST]) - 1
        return Snapshot(
            seconds=self.seconds,
            value=for_people(value),
            exact=bool(self.notes.get("resolved", False)) or self._certain(value),
            best=legal.get(best, ""),
            pv=self._line(head, best),
            current=legal.get(int(head[w.CURRENT]) - 1, ""),
            root=tuple(self._row(head, index, name) for index, name in legal.items()),
            deepening=tuple(self.deepening),
            table=self._table(head),
            notes=dict(self.notes),
            **{name: int(head[at]) for name, at in _COUNTERS.items()},
        )

    def name_of(self, index: int) -> str:
        """A root move in notation; empty if it is none."""
        return self._legal.get(index, "")

    def variation(self, index: int) -> tuple[str, ...]:
        """The line kept for a root move, in notation."""
        return self._line(self.words, index)

    def _certain(self, score: int) -> bool:
        return self._first_win_is_best and proven(score)

    def _untorn(self) -> Words:
        for _ in range(_TRIES):
            before = int(self.words[w.SEQUENCE])
            copy = self.words[: w.PV].copy()
            if before == int(self.words[w.SEQUENCE]) and before % 2 == 0:
                break
        return copy

    @property
    def _legal(self) -> dict[int, str]:
        """The root moves by bit index."""
        return self._speller.moves if self._speller else {}

    def _row(self, head: Words, index: int, name: str) -> RootMove:
        at = w.ROOT + index * w.ROOT_STRIDE
        bound = _BOUNDS[int(head[at + w.ROOT_BOUND])]
        visits, score = int(head[at + w.ROOT_VISITS]), score_of(head[at + w.ROOT_VALUE])
        return RootMove(
            move=name,
            value=None if bound is Bound.NONE else for_people(score),
            bound=bound,
            exact=bound is not Bound.NONE and (self._certain(score) or bool(head[at + w.ROOT_PROVEN])),
            nodes=int(head[at + w.ROOT_NODES]),
            depth=int(head[at + w.ROOT_DEPTH]),
            visits=visits,
            win_rate=int(head[at + w.ROOT_WINS]) / (w.WIN_UNITS * visits) if visits else None,
            pv=self._line(head, index),
        )

    def _line(self, head: Words, index: int) -> tuple[str, ...]:
        if index < 0 or self._speller is None:
            return ()
        length = min(int(head[w.ROOT + index * w.ROOT_STRIDE + w.ROOT_PV_LENGTH]), w.LINE)
        start = w.ROOT_PV + index * w.LINE
        return self._speller.line(tuple(int(m) for m in head[start : start + length]))

    def _table(self, head: Words) -> TableHealth:
        places = 1 << int(head[w.TABLE_BITS]) if int(head[w.TABLE]) else 0
        return TableHealth(places, *(int(head[at]) for at in _TABLE))


_TABLE = (w.PROBES, w.HITS, w.TABLE_CUTOFFS, w.STORES, w.OVERWRITES, w.FILL, w.LOST, w.FALSE_HITS)  # as in TableHealth
_COUNTERS: dict[str, Any] = {
    "nodes": w.NODES,
    "leaves": w.LEAVES,
    "terminals": w.TERMINALS,
    "depth": w.DEPTH,
    "deepest": w.DEEPEST,
    "cutoffs": w.CUTOFFS,
    "first_cutoffs": w.FIRST_CUTOFFS,
    "interior": w.INTERIOR,
    "generated": w.GENERATED,
    "researches": w.RESEARCHES,
    "extensions": w.EXTENSIONS,
    "quiescent": w.QUIESCENT,
    "repetitions": w.REPEATS,
    "simulations": w.SIMULATIONS,
    "tree_nodes": w.TREE_NODES,
}
