"""What a person does in the Crowds tab, through the window's event queue."""

import numpy as np
import pytest

from sandbox.agents.api import policies
from sandbox.agents.record.encounters import NONE
from sandbox.level.edits import Rectangle
from sandbox.level.markers import MarkerKind
from sandbox.level.model import WALL, Level
from sandbox.level.rect import Rect
from sandbox.level.timed import Door
from sandbox.ui.crowds.session import anew, matters
from sandbox.ui.crowds.toolbar import examples
from tests.ui.crowds.conftest import hall
from tests.ui.test_app import frames


def test_one_drag_and_one_key_let_two_hundred_walk(hands):
    hands.show(Level.empty(64, 40))
    assert hands.tab.tool.about.name == "spawn-area"
    hands.drag((4.5, 4.5), (10.5, 20.5), (14.5, 34.5))
    level = hands.tab.maps.level
    spawns = [m for m in level.markers.values() if m.kind is MarkerKind.SPAWN]
    goals = {n: m for n, m in level.markers.items() if m.kind is MarkerKind.GOAL}
    assert [m.agents for m in spawns] == [200]
    assert spawns[0].target in goals
    assert goals[spawns[0].target].point[0] > 40  # the other side
    hands.press("Space")
    hands.until(lambda: hands.timeline.time >= 20)
    assert len(hands.run.agents) == 200
    assert hands.timeline.playing == 1
    hands.press("Ctrl+Z")  # the drag was one step
    assert not [m for m in level.markers.values() if m.kind is not MarkerKind.POINT]
    assert not hands.failures


def test_the_second_line_holds_the_options_of_the_tool_in_hand(hands):
    hands.show(Level.empty(24, 12))
    toolbar, with_options = hands.tab.toolbar, []
    for name in [*toolbar.buttons, *toolbar.buttons]:  # each of them twice
        hands.tab.use_tool(name)
        frames(hands.app)
        tool = hands.tab.tool
        assert [other for other, button in toolbar.buttons.items() if button.on] == [name] == [tool.about.name]
        shown = list(toolbar.options.children)
        assert shown == toolbar._lines[name]
        assert [type(one) for one in shown] == [type(one) for one in tool.options()]
        assert (toolbar.tool_title.text, toolbar.tool_title.visible) == (tool.about.title, not shown)
        with_options += [name] * bool(shown)
    assert 0 < len(with_options) < 2 * len(toolbar.buttons)


@pytest.mark.parametrize("key", [key for key, _ in examples()])
def test_every_example_plays_at_one_click(hands, key):
    if key == "warehouse":
        pytest.skip("the same as the others, and large")
    hands.tab.play_example(key)
    hands.until(lambda: hands.timeline.time >= 3)
    assert hands.timeline.playing == 1
    assert not hands.failures
    assert not hands.run.trouble


@pytest.mark.parametrize(("size", "beside"), [((26, 14), True), ((60, 6), False), ((12, 40), True)])
def test_two_lanes_lie_where_the_level_is_seen_larger(hands, size, beside):
    hands.show(Level.empty(*size))
    hands.press("Shift+C")
    frames(hands.app, 4)
    tab = hands.tab
    assert (tab.first.rect.y == tab.second.rect.y) == beside
    assert tab.second.visible
    scale = tab.canvas.camera.scale
    tab.below.visible, tab.beside.visible = beside, not beside  # the other way round
    (tab.below if beside else tab.beside).add(tab.first)
    (tab.below if beside else tab.beside).add(tab.second)
    hands.app.root.layout()
    tab.canvas.fit()
    assert tab.canvas.camera.scale <= 1.05 * scale
    assert not hands.failures


def test_time_stands_still_while_nobody_looks(hands):
    hands.show(hall())
    hands.gathered()
    hands.press("Space")
    hands.until(lambda: hands.timeline.time >= 3)
    hands.app.shell.show("maps")
    assert (hands.timeline.playing, hands.session.in_front) == (0, False)
    stood = hands.timeline.time
    hands.app.shell.show("crowds")
    frames(hands.app, 3)
    assert (hands.timeline.playing, hands.timeline.time, hands.session.in_front) == (0, stood, True)


