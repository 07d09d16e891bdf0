"""The one search text, event by event against its naive twin, on graphs that are no map."""

import math
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.kernels.jit import kernel, specialise
from sandbox.kernels.recording import NO_EVENTS, NONE, Recording
from sandbox.kernels.stamps import EARLIER, G_BITS, STAMPS, UNREACHED, UNSEEN, next_stamp
from sandbox.planning import search as text
from sandbox.planning.api import new_stop
from sandbox.planning.batch import FOUND, OUT_OF_ROOM, STOPPED
from sandbox.planning.search import AS_FINISHED, HERE, Quest, new_work, with_more_room
from tests.oracles.search import Search

ANYWHERE = 1 << 62


class Graph(NamedTuple):
    """A graph of numbers, in arrays."""

    first: np.ndarray  # [nodes + 1] where a node's edges begin
    to: np.ndarray  # [edges] -1: leads nowhere
    cost: np.ndarray  # [edges]
    ahead: np.ndarray  # [nodes]
    rest: np.ndarray  # [nodes] of a way that ends from here


@kernel(counted=False)
def leave(graph, task, came, u):
    """A source that is no node leaves like node 0."""
    at = max(u, 0)
    return graph.first[at + 1] - graph.first[at], graph.first[at], 0, 0


@kernel(counted=False)
def edge(graph, task, u, gu, begin, y, z, i):
    return graph.to[begin + i], gu + graph.cost[begin + i], np.int64(u) << 32 | (i & 15), z + 1


@kernel(counted=False)
def ahead(graph, task, v, via, x, y):
    return graph.ahead[v]


@kernel(counted=False)
def finish(graph, task, u, gu, x, y, z):
    return gu + graph.rest[max(u, 0)]


over_numbers = specialise(text.search, leave=leave, edge=edge, ahead=ahead, finish=finish)


class Case(NamedTuple):
    """A search, as both texts are asked for it."""

    graph: Graph
    goal: int
    shift: int
    budget: int
    allowed: set | None
    consistent: bool
    outright: bool
    known: int


def random_graph(r, goal):
    nodes, dearest = int(r.integers(2, 40)), int(r.choice([3, 40, 5000, 1 << 20]))
    first = np.concatenate([[0], np.cumsum(r.integers(0, 9, nodes))])
    to = np.where(r.random(first[-1]) < 0.1, NONE, r.integers(0, nodes, first[-1]))
    cost = r.integers(1, dearest + 1, first[-1])
    rest = np.full(nodes, UNREACHED)
    if goal == AS_FINISHED:
        some = r.random(nodes) < 0.2
        rest[some] = r.integers(0, dearest + 1, int(some.sum()))
    return Graph(first, to, cost, np.zeros(nodes, np.int64), rest)


def to_go(graph, goal):
    """The true cost that is left from every node."""
    left = graph.rest.astype(float).tolist()
    left = [math.inf if cost >= UNREACHED else cost for cost in left]
    if goal is not None and goal >= 0:
        left[goal] = 0
    for _ in range(len(left)):
        for u in range(len(left)):
            for e in range(graph.first[u], graph.first[u + 1]):
                if graph.to[e] >= 0:
                    left[u] = min(left[u], graph.cost[e] + left[graph.to[e]])
    return left


