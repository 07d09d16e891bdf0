"""Which nodes of a tree are drawn, and where: the few best children, the line, what was picked.

A search visits millions of nodes; nobody looks at more than some hundreds. So from each node drawn only its `top` best
children go on being drawn, besides the line, what is picked, and what was opened by hand; whole trees (a lecture's) are
laid out with `top` 0. Leaves take the next column; a node stands above the middle of its leaves, as lectures draw it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sandbox.gametree.tree import shape
from sandbox.gametree.tree.causes import Stub, Walk
from sandbox.gametree.tree.model import Act, SearchTree
from sandbox.kernels.arrays import Bytes, Floats, Int32s
from sandbox.kernels.jit import kernel

HIDDEN, DRAWN, FOLDED, OPENED = 0, 1, 2, 3


@dataclass(frozen=True, slots=True)
class View:
    """What a viewer wants to see."""

    top: int = 3  # best children of each node; 0 all
    most: int = 400  # nodes in all, nearest to the root first
    folded: frozenset[int] = frozenset()  # rows whose children are hidden
    opened: frozenset[int] = frozenset()  # rows all of whose children are drawn
    picked: int = -1  # a row that is drawn with all that leads to it
    besides: tuple[int, ...] = ()  # others that are drawn likewise
    line: bool = True  # the best line is drawn to its end
    stubs: bool = True


@dataclass(frozen=True, slots=True)
class Ghost:
    """A node of a lecture's tree that the search never came to: its place, its parent's, and its text."""

    x: float
    y: float
    above: tuple[float, float]
    text: str


@dataclass(frozen=True, slots=True)
class Placed:
    """The drawn part of a tree: columns from 0, a row a ply."""

    tree: SearchTree
    rows: Int32s  # [n] of the tree, in the order of a walk
    xy: Floats  # [n, 2]
    parent: Int32s  # [n] index into `rows`; -1
    hidden: Int32s  # [n] children of each that are not drawn
    line: tuple[int, ...]  # rows of the best line
    stubs: tuple[tuple[Stub, float, float], ...] = ()  # what was never looked at, and where it is drawn
    width: float = 1.0
    height: int = 1
    cut_short: bool = False  # there was more to draw than `most`
    index: dict[int, int] = field(default_factory=dict)  # of a row in `rows`
    ghosts: tuple[Ghost, ...] = ()  # of a whole tree
    lecture: bool = False  # MAX and MIN, values as MAX sees them


@kernel
def _mark(
    first: Int32s,
    following: Int32s,
    goodness: Floats,
    state: Bytes,
    top: int,
    room: int,
    root: int,
    queue: Int32s,
    taken: Bytes,
) -> int:
    """Mark what is drawn, breadth first, with `room` for that many more than are DRAWN; how much room is left.

    `state` [n] says what is FOLDED and OPENED, and as DRAWN what is so in any case; `queue` [room + all DRAWN] and
    `taken` [n] are room to work in. `taken` is 1 for what is drawn in the end.
    """
    count, head = 1, 0
    queue[0] = root
    taken[root] = 1
    while head < count:
        row = queue[head]
        head += 1
        if state[row] == FOLDED:
            continue
        # 1 What is drawn in any case, and where all are wanted the others too
        every = top == 0 or state[row] == OPENED
        drawn, child = 0, first[row]
        while child >= 0:
            if state[child] == DRAWN or (every and room > 0):
                room -= state[child] != DRAWN
                taken[child] = 1
                queue[count] = child
                count += 1
                drawn += 1
            child = following[child]
        # 2 The best of the others
        while not every and drawn < top and room > 0:
            best, found = -np.inf, -1
            child = first[row]
            while child >= 0:
                if taken[child] == 0 and (found < 0 or goodness[child] > best):
                    best, found = goodness[child], child
                child = following[child]
            if found < 0:
                break
            taken[found] = 1
            queue[count] = found
            count, drawn, room = count + 1, drawn + 1, room - 1
    return int(room)


def laid_out(tree: SearchTree, view: View | None = None, act: Act | None = None, walk: Walk | None = None) -> Placed:
    """Choose and place the nodes of one act, the last if none is named; with a `walk`, what was cut off too."""
    view = View() if view is None else view
    if len(tree) == 0:
        return _nothing(tree)
    act = tree.acts[-1] if act is None else act
    line = tuple(tree.line(act.start))
    rows, more = _chosen(tree, view, act, line)
    parent = _renumbered(tree, rows)
    found = _stubs_of(rows, view, walk)
    slots = _slots(rows, parent, found)
    xy, width = _placed(tree, rows, parent, slots)
    index = {int(row): i for i, row in enumerate(rows)}
    stubs = tuple(
        (stub, x, float(xy[index[stub.row], 1]) + 1) for stub, x in zip(found, _stub_columns(slots, found), strict=True)
    )
    height = int(xy[:, 1].max()) + 2
    return Placed(tree, rows, xy, parent, _hidden(tree, rows, parent), line, stubs, width, height, more, index)


def _nothing(tree: SearchTree) -> Placed:
    none = np.zeros(0, np.int32)
    return Placed(tree, none, np.zeros((0, 2)), none, none, ())


def _chosen(tree: SearchTree, view: View, act: Act, line: tuple[int, ...]) -> tuple[Int32s, bool]:
    """The rows drawn, and whether there were more."""
    size = len(tree)
    state, taken = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
    always = set(line) if view.line else set[int]()
    for row in (view.picked, *view.besides):
        if act.start <= row < act.stop:
            always.update(tree.path(row))
    state[list(always)] = DRAWN
    for rows, mark in ((view.opened, OPENED), (view.folded, FOLDED)):
        state[[row for row in rows if row < size]] = mark
    room = max(0, min(view.most, len(act)) - len(always))
    links, queue = tree.links, np.full(room + len(always) + 1, -1, np.int32)
    left = _mark(links.first, links.next, tree.goodness, state, view.top, room, act.start, queue, taken)
    found = np.sort(queue[queue >= 0])  # few: looking through all of `taken` takes 2 ms of a million nodes
    return found, left == 0 and len(found) < len(act)


def _renumbered(tree: SearchTree, rows: Int32s) -> Int32s:
    above = tree.parent[rows]
    found: Int32s = np.where(above < 0, -1, np.searchsorted(rows, above)).astype(np.int32)
    return found


def _hidden(tree: SearchTree, rows: Int32s, parent: Int32s) -> Int32s:
    """How many children of each are not drawn."""
    drawn = np.bincount(parent[parent >= 0], minlength=len(rows))
    every = np.array([len(tree.children(int(row))) for row in rows])
    return (every - drawn).astype(np.int32)


def _stubs_of(rows: Int32s, view: View, walk: Walk | None) -> list[Stub]:
    if walk is None or not view.stubs:
        return []
    return [stub for row in rows.tolist() if row not in view.folded for stub in walk.stubs(row)]


@dataclass(frozen=True, slots=True)
class _Slots:
    """Who takes a column: leaves of what is drawn, and stubs behind their node's last child."""

    owner: Int32s  # [slots] index of the node
    stub: NDArray[np.bool_]  # [slots]
    ends: Int32s  # [n] behind each drawn node's subtree, as an index


