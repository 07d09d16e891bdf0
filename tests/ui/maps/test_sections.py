"""The sections at the side of the map: problems, doors and their time, areas, history; and cells copied about."""

import time

import pytest

from sandbox.level.edits import AddPolygon, Line, SetMarker, SetPalette
from sandbox.level.model import (
    DEFAULT_PALETTE,
    WALL,
    Level,
    Marker,
    MarkerKind,
    Obstacle,
    Palette,
    Rect,
    Terrain,
)
from sandbox.level.timed import Door, Drift
from sandbox.ui.kit import Key, MemoryClipboard, Mods, NumberField, Pointer, TextArea, TextField
from sandbox.ui.maps.sections.areas import AreasSection, fields_of_marker
from sandbox.ui.maps.sections.problems import ProblemsSection
from sandbox.ui.maps.sections.steps import StepsSection
from sandbox.ui.maps.sections.timed import TimedSection, fields_of_timed
from sandbox.ui.maps.sections.timeline import openings
from tests.ui.test_app import frames, maps

KINDS = {"problems": ProblemsSection, "timed": TimedSection, "areas": AreasSection, "steps": StepsSection}


@pytest.fixture
def tab(app):
    """The maps tab on a plain level."""
    tab = maps(app)
    tab.services.root.clipboard = MemoryClipboard()
    tab.show_level(Level.empty(40, 30), "plain")
    frames(app, 2)
    return tab


def section(tab, name):
    return next(s for s in tab.sections if isinstance(s, KINDS[name]))


def drag_cells(tab, tool, start, end, mods=Mods()):  # noqa: B008
    for kind, at in (("down", start), ("move", end), ("up", end)):
        x, y = tab.canvas.to_window(*at)
        tool.pointer(tab.canvas, Pointer(kind, x, y, 1, 1, mods), at)


def press(tab, combo):
    *mods, name = combo.split("+")
    tab.tool.key(tab.canvas, Key(combo, name, Mods("Ctrl" in mods, "Shift" in mods, "Alt" in mods)))


def until(app, there, seconds=280.0):
    """Run frames until something is there, as the worker and the clock bring it."""
    end = time.monotonic() + seconds
    while not there() and time.monotonic() < end:
        frames(app)
        time.sleep(0.005)
    assert there()


def test_the_history_lists_steps_and_goes_to_them(tab):
    steps = section(tab, "steps")
    for x in (3, 5, 7):
        tab.editing.step(f"Wall {x}", Line(x, 1, x, 9, WALL))
    assert [e.text for e in steps.lines.entries] == ["As opened", "Wall 3", "Wall 5", "Wall 7"]
    steps.lines.on_choose(1)
    assert tab.level.terrain[5, 3] == WALL
    assert tab.level.terrain[5, 5] != WALL
    assert [e.aside for e in steps.lines.entries] == ["", "", "undone", "undone"]
    assert steps.lines.current == 1
    steps.lines.on_choose(0)
    assert not tab.history.dirty


def test_problems_lead_to_their_place(app, tab):
    problems = section(tab, "problems")
    tab.editing.step("In the way", AddPolygon(Obstacle.of_cells([(20, 20), (24, 20), (22, 25)])))
    tab.editing.step("Start inside", SetMarker("start", Marker.at(22, 22)))
    for row in tab.rows:
        row.ticked = False  # nobody plans meanwhile
    tab.asking.ready = True
    until(app, lambda: problems.lines.entries)
    assert [e.text for e in problems.lines.entries] == ["Marker start: (22, 22) is inside polygon 1"]
    problems.next()
    frames(app, 2)
    left, top, right, bottom = tab.canvas.camera.seen
    assert left < 22 < right
    assert top < 22 < bottom
    assert right - left < 40, "it went nearer"
    tab.editing.undo()
    until(app, lambda: not problems.lines.entries)


def test_a_door_is_drawn_timed_and_played(app, tab):
    timed = section(tab, "timed")
    tab.use_tool("door")
    drag_cells(tab, tab.tools["door"], (10.5, 4.5), (10.5, 8.2))
    assert tab.level.timed == (Door("door 1", Rect(10, 4, 11, 9)),)
    assert tab.history.labels[-1] == "Add door 1"
    timed._set("period", 4.0)
    timed._set("open_for", 9.0)
    timed._set("closed", "water")
    door = tab.level.timed[0]
    assert (door.period, door.open_for, door.closed_code) == (4.0, 4.0, 2)
    assert len(tab.history.labels) == 2, "typing numbers is one step"
    timed._set("open_for", 1.0)
    timed._go(2.0)
    assert tab.canvas.scene.tiles.codes[5, 10] == 2, "the map shows the closed door"
    assert tab.level.terrain[5, 10] == 0, "the drawing stays as drawn"
    timed.stop()
    assert tab.canvas.scene.tiles.codes is tab.level.terrain
    assert not timed.moment.active


