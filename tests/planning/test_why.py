"""Ledgers against SciPy and shapely: they add up, and each term is the difference of two optima solved by others.

Any planner, any options, levels of every generator and degenerate ones, points and discs, over terrain or not.
"""

import itertools
import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.level.generators import generators
from sandbox.planning.api import Limits, Metric, Query, Status, planners
from sandbox.planning.why.explain import explain, taken
from sandbox.planning.why.work import explain_work
from tests.planning.levels import random_level
from tests.planning.touching import touching_level
from tests.planning.worlds import mixed, random_points

others = pytest.importorskip("tests.oracles.worlds", reason="SciPy is not installed", exc_type=ImportError)

seeds = st.integers(0, 2**32 - 1)
RADII = [0.0, 0.0, 0.3, 0.5, 0.7]  # of a level's discs, if it gets any
CLOSE = 1e-9  # of the cost: what a sum, and a term, may be off
OWN_STEPS = {
    "search",
    "order of the search",
    "sectors chosen",
    "corridor",
    "channel",
    "bends in the middle of cells",
}
PUT_RIGHT = {
    "heuristic weight": {"weight": 1.0},
    "heuristic claims too much": {"heuristic": "octile"},
    "closed cells stay closed": {"reopen": True},
    "refined in parts": {"steps": 0},
}


def a_level(seed):
    """Of a generator, or small and odd; and of which kind."""
    r = np.random.default_rng(seed)
    kind = r.integers(4)
    if kind == 0:
        entry = list(generators)[r.integers(len(generators.keys()))]
        width, height = (33, 33) if entry.key == "spiral" else r.integers(22, 33, 2).tolist()
        return entry.cls().generate(width, height, int(r.integers(1000))), entry.key
    if kind == 1:
        return touching_level(seed), "touching"
    if kind == 2:
        return mixed(seed, longest=16), "mixed"
    weighted = bool(r.integers(2))
    return random_level(seed, longest=24, weighted=weighted), "weighted" if weighted else "random"


def options(r, entry):
    """Any value for every option; as they come, one time in three."""
    chosen = {} if r.random() < 1 / 3 else {option.name: value(r, option) for option in entry.options}
    hierarchical = "near" in {option.name for option in entry.options}
    return chosen | {"near": 0} if hierarchical and r.random() < 0.7 else chosen


def value(r, option):
    if option.kind == "choice":
        return option.choices[r.integers(len(option.choices))]
    if option.kind == "bool":
        return bool(r.integers(2))
    picked = [option.low, option.default, option.default, r.uniform(option.low, option.high)][r.integers(4)]
    return round(picked) if option.kind == "int" else float(picked)


