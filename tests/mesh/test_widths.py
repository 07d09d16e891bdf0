"""Room for discs inside one triangle: how far walls are from a point, by which edges a disc leaves."""

import numpy as np
import pytest
import shapely

from sandbox.mesh.arrays import NONE, TRIANGLES, new_work
from sandbox.mesh.of_level import LevelMesh
from sandbox.mesh.widths import SEARCH_ROOM, clearance, exits
from tests.planning.levels import drawn

pytestmark = pytest.mark.small
UNITS = 512
ROWS = ("........", ".##..#..", "........", "..#.....", "......#.", "........")


def world():
    mesh = LevelMesh(drawn(*ROWS)).mesh
    cells = [shapely.box(x, y, x + 1, y + 1) for y, row in enumerate(ROWS) for x, c in enumerate(row) if c == "#"]
    walls = shapely.union_all([*cells, shapely.box(0, 0, 8, 6).exterior])
    free = [t for t in range(int(mesh.counts[TRIANGLES])) if mesh.org[3 * t] != NONE and mesh.depth[t] == 0]
    return mesh, walls, free


@pytest.mark.parametrize("limit", [0.2, 1.0, 50.0])
def test_clearance_is_the_distance_from_the_nearest_wall_up_to_a_limit(limit):
    mesh, walls, free = world()
    queue, seen = np.zeros(SEARCH_ROOM, np.int32), np.full(int(mesh.counts[TRIANGLES]), -1, np.int32)
    for stamp, t in enumerate(free):
        corners = mesh.xy[mesh.org[3 * t : 3 * t + 3]]
        x, y = (np.array([0.5, 0.3, 0.2]) @ corners).tolist()
        found = clearance(mesh, x, y, t, limit * UNITS, queue, seen, stamp)
        assert found == pytest.approx(min(limit, walls.distance(shapely.Point(x / UNITS, y / UNITS))) * UNITS)


def test_a_point_leaves_by_every_edge_that_is_no_wall_and_a_giant_by_none():
    mesh, _, free = world()
    stack = np.zeros(SEARCH_ROOM, np.int32)
    for t in free:
        x, y = mesh.xy[mesh.org[3 * t : 3 * t + 3]].mean(axis=0).tolist()
        openings = sum(1 << i for i in range(3) if mesh.con[3 * t + i] == 0)
        assert exits(mesh, t, x, y, 1e-3, stack) == openings
        assert exits(mesh, t, x, y, 100.0 * UNITS, stack) == 0


@pytest.mark.parametrize("vertices", [1, 256, 257, 1000])
def test_the_ring_around_a_vertex_has_room_for_all_others_and_for_two_shared_ends(vertices):
    assert len(new_work(vertices).ring) >= max(vertices, 256) + 2
