"""Explicit trees for people: a nested list, and the path walked in it.

A position is written as the list, then the children taken, numbered from 1 (`[[3,5],[2,9]] 2 1`); a text that
does not begin with a bracket names a file. Knows nothing of the kernels.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sandbox.errors import BadInput
from sandbox.games.api import BoardPicture, BoardStyle, Pieces, Stone, Target
from sandbox.games.explicit import Walk, columns
from sandbox.games.texts import Texts, without_remarks
from sandbox.games.two_words.notation import check_move, is_start, shortened

EXAMPLE = "[[3,12,8],[2,4,6],[14,5,2]]"
MOST_CHILDREN = 64
MOST_NODES = 1_000_000
LARGEST_VALUE = 12_000
SHOWN_LEAVES = 40  # wider trees are drawn from the current node down, cut where they grow too wide
SIDES = ("MAX", "MIN")


@dataclass(frozen=True, slots=True)
class Tree:
    """All nodes, breadth first; told apart by their text."""

    text: str  # the nested list without spaces
    first: tuple[int, ...] = field(compare=False)  # each node's first child; 0 for a leaf
    count: tuple[int, ...] = field(compare=False)  # how many children; 0 for a leaf
    value: tuple[int, ...] = field(compare=False)  # a leaf's worth to MAX; 0 for inner nodes

    def children(self, node: int) -> range:
        """The node's children, left to right."""
        return range(self.first[node], self.first[node] + self.count[node])


@dataclass(frozen=True, slots=True)
class Node(Walk[Tree]):
    """A position."""

    @property
    def words(self) -> tuple[int, int]:
        """Node and ply."""
        return self.number, self.ply


def read(text: str, where: str) -> Tree:
    """Read a nested list."""
    try:
        nested = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadInput(f"{where}:{error.lineno}", f"{error.msg} at column {error.colno}", _LIST) from None
    except RecursionError:
        raise BadInput(where, "lists nested too deep", _LIST) from None
    if not isinstance(nested, list):
        raise BadInput(where, shortened(repr(nested)), _LIST)
    return _numbered(nested, where)


_LIST = "a nested list of whole numbers such as [[3,12,8],[2,4,6]]"


def _numbered(nested: list[Any], where: str) -> Tree:
    queue: list[Any] = [nested]
    first, count, value = [], [], []
    for thing in queue:  # which grows while it is walked: breadth first
        children = thing if isinstance(thing, list) else []
        _check(thing, where, len(queue) + len(children))
        first.append(len(queue) if children else 0)
        count.append(len(children))
        value.append(0 if children else thing)
        queue.extend(children)
    return Tree(json.dumps(nested, separators=(",", ":")), tuple(first), tuple(count), tuple(value))


def _check(thing: Any, where: str, nodes: int) -> None:
    if nodes > MOST_NODES:
        raise BadInput(where, f"more than {MOST_NODES} nodes", "a smaller tree")
    if isinstance(thing, list):
        if not 1 <= len(thing) <= MOST_CHILDREN:
            raise BadInput(where, f"a node with {len(thing)} children", f"1 to {MOST_CHILDREN}")
    elif type(thing) is not int:
        raise BadInput(where, shortened(json.dumps(thing)), "whole numbers as leaves")
    elif abs(thing) > LARGEST_VALUE:
        raise BadInput(where, f"the leaf {thing}", f"values from -{LARGEST_VALUE} to {LARGEST_VALUE}")


load = Texts(lambda path: read(without_remarks(path), str(path)), "a file with a nested list").load


class TreeFace:
    """Rules and notation."""

    def __init__(self, file: str = "") -> None:
        self._file = file

    def start(self) -> Node:
        """The root."""
        return Node(load(self._file) if self._file else read(EXAMPLE, "example"))

    def parse(self, text: str) -> Node:
        """A nested list and a path in it, or a file."""
        bare = text.strip()
        if is_start(bare):
            return self.start()
        if not bare.startswith("["):
            return Node(load(bare))
        where = f"tree position {shortened(bare)!r}"
        end = bare.rindex("]") + 1 if "]" in bare else len(bare)
        position = Node(read(bare[:end], where))
        for word in bare[end:].split():
            position = self._step(position, word, where)
        return position

    def _step(self, position: Node, move: str, where: str) -> Node:
        check_move(move, self.moves(position), where)
        return Node(position.tree, (*position.path, int(move) - 1))

    def print(self, position: Node) -> str:
        """The list and the path."""
        return " ".join([position.tree.text, *(str(step + 1) for step in position.path)])

    def board(self, position: Node) -> str:
        """The subtree as an indented list; at most forty lines."""
        lines = list(_indented(position.tree, position.number, position.ply, 0, 40))
        return "\n".join(lines)

    def picture(self, position: Node) -> BoardPicture:
        """The tree with the current node marked; of a wide tree, what lies below that node."""
        return _Drawing(position).picture(self.moves(position), self._caption(position))

    def _caption(self, position: Node) -> str:
        result = self.utility(position, 0)
        return f"{SIDES[position.ply % 2]} to move" if result is None else f"worth {result:g} to MAX"

    def moves(self, position: Node) -> tuple[str, ...]:
        """The children, numbered from 1."""
        return tuple(str(i + 1) for i in range(position.tree.count[position.number]))

    def play(self, position: Node, move: str) -> Node:
        """Down to a child."""
        return self._step(position, move, "tree move")

    def bit_of(self, position: Node, move: str) -> int:
        """The child's bit."""
        return 1 << int(move) - 1

    def move_of(self, position: Node, bit: int) -> str:
        """The bit's child."""
        return str(bit.bit_length())

    def to_move(self, position: Node) -> int:
        """MAX is 0."""
        return position.ply % 2

    def utility(self, position: Node, player: int) -> float | None:
        """A leaf's value, to MAX."""
        if self.moves(position):
            return None
        value = position.tree.value[position.number]
        return value if player == 0 else -value


