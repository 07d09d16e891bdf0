"""Whom a goal area is for, and which keys are time's."""

from types import SimpleNamespace

import pytest

from sandbox.level.markers import Marker, MarkerKind
from sandbox.level.model import Level
from sandbox.level.rect import Rect
from sandbox.ui.crowds.tools import GoalTool, Watch
from sandbox.ui.kit.events import Key
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


def test_while_one_watches_arrows_and_space_are_left_to_time_and_escape_ends_following():
    followed = []
    session = SimpleNamespace(followed=7, follow=followed.append)
    watch = Watch(SimpleNamespace(), session, [])
    assert not any(watch.key(None, Key(name, name)) for name in ("Left", "Right", "Up", "Down", "Space"))
    assert not watch.key(None, Key("Shift+Left", "Left"))
    assert followed == []
    assert watch.key(None, Key("Escape", "Escape"))
    assert followed == [-1]
