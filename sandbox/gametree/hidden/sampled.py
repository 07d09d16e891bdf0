"""Sampled search, outside its kernel: draws worlds, lays out the table, reads the answer.

From the beginning of a small game there is more to tell: what the search would play at every information set, and how
exploitable that is.
"""

from __future__ import annotations

import random
import time
from typing import Any

import numpy as np

from sandbox.games.general.api import GeneralGame
from sandbox.games.general.binding import bound_to, front, state_words
from sandbox.games.general.rules import length, most_moves, players
from sandbox.games.general.words import TERMINAL
from sandbox.gametree import work as w
from sandbox.gametree.api import Bound, Limits, Status
from sandbox.gametree.general import arena
from sandbox.gametree.general.api import Answer, Counts, MoveWorth
from sandbox.gametree.hidden.learning import shares, tree_of
from sandbox.gametree.hidden.mixed import Checkpoint, Mixed
from sandbox.gametree.hidden.responses import Judge
from sandbox.gametree.hidden.sampling import BY_REGRET, NONE, WHOLE, Known, Path, simulate, slot_of, word_of
from sandbox.gametree.hidden.telling import drawn
from sandbox.gametree.hidden.worlds import Worlds
from sandbox.gametree.watch import watching
from sandbox.kernels.arrays import Floats, Int64s
from sandbox.kernels.rng import new_rng

LONGEST = 256
MOVES_A_NODE = 8
MOST_LOOKED_UP = 20_000  # nodes of a game whose every decision is looked up
MOST_WORLDS, SIMULATIONS_A_WORLD = 200, 8


