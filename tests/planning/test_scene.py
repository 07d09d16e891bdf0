"""Scenes in a level's view: what comes back is what was told, and what makes no sense is refused by its name."""

import pytest

from sandbox.errors import BadInput
from sandbox.planning.scene import LONGEST, MOST, MOST_EVENTS, Asked, LayerWish, Scene

FULL = Scene(
    (Asked("astar", {"weight": "2.0"}), Asked("ta")), 0.5, "ta", 12,
    {"hpa/sectors": LayerWish(visible=False), "ta/channel": LayerWish(opacity=0.5)}, (0.0, 1.0, 20.0, 11.0), 2.5,
)  # fmt: skip


@pytest.mark.parametrize("scene", [FULL, Scene(), Scene((Asked("jps"),))])
def test_it_comes_back(scene):
    found = Scene.of_view(scene.to_view(), "file")
    assert found == scene


def test_a_level_without_a_scene_tells_none():
    assert Scene.of_view({}, "file") is None
    assert Scene.of_view({"ground": False}, "file") is None


@pytest.mark.parametrize(
    ("part", "value"),
    [("planners", 3), ("planners", [{"key": "nobody"}]), ("planners", [{"key": "astar", "options": {"weight": "x"}}]),
     ("planners", [{"key": "astar", "options": 2}]), ("radius", -1), ("radius", float("nan")), ("radius", True),
     ("recorded", "hpa"), ("moment", -1), ("moment", 1.5), ("layers", []), ("layers", {"a": {"visible": "yes"}}),
     ("layers", {"a": 3}), ("seen", [0, 0, 0, 0]), ("seen", [1, 2]), ("time", -1), ("time", "now"), ("more", 1),
     ("planners", [{"key": "jps"}] * (MOST + 1)), ("layers", {str(n): {} for n in range(MOST + 1)}),
     ("moment", MOST_EVENTS), ("time", LONGEST + 1)],
)  # fmt: skip
def test_nonsense_is_refused(part, value):
    view = FULL.to_view()
    view["scene"] = view["scene"] | {part: value}
    with pytest.raises(BadInput, match=r"view\.scene"):
        Scene.of_view(view, "file")


def test_what_may_just_be_told_is_taken():
    most = {"moment": MOST_EVENTS - 1, "time": LONGEST, "radius": 0, "layers": {str(n): {} for n in range(MOST)}}
    view = FULL.to_view()
    view["scene"] = view["scene"] | most
    found = Scene.of_view(view, "file")
    assert (found.moment, found.time, found.radius, len(found.layers)) == (MOST_EVENTS - 1, LONGEST, 0, MOST)
    assert Scene.of_view({"scene": {"moment": 0, "time": 0}}, "file").time == 0
