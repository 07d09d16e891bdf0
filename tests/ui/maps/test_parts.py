"""Parts of the maps by themselves: bars of time, numbers of a selection, pictures, planners of one's own, copies."""

from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

from sandbox.level.recovery import SourceFile
from sandbox.settings import assets_folder
from sandbox.ui import kit
from sandbox.ui.crowds.choice import SPAWNED, Choice, Walking
from sandbox.ui.crowds.session import Session as Crowds
from sandbox.ui.kit.events import Key
from sandbox.ui.maps.compare.state import Compare
from sandbox.ui.maps.files.autosave import Autosave
from sandbox.ui.maps.files.commands import LevelFiles
from sandbox.ui.maps.files.gallery import THUMB, _Plain
from sandbox.ui.maps.lessons.access import Lessons
from sandbox.ui.maps.own_code import OwnRows
from sandbox.ui.maps.panels.results import COLUMNS
from sandbox.ui.maps.sections.steps import StepsSection
from sandbox.ui.maps.sections.timeline import HEAD, NAMES, ROW, TimelineBars
from sandbox.ui.maps.tab import MapsTab
from sandbox.ui.maps.tools import select
from sandbox.ui.maps.tools.parts.api import MapTool
from sandbox.ui.maps.tools.parts.select_options import Numbers
from sandbox.ui.maps.tools.places import AreaTool
from sandbox.ui.maps.tools.regions import RectangleTool
from sandbox.ui.maps.tools.strokes import in_eighths
from sandbox.ui.maps.view import MapView


@pytest.fixture
def put():
    """Puts a widget into a window of 400 by 200 and paints it."""
    pygame.display.init()
    pygame.font.init()
    look = kit.load_look(assets_folder())

    def put(widget):
        kit.Root(pygame.Surface((400, 200)), look, widget, clipboard=kit.MemoryClipboard(), clock=lambda: 0.0).paint()
        return widget

    return put


def test_bars_of_time_lie_between_the_names_and_the_edge(put):
    bars = put(kit.Column([TimelineBars(lambda _: None, lambda _: None)])).children[0]
    found = bars._bars()
    assert (found.left - bars.rect.left, bars.rect.right - found.right) == (NAMES, 8)
    assert bars._row(2) == pygame.Rect(bars.rect.x, bars.rect.y + HEAD + 2 * ROW, bars.rect.w, ROW)


def test_numbers_follow_what_is_selected_and_each_edit():
    tool = SimpleNamespace(
        chosen=(), selection=SimpleNamespace(vertex=None, followers=[]), editing=SimpleNamespace(on_step=[])
    )
    numbers = Numbers(tool)
    assert tool.selection.followers == tool.editing.on_step == [numbers.follow]
    assert not any(field.enabled for field in (numbers.x, numbers.y, numbers.w, numbers.h))


def test_what_has_no_picture_takes_the_room_of_one(put):
    row = put(kit.Column([_Plain()], cross="start")).children[0]
    assert row.size_for() == THUMB
    assert THUMB[0] != THUMB[1]


@pytest.mark.parametrize("ticked", [True, False])
def test_a_planner_that_leaves_is_ticked_no_more(ticked):
    row, changed = SimpleNamespace(ticked=ticked), []
    asking = SimpleNamespace(row_changed=lambda row: changed.append(row.ticked))
    rows = [row]
    own = SimpleNamespace(
        session=SimpleNamespace(asking=asking, rows=rows), listed=SimpleNamespace(actions_of=lambda _: [])
    )
    OwnRows._leave(own, row)
    assert rows == []
    assert row.ticked is False
    assert changed == [False] * ticked


