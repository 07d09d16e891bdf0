"""What the core hands out to be seen: layers, never pixels.

A planner, mesh or crowd describes what it knows as these few types; the window and `render` paint any of
them without knowing whose they are. Coordinates are cells, x right, y down. A layer carries a colour
*role*; the theme decides the colour, and the role's shape or hatch keeps it readable without colour.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]


class Role(StrEnum):
    """What a layer means, for the theme to colour."""

    PATH = "path"
    OPEN = "open"
    CLOSED = "closed"
    HEAT = "heat"
    ABSTRACTION = "abstraction"
    ENTRANCE = "entrance"
    CORRIDOR = "corridor"
    CONSTRAINT = "constraint"
    EDGE = "edge"
    MESH = "mesh"
    PORTAL = "portal"
    AGENT = "agent"
    CONFLICT = "conflict"
    DIRTY = "dirty"
    GOOD = "good"
    BAD = "bad"
    OBSTACLE = "obstacle"
    TEXT = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """What all layers share. `version` grows when the content does; `group` folds layers in the list."""

    name: str
    legend: str = ""
    role: Role = Role.EDGE
    version: int = 0
    group: str = ""
    visible: bool = True
    series: int = -1  # one of the theme's series colours instead of the role's: the colour of a contestant


@dataclass(frozen=True, slots=True, kw_only=True)
class CellField(Layer):
    """A value per cell. NaN is nothing there; low and high span the colour ramp (None: from the data).

    `categorical` values are indices to be told apart (sector, component), not amounts.
    """

    values: NDArray[Any]  # [height, width]
    low: float | None = None
    high: float | None = None
    categorical: bool = False
    unit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CellEvents(Layer):
    """A recorded search over cells: after t events a cell is open if t > opened, closed if t > closed as well.

    What happened to a cell after it was closed, reopenings and the closings that followed, is in `flips`.

    `order` lists the cells in the order of their events from number `start`, so that moving from t to u
    touches only `order[t - start : u - start]`.
    """

    width: int
    height: int
    order: Ints  # [events] y * width + x of each event's cell, -1 for events of no cell
    opened: Ints  # [height * width] event number, NEVER if it never happens
    closed: Ints  # [height * width]
    start: int = 0  # the number of the first event in `order`
    flips: Ints = field(default_factory=lambda: np.zeros((0, 3), np.int32))  # [n] cell, event number, 1 if closed by it


NEVER = np.iinfo(np.int32).max


@dataclass(frozen=True, slots=True, kw_only=True)
class CellReach(Layer):
    """Which of several runs have come to each cell: run i has, once `times[i]` is no less than `reached[i]` there.

    `order` lists the cells each run ever reaches, the first ones first, so that another moment touches only those
    between. What one run alone has reached is in the colour of its series.
    """

    width: int
    height: int
    reached: tuple[Ints, ...]  # [height * width] each: an event number, NEVER if it never happens
    order: tuple[Ints, ...]  # [cells reached] each
    times: tuple[int, ...]
    runs: tuple[str, ...]  # their names
    colours: tuple[int, ...]  # their series


@dataclass(frozen=True, slots=True, kw_only=True)
class Points(Layer):
    """Dots of constant size on the screen."""

    xy: Floats  # [n, 2]
    size: float = 3.0  # dp
    values: Floats | None = None  # [n], for a colour ramp
    born: Ints | None = None  # [n] the event that makes each visible, for playback


@dataclass(frozen=True, slots=True, kw_only=True)
class Segments(Layer):
    """Separate edges; with `chained` one path, from point to point."""

    ends: Floats  # [n, 2, 2]; when chained [n, 2]: consecutive points
    width: float = 1.0  # dp
    chained: bool = False
    dashed: bool = False
    values: Floats | None = None  # [n]
    born: Ints | None = None  # [n] the event that makes each visible
    lanes: Floats | None = None  # [n - 1] when chained: how many widths each piece is drawn beside where it lies


@dataclass(frozen=True, slots=True, eq=False)
class Net:
    """All triangles of a mesh, none over another: of which a layer shows some, others at another moment."""

    corners: Floats  # [m, 3, 2]


@dataclass(frozen=True, slots=True, kw_only=True)
class Polygons(Layer):
    """Filled rings: `starts[i]:starts[i + 1]` are the points of ring i.

    Where they are triangles `among` those of a net, whoever paints may keep which one lies where.
    """

    xy: Floats  # [n, 2]
    starts: Ints  # [rings + 1]
    values: Floats | None = None  # [rings], for a colour ramp
    categorical: bool = False
    outline: bool = True
    filled: bool = True
    holes: NDArray[np.bool_] | None = None  # [rings] those cut out of the rings before them
    born: Ints | None = None  # [rings] the event that makes each visible
    among: tuple[Net, NDArray[Any]] | None = None  # a net, and [rings] the numbers of these in it


@dataclass(frozen=True, slots=True, kw_only=True)
class Discs(Layer):
    """Circles with a radius in cells: agents, clearance."""

    xyr: Floats  # [n, 3]
    filled: bool = True
    values: Floats | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Arcs(Layer):
    """Circle arcs: centre x, y, radius, from angle, signed sweep (radians, y down)."""

    arcs: Floats  # [n, 5]
    width: float = 1.0  # dp


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels(Layer):
    """Short texts at points, hidden when they would crowd."""

    xy: Floats  # [n, 2]
    texts: tuple[str, ...] = field(default=())


SHARP: Final = 0.1  # sine of the least angle at which two moved lines are cut where they cross


def in_lanes(points: Floats, away: Floats) -> Floats:
    """A chain [n, 2] in pixels as lines [m, 4], each piece moved by so many pixels to its right hand (y down).

    Where two pieces meet at an angle their moved lines are cut where they cross, else joined by a short line.
    """
    step = np.diff(points, axis=0)
    length = np.hypot(step[:, 0], step[:, 1])
    normal = np.stack([-step[:, 1], step[:, 0]], axis=1) / np.maximum(length, 1e-9)[:, None]
    begin, end = points[:-1] + normal * away[:, None], points[1:] + normal * away[:, None]
    (ax, ay), (bx, by) = normal[:-1].T, normal[1:].T
    turn = ax * by - ay * bx
    safe = np.where(np.abs(turn) < SHARP, 1.0, turn)
    corner = np.stack([by * away[:-1] - ay * away[1:], ax * away[1:] - bx * away[:-1]], axis=1) / safe[:, None]
    near = (np.abs(turn) >= SHARP) & (np.hypot(*corner.T) <= np.minimum(length[:-1], length[1:]))
    meet = points[1:-1] + corner
    end[:-1], begin[1:] = np.where(near[:, None], meet, end[:-1]), np.where(near[:, None], meet, begin[1:])
    joints = np.concatenate([end[:-1], begin[1:]], axis=1)[~near]
    return np.concatenate([np.concatenate([begin, end], axis=1), joints])