def _slots(rows: Int32s, parent: Int32s, stubs: list[Stub]) -> _Slots:
    ply = shape.plies(parent)
    ends = shape.ends(ply)
    leaves = np.flatnonzero(ends == np.arange(len(rows)) + 1)
    having = np.searchsorted(rows, np.array([stub.row for stub in stubs], np.int32))
    leaves = np.setdiff1d(leaves, having)  # a leaf with stubs stands above them
    owner = np.concatenate([leaves, having])
    # A leaf comes where it is met, a stub when its node's subtree ends; deeper ones first.
    when = np.concatenate([leaves + 0.5, ends[having] - (ply[having] + 1) / (ply.max(initial=0) + 3) * 0.4])
    is_stub = np.arange(len(owner)) >= len(leaves)
    order = np.argsort(when, kind="stable")
    return _Slots(owner[order].astype(np.int32), is_stub[order], ends)


def _placed(tree: SearchTree, rows: Int32s, parent: Int32s, slots: _Slots) -> tuple[Floats, float]:
    """A node stands in the middle between the first and the last column below it."""
    size = len(rows)
    low, high = np.full(size, np.inf), np.full(size, -np.inf)
    np.minimum.at(low, slots.owner, np.arange(len(slots.owner)))
    np.maximum.at(high, slots.owner, np.arange(len(slots.owner)))
    for i in range(size - 1, 0, -1):  # few: parents come before their children
        above = parent[i]
        if above >= 0:
            low[above], high[above] = min(low[above], low[i]), max(high[above], high[i])
    xy = np.column_stack([(low + high) / 2, tree.ply[rows].astype(np.float64)])
    return xy, float(max(len(slots.owner), 1))


def _stub_columns(slots: _Slots, stubs: list[Stub]) -> list[float]:
    """Columns in the order of the stubs: those of one node stand in their order."""
    columns = np.flatnonzero(slots.stub)
    owners = slots.owner[columns]
    order = np.argsort(owners, kind="stable")
    return columns[order].astype(float).tolist() if stubs else []


def whole(tree: SearchTree, act: Act | None = None) -> Floats:
    """A place for every node of an act, [n, 2], by the same rule: for an overview of all of them."""
    act = tree.acts[-1] if act is None else act
    own = slice(act.start, act.stop)
    ends = tree.ends[own] - act.start
    leaf = ends == np.arange(len(act)) + 1
    before = np.cumsum(leaf) - leaf  # leaves left of each node
    last = np.cumsum(leaf)[ends - 1] - 1
    return np.column_stack([(before + last) / 2, tree.ply[own]])
