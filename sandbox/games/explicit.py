"""What explicit trees of two players and of many share: where one is in them, and where their nodes are drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar


class Numbered(Protocol):
    """A tree whose nodes are numbered breadth first."""

    @property
    def first(self) -> tuple[int, ...]:
        """Each node's first child."""


T = TypeVar("T", bound=Numbered)


@dataclass(frozen=True, slots=True)
class Walk(Generic[T]):
    """Where one is in a tree: the children taken from the root."""

    tree: T
    path: tuple[int, ...] = ()

    @property
    def ply(self) -> int:
        """The node's depth."""
        return len(self.path)

    @property
    def number(self) -> int:
        """The node itself."""
        node = 0
        for step in self.path:
            node = self.tree.first[node] + step
        return node


def columns(root: int, depth: int, children: Callable[[int], range]) -> tuple[dict[int, tuple[float, int]], int]:
    """Column and row of every node so many levels deep, and how many columns there are.

    A leaf takes the next column, any other node the middle of its children. No recursion: trees are
    as deep as they are written.
    """
    at: dict[int, tuple[float, int]] = {}
    taken, stack = 0, [(root, 0, False)]
    while stack:
        node, row, children_done = stack.pop()
        drawn = children(node) if row < depth else range(0)
        if not drawn:
            at[node] = (float(taken), row)
            taken += 1
        elif children_done:
            at[node] = ((at[drawn[0]][0] + at[drawn[-1]][0]) / 2, row)
        else:
            stack.append((node, row, True))
            stack.extend((child, row + 1, False) for child in reversed(drawn))
    return at, taken
