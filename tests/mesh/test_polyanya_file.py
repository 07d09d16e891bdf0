"""`.mesh` files: the format's own example, our meshes out and in again, and what is no such file."""

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from sandbox.cli import main
from sandbox.errors import BadInput
from sandbox.level.formats import load
from sandbox.level.model import WALL, Level
from sandbox.level.obstacles import UNITS
from sandbox.mesh.export import navmesh
from sandbox.mesh.of_level import mesh_of
from sandbox.mesh.polyanya_file import mesh_text

EXAMPLE = """mesh
2
4 2
0.0 0.0 2 0 -1
1.5 0.0 3 0 1 -1
1.5 1.5 2 1 -1
0.0 1.5 3 -1 1 0
3 0 1 3 -1 -1 1
3 1 2 3 0 -1 -1
"""
"""As the format's description has it."""


def _read(tmp_path, text, **options):
    path = tmp_path / "m.mesh"
    path.write_text(text, encoding="utf-8")
    return load(path, **options)


def _free(level):
    found = navmesh(mesh_of(level))
    corners = np.array(found["vertices"])[np.array(found["triangles"], int).reshape(-1, 3)]
    return shapely.union_all(shapely.polygons(corners), grid_size=1 / UNITS)


def _walls(seed, width=8, height=6, share=0.3):
    codes = np.random.default_rng(seed).random((height, width)) < share
    return Level(np.where(codes, WALL, 0).astype(np.uint8))


@pytest.mark.small
def test_the_formats_own_example(tmp_path):
    level = _read(tmp_path, EXAMPLE, fit="cells")
    assert (level.width, level.height, len(level.polygons)) == (2, 2, 0)
    found = {"vertices": [[0.0, 0.0], [1.5, 0.0], [1.5, 1.5], [0.0, 1.5]], "triangles": [[0, 1, 3], [1, 2, 3]],
             "neighbours": [[-1, 1, -1], [-1, -1, 0]]}  # fmt: skip
    ours, theirs = (text.split("\n") for text in (mesh_text(found), EXAMPLE))
    assert ours[7:] == theirs[7:]
    for one, other in zip(ours[3:7], theirs[3:7], strict=True):  # the order begins anywhere
        assert one.split()[:3] == other.split()[:3]
        around, wanted = one.split()[3:], other.split()[3:]
        assert any(around[n:] + around[:n] == wanted for n in range(len(around)))


@given(st.integers(0, 10_000))
def test_neighbours_and_fans_fit_together(seed):
    found = navmesh(mesh_of(_walls(seed)))
    lines = [line.split() for line in mesh_text(found).splitlines()]
    vertices, polygons = map(int, lines[2])
    around = [list(map(int, line[3:])) for line in lines[3 : 3 + vertices]]
    shapes = [list(map(int, line)) for line in lines[3 + vertices :]]
    assert len(shapes) == polygons
    for number, (n, *rest) in enumerate(shapes):
        corners, beyond = rest[:n], rest[n:]
        x, y = (np.array([float(lines[3 + v][axis]) for v in corners]) for axis in (0, 1))
        assert np.dot(x, np.roll(y, -1)) > np.dot(y, np.roll(x, -1))
        for i, other in enumerate(beyond):
            assert number in around[corners[i]]
            if other != -1:
                assert {corners[i - 1], corners[i]} <= set(shapes[other][1:4])
    for ring in around:
        assert not any(a == b == -1 for a, b in zip(ring, [*ring[1:], ring[0]], strict=True) if len(ring) > 1)


@given(st.integers(0, 10_000))
def test_what_comes_back_has_the_same_free_ground(tmp_path_factory, seed):
    level = _walls(seed)
    level.terrain[0, 0] = level.terrain[-1, -1] = 0
    again = _read(tmp_path_factory.mktemp("mesh"), mesh_text(navmesh(mesh_of(level))), fit="cells")
    assert _free(again).symmetric_difference(_free(level)).area < 1e-6
    assert (again.width, again.height) == (level.width, level.height)


@pytest.mark.small
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ":1: another kind of file, expected the word mesh"),
        ("mesh\n1\n", ":2: '1', expected version 2"),
        ("mesh\n2\n99999999 1\n", ":3: '99999999', expected a number of vertices, from 0 to 300,000"),
        ("mesh\n2\n1 0\n0 0 0\n", ": a mesh without polygons"),
        (EXAMPLE.replace("1.5 1.5", "1.5 much"), ":6: 'much', expected a coordinate"),
        (EXAMPLE.replace("1.5 1.5", "1.5 nan"), ":6: 'nan', expected a coordinate"),
        (EXAMPLE.replace("3 1 2 3", "3 1 2 4"), ":9: '4', expected a vertex, from 0 to 3"),
        (EXAMPLE.replace("3 1 2 3", "2 1 2 3"), ":9: '2', expected 3 corners"),
        (EXAMPLE[:-10], ": 'the end"),
        (EXAMPLE.replace("2 0 -1", "9999999 0 -1"), ":4: '9999999', expected a number of neighbours"),
    ],
)
def test_what_is_none_is_refused_in_a_line(tmp_path, text, told):
    with pytest.raises(BadInput) as trouble:
        _read(tmp_path, text)
    assert told.replace("'the end", "") in str(trouble.value)


def test_by_the_command_line(tmp_path):
    mesh, level = str(tmp_path / "m.mesh"), str(tmp_path / "level.json")
    assert main(["export", "archipelago", "-o", mesh]) == 0
    assert main(["convert", mesh, level]) == 0
    assert load(level).polygons
    assert main(["export", "archipelago", "-o", str(tmp_path / "m.obj")]) == 2