def test_an_edit_ends_the_passing_of_time(app, tab):
    timed = section(tab, "timed")
    tab.tools["door"].drawn(Rect(10, 4, 11, 9))
    timed._go(4.0)
    assert timed.moment.active
    tab.editing.step("Wall", Line(3, 3, 9, 3, WALL))
    assert not timed.moment.active
    app.host.frame()
    until(app, lambda: not tab.asking.worker.busy)
    assert tab.asking.desk.level.same_as(tab.level), "the worker is back at the drawing, and then edited"


def test_a_polygon_dragged_drifts(tab):
    tab.editing.step("Block", AddPolygon(Obstacle.of_cells([(20, 20), (24, 20), (22, 25)])))
    drag_cells(tab, tab.tools["drift"], (22.0, 21.0), (25.1, 22.9))
    assert tab.level.timed == (Drift("block 1", 1, ((0.0, 0.0), (3.0, 2.0))),)
    drag_cells(tab, tab.tools["drift"], (22.0, 21.0), (22.0, 24.0), Mods(shift=True))
    assert tab.level.timed[0].path == ((0.0, 0.0), (3.0, 2.0), (3.0, 5.0))
    drag_cells(tab, tab.tools["drift"], (2.0, 2.0), (5.0, 5.0))
    assert len(tab.level.timed) == 1


class Seen:
    """A pen that keeps the outline it was to draw."""

    def path(self, points, *, closed):
        assert closed
        self.corners = {tuple(point) for point in points.tolist()}

    def measure(self, text, at):
        self.text = text


@pytest.mark.parametrize(("mods", "end"), [(Mods(), (0.0, 3.0)), (Mods(shift=True), (3.0, 5.0))])
def test_a_drag_shows_the_block_where_its_way_would_end(tab, mods, end):
    tab.editing.step("Block", AddPolygon(Obstacle.of_cells([(20, 20), (24, 20), (22, 25)])))
    tool, pen = tab.tools["drift"], Seen()
    drag_cells(tab, tool, (22.0, 21.0), (25.1, 22.9))
    for kind, at in (("down", (22.0, 21.0)), ("move", (22.0, 24.0))):
        tool.pointer(tab.canvas, Pointer(kind, 0, 0, 1, 1, mods), at)
        tool.draw(pen)
    assert pen.corners == {(x + end[0], y + end[1]) for x, y in ((20, 20), (24, 20), (22, 25))}
    assert pen.text == "by 0, 3"
    tool.pointer(tab.canvas, Pointer("up", 0, 0, 1, 1, mods), (22.0, 24.0))
    assert tab.level.timed[0].path[-1] == end


def test_the_moment_of_a_door_is_when_it_opens_that_of_a_block_when_it_sets_out():
    door, block = Door("gate", Rect(0, 0, 1, 1), period=6.0), Drift("block", 1, ((0.0, 0.0), (3.0, 2.0)))
    told = []
    for change in (door, block):
        fields = {field.name: field for field in fields_of_timed(change, ["floor", "wall"], (9, 9))}
        told.append((fields["phase"].label, fields["phase"].help))
    assert told == [
        ("Opens at", "A moment at which it opens; others come before and after, a period apart"),
        ("Sets out at", "A moment at which it sets out; others come before and after, a period apart"),
    ]


def test_a_door_opened_before_its_phase_too():
    door = Door("gate", Rect(0, 0, 1, 1), period=6.0, open_for=3.0, phase=4.0)
    assert door.is_open(0.0)
    assert list(openings(door, 9.0)) == [(0.0, 1.0), (4.0, 7.0)]


def test_a_spawn_area_keeps_its_agents_and_says_where_they_go():
    camp = Marker.area(MarkerKind.SPAWN, Rect(0, 0, 9, 9), agents=5000)
    for goals, words in ((), "anywhere"), (("hall",), "the first goal"):
        fields = {field.name: field for field in fields_of_marker(camp, goals, (64, 48))}
        assert fields["agents"].max == 5000
        assert fields["target"].choice_labels[0] == words


