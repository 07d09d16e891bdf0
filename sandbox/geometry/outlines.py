"""The outlines of blocked cells: rings through cell corners, and their straight segments near an edit.

Walking along an outline, the blocked side is on the right hand (with y down): outer rings turn clockwise on
the screen, holes the other way, and the shoelace sums of all rings add up to the number of blocked cells.

    ┌──▶──┐      Where two blocked cells meet only at a corner, the walk turns right and stays with its own
    ▲ ███ ▼      cell; a walk that comes by such a pinch a second time is cut there, so that every ring is
    └──◀──┼──▶──┐   simple. Rings may touch each other at pinches, never themselves.
          ▲ ███ ▼
          └──◀──┘

Collinear steps are merged: a ring's vertices are exactly the corners where it turns, a *segment* is what lies
between two of them. Which corner turns is a matter of its four cells, so an edit changes only the segments
that have a point in common with its cells: `segments_near` lists them before and after, without any ring.

The blocked cells come as a padded flat field (`stride` = width + 2) whose border is open.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np

from sandbox.kernels.arrays import Bytes, Int32s, Int64s
from sandbox.kernels.jit import kernel

if TYPE_CHECKING:
    Segments = Int32s  # [n, 4] x0, y0, x1, y1: corners, directed

RIGHT, DOWN, LEFT, UP = 0, 1, 2, 3


def rings_of(blocked: Bytes, width: int) -> tuple[Int32s, ...]:
    """All rings as int32[n, 2] cell corners, in the order in which walks from top to bottom complete them."""
    corners = int(count_turns(blocked, width + 2))
    points = np.empty((corners, 2), np.int32)
    starts = np.zeros(corners // 4 + 2, np.int32)
    marks = np.zeros(blocked.size, np.int32)
    path = np.empty((corners + 1, 2), np.int32)
    count = int(trace_rings(blocked, width + 2, marks, path, points, starts))
    return tuple(points[a:b] for a, b in itertools.pairwise(starts[: count + 1]))


def segments_near(blocked: Bytes, width: int, height: int, box: tuple[int, int, int, int]) -> Segments:
    """All whole segments that share a point with a closed box of cells, each once."""
    out = room_for_segments(box)
    return out[: collect_segments(blocked, width, height, np.array(box), out)]


def room_for_segments(box: tuple[int, int, int, int]) -> Segments:
    """Space for all segments near a box."""
    x0, y0, x1, y1 = box
    return np.empty((2 * (x1 - x0 + 3) * (y1 - y0 + 3), 4), np.int32)


def difference(before: Segments, after: Segments) -> tuple[Segments, Segments]:
    """The segments that are gone, and those that are new."""
    old, new = set(map(tuple, before.tolist())), set(map(tuple, after.tolist()))
    return _array(old - new), _array(new - old)


def _array(segments: set[tuple[int, ...]]) -> Segments:
    return np.array(sorted(segments), np.int32).reshape(-1, 4)


@kernel
def count_turns(blocked: Bytes, stride: int) -> int:
    """How many vertices all rings have: one for a corner of one or three blocked cells, two for a pinch."""
    turns = 0
    for at in range(stride + 1, len(blocked)):
        a, b = blocked[at - stride - 1], blocked[at - stride]
        c, d = blocked[at - 1], blocked[at]
        cells = a + b + c + d
        turns += (cells & 1) + 2 * (cells == 2 and a == d)
    return turns


@kernel
def _along(blocked: Bytes, stride: int, at: int, upright: int) -> int:
    """Which way the outline runs along the unit edge right of (or, upright, below) a corner: 1, -1, 0 not at all.

    A corner is named by the flat id of the cell below and right of it.
    """
    if upright:
        here, beyond = blocked[at - 1], blocked[at]
    else:
        here, beyond = blocked[at], blocked[at - stride]
    return 0 if here == beyond else 1 if here else -1


@kernel
def collect_segments(blocked: Bytes, width: int, height: int, box: Int64s, out: Int32s) -> int:
    """Write every segment with a point in a closed box; return how many. Modified: out."""
    stride = width + 2
    count = 0
    for upright in range(2):
        step = stride if upright else 1
        low, high = (box[1], box[3]) if upright else (box[0], box[2])
        first, last = (box[0], box[2]) if upright else (box[1], box[3])
        length = height if upright else width
        for line in range(first, last + 1):
            base = stride + 1 + (line if upright else line * stride)  # the corner where the line begins
            i = max(low - 1, 0)
            while i <= min(high, length - 1):
                way = _along(blocked, stride, base + i * step, upright)
                if way == 0:
                    i += 1
                    continue
                begin = i
                while begin > 0 and _along(blocked, stride, base + (begin - 1) * step, upright) == way:
                    begin -= 1
                while i < length and _along(blocked, stride, base + i * step, upright) == way:
                    i += 1
                tail, head = (begin, i) if way > 0 else (i, begin)
                out[count, 0], out[count, 1] = (line, tail) if upright else (tail, line)
                out[count, 2], out[count, 3] = (line, head) if upright else (head, line)
                count += 1
    return count


@kernel
def trace_rings(blocked: Bytes, stride: int, marks: Int32s, path: Int32s, points: Int32s, starts: Int32s) -> int:
    """Walk all outlines; return the number of rings, ring i being points[starts[i]:starts[i + 1]].

    Every walk is found at a corner where an outline starts to run right, row by row. Modified: the last four;
    `marks` must be zero: 1 says a run to the right from this corner is walked, more is a pinch's place in the path.
    """
    rings = 0
    for start in range(stride + 1, len(blocked)):
        right = blocked[start] and not blocked[start - stride]
        continues = blocked[start - 1] and not blocked[start - stride - 1]
        if not right or continues or marks[start] & 1:
            continue
        at, way, length = start, RIGHT, 0
        while True:
            pinch = _is_pinch(blocked, stride, at)
            if pinch and marks[at] > 1:  # the loop since the last visit is a ring of its own
                first = (marks[at] >> 1) - 1
                rings = _write_ring(path, first, length, points, starts, rings)
                for i in range(first + 1, length):
                    marks[(path[i, 1] + 1) * stride + path[i, 0] + 1] &= 1
                length = first
            path[length, 0] = at % stride - 1
            path[length, 1] = at // stride - 1
            length += 1
            if pinch:
                marks[at] = marks[at] & 1 | length << 1
            if way == RIGHT:
                marks[at] |= 1
            step = 1 if way == RIGHT else stride if way == DOWN else -1 if way == LEFT else -stride
            side = _right_hand(stride, way)
            at += step
            while blocked[at + side] and not blocked[at + side + _left_of(stride, way)]:
                at += step
            way = (way + 1) & 3 if not blocked[at + side] else (way + 3) & 3
            if at == start and way == RIGHT:
                break
        rings = _write_ring(path, 0, length, points, starts, rings)
        for i in range(length):
            marks[(path[i, 1] + 1) * stride + path[i, 0] + 1] &= 1
    return rings


@kernel
def _is_pinch(blocked: Bytes, stride: int, at: int) -> bool:
    """Whether two blocked cells meet only at this corner."""
    a, b = blocked[at - stride - 1], blocked[at - stride]
    return bool(a == blocked[at] and b == blocked[at - 1] and a != b)


@kernel
def _right_hand(stride: int, way: int) -> int:
    """From a corner's name to the cell ahead on the right hand."""
    if way == RIGHT:
        return 0
    if way == DOWN:
        return -1
    return -stride - 1 if way == LEFT else -stride


@kernel
def _left_of(stride: int, way: int) -> int:
    """From the cell ahead on the right hand to the one ahead on the left."""
    if way == RIGHT:
        return -stride
    if way == DOWN:
        return 1
    return stride if way == LEFT else -1


@kernel
def _write_ring(path: Int32s, first: int, end: int, points: Int32s, starts: Int32s, rings: int) -> int:
    """Copy path[first:end] out as one more ring; return how many there are. Modified: points, starts."""
    at = starts[rings]
    for i in range(first, end):
        points[at, 0] = path[i, 0]
        points[at, 1] = path[i, 1]
        at += 1
    starts[rings + 1] = at
    return rings + 1
