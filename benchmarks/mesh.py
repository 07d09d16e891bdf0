"""The mesh: bulk building, maps, edits, point location. `python -m benchmarks.mesh` (about two minutes).

Times are CPU times, so that whoever else is at work on the machine does not count; all that is compared runs in one
thread. With PythonCDT installed (requirements.txt) it is timed in turn with it; shapely always is. Game maps come
from $MOVINGAI_DIR, and are left out, saying so, where that is not set.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import shapely
from numpy.typing import NDArray

from benchmarks.harness import Timing, duration, interleaved, ratio, section, table
from sandbox.bench.mesh_curves import check_location
from sandbox.geometry.predicates import GRID
from sandbox.level.edits import AddPolygon, MoveVertex
from sandbox.level.formats import load
from sandbox.level.model import Level, Obstacle
from sandbox.mesh.arrays import LIVE_TRIANGLES, LIVE_VERTICES, Mesh
from sandbox.mesh.check import live_triangles, problems
from sandbox.mesh.editing.build import build
from sandbox.mesh.location.methods import Method, contenders
from sandbox.mesh.of_level import LevelMesh
from sandbox.mesh.triangulation import Triangulation

Points = NDArray[np.int32]
NO_SEGMENTS = np.zeros((0, 4), np.int32)
BOX = (0, 0, GRID, GRID)
UNITS = 512
MANY = 100_000  # points: from here on, looking at every triangle takes too long


def random_points(count: int, seed: int = 1) -> Points:
    """Different points, in random order."""
    rng = np.random.default_rng(seed)
    points = np.unique(rng.integers(0, GRID + 1, (count + count // 50, 2)), axis=0).astype(np.int32)
    return rng.permutation(points)[:count]


def computing(alternatives: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, Timing]:
    """`interleaved` by CPU time."""
    runs = {name: partial(cpu_seconds, run) for name, run in alternatives.items()}
    return interleaved(runs, rounds, own_clock=True)


def cpu_seconds(run: Callable[[], object]) -> float:
    """How long this thread computes."""
    began = time.thread_time()
    run()
    return time.thread_time() - began


def bulk() -> str:
    """Random points, against PythonCDT and shapely."""
    points = random_points(100_000)
    floats = points.astype(np.float64)
    mesh, _, _ = build(points, NO_SEGMENTS, BOX)
    assert problems(mesh) == []
    many = shapely.multipoints(floats)
    rivals: dict[str, Callable[[], object]] = {
        "this mesh": lambda: build(points, NO_SEGMENTS, BOX),
        "shapely (GEOS)": lambda: shapely.delaunay_triangles(many),
    }
    rivals |= _python_cdt(floats, mesh)
    times = computing(rivals, 7)
    ours = times["this mesh"]
    rows = [[name, t, f"{ratio(ours, t):.2f}×"] for name, t in times.items()]
    return "Bulk build of 100,000 random points:\n\n" + table(["", "time", "ours takes, of theirs"], rows)


def _python_cdt(floats: NDArray[np.float64], mesh: Mesh) -> dict[str, Callable[[], object]]:
    try:
        import pythoncdt as cdt
    except ImportError:
        return {}

    def run() -> object:
        rule = cdt.IntersectingConstraintEdges.TRY_RESOLVE
        theirs = cdt.Triangulation(cdt.VertexInsertionOrder.AUTO, rule, 0.0)
        theirs.insert_vertices(floats)
        return theirs

    inner = len(run().triangles)  # type: ignore[attr-defined]
    assert inner > mesh.counts[LIVE_TRIANGLES] - 100  # theirs has a super-triangle, ours a box
    return {"PythonCDT (C++)": run}


def maps() -> str:
    """Game maps with their outlines, against shapely on the same polygons."""
    folder = os.environ.get("MOVINGAI_DIR", "")
    if not folder:
        return "Game maps: MOVINGAI_DIR is not set."
    rows = [_map_row(path) for path in sorted(Path(folder, "bg512").glob("*.map"))]
    columns = ["map", "vertices", "this mesh", "shapely", "times faster"]
    return "Game maps of 512 × 512 cells, outlines to labelled mesh:\n\n" + table(columns, rows)


def _map_row(path: Path) -> Sequence[object]:
    level = load(path)
    free = _free_space(level)
    first = LevelMesh(level)
    triangles = live_triangles(first.mesh)
    theirs = shapely.constrained_delaunay_triangles(free)
    assert problems(first.mesh) == []
    assert int((first.mesh.depth[triangles] == 0).sum()) == len(theirs.geoms)
    times = computing(
        {"ours": lambda: LevelMesh(level), "shapely": lambda: shapely.constrained_delaunay_triangles(free)}, 5
    )
    vertices = int(first.mesh.counts[LIVE_VERTICES])
    faster = ratio(times["shapely"], times["ours"])
    return path.stem, f"{vertices:,}", times["ours"], times["shapely"], f"{faster:.1f}"


def _free_space(level: Level) -> shapely.Geometry:
    """What the outlines leave free, in units."""
    rings = [shapely.LinearRing(r * UNITS) for r in level.derived.outlines]
    blocked = shapely.build_area(shapely.multilinestrings(rings))  # by even and odd
    return shapely.box(0, 0, level.width * UNITS, level.height * UNITS).difference(blocked)


def hexagons(count: int, side: int, radius: int, seed: int) -> list[Points]:
    """Regular hexagons somewhere in a square world."""
    rng = np.random.default_rng(seed)
    angle = np.arange(6) * np.pi / 3
    corners = radius * np.column_stack((np.cos(angle), np.sin(angle)))
    return [np.rint(rng.integers(radius, side - radius, 2) + corners).astype(np.int32) for _ in range(count)]


def small_edits() -> str:
    """Add and remove a hexagon in a world of 5,000 vertices, against building it anew."""
    side = 1 << 18
    world = Triangulation((0, 0, side, side), 8192)
    rings = hexagons(830, side, 600, seed=1)
    for ring in rings:
        world.add_polygon([ring])
    before = world.report.triangles
    fresh = hexagons(500, side, 600, seed=2)

    def edit() -> None:
        for ring in fresh:
            world.remove(world.add_polygon([ring]))

    points = np.concatenate(rings)
    rows = np.concatenate([_ring(i, 6) for i in range(len(rings))])
    times = computing({"edit": edit, "rebuild": lambda: build(points, rows, (0, 0, side, side))}, 7)
    assert problems(world.mesh) == []
    assert world.report.triangles == before
    return _against_rebuild("a 6-gon added and removed", int(world.mesh.counts[LIVE_VERTICES]), times, len(fresh))


def _ring(number: int, corners: int) -> NDArray[np.int32]:
    first = number * corners
    tails = np.arange(first, first + corners, dtype=np.int32)
    return np.column_stack((tails, np.roll(tails, -1), np.full_like(tails, 2 + number), np.ones_like(tails)))


def dragged_vertex() -> str:
    """A vertex dragged in a level of 35,000 vertices: edit, repair, report."""
    rng = np.random.default_rng(3)
    level = Level((rng.random((512, 512)) < 0.045).astype(np.uint8))
    level.apply(AddPolygon(Obstacle.of_cells([(250.3, 250.2), (262.1, 251.0), (265.5, 260.7), (253.0, 263.2)])))
    mesh = LevelMesh(level)
    polygon = max(level.polygons)
    x, y = level.polygons[polygon].outer[0].tolist()
    path = [(x + dx, y + dx // 2) for dx in (40, 90, 150, 200, 260, 200, 150, 90, 40, 0)]
    samples: list[float] = []

    def drag() -> None:
        for to in path:
            level.apply(MoveVertex(polygon, 0, 0, *to))
            level.derived.changes_since(level.version)
            _ = level.derived.boundary  # the grid world's repair is measured elsewhere
            samples.append(cpu_seconds(mesh.follow))

    drag()
    samples.clear()
    anew = computing({"drag": drag, "rebuild": lambda: LevelMesh(level)}, 7)["rebuild"]
    assert problems(mesh.mesh) == []
    total = Timing(tuple(samples))
    faster = anew.median / total.median
    vertices = int(mesh.mesh.counts[LIVE_VERTICES])
    return _row("a vertex of a polygon dragged, crossing terrain", vertices, total, anew, faster)


def _against_rebuild(what: str, vertices: int, times: dict[str, Timing], count: int) -> str:
    one = times["edit"].per(count)
    return _row(what, vertices, one, times["rebuild"], ratio(times["rebuild"], times["edit"]) * count)


def _row(what: str, vertices: int, one: Timing, anew: Timing, faster: float) -> str:
    cells = (what, f"{vertices:,}", str(one), duration(one.best), duration(anew.median), f"{faster:,.0f}")
    return "| " + " | ".join(cells) + " |"


def edits() -> str:
    """Both kinds of edit in one table."""
    head = "| edit | vertices | one edit | best | built anew | times faster |\n|---|---:|---:|---:|---:|---:|"
    return f"{head}\n{small_edits()}\n{dragged_vertex()}"


def location() -> str:
    """Every way to locate a point, on three sizes."""
    columns = ["method", "1,000 points", "10,000", "100,000"]
    cells: dict[Method, list[str]] = {m: [] for m in Method}
    for count in (1_000, 10_000, 100_000):
        queries = random_points(2_000, seed=9)
        finders = contenders(random_points(count), BOX)
        for finder in finders:
            check_location(finder.mesh, queries, finder.many(queries)[:, 0])
        runs = {
            f.method.name: partial(f.many, queries) for f in finders if f.method is not Method.BRUTE or count < MANY
        }
        times = computing(runs, 5)
        for m in Method:
            cells[m].append(duration(times[m.name].per(len(queries)).median) if m.name in runs else "–")
    rows = [(m.title, *found) for m, found in cells.items()]
    return "One point located, on average:\n\n" + table(columns, rows)


def main() -> None:
    """Measure everything and write the section."""
    section("mesh", "\n\n".join((bulk(), maps(), "Edits:\n\n" + edits(), location())))


if __name__ == "__main__":
    main()
