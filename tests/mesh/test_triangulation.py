"""Edits of the triangulation: nothing breaks, nothing is left behind, bad input changes nothing."""

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from sandbox.errors import BadInput
from sandbox.geometry.predicates import GRID
from sandbox.mesh.arrays import EDIT, LOGGED, NONE, TANGLED, TERRAIN, EditStep, following
from sandbox.mesh.check import live_triangles, owners_of, problems
from sandbox.mesh.editing.labels import follow
from sandbox.mesh.triangulation import Triangulation
from tests.mesh.edits import RandomEdits, soak

SQUARE = np.array([[10, 10], [30, 10], [30, 30], [10, 30]])


def world(size=40):
    return Triangulation((0, 0, size, size))


def free_area(w):
    """Twice the free area."""
    t = live_triangles(w.mesh)
    t = t[w.mesh.depth[t] == 0]
    return sum(doubled_area(w, int(i)) for i in t)


def doubled_area(w, t):
    (ax, ay), (bx, by), (cx, cy) = (w.mesh.xy[w.mesh.org[3 * t + i]].tolist() for i in range(3))
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


def edges(w):
    """All edges by coordinates, with their owners: what a mesh is, whatever its ids."""
    mesh = w.mesh
    found = set()
    for t in live_triangles(mesh):
        for h in range(3 * t, 3 * t + 3):
            ends = sorted((tuple(mesh.xy[mesh.org[h]]), tuple(mesh.xy[mesh.org[h - 2 if h % 3 == 2 else h + 1]])))
            found.add((*ends, tuple(sorted(owners_of(mesh, int(h))))))
    return found


def walls(w):
    """The edges somebody owns."""
    return {edge for edge in edges(w) if edge[2]}


@pytest.mark.small
@pytest.mark.parametrize("seed", range(4))
def test_every_triangle_that_an_edit_changed_was_touched(seed):
    """Its corners, or which of its edges are constraints."""
    person, seen = RandomEdits(seed), 0
    for _ in range(60):
        mesh = person.world.mesh
        before = mesh.org.copy(), mesh.con != 0, int(mesh.counts[EDIT])
        person.step()
        mesh = person.world.mesh
        if mesh.counts[EDIT] != before[2] + 1 or len(mesh.org) != len(before[0]):
            continue  # refused, two edits at once, or moved to more room
        changed = np.flatnonzero((mesh.org != before[0]) | ((mesh.con != 0) != before[1])) // 3
        assert set(changed) & set(live_triangles(mesh)) <= set(person.world.touched)
        seen += 1
    assert seen > 20


def test_twenty_thousand_edits_break_nothing():
    crossings = sum(soak(seed, 5_000, every=100).crossings for seed in range(4))
    assert crossings > 25_000


def test_a_bend_that_goes_puts_even_the_edges_around_it_in_doubt():
    """Where a constraint moves, there is more to see from the edges of its star: one of them was left illegal."""
    person = RandomEdits(31)
    for _ in range(18_749):
        person.step()
    assert problems(person.world.mesh) == []


WOUND = [
    [[286, 145], [400, 740], [996, 695], [240, 775], [978, 873], [969, 186]],
    [[68, 460], [51, 136], [858, 413], [759, 720], [136, 165], [944, 924]],
    [[975, 626], [258, 520], [412, 159], [293, 383], [386, 162], [960, 241]],
]
"""Rings that cross themselves, and by whose windings alone one would not know."""


@pytest.mark.small
@pytest.mark.parametrize("ring", WOUND)
def test_a_ring_that_crosses_itself_is_refused_even_if_its_windings_are_those_of_a_simple_one(ring):
    with pytest.raises(BadInput, match="cross"):
        world(1000).add_polygon([np.array(ring)])