class SampledSearch:
    """One search."""

    def __init__(
        self, game: GeneralGame, position: Any, limits: Limits, how: int, c: float, seed: int, bits: int = 17
    ) -> None:
        self.game, self.position, self.limits, self.how, self.bits = game, position, limits, how, bits
        self.c, self.seed = c, seed
        self.face, self.rules = game.face(), game.kernels()
        self.player = self.face.to_move(position)
        head = front(game, position, arena.FREE)
        many, words, most = (int(bound_to(k, self.rules)(head)) for k in (players, length, most_moves))
        self.words = np.concatenate([head, np.zeros(many + 2 * most + 2 * words, np.uint64)])
        self.f, self.size, self.most = head.size, words, most
        self.tree = self._empty()
        self.worlds: list[Any] = [position]

    def _empty(self) -> Known:
        slots = 1 << self.bits
        edges = slots * MOVES_A_NODE
        row, width = np.zeros(slots, np.int64), np.zeros(slots, np.int64)
        sums, regret, total = (np.empty(edges) for _ in range(3))
        visits, span = np.empty(edges, np.int64), np.array([np.inf, -np.inf])
        return Known(np.zeros(slots, np.uint64), row, width, visits, sums, regret, total, np.zeros(2, np.int64), span)

    def run(self) -> float:
        """Simulate until the budget is spent; how long that took."""
        worlds, path, kernel = self._worlds(), self._path(), bound_to(simulate, self.rules)
        given = self.words, self.f, worlds, self.c, self.how, self.tree, path
        self.words[w.LIMIT] = 0
        kernel(*given, new_rng(self.seed))  # compiled before the clock starts
        began = time.perf_counter()
        with watching(self.words, self.limits, began):
            kernel(*given, new_rng(self.seed))
        return time.perf_counter() - began

    def _path(self) -> Path:
        slot, who, pick = (np.zeros(LONGEST, np.int64) for _ in range(3))
        return Path(slot, who, pick, np.ones(LONGEST), np.ones(self.most))

    def _worlds(self) -> Any:
        """States in which simulations begin, one behind the other."""
        if self.player < 0:
            return state_words(self.game, self.position)
        known = self.face.information(self.position, self.player)
        finder, rng = Worlds(self.face, self.position), random.Random(f"{self.seed} {self.player} {known}")
        many = min(self.limits.nodes // SIMULATIONS_A_WORLD + 1, MOST_WORLDS) if self.limits.nodes else MOST_WORLDS
        self.worlds = [finder.drawn(rng) for _ in range(many)]
        return np.concatenate([state_words(self.game, world) for world in self.worlds])

    def look_into(self, position: Any) -> None:
        """Simulate from one more world, as often as from each of the others."""
        worlds = state_words(self.game, position)
        self.words[w.LIMIT] = self.words[w.NODES] + np.uint64(max(int(self.words[w.NODES]) // len(self.worlds), 1))
        kernel, path = bound_to(simulate, self.rules), self._path()
        kernel(self.words, self.f, worlds, self.c, self.how, self.tree, path, new_rng(self.seed))

    def row_at(self, position: Any) -> slice | None:
        """Where the moves of a decision stand in the table; None if no simulation kept it."""
        state = state_words(self.game, position)
        at = self.f + self.most  # anywhere in the frame
        self.words[at : at + state.size] = state
        word = np.uint64(bound_to(word_of, self.rules)(self.words, at, self.how))
        slot = int(slot_of(self.tree, word))
        if slot == NONE or self.tree.word[slot] == 0:
            return None
        row = int(self.tree.row[slot])
        return slice(row, row + int(self.tree.width[slot]))

    def shares_at(self, position: Any, many: int) -> tuple[Floats, Floats]:
        """Of a decision: how often each move is played there, and its mean worth to the mover (nan where not tried)."""
        row = self.row_at(position)
        if row is None:
            return np.full(many, 1.0 / many), np.full(many, np.nan)
        visits = self.tree.visits[row].astype(float)
        often = self.tree.total[row] if self.how & BY_REGRET else visits
        means = np.divide(self.tree.sums[row], visits, out=np.full(many, np.nan), where=visits > 0)
        return (often / often.sum() if often.sum() > 0 else np.full(many, 1.0 / many)), means

    def visits_at(self, position: Any, many: int) -> Int64s:
        """How many simulations tried each move of a decision."""
        row = self.row_at(position)
        return np.zeros(many, np.int64) if row is None else self.tree.visits[row]


def searched(
    game: GeneralGame, position: Any, limits: Limits, how: int, c: float, seed: int, *, keep: bool = False
) -> Answer:
    """The answer of one search; with what was grown, if that is to be kept."""
    face = game.face()
    player = face.to_move(position)
    if player == TERMINAL:
        return Answer(player, "", tuple(face.utility(position) or ()), True, (), 0, Status.DONE, 0.0, (), Counts())
    search = SampledSearch(game, position, limits, how, c, seed)
    spent = search.run()
    mixed = _everywhere(search, spent) if position == face.origin(position) and not game.axes(position).large else None
    rows = _rows(search) if player >= 0 else ()
    lot = f"{seed} {player} {face.information(position, player)}" if player >= 0 and how & BY_REGRET else ""
    best = drawn(rows, lot)
    status = Status.CANCELLED if limits.stop[0] else Status.BUDGET if limits.seconds else Status.DONE
    nodes, ends, deepest = (int(search.words[at]) for at in (w.NODES, w.TERMINALS, w.DEEPEST))
    counts = Counts(nodes=nodes, terminals=ends, deepest=deepest)
    worth = next((row.worth for row in rows if row.move == best), mixed.curve[-1].worth if mixed else ())
    kept = search if keep else None
    line = (best,) * bool(best)
    return Answer(player, best, worth, False, line, 0, status, spent, rows, counts, (), mixed, search=kept)


def _rows(search: SampledSearch) -> tuple[MoveWorth, ...]:
    """Each move, over all worlds; by whole states the worlds vote."""
    moves = search.face.moves(search.position)
    worlds = list(dict.fromkeys(search.worlds if search.how & WHOLE else search.worlds[:1]))
    found = [search.shares_at(world, len(moves)) for world in worlds]
    visits = np.sum([search.visits_at(world, len(moves)) for world in worlds], axis=0)
    often = np.mean([o for o, _ in found], axis=0)
    means = np.array([m for _, m in found])
    tried = ~np.isnan(means)
    mean = np.divide(
        np.nansum(means, axis=0), tried.sum(axis=0), out=np.full(len(moves), np.nan), where=tried.any(axis=0)
    )
    return tuple(
        MoveWorth(move, () if np.isnan(m) else _alone(search, float(m)), Bound.NONE, 0, (move,), float(share), int(n))
        for move, m, share, n in zip(moves, mean, often, visits, strict=True)
    )


def _alone(search: SampledSearch, worth: float) -> tuple[float | None, ...]:
    """Only the mover's worth is known."""
    many = search.game.axes(search.position).players
    return tuple(worth if player == search.player else None for player in range(many))


def _everywhere(search: SampledSearch, seconds: float) -> Mixed | None:
    """What is played at every information set, worlds voting alike, and how exploitable that is; of small games."""
    tree = tree_of(search.game, search.position)
    if tree.nodes > MOST_LOOKED_UP:
        return None
    total = np.zeros(tree.slots)
    for node in np.flatnonzero(tree.flat.who >= 0).tolist():
        at = tree.of_group(int(tree.flat.group[node]))
        total[at] += search.shares_at(tree.position(node), at.stop - at.start)[0]
    sigma, judge = shares(tree, total), Judge(tree)
    worth = tuple(judge.worths(sigma)[:, 0].tolist())
    return Mixed(tree, sigma, (Checkpoint(int(search.words[w.NODES]), judge.exploitability(sigma), worth, seconds),))
