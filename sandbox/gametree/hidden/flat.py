"""A whole game written down breadth first, with its information sets.

Parents come before their children and siblings are neighbours, so that one loop forward carries probabilities down and
one loop back carries worths up, without recursion:

    node         0   1 2 3   4 5 …
    who          -1  0 0 0   1 1 …      who moves, CHANCE or TERMINAL
    first, width                        its children: the first, and how many
    group                               its information set: of those the mover cannot tell apart
    slot                                of a child: the move that leads to it, as a place in tables of moves

A *slot* is a move at an information set; those of set i are `start[i]` to `start[i + 1]`. Perfect recall is demanded:
whoever cannot tell two nodes apart has seen and done the same on the way to both.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.games.general.api import GeneralGame
from sandbox.games.general.binding import bound_to
from sandbox.games.general.perft import laid_out
from sandbox.games.general.rules import (
    information,
    length,
    most_moves,
    moves,
    outcomes,
    play,
    players,
    to_move,
    utility,
)
from sandbox.games.general.words import CHANCE, TERMINAL, Words, number_at
from sandbox.gametree.general.nodes import weighed
from sandbox.kernels.arrays import Floats, Int32s, Int64s
from sandbox.kernels.jit import kernel

FIRST_ROOM = 1 << 10
MOST_NODES = 1 << 20

Places = NDArray[np.uint32]


class Written(NamedTuple):
    """What the walk writes: rows a node."""

    states: Words  # [room * length]
    who: NDArray[np.int8]  # [room]
    first: Places  # [room]
    width: Places  # [room]
    parent: Places  # [room]
    known: Words  # [room] of decisions: the information set's word
    chance: Floats  # [room] of an outcome: its probability, else 1
    worth: Floats  # [players, room] of leaves


class Flat(NamedTuple):
    """The tree for kernels. Unsigned numbers are places: a signed subscript costs a comparison each."""

    who: NDArray[np.int8]  # [nodes]
    first: Places  # [nodes]
    width: Places  # [nodes]
    parent: Places  # [nodes] the root's is 0
    group: Places  # [nodes] of decisions; else 0
    slot: Places  # [nodes] of nodes below a decision; else 0
    chance: Floats  # [nodes]
    inner: Places  # [inner nodes] in their order
    start: Places  # [groups + 1]
    owner: NDArray[np.int8]  # [groups]


@kernel
def write_down(data: Words, s: int, f: int, out: Written) -> int:
    """Walk breadth first from the state at `s`; how many nodes there are, or -1 if there is no room."""
    size, here, p = 1, 0, f + most_moves(data)
    child, words = p + most_moves(data), length(data)
    for i in range(words):
        out.states[i] = data[np.uint64(s + i)]
    while here < size:
        for i in range(words):
            data[np.uint64(s + i)] = out.states[here * words + i]
        who = to_move(data, s)
        out.who[here], out.first[here], out.width[here] = who, size, 0
        if who == TERMINAL:
            utility(data, s, f)
            for player in range(players(data)):
                out.worth[player, here] = number_at(data, f + player)
        else:
            many = outcomes(data, s, f, p) if who == CHANCE else moves(data, s, f)
            whole = weighed(data, p, many) if who == CHANCE else 1.0
            if who != CHANCE:
                out.known[here] = information(data, s)
            if size + many > out.who.size:
                return -1
            out.width[here] = many
            for i in range(many):
                weight = weighed(data, p + i, 1) if who == CHANCE else 1.0
                play(data, s, data[np.uint64(f + i)], child)
                for k in range(words):
                    out.states[size * words + k] = data[np.uint64(child + k)]
                out.parent[size], out.chance[size] = here, weight / whole
                size += 1
        here += 1
    return size


@dataclass(frozen=True)
class Tree:
    """A game from some position to all its ends."""

    game: GeneralGame
    root: Any
    flat: Flat
    worth: Floats  # [players, nodes]
    words: Words  # [groups] what the kernels call the information sets, in rising order …
    rank: Places  # [groups] … and which sets these are

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.worth.shape[0])

    @property
    def nodes(self) -> int:
        """How many there are."""
        return int(self.flat.who.size)

    @property
    def groups(self) -> int:
        """Information sets."""
        return int(self.flat.owner.size)

    @property
    def slots(self) -> int:
        """Moves of all information sets."""
        return int(self.flat.start[-1])

    def of_group(self, group: int) -> slice:
        """A set's slots."""
        return slice(int(self.flat.start[group]), int(self.flat.start[group + 1]))

    @cached_property
    def samples(self) -> NDArray[np.intp]:
        """The first node of each information set."""
        decisions = np.flatnonzero(self.flat.who >= 0)
        _, first = np.unique(self.flat.group[decisions], return_index=True)
        found: NDArray[np.intp] = decisions[first]
        return found

    @cached_property
    def names(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """What each information set is in words, and its moves."""
        face = self.game.face()
        found = []
        for node in self.samples.tolist():
            position = self.position(node)
            found.append((face.information(position, int(self.flat.who[node])), tuple(face.moves(position))))
        return tuple(found)

    def position(self, node: int) -> Any:
        """A node as people handle it; those on the way are kept."""
        if node not in self._positions:
            parent = int(self.flat.parent[node])
            before, face = self.position(parent), self.game.face()
            step = node - int(self.flat.first[parent])
            self._positions[node] = face.play(before, face.moves(before)[step])
        return self._positions[node]

    @cached_property
    def _positions(self) -> dict[int, Any]:
        return {0: self.root}

    @cached_property
    def group_of(self) -> dict[str, int]:
        """Information sets by their words."""
        return {name: group for group, (name, _) in enumerate(self.names)}

    @cached_property
    def stages(self) -> tuple[Int32s, ...]:
        """Of each player and node: how many decisions of his lie above it."""
        found = []
        for player in range(self.players):
            above = np.zeros(self.nodes, np.int32)
            count_above(self.flat, player, above)
            found.append(above)
        return tuple(found)


@kernel
def count_above(flat: Flat, player: int, above: Int32s) -> None:
    """How many of a player's decisions lie above each node."""
    for node in range(1, flat.who.size):
        parent = flat.parent[node]
        above[node] = above[parent] + (1 if flat.who[parent] == player else 0)


def written_down(game: GeneralGame, position: Any) -> Tree:
    """The whole game from a position on, or BadInput if it is too large."""
    data, s, f = laid_out(game, position, 2)
    rules = game.kernels()
    many, walk, room = int(bound_to(players, rules)(data)), bound_to(write_down, rules), FIRST_ROOM
    data = np.concatenate([data, np.zeros(many, np.uint64)])
    state = data[s:f].copy()
    while room <= MOST_NODES:
        data[s:f] = state
        out = _room(room, f - s, many)
        size = int(walk(data, s, f, out))
        if size > 0:
            return _tree(game, position, out, size)
        room *= 4
    raise BadInput("game", f"more than {MOST_NODES:,} nodes", "a game small enough to be written down")


def _room(room: int, words: int, many: int) -> Written:
    first, count, parent = (np.zeros(room, np.uint32) for _ in range(3))
    who, known = np.zeros(room, np.int8), np.zeros(room, np.uint64)
    return Written(
        np.zeros(room * words, np.uint64), who, first, count, parent, known, np.ones(room), np.zeros((many, room))
    )


def _tree(game: GeneralGame, position: Any, out: Written, size: int) -> Tree:
    who, count, parent = out.who[:size].copy(), out.width[:size].copy(), out.parent[:size].copy()
    decisions = np.flatnonzero(who >= 0)
    words, first, group = np.unique(out.known[decisions], return_index=True, return_inverse=True)
    rank = np.empty(first.size, np.uint32)
    rank[np.argsort(first)] = np.arange(first.size)  # the sets in the order in which one meets them
    groups = np.zeros(size, np.uint32)
    groups[decisions] = rank[group]
    width, owner = np.zeros(first.size, np.int64), np.zeros(first.size, np.int8)
    width[groups[decisions]], owner[groups[decisions]] = count[decisions], who[decisions]
    start = np.concatenate([[0], np.cumsum(width)]).astype(np.uint32)
    below = np.flatnonzero(who[parent] >= 0)
    below = below[below > 0]
    slot = np.zeros(size, np.uint32)
    slot[below] = start[groups[parent[below]]] + (below - out.first[parent[below]]).astype(np.uint32)
    flat = Flat(
        who, out.first[:size].copy(), count, parent, groups, slot, out.chance[:size].copy(),
        np.flatnonzero(count > 0).astype(np.uint32), start, owner,
    )  # fmt: skip
    tree = Tree(game, position, flat, out.worth[:, :size].copy(), words, rank)
    _recalls(tree, decisions)
    return tree


def _recalls(tree: Tree, decisions: NDArray[np.intp]) -> None:
    """A set's nodes are one player's, have as many moves, and he came to each by the same decisions."""
    flat = tree.flat
    width = np.diff(flat.start)[flat.group[decisions]]
    alike = np.array_equal(width, flat.width[decisions]) and np.array_equal(
        flat.owner[flat.group[decisions]], flat.who[decisions]
    )
    for player in range(tree.players):
        own = decisions[flat.who[decisions] == player]
        last = np.zeros(tree.nodes, np.int64)
        last_move(flat, player, last)
        of_set = np.full(tree.groups, -1, np.int64)
        of_set[flat.group[own]] = last[own]
        alike = alike and np.array_equal(of_set[flat.group[own]], last[own])
    if not alike:
        raise BadInput("game", "a player who forgets what he has seen or done", "perfect recall")


@kernel
def last_move(flat: Flat, player: int, last: Int64s) -> None:
    """Of each node: 1 more than the slot of the player's last move above it, 0 where there is none."""
    for node in range(1, flat.who.size):
        parent = flat.parent[node]
        last[node] = np.int64(flat.slot[node]) + 1 if flat.who[parent] == player else last[parent]
