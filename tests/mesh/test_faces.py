"""Convex faces: they are convex, they are all of the free space, and no more edges can be left out."""

import numpy as np
import pytest

from sandbox.mesh.arrays import NONE, TRIANGLES
from sandbox.mesh.faces import MOST_SIDES, faces_of
from sandbox.mesh.of_level import mesh_of
from tests.planning.levels import drawn
from tests.planning.worlds import mixed, scattered

WORLDS = [drawn("....", "....", ".##.", "...."), drawn("." * 40), *(mixed(s) for s in range(8)), scattered(3)]


def made(level):
    """The mesh of a level, its faces, and what tells its dead ends."""
    level_mesh = mesh_of(level)
    return level_mesh.mesh, faces_of(level_mesh.mesh, level_mesh.ways_out), level_mesh.ways_out


def rim_of(faces, h):
    """The half-edges around a face."""
    rim = [h]
    while (after := int(faces.after[rim[-1]])) != h:
        rim.append(after)
    return rim


def turn(mesh, a, b, c):
    """Positive where the way over the starts of three half-edges is convex."""
    (ax, ay), (bx, by), (cx, cy) = mesh.xy[mesh.org[[a, b, c]]].tolist()
    return (bx - ax) * (cy - by) - (by - ay) * (cx - bx)


def doubled_area(mesh, rim):
    x, y = mesh.xy[mesh.org[rim]].T
    return int((x * np.roll(y, -1) - y * np.roll(x, -1)).sum())


@pytest.mark.small
@pytest.mark.parametrize("level", WORLDS)
def test_faces_are_convex_and_make_up_the_free_space(level):
    mesh, faces, ways_out = made(level)
    free = np.flatnonzero((mesh.depth[: len(faces.face)] == 0) & (mesh.org[: 3 * len(faces.face) : 3] != NONE))
    area = 0
    for f in np.unique(faces.face[free]).tolist():
        rim = rim_of(faces, int(faces.rim[f]))
        area += doubled_area(mesh, rim)
        assert 3 <= len(rim) <= MOST_SIDES
        assert all(faces.face[h // 3] == f for h in rim)
        assert len({ways_out[h // 3] == NONE for h in rim}) == 1
        assert all(turn(mesh, a, b, c) >= 0 for a, b, c in zip(rim, rim[1:] + rim[:1], rim[2:] + rim[:2], strict=True))
    assert area == sum(doubled_area(mesh, [3 * t, 3 * t + 1, 3 * t + 2]) for t in free.tolist())


@pytest.mark.small
@pytest.mark.parametrize("level", WORLDS)
def test_no_more_edges_can_be_left_out(level):
    mesh, faces, ways_out = made(level)
    rims = {h: rim_of(faces, h) for h in range(3 * int(mesh.counts[TRIANGLES])) if faces.after[h] != NONE}
    for h, mine in rims.items():
        e = int(mesh.twin[h])
        if mesh.con[h] != 0 or mesh.depth[h // 3] != 0 or len(mine) + len(rims[e]) - 2 > MOST_SIDES:
            continue
        if (ways_out[h // 3] == NONE) != (ways_out[e // 3] == NONE):
            continue
        yours = rims[e]
        assert turn(mesh, mine[-1], h, yours[2 % len(yours)]) < 0 or turn(mesh, yours[-1], e, mine[2 % len(mine)]) < 0
