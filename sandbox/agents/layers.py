"""What there is to see of a crowd, as layers: discs, ways, trails, density, conflicts, what a collision would be."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sandbox.agents.lattice.lockstep import Lockstep
from sandbox.agents.lattice.windowed import Windowed
from sandbox.layers import CellField, Discs, Points, Role, Segments

if TYPE_CHECKING:
    from sandbox.agents.record.film import Frame
    from sandbox.agents.world import World
    from sandbox.kernels.arrays import Floats

GROUP = "Crowd"
COLOURS = 8  # series colours that groups take in turn
GHOST_STEPS = (0.0, 0.25, 0.5)  # seconds after a contact at which ghosts are shown


def discs(frame: Frame, radius: Floats, group: NDArray[np.int32]) -> list[Discs]:
    """Who is on the map, a layer for each colour."""
    here = frame.presence == 1
    layers = []
    for number in range(COLOURS):
        rows = np.flatnonzero(here & (group % COLOURS == number))
        if len(rows):
            xyr = np.column_stack([frame.x[rows], frame.y[rows], radius[rows]]).astype(np.float64)
            name = f"agents {number}"
            layers.append(Discs(name=name, legend="Agents", group=GROUP, role=Role.AGENT, series=number, xyr=xyr))
    return layers


def ways(world: World, frame: Frame, agents: Sequence[int] | NDArray[np.int64], version: int = 0) -> Segments:
    """The ways that agents of a world at the tick of a frame still have before them."""
    parts = [np.zeros((0, 2, 2))]
    for agent in np.asarray(agents).tolist():
        if frame.presence[agent] == 1:
            points = np.vstack([[[float(frame.x[agent]), float(frame.y[agent])]], way_of(world, agent)])
            parts.append(np.stack([points[:-1], points[1:]], axis=1))
    ends = np.concatenate(parts)
    return Segments(name="ways", legend="Ways", group=GROUP, role=Role.CORRIDOR, ends=ends, version=version)


def way_of(world: World, agent: int) -> Floats:
    """[n, 2] what an agent has before it: its way, or the cells it has reserved."""
    driver = world.driver
    if not isinstance(driver, Lockstep):
        return np.array(world.roads.way(agent))
    crowd, number = driver.crowd, int(driver.number[agent])
    if not isinstance(crowd, Windowed) or number < 0:
        return np.zeros((0, 2))
    cells = crowd.ahead[:, number]
    kept = np.append(True, cells[1:] != cells[:-1])[: len(cells)]
    return np.asarray(driver.lattice.places(cells[kept]) + 0.5, np.float64).reshape(-1, 2)


def reservations(world: World, version: int = 0) -> Points | None:
    """The cells that somebody has reserved for the steps to come, coloured by how soon; None where nobody does."""
    driver = world.driver
    if not isinstance(driver, Lockstep) or not isinstance(driver.crowd, Windowed) or not len(driver.crowd.ahead):
        return None
    ahead = driver.crowd.ahead
    steps, cells = np.nonzero(ahead >= 0)[0], ahead[ahead >= 0]
    order = np.lexsort((steps, cells))
    first = np.append(True, np.diff(cells[order]) != 0)
    chosen = order[first]
    return Points(
        name="reservations", legend="Reservations", group=GROUP, role=Role.CLOSED, size=4.0, version=version,
        xy=np.asarray(driver.lattice.places(cells[chosen]) + 0.5, np.float64), values=-steps[chosen].astype(np.float64),
    )  # fmt: skip


def trails(frames: Sequence[Frame], agents: NDArray[np.int64] | None = None, version: int = 0) -> Segments:
    """Where agents came from: a segment from each of these moments to the next. `born` tells how fresh one is."""
    parts, born = [np.zeros((0, 2, 2))], [np.zeros(0, np.int32)]
    for then, now in pairwise(frames):
        moved = (then.x != now.x) | (then.y != now.y)
        rows = np.flatnonzero((now.presence == 1) & (then.presence == 1) & moved)
        if agents is not None:
            rows = np.intersect1d(rows, agents)
        ends = np.empty((len(rows), 2, 2))
        ends[:, 0, 0], ends[:, 0, 1] = then.x[rows], then.y[rows]
        ends[:, 1, 0], ends[:, 1, 1] = now.x[rows], now.y[rows]
        parts.append(ends)
        born.append(np.full(len(rows), now.tick, np.int32))
    ends, when = np.concatenate(parts), np.concatenate(born)
    return Segments(name="trails", legend="Trails", group=GROUP, role=Role.AGENT, ends=ends, born=when, version=version)


def density(frame: Frame, radius: Floats, free: NDArray[np.bool_], version: int = 0) -> CellField:
    """How much of each free cell and those beside it is agents, from nothing (nowhere) to all of it."""
    height, width = free.shape
    here = np.flatnonzero(frame.presence == 1)
    column = np.clip(frame.x[here].astype(np.int64), 0, width - 1)
    row = np.clip(frame.y[here].astype(np.int64), 0, height - 1)
    area = np.pi * radius[here] ** 2
    cells = np.bincount(row * width + column, area, width * height).reshape(height, width)
    padded = np.pad(cells, 1)
    around = sum(padded[y : y + height, x : x + width] for y in range(3) for x in range(3)) / 9.0
    values = np.where((around > 0) & free, around, np.nan).astype(np.float32)
    return CellField(
        name="density", legend="Density", group=GROUP, role=Role.HEAT, values=values, low=0.0, high=0.6, version=version
    )


def conflicts(scenes: Floats, version: int = 0) -> Points:
    """Where encounters began: [n, 8] scenes."""
    xy = 0.5 * (scenes[:, 0:2] + scenes[:, 4:6])
    return Points(
        name="conflicts", legend="Conflicts", group=GROUP, role=Role.CONFLICT, xy=xy, size=5.0, version=version
    )


def ghosts(scene: Floats, radii: tuple[float, float]) -> tuple[Discs, Segments]:
    """Two that met, as they would have gone on unresolved: their discs at some moments, and their lines."""
    xyr, ends = [], []
    for side in range(2):
        x, y, vx, vy = (float(v) for v in scene[4 * side : 4 * side + 4])
        xyr += [(x + vx * t, y + vy * t, radii[side]) for t in GHOST_STEPS]
        ends.append([(x, y), (x + vx * GHOST_STEPS[-1], y + vy * GHOST_STEPS[-1])])
    words = {"group": GROUP, "role": Role.CONFLICT}
    discs_ = Discs(name="ghosts", legend="Unresolved", xyr=np.array(xyr), filled=False, **words)  # type: ignore[arg-type]
    lines = Segments(name="ghost ways", legend="Unresolved", ends=np.array(ends), dashed=True, **words)  # type: ignore[arg-type]
    return discs_, lines
