"""What a level says beside terrain: which layers, where each thing lies, and when it counts as changed."""

import pytest

from sandbox.layers import Labels, Points, Polygons, Segments
from sandbox.level.markers import Marker, MarkerKind
from sandbox.level.model import Level
from sandbox.level.obstacles import Obstacle
from sandbox.level.rect import Rect
from sandbox.level.signs import middle_of, signs_of, version_of
from sandbox.level.timed import Door, Drift

pytestmark = pytest.mark.small


@pytest.fixture
def level():
    """Unequal sides everywhere, so that no x passes for a y."""
    made = Level.empty(40, 30)
    made.markers["start"] = Marker.at(1.5, 2.5)
    made.markers["gate"] = Marker.at(7.5, 3.25)
    made.markers["hall"] = Marker.area(MarkerKind.SPAWN, Rect(2, 10, 8, 13), target="yard", agents=12)
    made.markers["yard"] = Marker.area(MarkerKind.GOAL, Rect(20, 20, 30, 24))
    made.polygons[3] = Obstacle.of_cells([(10, 4), (14, 4), (14, 10), (10, 10)], id=3)
    made.timed = (Door("lock", Rect(30, 5, 34, 7)), Drift("raft", 3, ((0.0, 0.0), (2.0, 1.0), (5.0, 3.0))))
    return made


def layers_of(level):
    return {layer.name: layer for layer in signs_of(level)}


def test_a_level_without_any_has_none():
    assert signs_of(Level.empty(5, 4)) == []


def test_each_sign_lies_where_it_was_put(level):
    layers = layers_of(level)
    assert list(layers) == ["spawn areas", "goal areas", "points", "doors", "way of raft", "turning places", "names"]
    assert isinstance(layers["spawn areas"], Polygons)
    assert layers["spawn areas"].xy.tolist() == [[2, 10], [8, 10], [8, 13], [2, 13]]
    assert layers["goal areas"].xy.tolist() == [[20, 20], [30, 20], [30, 24], [20, 24]]
    assert isinstance(layers["points"], Points)
    assert layers["points"].xy.tolist() == [[7.5, 3.25]]  # start and goal are shown by whoever asks
    assert layers["doors"].xy.tolist() == [[30, 5], [34, 5], [34, 7], [30, 7]]
    assert layers["doors"].starts.tolist() == [0, 4]


def test_a_block_drifts_from_its_middle_and_turns_at_the_end(level):
    layers = layers_of(level)
    assert middle_of(level, 3).tolist() == [12, 7]
    way = layers["way of raft"]
    assert isinstance(way, Segments)
    assert way.chained
    assert way.ends.tolist() == [[12, 7], [14, 8], [17, 10]]
    turned = layers["turning places"]
    assert sorted(turned.xy.tolist()) == [[15, 7], [15, 13], [19, 7], [19, 13]]
    assert not turned.filled


def test_names_stand_at_points_and_in_the_middle_of_areas_and_doors(level):
    names = layers_of(level)["names"]
    assert isinstance(names, Labels)
    places = dict(zip(names.texts, map(tuple, names.xy.tolist()), strict=True))
    assert places == {"gate": (7.5, 3.25), "hall · 12": (5, 11.5), "yard": (25, 22), "lock": (32, 6)}


def test_a_drift_without_its_polygon_is_not_shown_and_two_areas_are_one_layer(level):
    del level.polygons[3]
    level.markers["cellar"] = Marker.area(MarkerKind.SPAWN, Rect(0, 0, 2, 1))
    layers = layers_of(level)
    assert "way of raft" not in layers
    assert "turning places" not in layers
    assert layers["spawn areas"].starts.tolist() == [0, 4, 8]


def test_the_version_follows_signs_and_nothing_else(level):
    before = version_of(level)
    level.markers["start"] = Marker.at(9.5, 9.5)
    level.terrain[3, 3] = 1
    assert version_of(level) == before
    seen = {before}
    level.markers["gate"] = Marker.at(7.5, 3.5)
    seen.add(version_of(level))
    level.timed = level.timed[:1]
    seen.add(version_of(level))
    assert len(seen) == 3
