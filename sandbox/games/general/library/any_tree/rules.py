"""Explicit trees with chance nodes and any number of players: a lecture's own example, from a small text.

A superset of the format of `tree` (reading.py says it). Nodes are numbered breadth first, so that siblings are
neighbours; a state is a node's number. The game's words, from the place GAME_AT names:

    0         how many players
    1         the most children a node has
    2, 3, 4   the lowest and highest worth, the largest sum of a leaf (floats)
    5 + 5 i…  node i: who moves, its first child, how many children, where its weights or values are (from 0), and its
              information set
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from sandbox.games.api import Axes, Words
from sandbox.games.general.api import GeneralFace, Plain, general_games
from sandbox.games.general.library.any_tree import face as tree_face
from sandbox.games.general.rules import GeneralKernels
from sandbox.games.general.words import CHANCE, number_at, of_game, put_number, put_word, word_at
from sandbox.games.two_words.rules import GAME_AT
from sandbox.kernels.jit import kernel
from sandbox.registry import Help

NODES = 5
WHO, FIRST, COUNT, WHERE, GROUP, ROW = 0, 1, 2, 3, 4, 5


@kernel
def of_node(data: Words, s: int, fact: int) -> int:
    """A fact of a state's node."""
    return of_game(data, NODES + ROW * word_at(data, s) + fact)


@kernel
def players(data: Words) -> int:
    """As many as the leaves have values."""
    return of_game(data, 0)


@kernel
def most_moves(data: Words) -> int:
    """Of the widest node."""
    return of_game(data, 1)


@kernel
def to_move(data: Words, s: int) -> int:
    """Whose node it is."""
    return of_node(data, s, WHO)


@kernel
def moves(data: Words, s: int, m: int) -> int:
    """Every child by its number."""
    count = of_node(data, s, COUNT)
    for i in range(count):
        put_word(data, m + i, i)
    return count


@kernel
def outcomes(data: Words, s: int, m: int, p: int) -> int:
    """Every child, and its weight."""
    count, where = of_node(data, s, COUNT), of_node(data, s, WHERE)
    for i in range(count):
        put_word(data, m + i, i)
        put_word(data, p + i, of_game(data, where + i))
    return count


@kernel
def play(data: Words, s: int, move: np.uint64, c: int) -> None:
    """To that child."""
    put_word(data, c, of_node(data, s, FIRST) + int(np.int64(move)))


@kernel
def utility(data: Words, s: int, u: int) -> None:
    """The leaf's values."""
    where = of_node(data, s, WHERE)
    for player in range(players(data)):
        put_number(data, u + player, float(of_game(data, where + player)))


@kernel
def information(data: Words, s: int) -> np.uint64:
    """The information set."""
    return np.uint64(of_node(data, s, GROUP))


@kernel
def lowest(data: Words) -> float:
    """The least value there is, or 0: what is not searched is taken for 0."""
    return number_at(data, word_at(data, GAME_AT) + 2)


@kernel
def highest(data: Words) -> float:
    """The largest."""
    return number_at(data, word_at(data, GAME_AT) + 3)


@kernel
def total(data: Words) -> float:
    """The largest sum of a leaf's values."""
    return number_at(data, word_at(data, GAME_AT) + 4)


@general_games.register(
    "any-tree",
    title="Explicit tree, with chance, more players and information sets",
    paper="Luckhardt & Irani, An Algorithmic Solution of N-Person Games, AAAI 1986",
    order=20,
    players="as many as its leaves have values",
)
@dataclass(frozen=True, slots=True)
class AnyTree(Plain):
    """A small tree with dice and any number of players, from a text file."""

    file: Annotated[str, Help("a file with a tree, or one that ships: three-players, raid, …; empty for risky")] = ""

    def examples(self) -> tuple[str, ...]:
        """The trees that ship."""
        return tuple(tree_face.shipped())

    def face(self) -> GeneralFace[tree_face.Node]:
        """Paths from the root."""
        return tree_face.AnyTreeFace(self.file)

    def kernels(self) -> GeneralKernels:
        """Nodes by number."""
        return GeneralKernels(
            to_move, moves, play, utility, 1, most_moves, players, outcomes,
            lowest=lowest, highest=highest, total=total, information=information,
        )  # fmt: skip

    def data(self, position: tree_face.Node | None = None) -> Words:
        """The nodes of the position's tree, or of the option's."""
        tree = (position or self.face().start()).tree
        start = NODES + ROW * len(tree.who)
        rows: list[int] = []
        values: list[int] = []
        number = {name: i for i, name in enumerate(dict.fromkeys(tree.groups))}
        for node, who in enumerate(tree.who):
            rows += [who, tree.first[node], len(tree.names[node]), start + len(values), number[tree.groups[node]]]
            values += tree.weights[node] if who == CHANCE else tree.worth[node]
        leaves = [worth for worth in tree.worth if worth]
        most = max(map(len, tree.names))
        bounds = [min(0, *map(min, leaves)), max(0, *map(max, leaves)), max(0, *map(sum, leaves))]
        floats = np.array(bounds, np.float64).view(np.int64).tolist()
        return np.array([tree.players, most, *floats, *rows, *values], np.int64).view(np.uint64)

    def axes(self, position: tree_face.Node | None = None) -> Axes:
        """What the tree is: of constant sum if all leaves add up to the same."""
        tree = (position or self.face().start()).tree
        sums = {sum(worth) for worth in tree.worth if worth}
        chance, seen = CHANCE in tree.who, not tree.hidden
        return Axes(players=tree.players, chance=chance, zero_sum=len(sums) == 1, perfect_information=seen)
