"""What HPA* and PRA* have to keep alike: legal paths never below the optimum, recorded runs like clean ones."""

import pytest

from sandbox.kernels.recording import EXPAND, GENERATE, INCUMBENT, LEVEL, NONE, RELAX, REOPEN, Recording
from sandbox.planning.api import Limits, Query, Status
from sandbox.planning.check.grid import Checker
from tests.oracles.grid import costs, distances
from tests.planning.levels import drawn, random_cells, random_level


def answer(prepared, start, goal, radius=0.0, recording=None):
    """A query between cells, and its plan."""
    query = Query((start[0] + 0.5, start[1] + 0.5), (goal[0] + 0.5, goal[1] + 0.5), radius)
    return query, prepared.plan(query, Limits(), recording)


def check_against_the_optimum(planner, seed, *, weighted):
    """On a random level: legal, found if there is a way, never below the optimum nor above it if said proven."""
    level = random_level(seed, weighted=weighted, longest=40, fill=0.25)
    prepared, checker, cost = planner.prepare(level), Checker(level), costs(level)
    weighted = not level.uniform
    for start, goal in random_cells(level, seed, 12):
        query, plan = answer(prepared, start, goal)
        best = distances(cost, start, weighted=weighted).get(goal) if start in cost else None
        if best is None:
            assert plan.status is Status.NO_PATH
            continue
        assert plan.status is Status.FOUND
        assert checker.check(query, plan) == ""
        assert plan.cost >= best - 1e-6
        assert plan.lower_bound <= best + 1e-6
        assert not plan.proven or plan.cost == pytest.approx(best, abs=1e-6)


def over_the_optimum(planner, level, pairs):
    """How much longer the paths found are than the shortest."""
    prepared, cost = planner.prepare(level), costs(level)
    over = []
    for start, goal in pairs:
        _, plan = answer(prepared, start, goal)
        if plan.status is Status.FOUND and start != goal:
            over.append(plan.cost / distances(cost, start, weighted=False)[goal] - 1)
    assert len(over) > 10
    return over


def recorded_like_clean(prepared, start, goal):
    """Both runs give the same; return the plan and the recording."""
    recording = Recording(1 << 16)
    _, clean = answer(prepared, start, goal)
    _, recorded = answer(prepared, start, goal, recording=recording)
    assert (clean.points == recorded.points).all()
    assert (clean.cost, clean.expanded, clean.generated) == (recorded.cost, recorded.expanded, recorded.generated)
    return clean, recording


def check_parents(recording, *, elsewhere=False):
    """Whatever is reached is reached from the node just expanded, or (`elsewhere`) from one expanded before.

    And never nearer than that: g does not shrink from parent to child.
    """
    expanded, last = {}, None
    columns = (getattr(recording, name).tolist() for name in ("kind", "subject", "parent", "g"))
    for kind, u, parent, g in zip(*columns, strict=True):
        if kind == LEVEL:
            expanded, last = {}, None
        elif kind == EXPAND:
            expanded[u], last = g, u
        elif kind in (GENERATE, RELAX, REOPEN, INCUMBENT) and parent != NONE:
            assert parent in expanded if elsewhere else parent == last
            assert g >= expanded[parent]


def check_keeps_away_from_walls(planner):
    """A disc finds its way past a row of gaps of which one is wide enough."""
    level = drawn(*["........" * 4] * 6, *["#######." * 2 + "...." + "########" + "...."] * 2, *["........" * 4] * 6)
    prepared, checker = planner.prepare(level), Checker(level)
    query, plan = answer(prepared, (3, 2), (28, 11), radius=1.0)
    assert plan.status is Status.FOUND
    assert checker.check(query, plan) == ""