def test_play_pause_step_and_scrub(hands):
    hands.show(hall())
    hands.gathered()
    hands.press("Space")
    hands.until(lambda: hands.timeline.time >= 10)
    hands.press("Space")
    assert hands.timeline.playing == 0
    stood = hands.timeline.time
    frames(hands.app, 5)
    assert hands.timeline.time == stood
    hands.press(",")
    assert hands.timeline.time == stood - 1
    hands.press("Home")
    hands.until(lambda: hands.tab.panes[0].frame.tick == 0)
    hands.press(".")
    hands.until(lambda: hands.tab.panes[0].frame.tick == 1)
    hands.at(60)
    assert hands.tab.panes[0].frame.tick == 60


def test_playing_ends_when_everybody_has_arrived(hands):
    hands.show(hall(3))
    hands.gathered()
    hands.timeline.speed = len(hands.timeline.paces.rates) - 1
    hands.timeline.toggle()
    hands.until(lambda: hands.run.done and hands.timeline.playing == 0)
    lane = hands.run.lanes[0]
    assert (lane.arrived != NONE).all()
    hands.until(lambda: hands.tab.panes[0].frame.tick == hands.run.length)
    assert (hands.tab.panes[0].painter.shapes() == 2).all()


def test_conflicts_are_jumped_to_and_told(hands):
    hands.show(hall(30))
    hands.walked(150)
    hands.timeline.stop(0)
    hands.press("N")
    met = hands.run.lanes[0].met
    assert hands.timeline.time == met.table.begin[0] + 1
    hands.until(lambda: hands.tab.panes[0].frame.tick == hands.timeline.time)
    words = hands.tab.conflict.words.text
    assert f"agent {met.table.first[0]} and agent {met.table.second[0]}" in words
    assert "It cost the two" in words
    rows = [hands.session.film.shown(hands.timeline.time)]
    for _ in range(5):
        hands.press("N")
        rows.append(hands.session.film.shown(hands.timeline.time))
    assert rows == [0, 1, 2, 3, 4, 5]
    hands.press("Shift+N")
    assert hands.session.film.shown(hands.timeline.time) == 4
    for how, row in zip(met.table.how[: met.count].tolist(), range(met.count), strict=True):
        assert hands.session.film.described(row)
        assert how in range(7)


def test_an_edit_while_it_plays_is_walked_on_and_undone(hands):
    hands.show(hall())
    hands.gathered()
    hands.timeline.toggle()
    hands.until(lambda: hands.timeline.time >= 10)
    agents = hands.run.agents
    hands.tab.maps.editing.step("wall", Rectangle(Rect(10, 5, 11, 7), WALL))
    hands.until(lambda: bool(hands.run.lanes[0].edits) and hands.timeline.time >= 30)
    assert hands.run.agents is agents  # the same run goes on
    assert hands.timeline.playing == 1
    shown = hands.tab.panes[0]._shown
    assert shown.terrain[5, 10] == WALL
    hands.tab.maps.editing.undo()
    hands.until(lambda: len(hands.run.lanes[0].edits) == 2 and hands.timeline.time >= 40)
    assert np.array_equal(shown.terrain, hands.session.level.terrain)
    hands.timeline.stop(25)
    hands.until(lambda: hands.tab.panes[0].frame.tick == 25)
    assert shown.terrain[5, 10] == WALL  # as it was then
    hands.timeline.stop(5)
    hands.until(lambda: hands.tab.panes[0].frame.tick == 5)
    assert shown.terrain[5, 10] != WALL


def test_an_edit_in_the_past_cuts_the_run_and_keeps_what_is_drawn(hands):
    hands.show(hall())
    hands.walked(60)
    hands.timeline.stop(50)
    hands.tab.maps.editing.step("first", Rectangle(Rect(2, 0, 3, 1), WALL))
    hands.until(lambda: hands.run.length == 50)
    hands.walked(70)
    hands.timeline.stop(20)
    hands.tab.maps.editing.step("second", Rectangle(Rect(4, 0, 5, 1), WALL))
    hands.until(lambda: hands.run.length == 20 and len(hands.run.lanes[0].edits) == 2)
    hands.walked(40)
    hands.at(40)
    assert np.array_equal(hands.tab.panes[0]._shown.terrain, hands.session.level.terrain)
    assert not hands.failures