@pytest.mark.parametrize(("dirty", "kept", "soon"), [(True, True, 0), (True, False, 1), (False, True, -1)])
def test_a_copy_is_kept_of_what_is_unsaved_and_has_none(dirty, kept, soon):
    told = []
    autosave = SimpleNamespace(
        session=SimpleNamespace(history=SimpleNamespace(dirty=dirty)), recovery=SimpleNamespace(kept=kept),
        _keep_soon=lambda: told.append(1), forget=lambda: told.append(-1),
    )  # fmt: skip
    autosave._edited_unseen = lambda: Autosave._edited_unseen(autosave)
    Autosave._stepped(autosave)
    assert sum(told) == soon


def test_columns_of_numbers_stand_to_the_right():
    words = {"Planner", "Metric", "Result"}
    assert {column.title for column in COLUMNS if not column.number} == words


def test_who_arrives_stays_unless_somebody_says_otherwise():
    assert Walking().leave is False


@pytest.mark.parametrize("way", [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)])
def test_a_line_keeps_to_the_eight_directions(way):
    start = (10, 20)
    for far in (1, 7):
        there = start[0] + way[0] * far, start[1] + way[1] * far
        assert in_eighths(start, there) == there
    beside = start[0] + 7 * way[0] - way[1] * (0 in way), start[1] + 7 * way[1] + way[0] * (0 in way)
    assert in_eighths(start, beside) == (start[0] + 7 * way[0], start[1] + 7 * way[1]), "a cell beside it"
    assert in_eighths(start, start) == start


@pytest.mark.parametrize(("at", "footprints"), [((4.5, 6.2), [((4, 6), 1)]), (None, [])])
def test_before_a_rectangle_is_begun_the_cell_under_the_pointer_is_outlined(at, footprints):
    drawn = []
    tool = SimpleNamespace(
        _ends=None, bench=SimpleNamespace(at=at), draw_footprints=lambda _, cell, size: drawn.append((cell, size))
    )
    RectangleTool.draw(tool, None)
    assert drawn == footprints


@pytest.mark.parametrize(("combo", "taken"), [("Enter", True), ("Ctrl+Enter", False), ("a", False)])
def test_enter_asks_for_the_numbers_of_an_area(combo, taken):
    asked = []
    assert AreaTool.typed(SimpleNamespace(type_area=asked.append), "canvas", Key(combo, combo)) is taken
    assert asked == ["canvas"] * taken


@pytest.mark.parametrize("path", ["/somewhere/hall.json", ""])
def test_what_is_brought_back_belongs_to_its_file(path):
    taken = []
    files = SimpleNamespace(_take_unsaved=lambda *words: taken.append(words))
    LevelFiles.take_restored(files, "level", SourceFile(path, "hall"))
    assert taken == [("level", Path(path) if path else None, "hall")]


def test_leaving_a_lesson_goes_back_to_the_planner_in_focus_or_to_no_recording():
    told = []
    asking = SimpleNamespace(focus=None, focus_on=lambda row: told.append(("focus", row)))
    lesson = SimpleNamespace(asking=asking, timeline=SimpleNamespace(load=lambda film: told.append(("load", film))))
    Lessons.leave(lesson)
    asking.focus = "astar"
    Lessons.leave(lesson)
    assert told == [("load", None), ("focus", "astar")]


@pytest.mark.parametrize("mounted", [True, False])
def test_the_step_the_level_is_at_is_in_sight(mounted):
    revealed, shown = [], []
    history = SimpleNamespace(done=3, labels=("a", "b", "c", "d"), forgotten=0)
    lines = SimpleNamespace(show=lambda _, at: shown.append(at), is_mounted=mounted, box_of=lambda at: f"box {at}")
    section = SimpleNamespace(
        session=SimpleNamespace(history=history), lines=lines, scroll=SimpleNamespace(reveal=revealed.append)
    )
    StepsSection.refresh(section)
    assert shown == [3]
    assert revealed == ["box 3"] * mounted


