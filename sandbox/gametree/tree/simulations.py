"""A tree of simulations by time: which path each simulation took, what it brought, and how it was played out.

The engine's own kernel grows the tree again, one simulation at a time, with the same random numbers: so the tree it
ends with is the one the engine grew, to the last bit. All paths are kept in one array, so that what every node had been
visited and had won after any number of simulations is a sum, whichever way one steps. A rollout is replayed when it is
asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from sandbox.games.api import Game
from sandbox.games.two_words import rules
from sandbox.gametree import work as w
from sandbox.gametree.api import Limits, new_stop
from sandbox.gametree.engines.mcts import MonteCarloTreeSearch
from sandbox.gametree.montecarlo import rollouts
from sandbox.gametree.montecarlo import search as uct
from sandbox.gametree.montecarlo.tree import tell
from sandbox.gametree.options import policy_of
from sandbox.gametree.recorder import TreeRecording
from sandbox.gametree.report import SearchReport
from sandbox.gametree.tree import shape
from sandbox.gametree.tree.model import SearchTree
from sandbox.gametree.tree.reading import Searched, of_recording
from sandbox.gametree.watch import UNLIMITED
from sandbox.gametree.windowed.session import Session, bound_to
from sandbox.kernels.arrays import Bytes, Floats, Int64s
from sandbox.kernels.rng import Rng, new_rng, next_float

LOOK_EVERY = 256  # simulations between looks at the stop flag


@dataclass(frozen=True, slots=True)
class Simulation:
    """One of them."""

    number: int  # from 1
    rows: tuple[int, ...]  # of the tree, from the root to the node that was new, or decided
    moves: tuple[str, ...]  # to that node
    rollout: tuple[str, ...]  # played on from there
    result: float  # for the side to move at the root: -1 … 1


@dataclass(frozen=True, slots=True)
class Choice:
    """A child as its parent saw it when it chose the next simulation."""

    row: int
    move: str
    visits: int
    exploit: float  # its mean; without RAVE and priors this is all the engine looked at, besides
    explore: float  # its bonus; infinite where it was not visited yet


class _Growing:
    """The engine's tree, grown so far."""

    def __init__(self, game: Game, position: Any, engine: MonteCarloTreeSearch) -> None:
        self.engine = engine
        self.session = Session(game, position, Limits(), SearchReport(), None, engine.settings())
        self.words = np.zeros(uct.NODE << engine.tree_bits)
        self.rng: Rng = new_rng(engine.seed, position.ply)
        self.used = 0
        self.policy, self.wishes = policy_of(engine.rollouts, engine.epsilon), engine.wishes(game)
        self._grow = self.kernel(uct.grow)

    def kernel(self, text: Any) -> Any:
        """A kernel's text for the game."""
        return bound_to(text, self.session.game, self.session.judge)

    def to(self, simulations: int) -> None:
        """Go on until there were so many."""
        session, work = self.session, self.session.words
        work[w.LIMIT], work[w.TREE_NODES] = simulations, self.used
        self.used = int(self._grow(session.a, session.b, self.wishes, self.policy, self.words, work, self.rng))

    @property
    def done(self) -> int:
        """Simulations so far."""
        return int(self.session.words[w.NODES])

    @property
    def rows(self) -> uct.Tree:
        """The nodes."""
        found: uct.Tree = self.words.reshape(-1, uct.NODE)[: self.used]
        return found


