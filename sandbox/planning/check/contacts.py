"""Points that free space touches from several sides: where obstacles meet corner to corner, or corner to outline.

No way leads through such a point from one side to another: the gap there has no width. A way may begin or end in
it on every side, and may pass it on one. (That is the rule of the mesh world, see `planning.mesh.ends`.)
"""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

Points = NDArray[np.float64]
Spot = tuple[float, float]
Side = tuple[float, float]  # angle at which free space begins, and over how much it turns on from there

TURN = 2 * math.pi


def contacts_of(free: Any) -> dict[Spot, list[Side]]:
    """The sides of every point that several touch."""
    rays: dict[Spot, list[tuple[float, bool]]] = {}
    for ring in _rings(free):
        for before, at, after in zip(np.roll(ring, 1, axis=0), ring, np.roll(ring, -1, axis=0), strict=True):
            found = rays.setdefault((float(at[0]), float(at[1])), [])
            found.append((_angle(after - at), True))  # free space lies to the left of a ring
            found.append((_angle(before - at), False))
    return {spot: _sides(found) for spot, found in rays.items() if len(found) > 2}


def _rings(free: Any) -> list[Points]:
    """The rings around free space, which lies to the left of all; without the point that closes them."""
    parts = [shapely.geometry.polygon.orient(part) for part in shapely.get_parts(free) if part.area > 0]
    return [shapely.get_coordinates(ring)[:-1] for part in parts for ring in (part.exterior, *part.interiors)]


def _sides(rays: list[tuple[float, bool]]) -> list[Side]:
    """From each ray where free space begins to the next one, where it ends."""
    rays = sorted(rays)
    ahead = [*rays[1:], (rays[0][0] + TURN, rays[0][1])]
    return [(ray[0], end[0] - ray[0]) for ray, end in zip(rays, ahead, strict=True) if ray[1]]


def _angle(direction: Points) -> float:
    return math.atan2(direction[1], direction[0]) % TURN


def sides_towards(spot: Spot, sides: list[Side], towards: Points, slack: float) -> set[int]:
    """On which sides of a spot a point lies; outlines, give or take the slack, belong to the side they bound."""
    away = math.dist(spot, towards)
    angle, wide = _angle(np.asarray(towards) - spot), slack / away
    return {i for i, (first, turn) in enumerate(sides) if (angle - first + wide) % TURN <= turn + 2 * wide}


def changes_sides(way: Points, spot: Spot, sides: list[Side], slack: float) -> bool:
    """Whether a way that comes within `slack` of a spot goes on at another side of it."""
    way = _with_foot(way, spot, slack)
    away = np.hypot(*(way - spot).T)
    there = np.flatnonzero(away <= slack)
    for first in there[np.isin(there - 1, there, invert=True)].tolist():
        last = first
        while last + 1 < len(way) and away[last + 1] <= slack:
            last += 1
        if first == 0 or last + 1 == len(way):
            continue  # it begins or ends here
        came, goes = (sides_towards(spot, sides, way[i], slack) for i in (first - 1, last + 1))
        if not came & goes:
            return True
    return False


def _with_foot(way: Points, spot: Spot, slack: float) -> Points:
    """The way, with the spot put in where a leg passes it between its ends."""
    found = [way[0]]
    for a, b in itertools.pairwise(way):
        step, apart = b - a, spot - a
        length2 = float(step @ step)
        along = float(apart @ step) / length2 if length2 else 0.0
        if 0 < along < 1 and math.dist(a + along * step, spot) <= slack:
            found.append(np.array(spot))
        found.append(b)
    return np.array(found)