@pytest.mark.small
@given(seed=st.integers(0, 2**32 - 1), corners=st.integers(4, 8), alone=st.booleans())
def test_rings_that_cross_themselves_are_refused_and_no_others(seed, corners, alone):
    r = np.random.default_rng(seed)
    w, ring = world(GRID), r.integers(0, GRID, (corners, 2))
    if not alone:  # crossing somebody else is no fault
        w.add_polygon([np.array([[0, 0], [GRID, 0], [GRID // 2, GRID]])])
        w.add_wall([(0, GRID // 2), (GRID, GRID // 2 + 1)])
    before = walls(w)
    if shapely.Polygon(ring).is_valid:
        w.add_polygon([ring])
    else:
        with pytest.raises(BadInput, match="cross"):
            w.add_polygon([ring])
        assert walls(w) == before
    assert problems(w.mesh) == []


@pytest.mark.small
def test_a_few_edits_break_nothing():
    soak(11, 60, every=1)


@pytest.mark.small
def test_an_empty_world_is_two_triangles():
    w = world()
    assert problems(w.mesh) == []
    assert w.report.triangles == 2
    assert free_area(w) == 2 * 40 * 40


@pytest.mark.small
def test_a_polygon_blocks_its_inside_and_leaves_no_trace():
    w = world()
    w.add_point(3, 7)  # so that no circles tie
    before = edges(w)
    house = w.add_polygon([SQUARE])
    assert free_area(w) == 2 * (1600 - 400)
    assert w.mesh.depth[w.locate(20, 20).triangle] == 1
    assert w.mesh.depth[w.locate(5, 5).triangle] == 0
    w.remove(house)
    assert edges(w) == before


@pytest.mark.small
def test_an_outline_is_followed_by_its_edges_and_a_simple_one_is_not_looked_at_twice():
    w = world()
    house = w.add_polygon([SQUARE])
    assert w.mesh.counts[TANGLED] == 0
    w.work.pairs[:] = NONE
    assert follow(w.mesh, w.work, w.shapes[house].ids, house) == (4, 4)
    ends = [sorted((w.mesh.org[h], w.mesh.org[following(h)])) for h in w.work.pairs[:4, 0]]
    assert sorted(tuple(w.mesh.xy[v].tolist()) for pair in ends for v in pair) == sorted(
        2 * [tuple(corner) for corner in SQUARE.tolist()]
    )


@pytest.mark.small
@pytest.mark.parametrize("turn", [1, -1])
def test_holes_are_free_whichever_way_rings_turn(turn):
    w = world()
    hole = np.array([[15, 15], [25, 15], [25, 25], [15, 25]])
    w.add_polygon([SQUARE[::turn], hole[::-turn]])
    assert free_area(w) == 2 * (1600 - 400 + 100)
    assert problems(w.mesh) == []


@pytest.mark.small
def test_overlapping_polygons_count_their_depth():
    w = world()
    first = w.add_polygon([SQUARE])
    second = w.add_polygon([SQUARE + 5])
    assert w.mesh.depth[w.locate(20, 20).triangle] == 2
    w.remove(first)
    assert w.mesh.depth[w.locate(20, 20).triangle] == 1
    assert w.mesh.depth[w.locate(12, 12).triangle] == 0
    w.remove(second)
    assert w.report.triangles == 2


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), min_size=2, max_size=2, unique=True))
def test_a_wall_comes_and_goes(ends):
    w = world(60)
    for ring in (SQUARE, SQUARE + 17, np.array([[5, 40], [20, 35], [22, 55]])):
        w.add_polygon([ring])
    area = free_area(w)
    before = edges(w)
    wall = w.add_wall(ends)
    assert problems(w.mesh) == []
    w.remove(wall)
    assert problems(w.mesh) == []
    assert free_area(w) == area
    # where circles tie the free edges may differ; constraints may not, crossings with the wall included
    assert {e for e in edges(w) if e[2]} == {e for e in before if e[2]}


@pytest.mark.small
def test_a_crossing_becomes_a_vertex_and_goes_with_either_wall():
    w = world()
    one = w.add_wall([(0, 20), (40, 20)])
    two = w.add_wall([(20, 0), (20, 40)])
    assert w.report.crossings == 1
    assert w.locate(20, 20).vertex != NONE
    w.remove(one)
    assert w.locate(20, 20).vertex == NONE
    assert w.locate(20, 20).edge != NONE
    w.remove(two)
    assert w.report.triangles == 2


def test_a_bent_crossing_leaves_the_survivor_straight():
    w = Triangulation((0, 0, 1000, 1000))
    long = w.add_wall([(3, 7), (991, 613)])
    before = edges(w)
    passing = [w.add_wall([(x, 0), (x + 13, 1000)]) for x in range(50, 950, 50)]
    for wall in passing:
        w.remove(wall)
    assert edges(w) == before
    w.remove(long)
    assert w.report.triangles == 2


@pytest.mark.small
def test_a_point_on_a_wall_stays_as_long_as_it_is_asked_for():
    w = world()
    w.add_wall([(0, 20), (40, 20)])
    v = w.add_point(7, 20)
    assert w.add_point(7, 20) == v
    w.remove_point(v)
    assert w.locate(7, 20).vertex == v
    w.remove_point(v)
    assert w.locate(7, 20).vertex == NONE


@pytest.mark.small
def test_same_place_same_owner_twice_and_spikes():
    w = world()
    spike = w.add_wall([(5, 5), (30, 5), (5, 5)])
    twin = w.add_polygon([SQUARE])
    again = w.add_polygon([SQUARE])
    assert problems(w.mesh) == []
    assert w.mesh.depth[w.locate(20, 20).triangle] == 2
    for owner in (twin, spike, again):
        w.remove(owner)
    assert w.report.triangles == 2


@pytest.mark.small
@pytest.mark.parametrize(
    ("what", "ring"),
    [
        ("a bow tie", [[10, 10], [30, 30], [30, 10], [10, 30]]),
        ("a bow tie whose knot is a corner", [[10, 10], [20, 20], [30, 30], [30, 10], [20, 20], [10, 30]]),
        ("a ring run through twice", [[10, 10], [30, 10], [30, 30], [10, 10], [30, 10], [30, 30]]),
        ("a line", [[10, 10], [20, 20], [30, 30]]),
        ("two points", [[10, 10], [20, 20]]),
        ("outside", [[10, 10], [50, 10], [30, 30]]),
        ("negative", [[10, 10], [-5, 10], [30, 30]]),
        ("not whole", [[10.5, 10], [20, 10], [30, 30]]),
        ("huge", [[10, 10], [1 << 40, 10], [30, 30]]),
    ],
)
def test_a_bad_ring_is_refused_and_changes_nothing(what, ring):
    w = world()
    w.add_polygon([SQUARE])
    before = edges(w)
    with pytest.raises(BadInput):
        w.add_polygon([np.array(ring)])
    assert edges(w) == before, what
    assert problems(w.mesh) == []


@pytest.mark.small
def test_slivers_and_repeated_vertices_are_fine():
    w = world()
    thin = w.add_polygon([np.array([[0, 0], [40, 1], [40, 2]])])
    thick = w.add_polygon([np.array([[10, 10], [10, 10], [30, 10], [30, 30], [30, 30]])])
    assert problems(w.mesh) == []
    assert free_area(w) == 2 * 1600 - 40 - 400
    w.remove(thin)
    w.remove(thick)
    assert w.report.triangles == 2


@pytest.mark.small
def test_what_is_not_there_cannot_be_removed():
    w = world()
    with pytest.raises(BadInput, match="owner: 7"):
        w.remove(7)
    for vertex in (-1, 0, 3, 4, 10_000):
        with pytest.raises(BadInput, match="vertex"):
            w.remove_point(vertex)
    with pytest.raises(BadInput, match="point 0"):
        w.add_point(41, 0)
    with pytest.raises(BadInput, match="box"):
        Triangulation((0, 0, GRID + 1, 5))


@pytest.mark.small
def test_corners_of_the_world_may_be_points_too():
    w = world()
    v = w.add_point(40, 40)
    w.remove_point(v)
    with pytest.raises(BadInput):
        w.remove_point(v)


def test_room_grows_in_the_middle_of_an_edit():
    w = Triangulation((0, 0, 1000, 1000), room=16)
    walls = [w.add_wall([(i, 0), ((7 * i) % 1000, 1000)]) for i in range(0, 1000, 50)]
    walls += [w.add_wall([(0, i), (1000, (11 * i) % 1000)]) for i in range(5, 1000, 50)]
    assert problems(w.mesh) == []
    assert w.report.triangles > 400
    for wall in walls:
        w.remove(wall)
    assert w.report.triangles == 2


def test_many_owners_on_one_edge():
    w = world()
    walls = [w.add_wall([(0, 20), (40, 20)]) for _ in range(200)]
    across = w.add_wall([(20, 0), (20, 40)])
    assert problems(w.mesh) == []
    for wall in (*walls, across):
        w.remove(wall)
    assert w.report.triangles == 2


@pytest.mark.small
def test_the_log_replays_every_flip():
    """From the edges before and the steps of the log alone, the edges after."""
    w = world()
    w.add_polygon([SQUARE])
    w.add_wall([(5, 5), (35, 36)])
    assert w.mesh.counts[LOGGED] <= len(w.mesh.log)
    flips = [step for kind, step in w.steps() if kind is EditStep.FLIP]
    assert len(flips) == w.report.flips > 0
    place = {v: tuple(w.mesh.xy[v].tolist()) for v in range(len(w.mesh.xy))}
    splits = [kind for kind, _ in w.steps() if kind in (EditStep.SPLIT_EDGE, EditStep.SPLIT_FACE)]
    assert len(splits) >= 2
    gone = [tuple(sorted((place[a], place[b]))) for _, _, a, b, _, _ in flips]
    made = [tuple(sorted((place[c], place[d]))) for _, _, _, _, c, d in flips]
    after = {e[:2] for e in edges(w)}
    for i, edge in enumerate(made):
        assert edge in after or edge in gone[i + 1 :]
    for i, edge in enumerate(gone):
        assert edge not in after or edge in made[i + 1 :]


@pytest.mark.small
def test_a_star_is_all_triangles_around_a_vertex():
    w = world()
    w.add_polygon([SQUARE])
    w.add_wall([(0, 5), (33, 40)])
    t = live_triangles(w.mesh)
    corners = w.mesh.org.reshape(-1, 3)
    for v in np.unique(corners[t]).tolist():
        star = w.star(v)
        assert sorted(star) == t[(corners[t] == v).any(axis=1)].tolist(), v


@pytest.mark.small
def test_a_line_may_be_taken_back_twice_over():
    w = world()
    lines, nothing = np.array([[0, 20, 40, 20]], np.int32), np.zeros((0, 4), np.int32)
    w.move_lines(nothing, lines, TERRAIN, 0)
    wall = w.add_wall([(20, 0), (20, 40)])
    w.move_lines(np.repeat(lines, 2, axis=0), nothing, TERRAIN, 0)
    assert problems(w.mesh) == []
    assert w.locate(20, 20).vertex == NONE
    w.remove(wall)
    assert w.report.triangles == 2


@pytest.mark.small
def test_report_in_words():
    w = world()
    w.add_polygon([SQUARE])
    assert str(w.report).endswith(f"of {w.report.triangles:,} triangles")
    assert len(w.touched) <= w.report.triangles


def test_free_faces_are_those_of_shapely():
    """Free triangles and area equal shapely's constrained triangulation of the same polygons (edges may tie)."""
    rng = np.random.default_rng(5)
    for _ in range(30):
        w = Triangulation((0, 0, 4096, 4096))
        shapes = []
        for _ in range(25):
            n, centre, radius = int(rng.integers(3, 9)), rng.integers(300, 3800, 2), rng.integers(40, 280)
            angle = np.sort(rng.random(n)) * 2 * np.pi
            ring = np.rint(centre + radius * np.column_stack((np.cos(angle), np.sin(angle)))).astype(np.int32)
            shape = shapely.Polygon(ring)
            if shape.is_valid and shape.area > 10 and all(shape.distance(other) > 1 for other in shapes):
                shapes.append(shape)
                w.add_polygon([ring])
        free = shapely.box(0, 0, 4096, 4096).difference(shapely.union_all(shapes))
        theirs = shapely.constrained_delaunay_triangles(free)
        t = live_triangles(w.mesh)
        assert int((w.mesh.depth[t] == 0).sum()) == len(theirs.geoms)
        assert free_area(w) == round(2 * free.area)
