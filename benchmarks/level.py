"""What follows from a level after one painted cell: repaired against rebuilt.

    python -m benchmarks.level

On levels of 512 and 2048 cells a side (caves, rooms with doors, open ground), single cells are flipped at
random places; timed is the repair of moves, components, clearance, one disc's grid, and outlines together, and
each alone. At the end everything is compared with a fresh build. Rebuilding is timed in the same run.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.harness import Timing, duration, section, table
from sandbox.geometry.polygons import circle
from sandbox.level.edits import AddPolygon, FillRegion, Line, MovePolygon, PaintCells
from sandbox.level.model import WALL, Level, Obstacle
from sandbox.level.obstacles import ring_of_cells

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

FLIPS = 1500
RADIUS = 0.75
STRUCTURES: dict[str, Callable[[Level], object]] = {
    "grid": lambda level: level.derived.grid,
    "components": lambda level: level.derived.components,
    "clearance": lambda level: level.derived.clearance,
    "outlines": lambda level: level.derived.boundary,
    "all, and a disc's grid": lambda level: (
        [make(level) for name, make in STRUCTURES.items() if "," not in name] + [level.derived.disc(RADIUS)]
    ),
}
RADII = (0.0, 0.5, 1.5, 4.0, 16.0)


def caves(side: int) -> NDArray[np.uint8]:
    """Smoothed noise: winding passages."""
    cells = (np.random.default_rng(side).random((side, side)) < 0.45).astype(np.uint8)
    for _ in range(4):
        padded = np.pad(cells, 1, constant_values=1)
        near = sum(padded[y : y + side, x : x + side].astype(int) for y in range(3) for x in range(3))
        cells = (near >= 5).astype(np.uint8)
    return cells


def rooms(side: int) -> NDArray[np.uint8]:
    """Walls every 32 cells, with doors: one cell decides about connections."""
    cells = np.zeros((side, side), np.uint8)
    cells[::32] = cells[:, ::32] = WALL
    cells[::32, 16::32] = cells[16::32, ::32] = 0
    return cells


def open_ground(side: int) -> NDArray[np.uint8]:
    """Nothing but a few rocks: clearance reaches far."""
    cells = np.zeros((side, side), np.uint8)
    spots = np.random.default_rng(side).integers(0, side, (side // 4, 2))
    cells[spots[:, 0], spots[:, 1]] = WALL
    return cells


def flips(level: Level, count: int) -> Iterator[PaintCells]:
    """Cells at random places, opened or closed."""
    r = np.random.default_rng(level.width)
    for _ in range(count):
        x, y = (int(v) for v in r.integers(0, level.width, 2))
        yield PaintCells.one(x, y, 0 if level.terrain[y, x] else WALL)


def repairs(cells: NDArray[np.uint8], follow: Callable[[Level], object], count: int = FLIPS) -> tuple[Timing, Level]:
    """How long one structure takes to follow single painted cells."""
    level = Level(cells.copy())
    follow(level)
    samples = []
    for edit in flips(level, count):
        level.apply(edit)
        began = time.perf_counter()
        follow(level)
        samples.append(time.perf_counter() - began)
    return Timing(tuple(samples)), level


def rebuild(level: Level, follow: Callable[[Level], object]) -> Timing:
    """How long building anew takes."""
    samples = []
    for _ in range(2):
        fresh = level.copy()
        began = time.perf_counter()
        follow(fresh)
        samples.append(time.perf_counter() - began)
    return Timing(tuple(samples))


def check(level: Level) -> None:
    """Everything repaired equals everything rebuilt."""
    ours, fresh = level.derived, level.copy().derived
    assert np.array_equal(ours.grid.moves, fresh.grid.moves)
    assert np.array_equal(ours.clearance, fresh.clearance)
    assert np.array_equal(ours.disc(RADIUS).grid.moves, fresh.disc(RADIUS).grid.moves)
    assert all(np.array_equal(a, b) for a, b in zip(ours.outlines, fresh.outlines, strict=True))
    pairs = np.unique(np.stack([ours.components, fresh.components]), axis=1)
    assert len(np.unique(pairs[0])) == len(np.unique(pairs[1])) == pairs.shape[1]
    areas = sum(int((r[:, 0] * np.roll(r[:, 1], -1) - np.roll(r[:, 0], -1) * r[:, 1]).sum()) for r in ours.outlines)
    assert areas == 2 * int((level.terrain == WALL).sum())


def painted_cells() -> str:
    """The table of repairs."""
    rows = []
    for make in (caves, rooms, open_ground):
        for side in (512, 2048):
            rows += _rows(f"{make.__name__.replace('_', ' ')} {side}²", make(side))
    columns = ("after one painted cell", "repair", "p99", "rebuild", "times faster")
    return table(columns, rows)


def _rows(name: str, cells: NDArray[np.uint8]) -> Iterator[tuple[str, ...]]:
    for structure, follow in STRUCTURES.items():
        repaired, level = repairs(cells, follow)
        if "," in structure:
            check(level)
        rebuilt = rebuild(level, follow)
        p99 = float(np.percentile(repaired.samples, 99))
        yield (
            f"{name}: {structure}",
            str(repaired),
            duration(p99),
            duration(rebuilt.median),
            f"{rebuilt.median / repaired.median:,.0f}",
        )


def discs() -> str:
    """The grid of a radius with its components, after one painted cell, beside that of points."""
    rows = []
    for make in (caves, rooms, open_ground):
        took = [repairs(make(512), lambda level, r=r: level.derived.disc(r).components)[0] for r in RADII]  # type: ignore[misc]
        median, mean = ([float(of(each.samples)) for each in took] for of in (np.median, np.mean))
        rows += [
            (f"{make.__name__.replace('_', ' ')} 512²: radius {r:g}", duration(m), f"{m / median[0]:.1f}",
             duration(a), f"{a / mean[0]:.1f}")
            for r, m, a in zip(RADII, median, mean, strict=True)
        ]  # fmt: skip
    return table(("grid and components after one painted cell", "median", "× a point's", "mean", "× a point's"), rows)


def edits() -> str:
    """Applying edits to the model alone, on 2048²: what the window's own copy does within a frame."""
    level = Level(caves(2048))
    disc = ring_of_cells(circle(1000, 1000, 40, 0.005))
    level.apply(AddPolygon(Obstacle(0, disc)))
    step = iter(range(10**9))
    seed = _open_cell(level)
    actions: dict[str, Callable[[], object]] = {
        "paint one cell": lambda: level.apply(PaintCells.one(5, 5, next(step) % 2)),
        "a stroke of the largest brush (512)": lambda: level.apply(Line(900, 900, 930, 910, next(step) % 2, brush=512)),
        f"move a polygon of {len(disc)} vertices": lambda: level.apply(MovePolygon(1, 1 - next(step) % 3, 0)),
        "fill all open caves": lambda: level.apply(FillRegion(*seed, 4 + next(step) % 2)),
        "copy the level": level.copy,
    }
    return table(
        ("on the model alone, 2048²", "median (middle half)"), [(n, str(_timed(a))) for n, a in actions.items()]
    )


def _open_cell(level: Level) -> tuple[int, int]:
    """Some cell that is not a wall, near the middle."""
    y, x = np.argwhere(level.terrain[1300:] != WALL)[0]
    return int(x), int(y) + 1300


def _timed(action: Callable[[], object], rounds: int = 15) -> Timing:
    action()
    samples = []
    for _ in range(rounds):
        began = time.perf_counter()
        action()
        samples.append(time.perf_counter() - began)
    return Timing(tuple(samples))


def main() -> None:
    """Measure and write the section."""
    for follow in STRUCTURES.values():
        repairs(rooms(64), follow, 200)
    section("level", f"{painted_cells()}\n\n{discs()}\n\n{edits()}")


if __name__ == "__main__":
    main()
