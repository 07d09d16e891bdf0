"""Why each node ended, in words; and what was never looked at because of it.

A cut needs two moves: the one that refuted the node, and the one elsewhere that set the bound it ran into. The other
side "already has" what that move gives it, so it will not let this node come about, whatever else is in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np

from sandbox.games.api import Face, Game
from sandbox.gametree.recorder import Cause
from sandbox.gametree.tree.model import Mark, SearchTree
from sandbox.gametree.windowed.probcut import confidence, shallow_of
from sandbox.kernels.arrays import Floats, Int32s
from sandbox.kernels.jit import kernel

WORDS: Final = {
    Cause.SEARCHED: "all moves searched",
    Cause.TABLE: "table: searched before, by other moves",
    Cause.TERMINAL: "the game is over",
    Cause.HORIZON: "horizon: judged",
    Cause.REPETITION: "a position that recurs: a draw",
    Cause.STOPPED: "stopped",
    Cause.BOUND: "not even the best that can still come would be enough",
}
NO_ROOM: Final = "searched, or not: there was no room to keep it"


@kernel
def _setters(
    parent: Int32s,
    alpha: Floats,
    beta: Floats,
    value: Floats,
    low: Floats,
    low_by: Int32s,
    alpha_by: Int32s,
    beta_by: Int32s,
) -> None:
    """Which node's value each window's ends were taken from; -1 where none was. `low`, `low_by` [n] are room.

    A parent's alpha grows with the values of its children. It is looked at only when another child is entered, so
    each child may tell its value at once, though it is known only when the child is left.
    """
    for row in range(parent.size):
        above = parent[row]
        alpha_by[row] = beta_by[row] = -1
        if above >= 0:
            if alpha[row] == -beta[above]:
                alpha_by[row] = beta_by[above]
            if beta[row] == -low[above]:
                beta_by[row] = low_by[above]
        low[row], low_by[row] = alpha[row], alpha_by[row]
        if above >= 0 and -value[row] > low[above]:
            low[above], low_by[above] = -value[row], row


@dataclass(frozen=True, slots=True)
class Stub:
    """What was left out at a node: moves, and why."""

    row: int
    moves: tuple[str, ...]
    words: str


class Causes:
    """A tree's causes in words."""

    def __init__(self, tree: SearchTree) -> None:
        self.tree = tree

    @cached_property
    def bounds_by(self) -> tuple[Int32s, Int32s]:
        """Of each node's alpha and beta: the node whose value it is, or -1."""
        tree, size = self.tree, len(self.tree)
        low, low_by, alpha_by, beta_by = np.zeros(size), *(np.zeros(size, np.int32) for _ in range(3))
        _setters(tree.parent, tree.alpha, tree.beta, tree.value, low, low_by, alpha_by, beta_by)
        return alpha_by, beta_by

    def words(self, row: int) -> str:
        """Why a node ended, and what else is to be said of it."""
        tree = self.tree
        cause = Cause(int(tree.cause[row]))
        own = {Cause.CUT: self.cut, Cause.FORETOLD: self.foretold}
        said = own[cause](row) if cause in own else WORDS[cause]
        if tree.visits is not None and tree.cause[row] in (Cause.SEARCHED, Cause.HORIZON):
            said = "tree grown here" if tree.cause[row] == Cause.SEARCHED else "rollouts only"
        more = [words for mark, words in _MARKED.items() if tree.mark[row] & mark]
        return "; ".join([said, *more])

    def foretold(self, row: int) -> str:
        """What a shallower search said, and how sure that is."""
        tree, deviations = self.tree, float(self.tree.about.options.get("probcut", 0.0))
        plies, sign = shallow_of(int(tree.depth[row])), "≥" if tree.value[row] >= tree.beta[row] else "≤"
        sure = f", {confidence(deviations):.0%}" if deviations else ""
        return f"cut: {plies} {'ply says' if plies == 1 else 'plies say'} {sign} {valued(float(tree.value[row]))}{sure}"

    def cut(self, row: int) -> str:
        """Why the moves not tried do not matter."""
        tree, setter = self.tree, int(self.bounds_by[1][row])
        if tree.value[row] < tree.beta[row]:
            return f"cut: nothing better than {valued(float(tree.value[row]))} can still come for {tree.side(row)}"
        if setter >= 0:
            other = tree.side(int(tree.parent[setter]))
            return f"cut: {other} already has {valued(-float(tree.value[setter]))} by {tree.name(setter)}"
        beta = float(tree.beta[row])
        return f"cut: {tree.side(row)} has {valued(beta)} or more, and no more was asked"

    def refuting(self, row: int) -> int:
        """The child that cut a node off; -1 without one."""
        children = self.tree.children(row) if self.tree.cause[row] == Cause.CUT else []
        return children[-1] if children else -1


