"""Warm-ups of the planners: a tiny query each, clean and recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from sandbox.kernels.recording import Recording
from sandbox.level.edits.paint import PaintCells
from sandbox.level.model import WALL, Level
from sandbox.planning.api import Limits, Planner, Query, planners
from sandbox.planning.grid.distances import distances_from
from sandbox.planning.grid.graph import id_of, space_of
from sandbox.planning.why.explain import explain

VARIANTS: dict[str, tuple[dict[str, str], ...]] = {"astar": ({}, {"queue": "heap"}, {"heuristic": "landmarks"})}
"""Options that lead to other kernels than the defaults do."""


def warmups() -> Iterator[tuple[str, Callable[[], object]]]:
    """Every planner there is, by its key, so that planners added later are warm too."""
    for entry in planners:
        yield entry.title, lambda key=entry.key: _answer(key)  # type: ignore[misc]
    yield "distances", _distances
    yield "ledgers", _explain


def _level() -> Level:
    level = Level.empty(8, 8)
    level.terrain[3, 1:6] = WALL
    return level


def load(planner: Planner) -> None:
    """Have a planner answer something tiny, so that its next answer is timed without the loading of kernels."""
    planner.prepare(_level()).plan(_query(), Limits())


def _query() -> Query:
    return Query((0.5, 0.5), (4.5, 6.5))


def _answer(key: str) -> None:
    """Prepare, answer, record, and follow an edit."""
    query = _query()
    for options in VARIANTS.get(key, ({},)):
        level = _level()
        prepared = planners[key].parse(options).prepare(level)
        prepared.plan(query, Limits())
        prepared.plan(replace(query, radius=0.3), Limits())
        prepared.plan(query, Limits(), Recording(1000))
        level.apply(PaintCells.one(6, 6, WALL))
        prepared.follow()


def _distances() -> None:
    space = space_of(_level().derived.grid, 8)
    distances_from(space, id_of((0, 0), space.stride), weighted=False)


def _explain() -> None:
    """Ledgers of planners that need kernels for it which no answer does."""
    for key, options in (("hpa", {"near": 0}), ("naive-triangles", {})):
        explain(planners[key].create(options).prepare(_level()), _query())
