"""What every generator promises, whatever its options: the same level for the same seed, ends on open ground, a way."""

import hashlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.errors import BadInput
from sandbox.level.formats import level_json
from sandbox.level.formats.common.source import Source
from sandbox.level.generators import generators
from sandbox.level.generators.ground import TREES, largest_piece, line_cells, pieces
from sandbox.level.model import Level
from tests.oracles.flood import flood

pytestmark = pytest.mark.small
KEYS = generators.keys()


@st.composite
def made(draw, key):
    """A generator with any of its options."""
    options = {o.name: draw(values(o)) for o in generators[key].options if draw(st.booleans())}
    return generators[key].create(options)


def values(option):
    if option.kind == "choice":
        return st.sampled_from(option.choices)
    if option.kind == "bool":
        return st.booleans()
    if option.kind == "int":
        return st.integers(int(option.low), min(int(option.high), int(option.low) + 12))
    return st.floats(option.low, min(option.high, max(1.0, 10 * option.low)))


def test_there_is_one_for_each_kind_of_ground():
    assert set(KEYS) >= {"caves", "maze", "rooms", "city", "islands", "warehouse", "field", "spiral"}


@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=12)
@given(data=st.data())
def test_any_options_give_a_sound_level_or_say_why_not(key, data):
    generator = data.draw(made(key))
    width, height, seed = (data.draw(st.integers(4, 60)), data.draw(st.integers(4, 60)), data.draw(st.integers(0, 99)))
    try:
        level = generator.generate(width, height, seed)
    except BadInput as error:
        assert error.where in ("size", "options")  # noqa: PT017
        return
    assert (level.width, level.height) == (width, height)
    assert generator.generate(width, height, seed).same_as(level)
    assert level_json.read(Source("a.json", level_json.write(level))).same_as(level)
    assert level.title
    assert level.notes


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seed", range(4))
def test_a_way_leads_from_start_to_goal(key, seed):
    level = generators[key].create().generate(72, 56, seed)
    free = open_cells(level)
    assert free[level.start.cell[1], level.start.cell[0]]
    assert level.goal.cell in flood(free.tolist(), level.start.cell)


def open_cells(level: Level):
    free = level.palette.cost8()[level.terrain] > 0
    if level.polygons:  # only then is the grid needed, and its kernels
        grid = level.derived.grid
        free = grid.image(grid.cost8) > 0
    return free


@pytest.mark.parametrize("key", ["caves", "maze", "rooms", "warehouse", "spiral"])
@pytest.mark.parametrize("seed", range(3))
def test_all_open_cells_are_connected(key, seed):
    level = generators[key].create().generate(64, 48, seed)
    free = open_cells(level)
    assert len(flood(free.tolist(), level.start.cell)) == free.sum()


@pytest.mark.parametrize("seed", range(5))
def test_a_perfect_maze_is_a_tree_of_cells(seed):
    free = open_cells(generators["maze"].create({"corridor": 1}).generate(41, 31, seed))
    edges = (free[:, 1:] & free[:, :-1]).sum() + (free[1:] & free[:-1]).sum()
    assert edges == free.sum() - 1


@pytest.mark.parametrize("seed", range(3))
def test_a_fully_braided_maze_has_no_dead_end(seed):
    free = open_cells(generators["maze"].create({"corridor": 1, "loops": 1.0}).generate(41, 31, seed))
    padded = np.pad(free, 1).astype(int)
    ways = padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]
    assert ways[free].min() == 2


def test_a_warehouse_is_crossed_from_the_west_to_the_east():
    level = generators["warehouse"].create().generate(48, 30, 3)
    west, east = level.markers["depot"], level.markers["stations"]
    assert max(x for x, _ in west.points) < min(x for x, _ in east.points)
    assert level.start.point[0] < max(x for x, _ in west.points)
    assert level.goal.point[0] > min(x for x, _ in east.points)


@pytest.mark.parametrize("rock", [1, 2, 3, 5])
@pytest.mark.parametrize("density", [0.0, 0.1, 0.3, 0.6])
def test_scattered_rocks_cover_about_the_share_asked_for(rock, density):
    level = generators["scatter"].create({"rock": rock, "density": density}).generate(120, 90, 5)
    assert abs((~open_cells(level)).mean() - density) <= 0.05 * density


def test_a_field_without_woods_has_no_trees():
    codes = [generators["field"].create({"woods": share}).generate(60, 50, 1).terrain for share in (0.0, 0.4)]
    assert [bool((terrain == TREES).any()) for terrain in codes] == [False, True]


def test_islands_keep_their_distance():
    shapely = pytest.importorskip("shapely")
    level = generators["islands"].create({"gap": 3.0}).generate(100, 80, 2)
    shapes = [shapely.Polygon(p.outer / 512) for p in level.polygons.values()]
    assert len(shapes) > 10
    assert min(a.distance(b) for i, a in enumerate(shapes) for b in shapes[:i]) > 3 - 0.01


@pytest.mark.parametrize(
    ("key", "digest"),
    [
        ("caves", "6b05c027381b"),
        ("maze", "776a042f27e7"),
        ("rooms", "9d736a3be725"),
        ("city", "6ab1946c02f2"),
        ("islands", "ad7facb2586f"),
        ("warehouse", "55b85964c657"),
        ("field", "590951c07dbf"),
        ("spiral", "fd943ab1a16a"),
        ("scatter", "a85921facdf3"),
    ],
)
def test_seeds_mean_the_same_everywhere(key, digest):
    level = generators[key].create().generate(64, 64, 7)
    assert hashlib.sha256(level.terrain.tobytes()).hexdigest()[:12] == digest


@given(st.integers(0, 2**32), st.integers(1, 24), st.integers(1, 24), st.floats(0.2, 0.9))
def test_pieces_are_what_flooding_finds(seed, width, height, density):
    free = np.random.default_rng(seed).random((height, width)) < density
    names = pieces(free)
    assert ((names >= 0) == free).all()
    for y, x in np.argwhere(free)[:20].tolist():
        assert {(int(c), int(r)) for r, c in np.argwhere(names == names[y, x])} == flood(free.tolist(), (x, y))
    sizes = np.bincount(names[free]) if free.any() else [0]
    assert largest_piece(free).sum() == max(sizes)


@given(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), st.tuples(st.integers(-9, 9), st.integers(-9, 9)))
def test_lines_run_from_end_to_end_without_a_gap(start, end):
    cells = line_cells(start, end)
    assert tuple(cells[0]) == start
    assert tuple(cells[-1]) == end
    assert (np.abs(np.diff(cells, axis=0)).max(axis=1, initial=0) <= 1).all()


def test_sizes_too_small_are_refused():
    with pytest.raises(BadInput, match="size: 5 × 9, expected 8 to 2048 cells a side"):
        generators["caves"].create().generate(5, 9, 1)
