"""Explicit trees with chance and any number of players, for people: the text, and the path walked in it.

A position is written as the tree, then the children taken, by their names (`[["1,2,6", "4,2,3"]] 1 2`). A text that
does not begin with a bracket names a file, or one of the trees that ship (assets/trees). Knows nothing of the
kernels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sandbox.games.api import BoardPicture
from sandbox.games.explicit import Walk
from sandbox.games.general.api import NAMES
from sandbox.games.general.library.any_tree.drawing import Drawing
from sandbox.games.general.library.any_tree.reading import Tree, read
from sandbox.games.general.words import CHANCE, TERMINAL
from sandbox.games.texts import Texts, without_remarks
from sandbox.games.two_words.notation import check_move, is_start, shortened

EXAMPLE = "risky"
LINES = 40  # of a board


@dataclass(frozen=True, slots=True)
class Node(Walk[Tree]):
    """A position."""


_TEXTS = Texts(lambda path: read(without_remarks(path), str(path)), "a file with a tree", "trees")
shipped, load = _TEXTS.shipped, _TEXTS.load


class AnyTreeFace:
    """Rules and notation."""

    def __init__(self, file: str = "") -> None:
        self._file = file

    def start(self) -> Node:
        """The root."""
        return Node(load(self._file or EXAMPLE))

    def parse(self, text: str) -> Node:
        """A tree and a path in it, or a file."""
        bare = text.strip()
        if is_start(bare):
            return self.start()
        if bare[0] not in "[{":
            return Node(load(bare))
        where = f"tree position {shortened(bare)!r}"
        end = max(bare.rfind("]"), bare.rfind("}")) + 1 or len(bare)
        position = Node(read(bare[:end], where))
        for word in bare[end:].split():
            position = self._step(position, word, where)
        return position

    def _step(self, position: Node, move: str, where: str) -> Node:
        known = self.moves(position)
        check_move(move, known, where)
        return Node(position.tree, (*position.path, known.index(move)))

    def print(self, position: Node) -> str:
        """The text and the path."""
        names, node = [], 0
        for step in position.path:
            names.append(position.tree.names[node][step])
            node = position.tree.first[node] + step
        return " ".join([position.tree.text, *names])

    def board(self, position: Node) -> str:
        """The subtree as an indented list; at most forty lines."""
        return "\n".join(_indented(position.tree, position.number))

    def picture(self, position: Node) -> BoardPicture:
        """The tree with the current node marked."""
        drawing = Drawing(position.tree, position.number)
        return drawing.picture(self.moves(position), chance=self.to_move(position) == CHANCE)

    def to_move(self, position: Node) -> int:
        """Whose node it is."""
        return position.tree.who[position.number]

    def moves(self, position: Node) -> tuple[str, ...]:
        """The children's names."""
        return position.tree.names[position.number]

    def chances(self, position: Node) -> Sequence[Fraction]:
        """Of the outcomes."""
        return position.tree.chances(position.number) if self.to_move(position) == CHANCE else ()

    def play(self, position: Node, move: str) -> Node:
        """Down to a child."""
        return self._step(position, move, "tree move")

    def utility(self, position: Node) -> tuple[float, ...] | None:
        """A leaf's values."""
        worth = position.tree.worth[position.number]
        return tuple(map(float, worth)) if worth else None

    def state(self, position: Node) -> Sequence[int]:
        """The node."""
        return (position.number,)

    def code_of(self, position: Node, move: str) -> int:
        """Which child."""
        return self.moves(position).index(move)

    def origin(self, position: Node) -> Node:
        """The root."""
        return Node(position.tree)

    def path(self, position: Node) -> Sequence[str]:
        """The children taken, by their names."""
        found, node = list[str](), 0
        for step in position.path:
            found.append(position.tree.names[node][step])
            node = position.tree.first[node] + step
        return found

    def information(self, position: Node, player: int) -> str:
        """The information set he is in, behind what he did in others; the path, where nothing is hidden."""
        if not position.tree.hidden:
            return self.print(position)
        words, node = list[str](), 0
        for step in position.path:
            if position.tree.who[node] == player:
                words += [position.tree.groups[node], position.tree.names[node][step]]
            node = position.tree.first[node] + step
        return " ".join([*words, position.tree.groups[node]] if position.tree.who[node] == player else words) or "-"


def _indented(tree: Tree, root: int) -> Iterator[str]:
    stack = [(root, 0, "")]
    room = LINES
    while stack and room:
        node, indent, name = stack.pop()
        yield "  " * indent + name + _described(tree, node)
        room -= 1
        below = zip(tree.children(node), _named(tree, node), strict=True)
        stack.extend((child, indent + 1, called) for child, called in reversed(list(below)))
    if stack:
        yield "…"


def _described(tree: Tree, node: int) -> str:
    who = tree.who[node]
    if who == TERMINAL:
        return ", ".join(map(str, tree.worth[node]))
    return "chance" if who == CHANCE else NAMES[who]


def _named(tree: Tree, node: int) -> list[str]:
    if tree.who[node] == CHANCE:
        return [f"{chance}: " for chance in tree.chances(node)]
    return [f"{name}: " for name in tree.names[node]]