def test_doors_move_while_it_plays(hands):
    level = hall()
    level.timed = (Door("gate", Rect(12, 5, 13, 7), period=2.0, open_for=1.0),)
    hands.show(level)
    hands.walked(60)
    seen = set()
    for tick in (5, 40, 55):
        hands.at(tick)
        seen.add(int(hands.tab.panes[0]._shown.terrain[5, 12]))
    assert len(seen) == 2
    assert int(hands.session.level.terrain[5, 12]) == 0  # the drawing stays as drawn


def test_another_policy_in_mid_play_begins_anew_and_plays_on(hands):
    hands.show(hall())
    hands.gathered()
    hands.timeline.toggle()
    hands.until(lambda: hands.timeline.time >= 15)
    first = hands.run.agents
    for key in ("push", "stop-and-wait", "squad"):
        hands.tab.heads[0].pick(key)
    hands.until(lambda: hands.run.agents is not first and hands.run.state == "ready" and hands.timeline.time >= 10)
    assert hands.timeline.playing == 1
    assert hands.run.start.settings[0].policy == policies["squad"].create()
    assert hands.app.services.settings.crowds["policy"] == ("squad",)
    assert not hands.failures


def test_two_policies_side_by_side(hands):
    hands.show(hall(30))
    hands.gathered()
    hands.press("Shift+C")
    hands.until(lambda: len(hands.run.lanes) == 2)
    hands.at(50)
    one, other = (pane.frame for pane in hands.tab.panes)
    assert one.tick == other.tick == 50
    assert not np.array_equal(one.x, other.x)
    assert hands.tab.panes[1].canvas.rect.w > 100
    hands.tab.canvas.look_at(hands.tab.canvas.camera.zoomed(2.0, 50, 50))
    assert hands.tab.panes[1].canvas.camera.scale == hands.tab.canvas.camera.scale
    strip, second = hands.session.strip, hands.run.lanes[1].met
    hands.timeline.stop(0)
    strip._go(strip.x_of(int(second.table.begin[0]) + 1), strip.rect.bottom - 2)
    assert hands.session.film.lane is hands.run.lanes[1]
    assert hands.timeline.time == second.table.begin[hands.session.film.picked] + 1
    frames(hands.app, 3)
    assert hands.tab.conflict.words.text.startswith("B: ")
    hands.press("Shift+C")
    hands.until(lambda: hands.run.state == "ready" and len(hands.run.lanes) == 1)
    assert hands.session.film.number == 0


def test_ways_are_shown_under_both_policies(hands):
    hands.show(hall())
    hands.press("Shift+C")
    hands.until(lambda: hands.run.state == "ready" and len(hands.run.lanes) == 2)
    hands.at(20)
    hands.press("3")
    hands.until(lambda: all("ways" in pane.canvas.scene.stack for pane in hands.tab.panes))


def test_who_is_clicked_is_followed(hands):
    hands.show(hall())
    hands.at(20)
    hands.tab.use_tool("watch")
    frame = hands.tab.panes[0].frame
    hands.click((float(frame.x[4]), float(frame.y[4])))
    assert hands.session.followed == 4
    hands.until(lambda: 0 in hands.run.seen and hands.run.seen[0].agent == 4)
    assert len(hands.run.seen[0].way)
    assert "Agent 4 is on its way" in hands.tab.conflict.followed.text
    hands.press("Escape")
    assert hands.session.followed == -1


def test_nobody_and_impossible_crowds_are_told(hands):
    level = Level.empty(8, 8, WALL)
    hands.show(level)
    hands.press("Space")
    hands.gathered()
    assert len(hands.run.agents) == 0
    hands.until(lambda: hands.timeline.playing == 0)
    assert "Nobody walks" in hands.tab.lesson.words.text
    hands.session.choice.muster["agents"] = 50_000
    hands.show(hall())
    hands.gathered()
    assert any("found room" in message for message in hands.run.agents.messages)
    hands.session.choice.muster = {"radius": 1.5}
    hands.session.chosen()
    hands.until(lambda: hands.run.state == "ready" and hands.run.agents.radius.max() == 1.5)
    hands.walked(30)
    assert any("finds no way" in str(hands.run.lanes[0].why(0, 30)) for _ in "1")
    assert not hands.failures


