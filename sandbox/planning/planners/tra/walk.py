"""Walks through the reduced mesh, for TRA*: up and down trees, along corridors, and back over what was found."""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import Int32s
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import NONE
from sandbox.mesh.reduction import ARRIVAL, HEIGHT, ONWARD, ROOT, UP, third
from sandbox.planning.mesh.funnel import Funnel
from sandbox.planning.planners.tra import memory as m
from sandbox.planning.planners.tra.memory import Rule, Ways, Work

DECIDE, ARRIVE, BLOCKED = 0, 1, 2  # where a walk along a corridor ends: at a decision, at the goal's root, nowhere


@kernel(counted=False)
def meeting(twin: Int32s, tree: Int32s, a: int, b: int) -> int:
    """Where the ways up from two triangles of one tree meet."""
    while a != b:
        if tree[a, HEIGHT] >= tree[b, HEIGHT]:
            a = twin[tree[a, UP]] // 3
        else:
            b = twin[tree[b, UP]] // 3
    return a


@kernel(counted=False)
def climb(twin: Int32s, tree: Int32s, t: int, top: int, up: Int32s, down: Int32s) -> int:
    """The half-edges by which one enters triangles on the way up from t, and on the way down to it: how many."""
    n = 0
    while t != top:
        up[n] = twin[tree[t, UP]]
        down[n] = tree[t, UP]
        t = up[n] // 3
        n += 1
    for i in range(n // 2):
        down[i], down[n - 1 - i] = down[n - 1 - i], down[i]
    return n


@kernel(counted=False)
def fits(room: NDArray[np.float32], twin: Int32s, path: Int32s, n: int, width: float) -> bool:
    """Whether something so wide can pass through the triangles between the portals path[:n]."""
    for i in range(n - 1):
        e, h = path[i], twin[path[i + 1]]
        if room[third(e, h), m.WIDTH] < width:
            return False
    return True


@kernel(counted=False)
def passes(ways: Ways, work: Work, rule: Rule, n: int, direct: bool) -> bool:
    """Whether a disc comes from the start through the portals path[:n], and through the descent to the goal.

    In one tree the path contains the descent.
    """
    twin, descent = ways.twin, work.counts[m.DESCENT]
    if n > 0 and not (fits(ways.room, twin, work.path, n, rule.width) and opens(rule.leaving, twin[work.path[0]])):
        return False
    if direct:
        return n > 0 and opens(rule.arriving, work.path[n - 1])
    return descent == 0 or (
        fits(ways.room, twin, work.descent, descent, rule.width) and opens(rule.arriving, work.descent[descent - 1])
    )


@kernel(counted=False)
def set_out(ways: Ways, work: Work, rule: Rule, direct: bool) -> tuple[int, int]:
    """Lay out the way from the start up to its root, or `direct`, in the same tree, to the goal; and the descent.

    How many portals it crosses, and where it ends. The funnel in hand is the start alone.
    """
    twin, tree, counts, path = ways.twin, ways.tree, work.counts, work.path
    n, end = 0, BLOCKED
    for _ in range(2):  # a disc that does not fit directly may come round, where its tree hangs on a ring
        start_top, goal_top = tree[rule.start, ROOT], tree[rule.goal, ROOT]
        if direct:
            start_top = goal_top = meeting(twin, tree, rule.start, rule.goal)
        counts[m.DESCENT] = climb(twin, tree, rule.goal, goal_top, path, work.descent)
        n = climb(twin, tree, rule.start, start_top, path, work.channel)
        if direct:
            for i in range(counts[m.DESCENT]):
                path[n + i] = work.descent[i]
            n += counts[m.DESCENT]
        fits = rule.width == 0 or passes(ways, work, rule, n, direct)
        if fits:
            end = ARRIVE if direct else DECIDE
        if fits or not direct:
            break
        direct = False
    middle = work.funnel.deque.shape[0] // 2
    counts[m.LOW] = counts[m.APEX] = counts[m.HIGH] = middle
    counts[m.LEFT] = counts[m.RIGHT] = NONE
    work.funnel.deque[middle] = 0
    return n, end


@kernel(counted=False)
def opens(edges: int, h: int) -> bool:
    """Whether half-edge h is one of those of its triangle that `edges` has bits for."""
    return (edges >> (h % 3)) & 1 != 0


@kernel(counted=False)
def walk(ways: Ways, work: Work, rule: Rule, came: int, h: int) -> tuple[int, int]:
    """Walk from a triangle entered by `came` (NONE: it is the start) out by half-edge h, to a decision or the goal.

    How many portals are crossed, laid out in work.path, and how the walk ends.
    """
    twin, on, path, last = ways.twin, ways.on, work.path, ways.on[h, ARRIVAL]
    goal_root, descent = ways.tree[rule.goal, ROOT], work.counts[m.DESCENT]
    n = 0
    e = came
    while True:
        if rule.width > 0:
            if e != NONE and ways.room[third(e, h), m.WIDTH] < rule.width:
                return n, BLOCKED
            if e == NONE and not opens(rule.leaving, h):
                return n, BLOCKED
        e = twin[h]
        path[n] = e
        n += 1
        t = e // 3
        if t == goal_root:
            open_to_goal = True
            if rule.width > 0 and descent > 0:
                x = twin[work.descent[0]]
                open_to_goal = ways.room[third(e, x), m.WIDTH] >= rule.width
            elif rule.width > 0:
                open_to_goal = opens(rule.arriving, e)
            if open_to_goal:
                for i in range(descent):
                    path[n + i] = work.descent[i]
                return n + descent, ARRIVE
        if e == last:
            return n, DECIDE
        if t == ways.twin[path[0]] // 3:  # once round a ring
            return n, BLOCKED
        h = on[e, ONWARD]


@kernel(counted=False)
def lay_out_channel(ways: Ways, work: Work, rule: Rule) -> None:
    """Write the portals of the best channel, from start to goal."""
    channel, node, twin = work.channel, work.node, ways.twin
    k, e = work.counts[m.BY_NODE], work.counts[m.BY_ENTRY]
    direct = k == NONE
    top = meeting(twin, ways.tree, rule.start, rule.goal) if direct else ways.tree[rule.start, ROOT]
    # 1. up the start's tree
    n = 0
    t = rule.start
    while t != top:
        channel[n] = twin[ways.tree[t, UP]]
        t = channel[n] // 3
        n += 1
    # 2. along corridors: back from node to node, then turned round
    first = n
    while not direct:
        here = node[k, m.ENTRY] // 3 if k != 0 else top
        while True:
            channel[n] = e
            n += 1
            h = twin[e]
            if h // 3 == here:
                break
            e = ways.on[h, ONWARD]
        if k == 0:
            break
        e = node[k, m.ENTRY]
        k = node[k, m.PARENT]
    for i in range((n - first) // 2):
        channel[first + i], channel[n - 1 - i] = channel[n - 1 - i], channel[first + i]
    # 3. down the goal's tree
    for i in range(work.counts[m.DESCENT]):
        channel[n + i] = work.descent[i]
    work.counts[m.LENGTH] = n + work.counts[m.DESCENT]


@kernel(counted=False)
def distinct(funnel: Funnel, count: int) -> int:
    """Leave elements out of `way` that lie where the one before does: how many remain."""
    n = 1
    for i in range(1, count):
        a, b = funnel.way[n - 1], funnel.way[i]
        if funnel.spot[a, 0] != funnel.spot[b, 0] or funnel.spot[a, 1] != funnel.spot[b, 1]:
            funnel.way[n] = b
            n += 1
    return n
