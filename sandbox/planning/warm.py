"""Warm-ups of the planners: a tiny query each, so that a path is soon there; then all else that is asked of one.

The first is what a planner needs for its first answer, with its own options, for points, on terrain of one cost. The
other is the rest: recordings, edits, discs, weights, pictures, other options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from sandbox.kernels.recording import Recording
from sandbox.level.edits.paint import PaintCells
from sandbox.level.model import DEFAULT_PALETTE, WALL, Level
from sandbox.planning.api import Limits, OfUser, Planner, Query, planners
from sandbox.planning.grid.distances import distances_from
from sandbox.planning.grid.graph import id_of, space_of
from sandbox.registry import Entry

BEYOND = ", beyond a first answer"
COSTLY = next(code for code, terrain in enumerate(DEFAULT_PALETTE) if terrain.cost > 1)
VARIANTS: dict[str, tuple[dict[str, str], ...]] = {"astar": ({}, {"queue": "heap"}, {"heuristic": "landmarks"})}
"""Options that lead to other kernels than the defaults do."""


def warmups() -> Iterator[tuple[str, Callable[[], object]]]:
    """Every planner there is, by its key, so that planners added later are warm too."""
    for entry in (entry for entry in planners if not entry.info.get("own")):
        yield entry.title, partial(_answer, entry.key)
        yield entry.title + BEYOND, partial(_go_on, entry.key)
    yield "distances", _distances
    yield "ledgers", _explain


def first_answer(entry: Entry[Planner]) -> tuple[str, ...]:
    """The warm-ups before a planner's first answer, where it has its own options, on a plain level."""
    own = [] if entry.info.get("own") else [f"planning: {entry.title}"]
    return (*(["level: grid"] if entry.info["world"] == "grid" else []), *own)


def all_else(entry: Entry[Planner]) -> tuple[str, ...]:
    """The warm-ups before anything else is asked of a planner; the user's own has no kernels we know of."""
    return () if entry.info.get("own") else (f"planning: {entry.title}{BEYOND}",)


def _level() -> Level:
    level = Level.empty(8, 8)
    level.terrain[3, 1:6] = WALL
    return level


def load(planner: Planner) -> None:
    """Have a planner answer something tiny, so that its next answer is timed without the loading of kernels."""
    if isinstance(planner, OfUser):
        return  # its code is run only for an answer that somebody asked for
    planner.prepare(_level()).plan(_query(), Limits())


def _query() -> Query:
    return Query((0.5, 0.5), (4.5, 6.5))


def _answer(key: str) -> None:
    """Prepare, answer. The components of a grid are left to the warm-up of grids, which is run beside this one."""
    level = _level()
    if planners[key].info["world"] == "grid":
        level.derived.points.leave_apart()
    planners[key].create().prepare(level).plan(_query(), Limits())


def _go_on(key: str) -> None:
    """Discs, recordings, pictures, edits; then terrain of two costs. Each with all the options that matter."""
    for options in VARIANTS.get(key, ({},)):
        planner, level, query = planners[key].parse(options), _level(), _query()
        prepared = planner.prepare(level)
        prepared.plan(replace(query, radius=0.3), Limits())
        plan = prepared.plan(query, Limits(), Recording(1000))
        for layers in (prepared.layers(), plan.layers):
            list(layers)
        level.apply(PaintCells.one(6, 6, WALL))
        prepared.follow()
        for x in (7, 5, 3):  # the first is searched, then the order is kept, then it is taken up
            level.apply(PaintCells.one(x, 7, COSTLY))
            prepared.plan(query, Limits(taking_up=True))


def _distances() -> None:
    space = space_of(_level().derived.grid, 8)
    distances_from(space, id_of((0, 0), space.stride), weighted=False)


def _explain() -> None:
    """Ledgers of planners that need kernels for it which no answer does."""
    from sandbox.planning.why.explain import explain

    for key, options in (("hpa", {"near": 0}), ("naive-triangles", {})):
        explain(planners[key].create(options).prepare(_level()), _query())