def _indented(tree: Tree, node: int, ply: int, indent: int, room: int) -> Iterator[str]:
    stack = [(node, ply, indent)]
    while stack and room:
        node, ply, indent = stack.pop()
        yield "  " * indent + (SIDES[ply % 2] if tree.count[node] else str(tree.value[node]))
        room -= 1
        stack.extend((child, ply + 1, indent + 1) for child in reversed(tree.children(node)))
    if stack:
        yield "…"


class _Drawing:
    """Columns for leaves, a parent in the middle above its children, as much as fits."""

    def __init__(self, position: Node) -> None:
        self.tree = position.tree
        self.here = position.number
        whole = self._width_within(0, SHOWN_LEAVES) <= SHOWN_LEAVES
        self.root, self.top = (0, 0) if whole else (self.here, position.ply)
        self.depth = self._depth_that_fits()
        self.at, self.columns = columns(self.root, self.depth, self.tree.children)
        # rows of the picture for each level of the tree, so that wide trees are not flat
        self.stretch = max(1, round(self.columns / (2.5 * self.depth)))

    def _level(self, nodes: list[int]) -> list[int]:
        return [c for n in nodes for c in self.tree.children(n)]

    def _width_within(self, root: int, limit: int) -> int:
        """How many columns a subtree takes; stops counting beyond the limit."""
        width, level = 0, [root]
        while level and width + len(level) <= limit:
            width += sum(self.tree.count[n] == 0 for n in level)
            level = self._level(level)
        return width + len(level)

    def _depth_that_fits(self) -> int:
        """How many levels below the root are drawn."""
        depth, level = 0, [self.root]
        ended = 0
        while level and ended + len(level) <= SHOWN_LEAVES:
            ended += sum(self.tree.count[n] == 0 for n in level)
            level = self._level(level)
            depth += 1
        return max(1, depth - 1)

    def picture(self, moves: tuple[str, ...], caption: str) -> BoardPicture:
        """Nodes as stones, edges as lines, the current node's children as targets."""
        children = self.tree.children(self.here)
        targets = [Target(m, *self._place_of(c)) for m, c in zip(moves, children, strict=True) if c in self.at]
        inner = {row for node, (_, row) in self.at.items() if self.tree.count[node]}
        levels = range(1 + max(row for _, row in self.at.values()))
        names = [SIDES[(self.top + row) % 2] if row in inner else "" for row in levels]
        rows = [name for level in names for name in (level, *[""] * (self.stretch - 1))]
        return BoardPicture(
            BoardStyle.TREE,
            self.columns,
            len(rows) - self.stretch + 1,
            tuple(self._stone(node) for node in self.at),
            tuple(targets),
            lines=tuple(self._edges()),
            highlights=(self._place_of(self.here),) if self.here in self.at else (),
            caption=caption,
            row_names=tuple(rows[: len(rows) - self.stretch + 1]),
            pieces=Pieces.NODES,
        )

    def _stone(self, node: int) -> Stone:
        x, row = self.at[node]
        leaf = self.tree.count[node] == 0
        cut = not leaf and row == self.depth
        return Stone(
            x, row * self.stretch, (self.top + row) % 2, str(self.tree.value[node]) if leaf else "…" if cut else ""
        )

    def _edges(self) -> Iterator[tuple[float, float, float, float]]:
        for node in self.at:
            for child in self.tree.children(node):
                if child in self.at:
                    yield (*self._place_of(node), *self._place_of(child))

    def _place_of(self, node: int) -> tuple[float, float]:
        x, row = self.at[node]
        return x, float(row * self.stretch)
