"""Learning an equilibrium on an explicit tree: which algorithm learns, when it stops, and what is kept."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeVar

import numpy as np

from sandbox.games.general.api import GeneralGame
from sandbox.gametree.api import Limits, new_stop
from sandbox.gametree.hidden.flat import Tree, written_down
from sandbox.gametree.hidden.mixed import Checkpoint, Mixed
from sandbox.gametree.hidden.regrets import Regrets, carry_down, iterate, match_regrets
from sandbox.gametree.hidden.responses import Judge
from sandbox.kernels.arrays import Floats, Stop

GROWTH = 1.25  # from one checkpoint to the next
LONGEST = 0.5  # seconds between two, about
KEPT = 4
MOST_REGRETS = 5_000  # slots of a game of which regrets are kept
T = TypeVar("T")


class Learner(Protocol):
    """Somebody who learns by iterations."""

    tree: Tree
    done: int

    def run(self, many: int, stop: Stop) -> None:
        """So many more."""

    def average(self) -> Floats:
        """The strategy found so far, slot by slot."""

    def regrets(self) -> Floats | None:
        """What every move is regretted, slot by slot; None where nobody adds that up."""


class Minimiser:
    """Counterfactual regret minimisation."""

    def __init__(self, tree: Tree, *, plus: bool) -> None:
        self.tree, self.plus, self.done = tree, plus, 0
        slots, nodes = tree.slots, tree.nodes
        self.work = Regrets(
            np.zeros(slots), np.zeros(slots), np.zeros(slots), np.zeros(nodes), np.zeros(nodes), tree.worth.copy()
        )
        for player in range(tree.players):
            match_regrets(tree.flat, self.work, player, plus)

    def run(self, many: int, stop: Stop) -> None:
        """So many more."""
        self.done += int(iterate(self.tree.flat, self.work, self.done, many, self.plus, stop))

    def average(self) -> Floats:
        """All strategies so far."""
        return shares(self.tree, self.work.total)

    def regrets(self) -> Floats | None:
        """Of a small game; those of a large one would fill the memory."""
        return self.work.regret.copy() if self.tree.slots <= MOST_REGRETS else None


class Fictitious:
    """Fictitious play: everybody answers best to what the others did on average."""

    def __init__(self, tree: Tree) -> None:
        self.tree, self.done = tree, 0
        self.judge, self.total = Judge(tree), np.zeros(tree.slots)
        self._mine, self._other = np.zeros(tree.nodes), np.zeros(tree.nodes)
        nodes = np.arange(1, tree.nodes)
        above = tree.flat.who[tree.flat.parent[1:]]
        self._below = tuple(nodes[above == player] for player in range(tree.players))

    def run(self, many: int, stop: Stop) -> None:
        """So many more."""
        for _ in range(many):
            if stop[0]:
                return
            sigma = self.average()
            for player, below in enumerate(self._below):
                answer = self.judge.response(sigma, player)[1]
                carry_down(self.tree.flat, answer, player, self._mine, self._other)
                np.add.at(self.total, self.tree.flat.slot[below], self._mine[below])
            self.done += 1

    def average(self) -> Floats:
        """All answers so far."""
        return shares(self.tree, self.total)

    def regrets(self) -> Floats | None:
        """It regrets nothing."""
        return None


def shares(tree: Tree, total: Floats) -> Floats:
    """Each set's numbers as shares of their sum; all alike where that is 0."""
    start = tree.flat.start.astype(np.intp)
    whole = np.add.reduceat(total, start[:-1]) if tree.groups else np.zeros(0)
    wide = np.diff(start)
    each = np.repeat(whole, wide)
    found: Floats = np.where(each > 0, total / np.where(each > 0, each, 1.0), 1.0 / np.repeat(wide, wide))
    return found


def learnt(learner: Learner, accuracy: float, limits: Limits) -> Iterator[Mixed]:
    """Learn on; at every checkpoint what is known, the last when it is good enough or the budget is spent."""
    judge, began = Judge(learner.tree), time.perf_counter()
    curve, most = list[Checkpoint](), limits.nodes or 10**18
    while True:
        ahead = min(_ahead(learner.done, time.perf_counter() - began, limits.seconds), most - learner.done)
        learner.run(max(ahead, 0), limits.stop)
        sigma, spent = learner.average(), time.perf_counter() - began
        worth = tuple(judge.worths(sigma)[:, 0].tolist())
        curve.append(Checkpoint(learner.done, judge.exploitability(sigma), worth, spent, learner.regrets()))
        yield Mixed(learner.tree, sigma, tuple(curve))
        late = limits.seconds and time.perf_counter() - began >= limits.seconds
        if late or learner.done >= most or limits.stop[0] or curve[-1].exploitability <= accuracy:
            return


def _ahead(done: int, spent: float, seconds: float) -> int:
    """How many iterations until the next look: a quarter more, but not for long, nor beyond the time."""
    each = spent / done if done else 0.0
    left = min(LONGEST, max(seconds - spent, 0.0)) if seconds else LONGEST
    most = left / each if each > 0 else 1.0
    return max(1, min(int(done * (GROWTH - 1)), int(most)))


_trees: dict[Any, Tree] = {}
_found: dict[Any, Mixed] = {}


def tree_of(game: GeneralGame, position: Any) -> Tree:
    """The game a position is in, from its beginning, written down; the last few are kept."""
    root = game.face().origin(position)
    return _kept(_trees, (game, root), lambda: written_down(game, root))


def strategy_for(
    game: GeneralGame, position: Any, how: tuple[Any, ...], learner: Callable[[Tree], Learner], limits: Limits
) -> Mixed:
    """What is learnt of a position's game; `how` tells apart who learns and for how long. The last few are kept."""
    key = (game, game.face().origin(position), how, limits.nodes, limits.seconds)
    accuracy = float(how[-1])

    def learn() -> Mixed:
        *_, last = learnt(learner(tree_of(game, position)), accuracy, limits)
        return last

    found = _kept(_found, key, learn)
    if limits.stop[0]:
        _found.pop(key, None)
    return found


def _kept(memory: dict[Any, T], key: Any, make: Callable[[], T]) -> T:
    if key not in memory:
        made = make()
        while len(memory) >= KEPT:
            memory.pop(next(iter(memory)))
        memory[key] = made
    return memory[key]


def rehearse(learner: Learner) -> None:
    """Have everything compiled before a clock starts."""
    learner.run(0, new_stop())
    Judge(learner.tree).exploitability(learner.average())
