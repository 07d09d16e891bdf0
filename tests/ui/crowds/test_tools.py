"""Whom a goal area is for."""

from types import SimpleNamespace

import pytest

from sandbox.level.markers import Marker, MarkerKind
from sandbox.level.model import Level
from sandbox.level.rect import Rect
from sandbox.ui.crowds.tools import GoalTool
from sandbox.ui.maps.editing import Editing


@pytest.mark.parametrize(
    ("targets", "bound"),
    [
        (("", "far", ""), ("goal 1", "far", "goal 1")),  # for those that have none
        (("far", "far", "far"), ("far", "far", "goal 1")),  # else for whoever was put down last
    ],
)
def test_a_goal_area_is_for_crowds_without_one_or_for_the_last(targets, bound):
    level = Level.empty(20, 10)
    level.markers["far"] = Marker.area(MarkerKind.GOAL, Rect(18, 0, 20, 2))
    for number, target in enumerate(targets):
        level.markers[f"s{number}"] = Marker.area(MarkerKind.SPAWN, Rect(0, number, 2, number + 1), target=target)
    editing = Editing(lambda _: None)
    editing.take(level)
    GoalTool(SimpleNamespace(editing=editing)).drawn(Rect(10, 0, 12, 2))
    assert tuple(level.markers[f"s{number}"].target for number in range(3)) == bound
    editing.undo()
    assert tuple(level.markers[f"s{number}"].target for number in range(3)) == targets
