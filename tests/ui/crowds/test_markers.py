"""Which markers a run stands on: areas, and no points; the points shown are those of the drawing."""

import pytest

from sandbox.layers import Labels
from sandbox.level.edits import Batch, Rectangle, RemoveMarker, SetMarker
from sandbox.level.markers import Marker, MarkerKind
from sandbox.level.model import WALL
from sandbox.level.rect import Rect
from tests.ui.crowds.conftest import hall


@pytest.fixture
def walking(hands, monkeypatch):
    """A crowd on its way, a point beside it; its runs are counted."""
    level = hall()
    level.markers["point 1"] = Marker.at(1.5, 1.5)
    hands.show(level)
    hands.walked(20)
    hands.begun = []
    monkeypatch.setattr(hands.session, "begin", lambda: hands.begun.append(True))
    return hands


def done(hands, *edits):
    """Whether the run began anew after some edits, and which points are named in the window then."""
    hands.session.editing.step("Edit", *edits)
    if hands.session._restart is not None:
        hands.until(lambda: hands.begun)
    names = [text for sign in hands.tab.canvas.scene.signs if isinstance(sign, Labels) for text in sign.texts]
    return bool(hands.begun), [name for name in names if name.startswith("point")]


def test_a_point_that_is_removed_leaves_the_run_alone(walking):
    assert done(walking, RemoveMarker("point 1")) == (False, [])
    walking.press("Ctrl+Z")
    assert "point 1" in walking.session.level.markers
    assert not walking.begun
    assert done(walking, SetMarker("point 2", Marker.at(2.5, 2.5))) == (False, ["point 1", "point 2"])
    assert walking.run.length >= 20


@pytest.mark.parametrize(
    "edits",
    [
        [RemoveMarker("goal 1")],
        [SetMarker("goal 1", Marker.at(20.5, 5.5))],
        [SetMarker("point 1", Marker.area(MarkerKind.SPAWN, Rect(1, 1, 3, 3)))],
        [Batch((Rectangle(Rect(0, 0, 1, 1), WALL), RemoveMarker("spawn 1")), "both")],
    ],
)
def test_an_area_that_comes_or_goes_begins_it_anew(walking, edits):
    assert done(walking, *edits)[0]
