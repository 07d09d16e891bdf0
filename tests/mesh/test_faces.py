"""Convex faces: they are convex, they are all of the free space, and no more edges can be left out."""

import numpy as np
import pytest

from sandbox.mesh.arrays import TRIANGLES
from sandbox.mesh.faces import new_faces, repair
from sandbox.mesh.of_level import mesh_of
from tests.mesh import convex
from tests.planning.levels import drawn
from tests.planning.worlds import mixed, scattered

WORLDS = [drawn("....", "....", ".##.", "...."), drawn("." * 40), *(mixed(s) for s in range(8)), scattered(3)]


def made(level):
    """The mesh of a level, its faces, and what tells its dead ends."""
    level_mesh = mesh_of(level)
    mesh, ways_out = level_mesh.mesh, level_mesh.ways_out
    count = int(mesh.counts[TRIANGLES])
    faces = new_faces(count)
    repair(faces, mesh, ways_out, np.ones(count, np.uint8))
    return mesh, faces, ways_out


@pytest.mark.small
@pytest.mark.parametrize("level", WORLDS)
def test_faces_are_convex_and_make_up_the_free_space(level):
    convex.are_convex_and_make_up_the_free_space(*made(level))


@pytest.mark.small
@pytest.mark.parametrize("level", WORLDS)
def test_no_more_edges_can_be_left_out(level):
    convex.leave_no_edge_that_could_go(*made(level))
