"""Planners to be compared, as a command line names them; their pictures side by side."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sandbox.cli.options import named_values, parts, size
from sandbox.errors import BadInput

if TYPE_CHECKING:
    from sandbox.layers import Layer
    from sandbox.level.model import Level
    from sandbox.planning.api import Planner, Query
    from sandbox.planning.compare.comparison import Comparison
    from sandbox.planning.compare.facts import Contender
    from sandbox.planning.compare.lock import Lock
    from sandbox.planning.compare.run import Run
    from sandbox.registry import Entry

LOCKS = ("expansions", "share", "f", "time")
SPEC = "KEY[:NAME=VALUE]…,…"
GAP = 4  # pixels between panes
USUAL = 512  # pixels of a map's longer side


def add_contenders(parser: argparse.ArgumentParser, name: str, **more: Any) -> None:
    """The planners, each with its own options, and the lock."""
    parser.add_argument(
        name, metavar=SPEC, help="two to four planners, each with options of its own: astar,astar:weight=3", **more
    )
    parser.add_argument("--lock", choices=LOCKS, default="expansions", help="what they have in common at a moment")


def contenders(text: str, where: str) -> list[tuple[Entry[Planner], Planner, str]]:
    """Each with what it is called."""
    from sandbox.planning.api import planners
    from sandbox.planning.compare.comparison import MOST_RUNS

    specs = [spec for spec in text.split(",") if spec]
    if not 2 <= len(specs) <= MOST_RUNS:
        raise BadInput(where, f"{len(specs)} planners", f"2 to {MOST_RUNS} of them, as {SPEC}")
    found = []
    for spec in specs:
        key, values = parts(spec)
        words = " ".join(f"{name}={value}" for name, value in values.items())
        entry = planners[key]
        found.append(
            (entry, entry.parse(named_values(spec.split(":")[1:], spec)), entry.title + (words and f" ({words})"))
        )
    return found


def compared(
    arguments: argparse.Namespace, text: str, where: str, level: Level, query: Query, runs: int = 0
) -> tuple[list[Contender], Comparison] | None:
    """All of them asked; None if it was ended."""
    from sandbox.planning.api import Limits
    from sandbox.planning.compare.comparison import Comparison
    from sandbox.planning.compare.facts import contend

    limits, found = Limits(stop=arguments.stop), []
    for entry, planner, title in contenders(text, where):
        found.append(contend(entry, planner, title, level, query, limits, runs))
        if arguments.stop[0]:
            return None
    return found, Comparison([one.run for one in found])


def lock_of(arguments: argparse.Namespace) -> Lock:
    """The lock that was asked for."""
    from sandbox.planning.compare.lock import Lock

    return Lock(arguments.lock)


def moment_of(arguments: argparse.Namespace, comparison: Comparison) -> int:
    """The moment that was asked for; the end, if none was."""
    length = comparison.lockstep.length(lock_of(arguments))
    at = length if arguments.at is None else int(arguments.at)
    if not 0 <= at <= length:
        raise BadInput("--at", f"{at}", f"a moment from 0 to {length} ({arguments.lock})")
    return at


# Pictures -----------------------------------------------------------------------------------------------


def picture_of_comparison(arguments: argparse.Namespace, out: Path, level: Level, query: Query, most: int) -> bytes:
    """A pane for each and one for what differs: at a moment, or as a film. As SVG what differs alone."""
    answer = compared(arguments, arguments.compare, "--compare", level, query, runs=1)
    if answer is None:
        raise KeyboardInterrupt
    _, comparison = answer
    if out.suffix == ".svg":
        return _svg(arguments, level, comparison)
    if out.suffix == ".gif":
        from sandbox import gif

        length = comparison.lockstep.length(lock_of(arguments))
        frames = max(2, min(arguments.frames, length + 1))
        moments = np.rint(np.linspace(0, length, frames)).astype(int).tolist()
        return gif.encode(list(_painted(arguments, level, comparison, moments, most)))
    from sandbox import png

    return png.encode(next(_painted(arguments, level, comparison, [moment_of(arguments, comparison)], most)))


def _svg(arguments: argparse.Namespace, level: Level, comparison: Comparison) -> bytes:
    from sandbox.level.formats.svg import draw
    from sandbox.svg import paint

    times = comparison.lockstep.times(lock_of(arguments), moment_of(arguments, comparison))
    drawing = draw(level)
    paths = _paths(comparison.runs) if times == comparison.ends else []
    paint(drawing, [comparison.layer(times, range(len(times))), *paths])
    return drawing.text().encode()


def _paths(runs: Sequence[Run]) -> list[Layer]:
    return [path for number, run in enumerate(runs) for path in _path(run, number)]


def _path(run: Run, number: int) -> list[Layer]:
    from sandbox.layers import Role, Segments
    from sandbox.planning.api import Status

    if run.plan.status is not Status.FOUND:
        return []
    ends = run.plan.points
    return [
        Segments(name=f"path {number}", legend=run.title, role=Role.PATH, series=number, ends=ends, chained=True,
                 width=3.0)
    ]  # fmt: skip


def _painted(
    arguments: argparse.Namespace, level: Level, comparison: Comparison, moments: Sequence[int], most: int
) -> Iterator[np.ndarray]:
    """All panes in one picture, moment by moment."""
    from sandbox.ui.canvas.film import Film
    from sandbox.ui.canvas.still import Still, pixels

    runs = comparison.runs
    columns = 2 if len(runs) == 3 else 3
    rows = -(-(len(runs) + 1) // columns)
    each = _pane(level, size(arguments.size, "--size", most) if arguments.size else None, columns, rows)
    stills = [Still(level, each, arguments.theme) for _ in range(len(runs) + 1)]
    films = [
        Film(run.recording, run.width, run.height, dict(run.places), title=run.title, shapes=dict(run.shapes))
        for run in runs
    ]
    for moment in moments:
        times = comparison.lockstep.times(lock_of(arguments), moment)
        panes = []
        for number, (still, film, run, time) in enumerate(zip(stills, films, runs, times, strict=False)):
            layers = film.layers(time) if run.events else []
            panes.append(pixels(still.paint(layers, _path(run, number) if time >= run.events else [], time)))
        ground = comparison.layer(times, range(len(runs)))
        panes.append(pixels(stills[-1].paint([ground], _paths(runs) if times == comparison.ends else [])))
        titles = [*(run.title for run in runs), "Difference"]
        yield _tiled([still.titled(pane, title) for pane, title, still in zip(panes, titles, stills, strict=True)],
                     columns, rows)  # fmt: skip


def _pane(level: Level, whole: tuple[int, int] | None, columns: int, rows: int) -> tuple[int, int]:
    """The size of one map, in pixels."""
    if whole is None:
        scale = max(1, USUAL // max(level.width, level.height))
        return level.width * scale, level.height * scale
    from sandbox.ui.canvas.still import CAPTION

    each = (whole[0] - GAP * (columns - 1)) // columns, (whole[1] - GAP * (rows - 1)) // rows - CAPTION
    if min(each) < 1:
        raise BadInput("--size", f"{whole[0]}x{whole[1]}", f"room for {columns} × {rows} panes")
    return each


def _tiled(panes: Sequence[np.ndarray], columns: int, rows: int) -> np.ndarray:
    """Panes row by row, a gap between them."""
    height, width = panes[0].shape[:2]
    whole = np.zeros((rows * height + GAP * (rows - 1), columns * width + GAP * (columns - 1), 3), np.uint8)
    for number, pane in enumerate(panes):
        row, column = divmod(number, columns)
        y, x = row * (height + GAP), column * (width + GAP)
        whole[y : y + height, x : x + width] = pane
    return whole
