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
    lost: int = 0  # misses of what had been stored and was thrown out (with `watch_table` on)
    false_hits: int = 0  # hits that were another position's (with `watch_table` on)

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
    depth: int = 0  # finished last
    searching: int = 0  # depth begun last
    deepest: int = 0
    value: float = 0.0
    exact: bool = False
    bound: Bound = Bound.EXACT  # what the value says of the one at this depth
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
    foretold: int = 0  # nodes that a shallower search cut off
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


@dataclass(frozen=True, slots=True)
class Claims:
    """What a search may conclude from the scores it finds."""

    sound: bool = True  # no position is taken for another, so that a value without estimates is proven
    wins: bool = False  # a won or lost game's score is its value: no better win is found by looking deeper

    def of(self, score: int) -> bool:
        """Whether a score alone proves itself."""
        return self.wins and proven(score)


@dataclass(slots=True)
class Progress:
    """One search, as far as it has come: the engine fills it, `words` by its kernels."""

    words: Words
    speller: Speller | None
    claims: Claims
    deepening: list[Deepening] = field(default_factory=list)
    notes: dict[str, Any] = field(default_factory=dict)
    began: float = field(default_factory=time.perf_counter)
    ended: float | None = None

    @property
    def seconds(self) -> float:
        """How long it has run."""
        return 0.0 if self.speller is None else (self.ended or time.perf_counter()) - self.began

    @property
    def legal(self) -> dict[int, str]:
        """The root moves by bit index."""
        return self.speller.moves if self.speller else {}

    def snapshot(self) -> Snapshot:
        """A consistent copy, in the words of the game."""
        if self.speller is None:
            return Snapshot()
        head = self._untorn()
        best = int(head[w.BEST]) - 1
        value, exact, bound = self._worth(head, best)
        return Snapshot(
            seconds=self.seconds,
            depth=self.deepening[-1].depth if self.deepening else 0,
            value=value,
            exact=exact,
            bound=bound,
            best=self.legal.get(best, ""),
            pv=self.line(head, best),
            current=self.legal.get(int(head[w.CURRENT]) - 1, ""),
            root=tuple(self._row(head, index, name) for index, name in self.legal.items()),
            deepening=tuple(self.deepening),
            table=_table(head),
            notes=dict(self.notes),
            **{name: int(head[at]) for name, at in _COUNTERS.items()},
        )

    def end(self) -> Snapshot:
        """The search is over: time stands still, and the engine's array is no longer looked at. The last snapshot."""
        self.ended, self.words = time.perf_counter(), self.words[: w.FREE].copy()
        return self.snapshot()

    def _worth(self, head: Words, best: int) -> tuple[float, bool, Bound]:
        """The value, whether it is proven, and what it says: that of the last finished depth, if there is one.

        What a depth has come to before it is finished is a lower bound; so is a win that may be bettered.
        """
        score, row = score_of(head[w.VALUE]), w.ROOT + max(best, 0) * w.ROOT_STRIDE
        bound = _BOUNDS[int(head[row + w.ROOT_BOUND])] if best >= 0 else Bound.EXACT
        if self.deepening and not (self.claims.of(score) and score > 0 and bound is Bound.EXACT):
            last = self.deepening[-1]
            return last.value, last.exact, _bound_of(last.value, last.exact)
        if "bounds" in self.notes and not (self.deepening or self.notes.get("resolved", False)):
            return _between(*self.notes["bounds"])
        value, begun = for_people(score), int(head[w.DEPTH]) > 0
        exact = bool(self.deepening) or bool(self.notes.get("resolved", False))
        if begun and not exact:
            return value, exact, bound and Bound.LOWER
        return value, exact, _bound_of(value, exact) if bound is Bound.EXACT else bound

    def _untorn(self) -> Words:
        for _ in range(_TRIES):
            before = int(self.words[w.SEQUENCE])
            copy = self.words[: w.PV].copy()
            if before == int(self.words[w.SEQUENCE]) and before % 2 == 0:
                break
        return copy

    def _row(self, head: Words, index: int, name: str) -> RootMove:
        at = w.ROOT + index * w.ROOT_STRIDE
        bound = _BOUNDS[int(head[at + w.ROOT_BOUND])]
        visits, score = int(head[at + w.ROOT_VISITS]), score_of(head[at + w.ROOT_VALUE])
        proved = self.claims.of(score) or (self.claims.sound and bool(head[at + w.ROOT_PROVEN]))
        return RootMove(
            move=name,
            value=None if bound is Bound.NONE else for_people(score),
            bound=bound,
            exact=bound is not Bound.NONE and proved,
            nodes=int(head[at + w.ROOT_NODES]),
            depth=int(head[at + w.ROOT_DEPTH]),
            visits=visits,
            win_rate=int(head[at + w.ROOT_WINS]) / (w.WIN_UNITS * visits) if visits else None,
            pv=self.line(head, index),
        )

    def line(self, head: Words, index: int) -> tuple[str, ...]:
        """The line kept for a root move, in notation."""
        if index < 0 or self.speller is None:
            return ()
        length = min(int(head[w.ROOT + index * w.ROOT_STRIDE + w.ROOT_PV_LENGTH]), w.LINE)
        start = w.ROOT_PV + index * w.LINE
        return self.speller.line(tuple(int(m) for m in head[start : start + length]))