def test_whoever_leaves_the_map_stops_what_plays_and_takes_the_hint_along():
    hints = []
    inner, outer = SimpleNamespace(playing=1), SimpleNamespace(playing=1)
    tab = SimpleNamespace(
        session=SimpleNamespace(in_front=True), timeline=outer, _chosen=0,
        comparing=SimpleNamespace(compare=SimpleNamespace(timeline=inner)),
        services=SimpleNamespace(chosen=SimpleNamespace(changes=7), hint=hints.append),
    )  # fmt: skip
    MapsTab.hidden(tab)
    assert (tab.session.in_front, tab._chosen, outer.playing, inner.playing) == (False, 7, 0, 0)
    assert hints == [""]


@pytest.mark.parametrize(("found", "stops", "said"), [(None, 5, True), (9, 9, False)])
def test_a_jump_to_the_next_conflict_stops_there_or_says_that_there_is_none(found, stops, said):
    told = []
    session = SimpleNamespace(
        film=SimpleNamespace(like=lambda *_: found), tick=5, say=told.append, timeline=SimpleNamespace(stop=told.append)
    )
    Crowds.jump(session, 1)
    assert told == [stops, *["No later conflict so far"] * said]
    Crowds.jump(session, -1)
    assert told[len(told) // 2 :] == [stops, *["No conflict before this one"] * said]


def test_a_stack_that_is_shown_is_painted_anew():
    told = []
    scene = SimpleNamespace(live=None, fade=lambda *, pale: told.append(pale), show=told.append)
    view = SimpleNamespace(
        session=SimpleNamespace(timeline=SimpleNamespace(film=None)), more=list, playing=None, _known=lambda: ["known"],
        canvas=SimpleNamespace(scene=scene, touch=lambda: told.append("touched")),
    )  # fmt: skip
    MapView._show_stack(view)
    assert told == [False, ["known"], "touched"]
    assert scene.live == []


@pytest.mark.parametrize(("chosen", "label"), [(1, "Move polygon"), (2, "Move 2 polygons")])
def test_a_move_is_named_by_how_many_go(chosen, label, monkeypatch):
    begun = []
    tool = SimpleNamespace(
        _polygon_at=lambda _: SimpleNamespace(id=1), chosen=list(range(chosen)),
        selection=SimpleNamespace(ids=[1], vertex=None), editing=SimpleNamespace(begin=begun.append),
    )  # fmt: skip
    monkeypatch.setattr(select, "MoveDrag", lambda *words: words)
    assert select.SelectTool._grasp_polygon(tool, (1, 1), SimpleNamespace(mods=SimpleNamespace(shift=False)))[0] is tool
    assert begun == [label]


@pytest.mark.parametrize(("done", "told"), [(True, ["end"]), (False, ["cancel"])])
def test_a_gesture_is_kept_or_taken_back(done, told):
    found = []
    editing = SimpleNamespace(end=lambda: found.append("end"), cancel=lambda: found.append("cancel"))
    MapTool.finish(SimpleNamespace(editing=editing), done=done)
    assert found == told


def test_a_contestants_station_is_that_of_its_key_and_planner():
    asked = []
    compare = SimpleNamespace(
        asking=SimpleNamespace(desks=SimpleNamespace(of=lambda *words: asked.append(words) or "station")),
        contestants=[SimpleNamespace(planner="one"), SimpleNamespace(planner="other")],
        _key=lambda number: f"key {number}",
    )  # fmt: skip
    assert Compare._station(compare, 1) == "station"
    assert asked == [("key 1", "other")]


def test_how_a_crowd_walks_is_remembered_and_what_is_of_no_use_is_passed_over():
    choice = Choice()
    choice.take({"walking": ("leave=on", "seed=7", "hurry=3"), "muster": ("nonsense",), "spawned": ("25",)})
    assert choice.walking == {"leave": True, "seed": 7}
    assert choice.spawned == 25
    choice.take({"spawned": ("-3",)})
    assert choice.walking == {}
    assert choice.spawned == SPAWNED
