"""Explicit trees: a lecture's own example, read from a small text file, playable and searchable like any game.

A file holds one nested list, `[[3,12,8],[2,4,6],[14,5,2]]`: a number is a leaf, worth that much to the first
player (MAX), who moves at the root; sides alternate. Lines that begin with # are remarks.

Nodes are numbered breadth first, so that siblings are neighbours; a state is (node, ply). The game's words
(values are int64 bit patterns; n is the number of nodes):

    0        n
    1        the largest value by amount, at least 1
    2 …      node i: its first child << 8 | how many children (0: a leaf)
    2 + n …  node i's value if it is a leaf
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from sandbox.games.api import Face, GameKernels, Words, games
from sandbox.games.library.tree import face as tree_face
from sandbox.games.two_words.rules import GAME_AT, ONE, WIN, exact_score
from sandbox.kernels.bits import ctz
from sandbox.kernels.jit import kernel
from sandbox.registry import Help

S8, BYTE, ALL = np.uint64(8), np.uint64(255), np.uint64(64)
NODES = 2
EVERY = np.uint64(2**64 - 1)


@kernel
def moves(a: np.uint64, b: np.uint64, data: Words) -> np.uint64:
    """A bit for each child, the leftmost lowest."""
    children: np.uint64 = data[np.int64(data[GAME_AT]) + NODES + np.int64(a)] & BYTE
    if children == ALL:
        return EVERY
    every: np.uint64 = (ONE << children) - ONE
    return every


@kernel
def play(a: np.uint64, b: np.uint64, move: np.uint64, data: Words) -> tuple[np.uint64, np.uint64]:
    """To that child."""
    first = data[np.int64(data[GAME_AT]) + NODES + np.int64(a)] >> S8
    return first + np.uint64(ctz(move)), b + ONE


@kernel
def outcome(a: np.uint64, b: np.uint64, data: Words) -> int:
    """The leaf's value, turned for MIN."""
    at = np.int64(data[GAME_AT])
    value = int(np.int64(data[at + NODES + np.int64(data[at]) + np.int64(a)]))
    return exact_score(-value if b & ONE else value)


@kernel
def key(a: np.uint64, b: np.uint64, data: Words) -> np.uint64:
    """The node; and whose turn it is, so that it is never 0."""
    return ((a + ONE) << ONE) | (b & ONE)


@kernel
def reward(score: int, data: Words) -> float:
    """The value as a share of the largest."""
    utility = score - WIN if score > 0 else score + WIN if score < 0 else 0
    return utility / float(data[np.int64(data[GAME_AT]) + 1])


@kernel
def best_case(a: np.uint64, b: np.uint64, data: Words) -> int:
    """The largest value by amount there is in the tree."""
    return exact_score(int(np.int64(data[np.int64(data[GAME_AT]) + 1])))


@games.register(
    "tree",
    title="Explicit tree",
    paper="Knuth & Moore, An Analysis of Alpha-Beta Pruning, Artificial Intelligence 6, 1975",
    order=6,
    finished_leaves=True,
)
@dataclass(frozen=True, slots=True)
class ExplicitTree:
    """A small tree with leaf values, from a text file."""

    file: Annotated[str, Help("a file with a nested list such as [[3,12,8],[2,4,6]]; empty for the example")] = ""

    def face(self) -> Face[tree_face.Node]:
        """Paths from the root."""
        return tree_face.TreeFace(self.file)

    def kernels(self) -> GameKernels:
        """Nodes by number."""
        return GameKernels(moves, play, outcome, key, reward=reward, best_case=best_case)

    def data(self, position: tree_face.Node | None = None) -> Words:
        """The nodes of the position's tree, or of the option's."""
        tree = (position or self.face().start()).tree
        nodes = [(first << 8) | count for first, count in zip(tree.first, tree.count, strict=True)]
        reach = max(1, *(abs(v) for v in tree.value))
        return np.array([len(nodes), reach, *nodes, *tree.value], np.int64).view(np.uint64)
