"""Proof-number search: who wins, proven without an evaluation, where narrow lines decide.

L. V. Allis, M. van der Meulen, H. J. van den Herik, "Proof-Number Search", Artificial Intelligence 66, 1994, as
gametree/proofs/search.py departs from it.

Departs from it in asking two questions, one after the other: is it a win? If not, is it a draw at least? The size of a
win is not asked for, so that a value is exact only where all wins are worth the same, or the game is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, Literal

import numpy as np

from sandbox.games.api import Words
from sandbox.games.two_words.rules import LARGEST_UTILITY, exact_score
from sandbox.gametree import work as w
from sandbox.gametree.api import engines
from sandbox.gametree.evaluation.judging import entry_of
from sandbox.gametree.options import Cycles
from sandbox.gametree.proofs import search as pn
from sandbox.gametree.windowed.session import Searching, Session, Settings, bound_to
from sandbox.registry import Help, Range

SLICE: Final = 20_000
"""Nodes between two looks at the numbers."""

QUESTIONS: Final = {"win": (1,), "no loss": (0,), "both": (1, 0)}


@engines.register(
    "proof-number",
    title="Proof-number search",
    paper="Allis, van der Meulen & van den Herik, Proof-Number Search, Artificial Intelligence 66, 1994",
    order=11,
    strength=2,
    proves=True,
)
@dataclass(frozen=True, slots=True)
class ProofNumber(Searching):
    """Who wins, proven best-first; says nothing about by how much."""

    question: Annotated[Literal["win", "no loss", "both"], Help("what is to be proven; both: win, draw or loss")] = (
        "both"
    )
    mobility: Annotated[bool, Help("a new leaf is as hard to deny as it has moves")] = True
    tree_bits: Annotated[int, Range(10, 24), Help("log2 of the nodes there is room for")] = 20
    cycles: Cycles = True

    recorded: ClassVar[bool] = False

    def settings(self) -> Settings:
        """Its text grows a tree of its own."""
        return Settings(pn.grow, {w.CYCLES: int(self.cycles)}, shortest_first=False)

    def drive(self, session: Session) -> None:
        """One question after the other."""
        proof = Proof(session, self)
        for threshold in QUESTIONS[self.question]:
            if proof.low < threshold <= proof.high and not proof.settle(threshold):
                session.words[w.LIMIT] = 0
                break
        proof.tell()


class Proof:
    """What is proven so far of a position and of its moves."""

    def __init__(self, session: Session, of: ProofNumber) -> None:
        self.session, self.of = session, of
        self.most = int(entry_of(session.game).info.get("largest_utility", LARGEST_UTILITY))
        self.low, self.high = -self.most, self.most
        self.moves = {session.face.bit_of(session.position, m).bit_length() - 1: m for m in session.moves}
        self.lows, self.highs = dict.fromkeys(self.moves, -self.most), dict.fromkeys(self.moves, self.most)
        self.hardness: dict[int, int] = {}  # what is still needed to deny the other side after each move
        self.pool = self._pool()
        self.grow = bound_to(pn.grow, session.game, session.judge)
        self._report()

    def _pool(self) -> Words:
        """Untouched memory costs nothing."""
        memory, size = self.session.report.memory, pn.NODE << self.of.tree_bits
        if "proof" not in memory or len(memory["proof"]) != size:
            memory["proof"] = np.empty(size, np.uint64)
        pool: Words = memory["proof"]
        return pool

    def settle(self, threshold: int) -> bool:
        """Prove or disprove that the value is at least so much; False if nodes, time or room ran out."""
        session, words, ended = self.session, self.session.words, pn.GOING_ON
        pn.planted(session.a, session.b, self.pool, words)
        words[w.NODES] += np.uint64(1)
        while ended == pn.GOING_ON and not session.stopped:
            until = int(words[w.NODES]) + SLICE
            loopy, mobility = int(words[w.CYCLES]), int(self.of.mobility)
            ended = int(self.grow(threshold, loopy, mobility, until, self.pool, words))
            self._report(threshold)
        session.progress.notes["full"] = ended == pn.FULL
        self._learn(threshold)
        if ended == pn.SETTLED:
            proven = self.pool[pn.PHI] == 0
            self.low, self.high = (threshold, self.high) if proven else (self.low, threshold - 1)
            self._report(threshold)
        return ended == pn.SETTLED

    def _learn(self, threshold: int) -> None:
        """What the children's numbers say of the root's moves."""
        children = int(self.pool[pn.CHILDREN])
        for child in range(children >> 7, (children >> 7) + (children & 127)):
            at = child * pn.NODE
            index = int(self.pool[at + pn.UP]) & 127
            self.hardness[index] = int(self.pool[at + pn.DELTA])
            if self.pool[at + pn.DELTA] == 0:  # the other side cannot deny it
                self.lows[index] = max(self.lows[index], threshold)
            elif self.pool[at + pn.PHI] == 0:
                self.highs[index] = min(self.highs[index], threshold - 1)

    def _report(self, threshold: int = 1) -> None:
        """What a panel may show by now."""
        notes = self.session.progress.notes
        notes["bounds"] = self.low, self.high
        notes["memory"] = self.pool.nbytes + self.session.words.nbytes
        if self.session.words[pn.USED]:
            notes["question"] = "a win?" if threshold == 1 else "a draw at least?"
            notes["proof_number"], notes["disproof_number"] = (int(self.pool[at]) for at in (pn.PHI, pn.DELTA))

    def tell(self) -> None:
        """The best move, each move's bounds, and the value, if it is certain."""
        words, low, high = self.session.words, self.low, self.high
        words[w.SEQUENCE] += np.uint64(1)
        for index in self.moves:
            self._write(index, self.lows[index], self.highs[index])
        best = max(self.moves, key=lambda i: (self.lows[i], self.highs[i], -self.hardness.get(i, 0)))
        words[w.BEST] = best + 1
        self._line(best)
        if low == high:
            words[w.VALUE] = exact_score(low) & 0xFFFF
            self.session.progress.notes["resolved"] = True
        words[w.SEQUENCE] += np.uint64(1)

    def _line(self, index: int) -> None:
        words = self.session.words
        words[w.ROOT + index * w.ROOT_STRIDE + w.ROOT_PV_LENGTH] = 1
        words[w.ROOT_PV + index * w.LINE] = index

    def _write(self, index: int, low: int, high: int) -> None:
        """A row: what is certain of a move."""
        words, row = self.session.words, w.ROOT + index * w.ROOT_STRIDE
        bound = w.BOUND_EXACT if low == high else w.BOUND_LOWER if low > 0 else w.BOUND_UPPER if high < 0 else None
        if bound is None and (low > -self.most or high < self.most):
            bound = w.BOUND_LOWER if low > -self.most else w.BOUND_UPPER
        if bound is not None:
            value = high if bound == w.BOUND_UPPER else low
            words[row + w.ROOT_VALUE], words[row + w.ROOT_BOUND] = exact_score(value) & 0xFFFF, bound
            words[row + w.ROOT_PROVEN] = 1
            self._line(index)