_MARKED = {
    Mark.AGAIN: "searched again, with a wider window",
    Mark.BEYOND: "looked at beyond the horizon",
}


def valued(value: float) -> str:
    """A value in few signs: whole where it is a result of the game, else an estimate."""
    if value == 0:
        return "0"
    if np.isinf(value):
        return "∞" if value > 0 else "−∞"
    text = f"{value:+.0f}" if abs(value) >= 1 else f"{value:+.3f}"
    return text.replace("-", "−")


class Walk:
    """The positions of a tree's nodes, found by playing: each once."""

    def __init__(self, tree: SearchTree, game: Game | None = None) -> None:
        self.tree = tree
        self.game = game_of(tree) if game is None else game
        self.face: Face[Any] = self.game.face()
        self.start = self.face.parse(tree.about.position)
        self._at: dict[int, Any] = {}
        self._stubs: dict[int, tuple[Stub, ...]] = {}

    @cached_property
    def causes(self) -> Causes:
        """Why its nodes ended."""
        return Causes(self.tree)

    @cached_property
    def _broken_off(self) -> frozenset[int]:
        """Nodes inside which the recording ran out of room."""
        return frozenset(self.tree.path(len(self.tree) - 1) if self.tree.about.lost else ())

    def position(self, row: int) -> Any:
        """The position at a node."""
        if row not in self._at:
            above = int(self.tree.parent[row])
            self._at[row] = self.start if above < 0 else self.face.play(self.position(above), self.tree.name(row))
        return self._at[row]

    def stubs(self, row: int) -> tuple[Stub, ...]:
        """What was never looked at below a node that was searched; found once."""
        if row not in self._stubs:
            self._stubs[row] = self._find_stubs(row)
        return self._stubs[row]

    def _find_stubs(self, row: int) -> tuple[Stub, ...]:
        tree, children = self.tree, self.tree.children(row)
        if not children or tree.visits is not None:
            return ()
        tried = {tree.name(child) for child in children}
        position = self.position(row)
        left = [m for m in self.face.moves(position) if m not in tried]
        quiet = [m for m in left if self._is_quiet(position, m)] if len(left) > 0 else []
        cut = tuple(m for m in left if m not in quiet)
        found = [Stub(row, tuple(quiet), "left out: another move wins, or one must be stopped")] if quiet else []
        if cut:
            found.append(Stub(row, cut, self._why_left(row)))
        return tuple(found)

    def _why_left(self, row: int) -> str:
        if row in self._broken_off:
            return NO_ROOM
        return self.causes.cut(row) if self.tree.cause[row] == Cause.CUT else WORDS[Cause.STOPPED]

    def _is_quiet(self, position: Any, move: str) -> bool:
        """Whether the engine was told to look at wins and forced replies only, and this is neither."""
        if not self.tree.about.options.get("forced", False):
            return False
        from sandbox.games.two_words.rules import work_array

        a, b = (np.uint64(word) for word in position.words)
        bit = self.face.bit_of(position, move)
        legal = sum(self.face.bit_of(position, m) for m in self.face.moves(position))
        kept = self.game.kernels().tactics(a, b, np.uint64(legal), work_array(self.game.data(position)))
        return not int(kept) & bit


def game_of(tree: SearchTree) -> Game:
    """The game a tree is of."""
    from sandbox.games.api import games

    return games[tree.about.game].create(dict(tree.about.game_options))