def test_openings_cover_the_span():
    door = Door("gate", Rect(0, 0, 1, 1), period=4.0, open_for=1.5, phase=1.0)
    found = list(openings(door, 10.0))
    assert found == [(1.0, 2.5), (5.0, 6.5), (9.0, 10.0)]
    for tenth in range(100):
        time = tenth / 10
        assert door.is_open(time) == any(a <= time < b for a, b in found)


def test_areas_are_drawn_named_and_bound(tab):
    areas = section(tab, "areas")
    drag_cells(tab, tab.tools["goal-area"], (30.5, 20.5), (33.5, 22.5))
    drag_cells(tab, tab.tools["spawn-area"], (3.5, 4.5), (6.5, 6.5))
    camp = tab.level.markers["spawn 1"]
    assert (camp.kind, camp.target, camp.agents) == (MarkerKind.SPAWN, "goal 1", 10)
    assert areas.name == "spawn 1"
    areas._set("agents", 7)
    areas.name = "goal 1"
    areas.rename("home")
    assert tab.level.markers["spawn 1"].target == "home"
    assert tab.level.markers["spawn 1"].agents == 7
    areas.remove()
    assert "home" not in tab.level.markers
    tab.editing.undo()
    tab.editing.undo()
    assert "goal 1" in tab.level.markers


def test_what_there_is_can_be_dragged_and_set_by_numbers(tab):
    for name, start in (("goal-area", (30.5, 20.5)), ("spawn-area", (3.5, 4.5)), ("door", (10.5, 4.5))):
        drag_cells(tab, tab.tools[name], start, (start[0] + 2, start[1] + 1))
    drag_cells(tab, tab.tools["door"], (11.5, 4.5), (13.5, 14.5))
    assert [t.area for t in tab.level.timed] == [Rect(12, 14, 15, 16)]
    drag_cells(tab, tab.tools["goal-area"], (31.5, 20.5), (99.5, 20.5))
    assert tab.level.markers["goal 1"].points[0] == (37.0, 20.0), "it stays inside"
    drag_cells(tab, tab.tools["door"], (13.5, 14.5), (14.5, 15.5), Mods(alt=True))
    assert len(tab.level.timed) == 2, "Alt draws another one"
    timed, areas = section(tab, "timed"), section(tab, "areas")
    timed._pick(0)
    timed._set("left", 20)
    timed._set("height", 9)
    assert tab.level.timed[0].area == Rect(20, 14, 23, 23)
    timed._set("top", 29)
    assert tab.level.timed[0].area == Rect(20, 14, 23, 23), "outside is refused"
    areas.name = "spawn 1"
    areas._set("width", 5)
    assert tab.level.markers["spawn 1"].points[2] == (8.0, 6.0)


def test_points_are_put_and_dragged(tab):
    point = tab.tools["point"]
    drag_cells(tab, point, (5.2, 5.2), (5.3, 5.3))
    drag_cells(tab, point, (15.2, 5.2), (15.3, 5.3))
    drag_cells(tab, point, (5.5, 5.5), (8.2, 9.9))
    assert {n: m.point for n, m in tab.level.markers.items() if n.startswith("point")} == {
        "point 1": (8.5, 9.5), "point 2": (15.5, 5.5)
    }  # fmt: skip
    assert tab.history.labels == ("Add point 1", "Add point 2", "Move point 1")


@pytest.mark.parametrize("begin", [(5.5, 5.5), (15.2, 5.2)])
def test_a_point_whose_drag_is_cancelled_is_as_it_was(tab, begin):
    tab.editing.step("Point", SetMarker("point 1", Marker.at(5.5, 5.5)))
    before = dict(tab.level.markers)
    point = tab.tools["point"]
    for kind, at in (("down", begin), ("move", (8.5, 9.5)), ("cancel", (8.5, 9.5))):
        point.pointer(tab.canvas, Pointer(kind, 0, 0, 1, 1, Mods()), at)
    assert tab.level.markers == before
    assert tab.history.labels == ("Point",)
    drag_cells(tab, point, (5.5, 5.5), (8.2, 9.9))
    assert tab.level.markers["point 1"].point == (8.5, 9.5)