def test_time_stands_still_behind_another_tab(hands):
    hands.show(hall())
    hands.gathered()
    hands.timeline.toggle()
    hands.until(lambda: hands.timeline.time >= 5)
    hands.press("Ctrl+1")
    stood = hands.timeline.time
    frames(hands.app, 10)
    assert (hands.timeline.time, hands.timeline.playing) == (stood, 0)
    hands.tab.maps.editing.step("wall", Rectangle(Rect(2, 0, 3, 1), WALL))
    hands.press("Ctrl+2")
    hands.until(lambda: bool(hands.run.lanes[0].edits))
    assert hands.tab.panes[0]._shown.terrain[0, 2] == WALL


def test_what_was_chosen_is_remembered(hands):
    hands.show(hall())
    hands.gathered()
    hands.session.choice.policies[0].key = "push"
    hands.session.choice.policies[0].values["horizon"] = 2.0
    hands.session.choice.walking["leave"] = True
    hands.session.choice.muster["mixed"] = True
    hands.session.remember()
    texts = hands.app.services.settings.crowds
    again = type(hands.session.choice)()
    again.take(texts)
    assert again.policy(0) == policies["push"].create({"horizon": 2.0})
    assert (again.walking, again.muster) == ({"leave": True}, {"mixed": True})
    again.take({"policy": ("no such",), "muster": ("radius=wide", "mixed=on"), "spawned": ("-3",)})
    assert again.policies[0].key == "push"
    assert again.muster == {"mixed": True}


def test_which_edits_begin_anew():
    from sandbox.level.edits import Batch, Resize, SetMarker, SetTitle
    from sandbox.level.markers import Marker

    point = SetMarker("start", Marker.at(1, 1))
    wall = Rectangle(Rect(0, 0, 1, 1), WALL)
    assert anew(Resize(9, 9))
    assert anew(Batch((wall, Resize(9, 9)), "both"))
    assert not anew(point)
    assert not anew(wall)
    assert matters(wall)
    assert not matters(point)
    assert not matters(SetTitle("x"))


def test_a_pause_stops_the_engine_also_at_the_fastest_pace(hands):
    hands.show(hall(30))
    hands.gathered()
    hands.timeline.speed = len(hands.timeline.paces.rates) - 1
    hands.timeline.toggle()
    hands.until(lambda: hands.timeline.time >= 30)
    hands.press("Space")
    hands.until(lambda: not hands.run.busy)
    length = hands.run.length
    frames(hands.app, 20)
    hands.until(lambda: not hands.run.busy)
    assert hands.run.length <= length + 3
    assert hands.timeline.playing == 0


def test_by_keyboard_alone(hands):
    hands.show(Level.empty(40, 30))
    hands.tab.use_tool("watch")
    hands.press("A")
    hands.tab.bench.at = (3.5, 3.5)
    hands.press("Right", "Space", *["Down"] * 9, *["Right"] * 9, "Space")
    spawns = hands.session.spawns
    assert len(spawns) == 1
    hands.press("Space")
    hands.until(lambda: hands.timeline.time >= 10)
    assert hands.timeline.playing == 1
    hands.press("V", "Space")
    assert hands.timeline.playing == 0
    stood = hands.timeline.time
    hands.press("Left")
    assert hands.timeline.time == stood - 1
    hands.press("Shift+Right")
    assert hands.timeline.time >= stood - 1
    assert not hands.failures


def test_a_run_that_breaks_says_so_and_can_be_begun_anew(hands, monkeypatch):
    hands.show(hall())
    hands.gathered()

    def broken(world):
        raise RuntimeError("no more")

    monkeypatch.setattr("sandbox.agents.world.World.step", broken)
    hands.timeline.toggle()
    hands.until(lambda: hands.run.state == "broken")
    assert hands.failures[0].line == "RuntimeError: no more"
    assert hands.timeline.playing == 0
    assert "no more" in hands.tab.lesson.words.text
    monkeypatch.undo()
    hands.tab.use_tool("watch")
    hands.press("Shift+R")
    hands.gathered()
    hands.walked(5)