class SearchReport:
    """The live account of one player's searches; poll `snapshot` (or the cheap `nodes`, `seconds`)."""

    def __init__(self) -> None:
        self.memory: dict[Any, Any] = {}
        self._now = Progress(np.zeros(w.FREE, np.uint64), None, Claims())

    def begin(self, face: Face[Any], position: Any, words: Words, claims: Claims) -> Progress:
        """A search starts, and counts in `words`. Whoever polls meanwhile sees the old one or the new, never both."""
        self._now = Progress(words, Speller(face, position), claims)
        return self._now

    def forget(self) -> None:
        """Drop what the engine remembers from earlier searches."""
        self.memory.clear()

    @property
    def seconds(self) -> float:
        """How long the search has run."""
        return self._now.seconds

    @property
    def nodes(self) -> int:
        """Nodes so far."""
        return int(self._now.words[w.NODES])

    def snapshot(self) -> Snapshot:
        """A consistent copy, in the words of the game."""
        return self._now.snapshot()


def _between(low: int, high: int) -> tuple[float, bool, Bound]:
    """The value of a proof that is not finished: the bound that says who wins, else nothing."""
    if low > 0:
        return float(low), False, Bound.LOWER
    return (float(high), False, Bound.UPPER) if high < 0 else (0.0, False, Bound.NONE)


def _bound_of(value: float, exact: bool) -> Bound:
    """What a finished depth's value says: a win or loss that is not exact may still be larger."""
    if exact or abs(value) < 1:
        return Bound.EXACT
    return Bound.LOWER if value > 0 else Bound.UPPER


def _table(head: Words) -> TableHealth:
    places = 1 << int(head[w.TABLE_BITS]) if int(head[w.TABLE]) else 0
    return TableHealth(places, *(int(head[at]) for at in _TABLE))


_TABLE = (w.PROBES, w.HITS, w.TABLE_CUTOFFS, w.STORES, w.OVERWRITES, w.FILL, w.LOST, w.FALSE_HITS)  # as in TableHealth
_SAME = (
    "nodes", "leaves", "terminals", "deepest", "cutoffs", "first_cutoffs", "interior", "generated", "researches",
    "extensions", "quiescent", "foretold", "simulations", "tree_nodes",
)  # fmt: skip
_COUNTERS: dict[str, Any] = {name: getattr(w, name.upper()) for name in _SAME}  # where each counter stands
_COUNTERS |= {"searching": w.DEPTH, "repetitions": w.REPEATS}