class Case:
    """One planner's answer on one level, and what others know of its worlds."""

    def __init__(self, level, worlds, entry, chosen, query):
        self.level, self.worlds, self.entry, self.chosen = level, worlds, entry, dict(chosen)
        self.prepared = entry.create(chosen).prepare(level)
        self.asked = query
        self.query = taken(self.prepared, query)
        self.ledger = explain(self.prepared, query, planner=entry.key)
        self.start, self.goal = self.query.start, self.query.goal

    def judge(self):
        """Raise for what is wrong."""
        ledger, plan = self.ledger, self.prepared.plan(self.query, Limits())
        self.plan = plan
        assert ledger.status is plan.status
        if plan.status is Status.UNSUPPORTED:
            assert (ledger.terms, ledger.says) == ((), plan.message)
            assert math.isnan(ledger.optimum)
            return
        assert ledger.adds_up
        if ledger.over_terrain is not None:
            self.weighed(ledger.over_terrain)
        if plan.status is Status.FOUND:
            assert ledger.cost == pytest.approx(plan.cost, rel=1e-7, abs=1e-5)  # Theta* rounds every line
            self.sums(ledger)
        if self.start != self.goal or plan.status is not Status.FOUND:
            self.terms(ledger, plan)

    def sums(self, ledger):
        off = math.fsum(term.value for term in ledger.terms) - (ledger.cost - ledger.optimum)
        assert abs(off) <= CLOSE * max(1.0, ledger.cost)
        assert ledger.loss == pytest.approx(ledger.cost - ledger.optimum, abs=CLOSE * max(1.0, ledger.cost))

    def terms(self, ledger, plan):
        """Every term is the difference of two optima found by others; with no way at all, so say they."""
        weighted = ledger.metric is Metric.WEIGHTED
        before = (self.measured(plan, weighted),) * 2
        if plan.status is Status.NO_PATH:
            self.opened(ledger, weighted)
            return
        for term in ledger.terms:
            after = self.optimum(term.name, weighted)
            low, high = before[0] - after[1], before[1] - after[0]
            slack = CLOSE * max(1.0, ledger.cost)
            assert term.low - slack <= high, (term.name, term.low, term.high, before, after)
            assert low <= term.high + slack, (term.name, term.low, term.high, before, after)
            if before[0] == before[1] and after[0] == after[1] and term.name != "grid moves over terrain":
                assert term.exact, term.name
                assert abs(term.value - (before[0] - after[0])) <= slack, (term.name, term.value, before, after)
            self.marked(term)
            before = after

    def marked(self, term):
        """Cells lie in the level; the alternative leads from end to end."""
        assert ((term.cells >= 0) & (term.cells < (self.level.width, self.level.height))).all()
        if len(term.points):
            assert np.allclose(term.points[[0, -1]], [self.start, self.goal], atol=1e-9)

    def opened(self, ledger, weighted):
        """No path: the one term that is infinite is of the first world with a way."""
        assert all(math.isinf(term.value) for term in ledger.terms[:1])
        assert all(math.isfinite(term.value) for term in ledger.terms[1:])
        assert math.isinf(self.own(weighted)[1])
        if not ledger.terms:
            assert math.isinf(self.worlds.true(self.start, self.goal)[1])
        else:
            assert math.isfinite(self.optimum(ledger.terms[0].name, weighted)[0])

    def weighed(self, over):
        """The same way by what its cells cost, shapely says how much of it lies in each; and the first term."""
        assert over.adds_up
        best, _ = self.worlds.by_steps(self.start, self.goal, weighted=True)
        slack = CLOSE * max(1.0, over.cost)
        if math.isfinite(best):
            assert over.terms[0].name == "terrain ignored"
            assert abs(over.terms[0].value - (over.cost - best)) <= slack
        y, x = np.mgrid[: self.level.height, : self.level.width]
        inside = shapely.length(shapely.intersection(shapely.box(x, y, x + 1, y + 1), shapely.LineString(over.points)))
        dearer = float((inside * self.worlds.prices).sum())  # what lies on a border counts for both sides
        assert over.cost <= dearer + 1e-6
        assert over.cost >= others.length(over.points) * self.cheapest - 1e-6

    def measured(self, plan, weighted):
        if plan.arcs is not None:
            return plan.cost
        if not weighted:
            return others.length(plan.points)
        cost = self.worlds.ground.cost
        x, y = np.floor(plan.points).astype(int).T
        steps = np.hypot(*np.diff(plan.points, axis=0).T)
        return float((steps * (cost[y, x][1:] + cost[y, x][:-1]) / 2).sum())

    def own(self, weighted):
        promises = self.prepared.promises
        if promises.world == "mesh":
            return self.worlds.true(self.start, self.goal)
        if promises.any_angle:
            return self.worlds.among_cells(self.start, self.goal)
        return self.worlds.by_steps(self.start, self.goal, promises.moves, weighted=weighted)

    def optimum(self, name, weighted):
        """What others find for the world after a step."""
        a, b, worlds = self.start, self.goal, self.worlds
        if name in PUT_RIGHT:
            return self.put_right(PUT_RIGHT[name], weighted)

        def confined(grown):
            return worlds.by_steps(a, b, weighted=weighted, inside=self.inside(grown))

        found = {
            "four moves": lambda: worlds.by_steps(a, b, weighted=weighted),
            "corners not cut": lambda: worlds.by_steps(a, b, weighted=weighted, corners=True),
            "grid moves": lambda: worlds.in_open_cells(a, b),
            "clearance": lambda: worlds.among_cells(a, b),
            "polygons as cells": lambda: worlds.true(a, b),
            "grid moves over terrain": lambda: (worlds.true(a, b)[0] * self.cheapest, math.inf),
            "smoothing not finished": lambda: confined(0) if self.entry.key == "pra" else self.joined(weighted),
            "entrances thinned": lambda: confined(0),
            "legs fixed to their sectors": lambda: confined(1),
            "funnel": self.in_channel,
        }
        assert name in found or name in OWN_STEPS, name
        return found.get(name, lambda: self.own(weighted))()

    @property
    def cheapest(self):
        return float(self.worlds.prices[self.worlds.prices > 0].min())

    def put_right(self, better, weighted):
        """What the same planner finds with one option put right, which stays so."""
        self.chosen |= better
        prepared = self.entry.create(self.chosen).prepare(self.level)
        plan = prepared.plan(self.query, Limits())
        if prepared.promises.optimal and not prepared.promises.any_angle:
            return self.own(weighted)
        if "steps" in better:
            self.prepared, self.plan = prepared, prepared.plan(self.query, Limits())
        return (self.measured(plan, weighted),) * 2

    def joined(self, weighted):
        """Every bend of the answer joined with each; which of equal ways it is, the ledger says."""
        found = others.joined(self.worlds.ground, self.plan.points, weighted=weighted)
        self.straight = next(t.points for t in self.ledger.terms if t.name == "smoothing not finished")
        cost = others.cost_of_run(self.worlds.ground, np.floor(self.straight).astype(int).tolist(), weighted=weighted)
        assert cost == pytest.approx(found, rel=CLOSE)
        return found, found

    def inside(self, grown):
        """[height, width] the cells of HPA*'s sectors, or of PRA*'s corridor, and of the answer."""
        self.plan = self.prepared.plan(self.query, Limits())  # what it shows is of its last answer
        shown = {layer.name: layer for layer in self.plan.layers}
        cells = np.floor(self.plan.points).astype(int)
        inside = np.zeros((self.level.height, self.level.width), bool)
        if self.entry.key == "pra":
            lowest = min(int(name.split()[1]) for name in shown if name.endswith("corridor"))
            inside[cells[:, 1], cells[:, 0]] = True
            return inside | (shown[f"level {lowest} corridor"].values == 1)
        cells = np.vstack([cells, np.floor(self.straight).astype(int)])
        if "abstract path" in shown:
            cells = np.vstack([cells, np.floor(shown["abstract path"].ends.reshape(-1, 2)).astype(int)])
        size = self.prepared.planner.sector
        for x, y in np.unique(cells // size, axis=0).tolist():
            columns = slice(max(x - grown, 0) * size, (x + grown + 1) * size)
            inside[max(y - grown, 0) * size : (y + grown + 1) * size, columns] = True
        return inside

    def in_channel(self):
        """Corner by corner through the portals it shows; of a disc only bounds."""
        plan = self.prepared.plan(self.query, Limits())
        if self.query.radius > 0:
            return 0.0, plan.cost
        portals = next(layer.ends for layer in plan.layers if layer.name == "crossed portals")
        found = others.through(portals, self.start, self.goal)
        return found, found


def ledgers_agree(seed, queries=1):
    """Every planner's ledgers on one level, with any options: how many there were, on what kind of level."""
    r, (level, kind) = np.random.default_rng(seed), a_level(seed)
    known, count, disc = {}, 0, float(r.choice(RADII))
    for entry in planners:
        for start, goal in random_points(level, int(r.integers(2**32)), queries, centres=bool(r.random() < 0.8)):
            radius = disc if entry.info["radius"] and r.random() < 0.6 else 0.0
            if radius not in known:
                known[radius] = others.Worlds(level, radius)
            end = start if r.random() < 0.05 else goal
            Case(level, known[radius], entry, options(r, entry), Query(start, end, radius)).judge()
            count += 1
    return count, kind


@given(seed=seeds)
@settings(max_examples=14)
def test_terms_are_differences_of_optima_found_by_others(seed):
    ledgers_agree(seed)


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_ten_thousand_ledgers_add_up_to_differences_found_by_others():
    total, kinds = 0, set()
    for seed in itertools.count():
        count, kind = ledgers_agree(seed, 2)
        total += count
        kinds.add(kind)
        if total >= 10_000 and kinds >= set(generators.keys()):
            break
    assert kinds == {*generators.keys(), "touching", "mixed", "random", "weighted"}


@given(seed=seeds)
@settings(max_examples=8)
def test_expansions_add_up(seed):
    r, (level, _) = np.random.default_rng(seed), a_level(seed)
    for entry in planners:
        ((start, goal),) = random_points(level, int(r.integers(2**32)), centres=True)
        prepared = entry.create(options(r, entry)).prepare(level)
        query = Query(start, goal)
        work, plan = explain_work(prepared, query, planner=entry.key), prepared.plan(taken(prepared, query), Limits())
        assert work.adds_up
        assert (work.status, work.expanded) == (plan.status, plan.expanded)
        if plan.status is Status.FOUND:
            astar = planners["astar"].create({"moves": prepared.promises.moves}).prepare(level)
            assert work.reference == astar.plan(query, Limits()).expanded
