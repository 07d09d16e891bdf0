"""Curves of the mesh: building it, and locating a point in it by each of six methods, as its points grow."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Final

import numpy as np
from numpy.typing import NDArray

from sandbox.bench.curves import Growth, Measured, curves
from sandbox.errors import BadInput, SandboxError
from sandbox.geometry.predicates import GRID
from sandbox.kernels.arrays import Int32s
from sandbox.mesh.arrays import Mesh
from sandbox.mesh.editing.build import Box, build
from sandbox.mesh.location.methods import NO_ROWS, Locator, Method, construct_with_history, locator
from sandbox.registry import Help, Range

SEED: Final = 11
MOST_POINTS: Final = 1_000_000
SIZES: Final = (100, 316, 1_000, 3_162, 10_000, 31_623, 100_000)
BOX: Final[Box] = (0, 0, GRID, GRID)

Repeats = Annotated[int, Range(1, 100), Help("runs of each size")]


def random_points(count: int, seed: int) -> Int32s:
    """Points anywhere on the grid, all different as good as always."""
    return np.random.default_rng([SEED, seed]).integers(0, GRID + 1, (count, 2)).astype(np.int32)


def checked(size: int) -> int:
    """The size, if so many points can be triangulated."""
    if not 1 <= size <= MOST_POINTS:
        raise BadInput("--sizes", f"{size} points", f"1 to {MOST_POINTS}")
    return size


def timed(call: Callable[[], object], repeats: int, stop: NDArray[np.uint8]) -> list[float]:
    """Seconds of computing of each of some calls, whoever else is at it; after one call that does not count."""
    call()
    found = []
    for _ in range(repeats):
        if not stop[0]:
            began = time.thread_time()
            call()
            found.append(time.thread_time() - began)
    return found or [0.0]


@curves.register(
    "triangulation", title="Triangulation of random points", n="points", value="s", growth=Growth.POWER, order=50
)
@dataclass(frozen=True, slots=True)
class TriangulationCurve:
    """Building the Delaunay triangulation of random points, along a Hilbert curve."""

    repeats: Repeats = 5

    def default_sizes(self) -> Sequence[int]:
        """How many points."""
        return SIZES

    def measure(self, size: int, stop: NDArray[np.uint8]) -> Measured:
        """Time the building alone."""
        points = random_points(checked(size), size)
        return Measured(size, tuple(timed(lambda: build(points, NO_ROWS, BOX), self.repeats, stop)))


@lru_cache(maxsize=1)
def mesh_of(size: int) -> Mesh:
    """A mesh of random points, built at once."""
    return build(random_points(checked(size), size), NO_ROWS, BOX)[0]


@lru_cache(maxsize=1)
def history_of(size: int) -> Locator:
    """The same points, inserted in random order while the history was kept."""
    return construct_with_history(random_points(checked(size), size), BOX, SEED)


def check_location(mesh: Mesh, points: Int32s, triangles: Int32s) -> None:
    """Raise SandboxError unless every triangle holds its point."""
    corners = mesh.xy[mesh.org[3 * triangles[:, None] + np.arange(3)]] - points[:, None]
    ahead = np.roll(corners, -1, axis=1)
    wrong = (corners[..., 0] * ahead[..., 1] < corners[..., 1] * ahead[..., 0]).any(axis=1)
    if wrong.any():
        raise SandboxError(f"point {points[wrong][0].tolist()} was located in triangle {triangles[wrong][0]}")


def _curve_of(method: Method, key: str, order: int) -> None:
    @curves.register(
        f"locate-{key}",
        title=f"Point location: {method.title[0].lower()}{method.title[1:]}",
        n="points",
        value="s",
        growth=Growth.POWER,
        order=order,
        method=method,
    )
    @dataclass(frozen=True, slots=True)
    class LocationCurve:
        """Time to find the triangle that holds a random point; n is the number of the triangulation's points."""

        repeats: Repeats = 7
        queries: Annotated[int, Range(1, 100_000, log=True), Help("points located in each run")] = 2_000

        def default_sizes(self) -> Sequence[int]:
            """How many points; few where every triangle is looked at."""
            return SIZES[:4] if method is Method.BRUTE else SIZES

        def measure(self, size: int, stop: NDArray[np.uint8]) -> Measured:
            """Time of one location, on average over a run."""
            finder = history_of(size) if method is Method.HISTORY else locator(mesh_of(size), method)
            queries = random_points(self.queries, 0)
            check_location(finder.mesh, queries, finder.many(queries)[:, 0])
            runs = timed(lambda: finder.many(queries), self.repeats, stop)
            return Measured(size, tuple(seconds / len(queries) for seconds in runs))

    LocationCurve.__qualname__ = f"LocationCurve[{key}]"


for how in Method:
    _curve_of(how, how.name.lower().replace("_", "-"), 51 + how)
