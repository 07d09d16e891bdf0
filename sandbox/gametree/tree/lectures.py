"""A lecture's tree laid out whole: every node it has, those the search never came to as ghosts.

Drawn as lectures draw it: MAX on top, leaves in columns, values as MAX sees them; stepped through, the values fill in
as the search backs them up, and what is cut off stays grey.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sandbox.games.library.tree.face import Node, Tree
from sandbox.gametree.tree.causes import Walk
from sandbox.gametree.tree.layout import Ghost, Placed, View, laid_out
from sandbox.gametree.tree.model import Act, SearchTree

MOST_WHOLE = 2000
"""Nodes of the largest tree that is laid out whole."""


def is_lecture(walk: Walk) -> bool:
    """Whether a tree was searched in an explicit one that is small enough to be seen whole."""
    root = walk.position(0) if len(walk.tree) else None
    return isinstance(root, Node) and len(root.tree.count) <= MOST_WHOLE


def placed(tree: SearchTree, walk: Walk, view: View, act: Act | None = None) -> Placed:
    """A tree as its game wants it: a lecture's whole, any other as the view says."""
    if not is_lecture(walk):
        return laid_out(tree, view, act, walk)
    return whole_lecture(tree, walk, tree.acts[-1] if act is None else act)


def whole_lecture(tree: SearchTree, walk: Walk, act: Act) -> Placed:
    """Every node of the explicit tree below the position that was searched."""
    root: Node = walk.position(act.start)
    places = _places(root)
    number = {row: walk.position(row).number for row in range(act.start, act.stop)}
    rows = np.arange(act.start, act.stop, dtype=np.int32)
    xy = np.array([places[number[row]] for row in rows.tolist()], np.float64).reshape(-1, 2)
    parent = np.where(tree.parent[rows] < 0, -1, tree.parent[rows] - act.start).astype(np.int32)
    ghosts = tuple(_ghosts(root, places, set(number.values())))
    wide = 1 + max(x for x, _ in places.values())
    high = 1 + int(max(y for _, y in places.values()))
    return Placed(
        tree,
        rows,
        xy,
        parent,
        np.zeros(len(rows), np.int32),
        tuple(tree.line(act.start)),
        width=wide,
        height=high,
        index={int(row): i for i, row in enumerate(rows)},
        ghosts=ghosts,
        lecture=True,
    )


def _places(root: Node) -> dict[int, tuple[float, float]]:
    """Leaves take the next column, the others the middle above them. Without recursion."""
    tree, found = root.tree, dict[int, tuple[float, float]]()
    columns = 0
    stack = [(root.number, 0, False)]
    while stack:
        node, level, done = stack.pop()
        below = tree.children(node)
        if not below:
            found[node] = (float(columns), float(level))
            columns += 1
        elif done:
            found[node] = ((found[below[0]][0] + found[below[-1]][0]) / 2, float(level))
        else:
            stack.append((node, level, True))
            stack.extend((child, level + 1, False) for child in reversed(below))
    return found


def _ghosts(root: Node, places: dict[int, tuple[float, float]], searched: set[int]) -> Iterator[Ghost]:
    tree: Tree = root.tree
    for node, above in places.items():
        for child in tree.children(node):
            if child not in searched:
                x, y = places[child]
                leaf = tree.count[child] == 0
                yield Ghost(x, y, above, f"{tree.value[child]}".replace("-", "−") if leaf else "")