@st.composite
def cases(draw):
    r = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    kind = draw(st.sampled_from(["node", "finish", "all"]))
    graph = random_graph(r, AS_FINISHED if kind == "finish" else 0)
    nodes = len(graph.rest)
    goal = {"node": int(r.integers(1, nodes)), "finish": AS_FINISHED, "all": NONE}[kind]
    consistent = draw(st.booleans())
    if kind != "all" and consistent:
        part = draw(st.sampled_from([0, 1, 2]))  # of the truth, in halves
        left = np.array([min(cost, 1 << 30) for cost in to_go(graph, goal)], np.int64)
        graph = graph._replace(ahead=left * part // 2)
    elif kind != "all":
        graph = graph._replace(ahead=r.integers(0, int(graph.cost.max(initial=1)) + 1, nodes))
    allowed = set(np.flatnonzero(r.random(nodes) < 0.8).tolist()) | {0} if draw(st.booleans()) else None
    budget = draw(st.sampled_from([ANYWHERE, ANYWHERE, 0, 5]))
    outright = kind != "node" and draw(st.booleans())
    known = draw(st.sampled_from([UNREACHED, UNREACHED, 0, 30])) if kind == "finish" else UNREACHED
    return Case(graph, goal, draw(st.integers(0, 12)), budget, allowed, consistent, outright, known)


def asked(case, work, events=NO_EVENTS, stop=None):
    """The kernel's answer."""
    stamp = next_stamp(work.stamp, work.key)
    for v in case.allowed or ():
        work.key[v] = stamp | UNSEEN
    lowest = stamp if case.allowed is None else EARLIER
    source, came = (NONE if case.outright else 0), 7
    f0 = int(case.graph.ahead[0])
    quest = Quest(
        source, case.goal, came, f0, case.known, stamp, lowest, case.shift, case.budget,
        int(case.consistent), int(case.outright), int(in_order(case)),
    )  # fmt: skip
    return over_numbers(case.graph, 0, work, quest, new_stop() if stop is None else stop, events)


def in_order(case):
    """Whether an edge never leads as far ahead as there are buckets: the kernel may then tell entries otherwise."""
    farthest = int(case.graph.cost.max(initial=0)) + int(case.graph.ahead.max())
    return case.consistent and farthest >> case.shift < text.BUCKETS - 1


def twin_of(case):
    graph = case.graph

    def edges(u):
        at = max(u, 0)
        for i, e in enumerate(range(graph.first[at], graph.first[at + 1])):
            if graph.to[e] >= 0:
                yield int(graph.to[e]), int(graph.cost[e]), u << 32 | (i & 15)

    def rest(u):
        return int(graph.rest[max(u, 0)]) if graph.rest[max(u, 0)] < UNREACHED else math.inf

    return Search(
        edges, lambda v: int(graph.ahead[v]), rest, goal=None if case.goal == NONE else case.goal,
        width=1 << case.shift, budget=case.budget, buckets=text.BUCKETS, allowed=case.allowed,
        consistent=case.consistent,
    )  # fmt: skip


@given(cases())
def test_every_event_is_the_naive_twins(case):
    twin, recording = twin_of(case), Recording(1 << 14)
    known = case.known if case.known < UNREACHED else math.inf
    source = NONE if case.outright else 0
    ended, best, last = twin.run(source, 7, int(case.graph.ahead[0]), outright=case.outright, best=known)
    work = new_work(len(case.graph.rest), np.int64, 4096)
    found = asked(case, work, recording.events)
    rows = [tuple(row) for row in recording.events.rows[: recording.count].tolist()]
    assert rows == [
        (kind, v, u, float(np.float32(g)), float(np.float32(f)), aux) for kind, v, u, g, f, aux in twin.events
    ]
    kinds = [event[0] for event in twin.events]
    assert found == (ended, min(best, UNREACHED), kinds.count(2), kinds.count(1), kinds.count(4), last)
    assert all(work.key[v] == work.stamp[0] << G_BITS | g for v, g in twin.g.items())
    assert all(work.came[v] & ~text.CLOSED == came for v, came in twin.came.items())


@given(cases())
def test_the_clean_run_with_used_memory_that_grows_answers_alike(case):
    nodes = len(case.graph.rest)
    small, roomy = new_work(nodes, np.int64, 1), new_work(nodes, np.int64, 4096)
    first = asked(case, roomy, Recording(1 << 14).events)
    assert asked(case, roomy) == first
    roomy.stamp[0] = STAMPS - 1  # the numbers begin anew
    assert asked(case, roomy) == first
    while (found := asked(case, small))[0] == OUT_OF_ROOM:
        small = with_more_room(small)
    assert found == first


@given(cases())
def test_with_a_consistent_estimate_the_cost_is_the_least(case):
    case = case._replace(allowed=None, budget=ANYWHERE, known=UNREACHED)
    if not case.consistent:
        case = case._replace(graph=case.graph._replace(ahead=np.zeros_like(case.graph.ahead)))
    ended, best, *_ = asked(case, new_work(len(case.graph.rest), np.int64, 4096))
    if case.goal != NONE:
        least = to_go(case.graph, case.goal)[0]
        assert best == min(least, UNREACHED)
        assert (ended == FOUND) == math.isfinite(least)


@pytest.mark.small
def test_a_raised_flag_stops_it():
    graph = Graph(*(np.array(a, np.int64) for a in ([0, 1, 2], [1, 0], [1, 1], [0, 0], [UNREACHED] * 2)))
    case = Case(graph, 1, 0, ANYWHERE, None, consistent=True, outright=False, known=UNREACHED)
    assert asked(case, new_work(2, np.int64, 64), stop=np.ones(1, np.uint8))[0] == STOPPED
    assert HERE & text.CLOSED == 0