def test_cells_are_moved_by_mouse_and_copied_by_keys(tab):
    tab.editing.step("Wall", Line(3, 3, 6, 3, WALL))
    tab.use_tool("marquee")
    marquee = tab.tools["marquee"]
    drag_cells(tab, marquee, (2.5, 2.5), (7.5, 4.5))
    assert marquee.selected == Rect(2, 2, 8, 5)
    drag_cells(tab, marquee, (4.5, 3.5), (14.5, 13.5))
    assert tab.level.terrain[13, 13:17].tolist() == [WALL] * 4
    assert not tab.level.terrain[3].any()
    assert tab.history.labels[-1] == "Move cells"
    tab.copying.copy()
    tab.show_level(Level.empty(20, 20), "another")
    tab.copying.paste()
    for combo in ("Left", "Up", "Enter"):
        press(tab, combo)
    assert (tab.level.terrain == WALL).sum() == 4
    assert tab.history.labels == ("Paste",)
    tab.copying.cut()
    assert not tab.level.terrain.any()
    press(tab, "Escape")
    assert marquee.selected is None


def test_a_selection_is_turned_and_mirrored_in_place(tab):
    tab.editing.step("Wall", Line(3, 3, 6, 3, WALL))
    tab.use_tool("marquee")
    tab.tools["marquee"].select(Rect(3, 3, 7, 4))
    for combo in ("Shift+R", "Enter"):
        press(tab, combo)
    assert tab.level.terrain[2:6, 4].tolist() == [WALL] * 4
    assert (tab.level.terrain == WALL).sum() == 4
    tab.editing.step("Wall", Line(3, 2, 3, 2, WALL))
    tab.tools["marquee"].select(Rect(3, 2, 5, 6))
    for combo in ("Shift+H", "Shift+V", "Enter"):
        press(tab, combo)
    assert tab.level.terrain[2:6, 3].tolist() == [WALL] * 4
    assert tab.history.labels[-1] == "Move cells"


def test_polygons_go_along_through_the_clipboard(tab):
    tab.editing.step("Block", AddPolygon(Obstacle.of_cells([(20, 20), (24, 20), (22, 25)])))
    tab.copying.select_all()
    tab.copying.copy()
    tab.copying._copied = None  # as another window would
    tab.show_level(Level.empty(40, 30), "another")
    tab.copying.paste()
    press(tab, "Enter")
    assert len(tab.level.polygons) == 1


def test_the_ground_follows_new_terrains_and_another_theme(app, tab):
    lava = Terrain("lava", "#ff3300", cost=0)
    tab.editing.step("Lava", SetPalette(Palette((*DEFAULT_PALETTE, lava))))
    tiles = tab.canvas.scene.tiles
    assert tiles.colours[len(DEFAULT_PALETTE)] == 0xFF3300
    app.shell.show_look("light", 1.0)
    frames(app, 2)
    assert tab.canvas.scene.tiles.colours[0] != tiles.colours[0], "a light theme shows floor on paper"
    tab.editing.undo()
    app.shell.show_look("dark", 1.0)
    assert tab.canvas.scene.tiles.colours[0] == tiles.colours[0]


def fields(app, kind):
    return [w for box in app.root.floating for w in box.walk() if type(w) is kind]


def test_title_notes_and_size_are_steps(app, tab):
    tab.files.edit_words()
    frames(app)
    fields(app, TextField)[0].text = "A title"
    fields(app, TextArea)[0].text = "One line.\nAnother."
    app.root.floating[-1].on_key(Key("Escape", "Escape", Mods()))
    assert tab.level.title == ""
    tab.files.edit_words()
    frames(app)
    fields(app, TextField)[0].text = "A title"
    fields(app, TextArea)[0].text = "One line.\nAnother."
    app.root.floating[-1].child.on_key(Key("Ctrl+Enter", "Enter", Mods(ctrl=True)))
    assert (tab.level.title, tab.level.notes) == ("A title", "One line.\nAnother.")
    assert tab.history.labels == ("Change title and notes",)
    tab.files.resize()
    frames(app)
    sheet = next(w for box in app.root.floating for w in box.walk() if type(w).__name__ == "ResizeSheet")
    for field, value in zip([w for w in sheet.walk() if isinstance(w, NumberField)], (50, 20), strict=True):
        field.text = str(value)
        field.changed()
    sheet._pick(2, 2)
    app.root.floating[-1].child.on_key(Key("Enter", "Enter", Mods()))
    assert (tab.level.width, tab.level.height) == (50, 20)
    tab.editing.undo()
    assert (tab.level.width, tab.level.height) == (40, 30)