class Simulations:
    """All simulations of a search from a position, as many as asked for, or until the root was proven."""

    def __init__(
        self,
        game: Game,
        position: Any,
        engine: MonteCarloTreeSearch,
        simulations: int,
        stop: Bytes | None = None,
    ) -> None:
        self.game, self.position, self.engine = game, position, engine
        flag = new_stop() if stop is None else stop
        growing, nodes, ends, results = _Growing(game, position, engine), list[int](), [0], list[float]()
        work = growing.session.words
        while growing.done < simulations and not (len(results) % LOOK_EVERY == 0 and flag[0]):
            before, total, number = growing.used, float(growing.words[uct.TOTAL]) if growing.used else 0.0, growing.done
            work[w.PATH : w.PATH + w.MAX_PLY] = 0
            growing.to(number + 1)
            if growing.done == number:
                break
            path = work[w.PATH : w.PATH + w.MAX_PLY]
            nodes += [0, *(path[1 : 1 + int(np.argmin(path[1:] != 0))] // uct.NODE).tolist()]
            ends.append(len(nodes))
            results.append(total - float(growing.words[uct.TOTAL]) if before else -float(growing.words[uct.TOTAL]))
        self._rows, self._nodes = growing.rows.copy(), np.array(nodes, np.int64)
        self._ends, self.results = np.array(ends, np.int64), np.array(results)

    def __len__(self) -> int:
        return len(self.results)

    @cached_property
    def tree(self) -> SearchTree:
        """The tree at the end."""
        recording = TreeRecording()
        tell(self._rows, recording, self.engine.c, float(self.engine.rave), float(self.engine.prior))
        options = {name: getattr(self.engine, name) for name in self.engine.__dataclass_fields__}
        return of_recording(recording, Searched(self.game, self.position, "mcts", options))

    @cached_property
    def _row_of(self) -> Int64s:
        """The tree's row of each of the engine's nodes; -1 for those never visited."""
        kept = self._rows[:, uct.VISITS] > 0
        recording = TreeRecording()
        tell(self._rows, recording)
        order = shape.walked(recording.columns.parent)
        number = np.zeros(len(order), np.int64)
        number[order] = np.arange(len(order))
        found = np.full(len(kept), -1, np.int64)
        found[kept] = number
        return found

    @cached_property
    def _visited(self) -> tuple[Int64s, Floats]:
        """The rows of all paths, one path after the other, and what each node's chooser got."""
        lengths = np.diff(self._ends)
        depth = np.arange(len(self._nodes)) - np.repeat(self._ends[:-1], lengths)
        won = np.repeat(self.results, lengths) * np.where(depth % 2 == 1, 1.0, -1.0)
        return self._row_of[self._nodes], won

    def path(self, number: int) -> tuple[int, ...]:
        """The rows simulation `number`, from 1, went through."""
        return tuple(self._visited[0][self._ends[number - 1] : self._ends[number]].tolist())

    def through(self, row: int) -> Int64s:
        """The numbers of the simulations that went through a node."""
        found: Int64s = np.searchsorted(self._ends, np.flatnonzero(self._visited[0] == row), "right")
        return found

    def visits(self, number: int) -> Int64s:
        """How often each node had been visited after so many simulations."""
        return np.bincount(self._visited[0][: self._ends[number]], minlength=len(self.tree))

    def rewards(self, number: int) -> Floats:
        """What they had brought whoever moved into each node: the sum, -1 … 1 each."""
        rows, won = self._visited
        end = self._ends[number]
        return np.bincount(rows[:end], won[:end], len(self.tree)).astype(np.float64)

    def choices(self, row: int, number: int) -> list[Choice]:
        """A node's children after so many simulations, with the two terms of the upper confidence bound."""
        visits, rewards, c = self.visits(number), self.rewards(number), self.engine.c
        found = []
        for child in self.tree.children(row):
            n = int(visits[child])
            mean = float(rewards[child]) / n if n else 0.0
            bonus = c * float(np.sqrt(np.log(visits[row] + 1.0) / n)) if n else float("inf")
            found.append(Choice(child, self.tree.name(child), n, mean, bonus))
        return found

    def simulation(self, number: int) -> Simulation:
        """Simulation `number`, from 1, with its rollout."""
        rows = self.path(number)
        line = tuple(self.tree.name(row) for row in rows[1:])
        return Simulation(number, rows, line, self._rollout(number, line), float(self.results[number - 1]))

    def _rollout(self, number: int, line: tuple[str, ...]) -> tuple[str, ...]:
        """The moves played on from the end of a path, with the random numbers it had."""
        growing = _Growing(self.game, self.position, self.engine)
        if number > 1:
            growing.to(number - 1)
        end = self._selected(growing)
        face, position = self.game.face(), self.position
        for move in line:
            position = face.play(position, move)
        if growing.words[end + uct.SCORE] != uct.UNPROVEN:
            return ()
        return tuple(_played_out(growing, face, position))

    @staticmethod
    def _selected(growing: _Growing) -> int:
        """Walk down once more as the kernel does, for the random numbers that takes; where it ends."""
        session, tree, work = growing.session, growing.words, growing.session.words
        legal_of, expand, select, play = (growing.kernel(t) for t in (rules.moves, uct.expand, uct.select, rules.play))
        work[w.LIMIT] = UNLIMITED
        a, b, at, depth = session.a, session.b, 0, 0
        if growing.used == 0:
            uct.blank(tree, 0, 0)
            growing.used = 1
        while True:
            fresh = tree[at + uct.CHILDREN] == 0.0 and tree[at + uct.SCORE] == uct.UNPROVEN
            if fresh and (at == 0 or tree[at + uct.VISITS] > 0.0):
                legal = np.uint64(legal_of(a, b, work))
                if legal:
                    growing.used = int(expand(a, b, legal, at, growing.used, tree, growing.wishes, work))
            if tree[at + uct.CHILDREN] == 0.0 or tree[at + uct.SCORE] != uct.UNPROVEN or depth >= w.MAX_PLY - 2:
                return at
            at = int(select(at, tree, growing.wishes, growing.rng))
            a, b = (np.uint64(x) for x in play(a, b, np.uint64(1 << int(tree[at + uct.MOVE])), work))
            depth += 1
            if tree[at + uct.VISITS] == 0.0:
                return at


def _played_out(growing: _Growing, face: Any, position: Any) -> list[str]:
    """A rollout's moves, by its policy (rollouts.rollout, shown move by move)."""
    work, policy, rng = growing.session.words, growing.policy, growing.rng
    names = (rules.moves, rules.tactics, rules.play, rollouts.best_by_evaluation)
    legal_of, tactics, play, best = (growing.kernel(text) for text in names)
    a, b = (np.uint64(word) for word in position.words)
    played: list[str] = []
    for _ in range(rollouts.LONGEST):
        legal = np.uint64(legal_of(a, b, work))
        if not legal:
            break
        if policy.kind == rollouts.TACTICAL:
            legal = np.uint64(tactics(a, b, legal, work))
        if policy.kind == rollouts.GREEDY and next_float(rng) >= policy.epsilon:
            move = np.uint64(best(a, b, legal, work))
        else:
            move = np.uint64(rollouts.any_of(legal, rng))
        played.append(face.move_of(position, int(move)))
        a, b = (np.uint64(x) for x in play(a, b, move, work))
    return played
