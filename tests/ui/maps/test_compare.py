"""Planners side by side, by keys and mouse: one camera, one moment, the truth in each pane."""

import numpy as np
import pygame
import pytest

from sandbox import figures
from sandbox.kernels.playback import Playback, State
from sandbox.layers import CellEvents, CellReach
from sandbox.level.edits import Line
from sandbox.level.model import WALL, Level
from sandbox.planning.api import Limits, Query
from sandbox.planning.compare.lock import Lock
from sandbox.planning.compare.run import recorded
from sandbox.planning.compare.words import sentences
from sandbox.ui.jobs import WarmState
from sandbox.ui.maps.compare.contestant import Contestant, first_contestants, next_contestant
from sandbox.ui.maps.compare.view import LEAST
from sandbox.ui.maps.tools.parts.pen import Pen
from tests.oracles import comparing
from tests.oracles.playback import states_at
from tests.ui.maps.hands import Hands
from tests.ui.test_app import click, frames, key, maps, mouse, settle


@pytest.fixture
def tab(app):
    """A level with walls, two planners ticked, everything answered."""
    tab = maps(app)
    app.services.warmer.state = WarmState(finished=True)
    tick(tab, "astar", "hpa")
    level = Level.empty(40, 30)
    for x, top, bottom in ((12, 0, 20), (26, 9, 29)):
        level.apply(Line(x, top, x, bottom, WALL))
    tab.show_level(level, "walls")
    frames(app, 2)
    settle(app)
    app.root.focus.set(tab.canvas)
    return tab


def tick(tab, *keys):
    for row in tab.rows:
        row.ticked = row.key in keys


def press(app, name, mod=0):
    key(app, getattr(pygame, f"K_{name}"), mod, unicode=name)


def opened(app, tab, *contestants):
    if contestants:
        tab.comparing.compare.contestants = list(contestants)
        tab.comparing.compare._ticked = [row.title for row in tab.rows if row.ticked]
    press(app, "x")
    settle(app)
    frames(app, 2)
    return tab.comparing.compare, tab.comparing.view


def contestant(tab, name, **options):
    return Contestant(next(row.entry for row in tab.rows if row.key == name), options)


def test_one_key_sets_those_ticked_side_by_side_and_takes_them_away(app, tab):
    compare, view = opened(app, tab)
    assert [one.entry.key for one in compare.contestants] == ["astar", "hpa"]
    assert compare.comparison is not None
    assert view.widget.visible
    assert not tab.canvas.visible
    assert [pane.canvas.rect.size for pane in view.panes] == [view.ground.canvas.rect.size] * 2
    assert all(pane.canvas.rect.w > 100 for pane in view.panes)
    press(app, "x")
    frames(app, 2)
    assert tab.canvas.visible
    assert not view.widget.visible
    assert tab.bench.canvas is tab.canvas
    assert not any(key.startswith("compare") for key in tab.asking.desk.wanted)


def test_what_was_under_the_pointer_is_not_told_in_the_panes_and_fits_them(app, tab, monkeypatch):
    chips, drawn = [], Pen.chip

    def chip(pen, text, at):
        plate = drawn(pen, text, at)
        chips.append((text, plate, pen.canvas.rect))
        return plate

    Hands(app).move((20.5, 11.5))
    monkeypatch.setattr(Pen, "chip", chip)
    _, view = opened(app, tab, *(contestant(tab, key) for key in ("astar", "hpa", "pra", "ta")))
    assert chips == []
    mouse(app, pygame.MOUSEMOTION, view.panes[1].canvas.to_window(20.5, 11.5))
    frames(app, 2)
    assert "cell 20, 11" in " ".join(text for text, *_ in chips)
    assert len({tuple(pane) for *_, pane in chips}) == len(view.panes), "every pane tells of the same place"
    assert all(pane.contains(plate) for _, plate, pane in chips)


def test_one_camera(app, tab):
    compare, view = opened(app, tab)
    a, b = (pane.canvas for pane in view.panes)
    nearer = a.camera.zoomed(3.0, a.rect.w / 2, a.rect.h / 2)
    a.look_at(nearer)
    assert a.camera == nearer
    frames(app, 1)
    assert b.camera == a.camera == view.ground.canvas.camera
    assert compare.timeline.time == compare.timeline.length
    app.root.focus.set(b)
    key(app, pygame.K_0, unicode="0")
    assert a.camera == b.camera
    assert a.fitted


@pytest.mark.parametrize("lock", list(Lock))
def test_playback_is_the_truth_in_each_pane_at_any_moment(app, tab, lock):
    heavy = contestant(tab, "astar", weight=3.0)
    compare, view = opened(app, tab, contestant(tab, "astar"), heavy)
    compare.set_lock(lock)
    level, query = tab.level, compare.query
    truths = [
        recorded(one.planner.prepare(level), query, Limits(), one.title).recording for one in (*compare.contestants,)
    ]
    length = compare.timeline.length
    for moment in sorted({0, 1, length // 3, length // 2, length - 1, length}):
        compare.timeline.stop(moment)
        frames(app, 1)
        for pane, truth, time in zip(view.panes, truths, compare.times, strict=True):
            events = [tuple(row)[:5] for row in truth.events.rows[: truth.count].tolist()]
            naive = states_at(events, time - 1)
            size = (level.width + 2) * (level.height + 2)
            states = Playback(pane.film.recording).field_at(time - 1, size)
            assert {cell: int(states[cell]) for cell in np.flatnonzero(states)} == naive
            check_pixels(pane, naive, time, level)


def check_pixels(pane, naive, time, level):
    """The picture of the cells: clear where nothing is known, one colour for all that are open."""
    shown = next(s.layer for s in pane.canvas.scene.stack.values() if isinstance(s.layer, CellEvents))
    raster = pane.canvas._kept()._rasters[shown.name]
    assert raster.time == time
    pixels = pygame.surfarray.array2d(raster.surface).astype(np.uint32)
    opened = int(raster._open_word)
    stride = level.width + 2
    for y in range(level.height):
        for x in range(level.width):
            state = naive.get((y + 1) * stride + x + 1, State.UNSEEN)
            word = int(pixels[x, y])
            assert (word >> 24 == 0) == (state == State.UNSEEN)
            assert (word == opened) == (state == State.OPEN)


def test_the_difference_pane_shows_and_counts_what_only_one_has_expanded(app, tab):
    heavy = contestant(tab, "astar", weight=3.0)
    compare, view = opened(app, tab, contestant(tab, "astar"), heavy)
    comparison = compare.comparison
    for moment in (compare.timeline.length // 2, compare.timeline.length):
        compare.timeline.stop(moment)
        frames(app, 2)
        naive = comparing.codes_at([numbers.tolist() for numbers in comparison.reached], compare.times)
        layer = next(s.layer for s in view.ground.canvas.scene.stack.values() if isinstance(s.layer, CellReach))
        raster = view.ground.canvas._kept()._rasters[layer.name]
        pixels = pygame.surfarray.array2d(raster.surface).astype(np.uint32).T.reshape(-1)
        assert (pixels == raster._words[naive]).all()
        words = [label.text for label in view.ground.counts]
        assert words[0] == f"A {figures.short(naive.count(1))}"
        assert words[-1] == f"both {figures.short(naive.count(3))}"


def test_where_paths_part_is_ringed_once_nothing_plays(app, tab):
    compare, view = opened(app, tab, contestant(tab, "astar"), contestant(tab, "polyanya"), contestant(tab, "astar"))
    partings = [pair.parting for pair in compare.comparison.pairs]
    assert partings[1] is None, "the same planner goes the same way"
    assert set(view.ground.forks) == {
        place for parting in (partings[0], partings[2]) for place in (parting.at, parting.joined)
    }
    compare.timeline.stop(1)
    assert view.ground.forks == []
    compare.timeline.to_end()
    assert view.ground.forks
    tab.editing.step("Wall", Line(12, 0, 12, 29, WALL))
    assert view.ground.forks == []


def test_the_first_difference_by_key_and_while_it_plays(app, tab):
    compare, view = opened(app, tab, contestant(tab, "astar"), contestant(tab, "astar", weight=3.0))
    first = compare.timeline.film.first_moment
    assert first == compare.comparison.first.expansion
    key(app, pygame.K_d, pygame.KMOD_SHIFT, unicode="D")
    assert compare.timeline.time == first
    assert "first that differs" in view.words.text
    compare.timeline.stop(0)
    click(app, view.stops)
    assert compare.stops
    compare.timeline.playing = 1
    compare.timeline.go(first + 25)
    assert (compare.timeline.time, compare.timeline.playing) == (first, 0)
    compare.timeline.playing = 1
    compare.timeline.go(first + 25)
    assert compare.timeline.time == first + 25, "from there on it plays"


def test_the_players_keys_lead_to_the_player_that_is_there(app, tab):
    one = tab.timeline.time
    compare, _ = opened(app, tab)
    key(app, pygame.K_HOME)
    key(app, pygame.K_RIGHT)
    assert (compare.timeline.time, tab.timeline.time) == (1, one)
    press(app, "x")
    key(app, pygame.K_HOME)
    assert tab.timeline.time == 0


def test_another_lock_keeps_the_place(app, tab):
    compare, view = opened(app, tab, contestant(tab, "astar"), contestant(tab, "astar"))
    compare.timeline.stop(compare.timeline.length // 2)
    times = compare.times
    key(app, pygame.K_x, pygame.KMOD_SHIFT, unicode="X")
    assert compare.lock is Lock.SHARE
    assert view.lock.value == 1
    assert compare.times == times
    compare.timeline.to_end()
    key(app, pygame.K_x, pygame.KMOD_SHIFT, unicode="X")
    assert compare.lock is Lock.F
    assert compare.times == compare.comparison.ends


def test_panes_come_and_go_and_take_other_planners(app, tab):
    compare, view = opened(app, tab)
    click(app, view.more)
    settle(app)
    assert len(view.panes) == 3
    assert len({one.number for one in compare.contestants}) == 3
    view.panes[2].head.box.value = next(i for i, e in enumerate(view.panes[2].head.entries) if e.key == "ta")
    view.panes[2].head._pick(view.panes[2].head.box.value)
    settle(app)
    assert compare.contestants[2].entry.key == "ta"
    assert compare.comparison is not None
    assert len(compare.comparison.pairs) == 3
    compare.add()
    assert len(compare.contestants) == 4
    compare.add()
    assert len(compare.contestants) == 4, "there is no room for a fifth"
    settle(app)
    for one in compare.contestants[2:]:
        compare.remove(one)
    compare.remove(compare.contestants[0])
    assert len(compare.contestants) == 2, "two stay"
    press(app, "d")
    frames(app, 2)
    assert view.ground is None


def test_an_edit_in_a_pane_is_followed_by_all(app, tab):
    compare, view = opened(app, tab, contestant(tab, "astar"), contestant(tab, "ta"))
    before = [one.plan.cost for one in compare.contestants]
    tab.editing.step("Wall", Line(12, 20, 12, 28, WALL))
    assert compare.comparison is None
    frames(app, 1)
    settle(app)
    after = [one.plan.cost for one in compare.contestants]
    assert all(b > a for a, b in zip(before, after, strict=True))
    assert compare.comparison is not None
    assert all(pane.canvas.scene.tiles is tab.canvas.scene.tiles for pane in view.panes)
    goal = tab.level.markers["goal"].point
    hands = Hands(app)
    canvas = view.panes[1].canvas
    hands.place = lambda at: canvas.to_window(*at)
    hands.click((goal[0] - 2, goal[1]))
    settle(app)
    assert tab.level.markers["goal"].point == (goal[0] - 2, goal[1])
    assert [one.plan.cost for one in compare.contestants] != after


def test_its_figures_are_the_command_lines(app, tab):
    compare, _ = opened(app, tab, contestant(tab, "astar"), contestant(tab, "ta"))
    runs = [
        recorded(one.planner.prepare(tab.level.copy()), compare.query, Limits(), one.title)
        for one in compare.contestants
    ]
    comparison = type(compare.comparison)(runs)
    assert sentences(compare.comparison) == sentences(comparison)
    assert [one.plan.cost for one in compare.contestants] == [run.plan.cost for run in runs]


def test_ends_lie_on_the_middles_of_cells(app, tab):
    compare, _ = opened(app, tab)
    start, goal = tab.level.markers["start"].point, tab.level.markers["goal"].point
    assert compare.query == Query(start, goal)


def test_nobody_is_set_beside_nobody(tab):
    tick(tab, "astar")
    assert [one.spec for one in first_contestants(tab.rows)] == ["astar", "astar:weight=3.0"]
    tick(tab, "bfs")
    assert [one.spec for one in first_contestants(tab.rows)] == ["bfs", "astar"]
    tick(tab)
    assert [one.entry.key for one in first_contestants(tab.rows)] == ["astar", "astar"]
    tick(tab, "bfs", "astar", "jps", "hpa", "ta")
    assert [one.entry.key for one in first_contestants(tab.rows)] == ["bfs", "astar", "jps", "hpa"]
    assert next_contestant(first_contestants(tab.rows)[:2], tab.rows).entry.key == "jps"
    assert len({one.number for one in first_contestants(tab.rows)}) == 4


def test_no_path_and_what_a_planner_cannot_do_are_said(app, tab):
    compare, view = opened(app, tab, contestant(tab, "astar"), contestant(tab, "visibility"))
    tab.editing.step("Wall", Line(12, 0, 12, 29, WALL))
    settle(app)
    frames(app, 2)
    assert [pane.head.facts.text for pane in view.panes] == ["no way for anyone from start to goal"] * 2
    assert compare.comparison is not None


def test_a_map_is_drawn_and_five_planners_compared_in_four_actions(app):
    """After an Escape that puts the gallery away, where it is open: brush, stroke, five planners, panes."""
    tab = maps(app)
    app.services.warmer.state = WarmState(finished=True)
    tab.show_level(Level.empty(48, 32), "empty")
    frames(app, 2)
    app.root.focus.set(tab.canvas)
    hands = Hands(app)
    actions = [
        lambda: hands.press("b"),
        lambda: hands.drag((20.5, 3.5), (20.5, 14.5), (20.5, 26.5)),
        lambda: hands.press("q"),
        lambda: hands.press("x"),
    ]
    for act in actions[:3]:
        act()
    settle(app)
    assert (tab.level.terrain == WALL).sum() >= 20
    rows = {row[0]: row for row in tab.panel.table.rows}
    assert list(rows) == ["A*", "HPA*", "PRA*", "TA*", "TRA*"]
    assert all(row.found for row in tab.rows if row.ticked)
    assert len(tab.canvas.scene.over) == 5
    actions[3]()
    settle(app)
    assert [one.entry.key for one in tab.comparing.compare.contestants] == ["astar", "hpa", "pra", "ta"]
    assert len(actions) == 4


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_panes_are_never_too_small_to_be_read_and_all_can_be_reached(app, tab, scale):
    app.shell.show_look(scale=scale)
    tick(tab, "astar", "hpa", "pra", "ta")
    tab.asking.ask_all()
    press(app, "x")
    settle(app)
    frames(app, 2)
    view = tab.comparing.view
    assert len(view.panes) == 4
    dp = app.root.dp
    for pane in view.panes:
        assert pane.widget.rect.w >= dp(LEAST[0])
        assert pane.canvas.rect.h >= dp(LEAST[1])
        assert pane.head.box.rect.w > dp(40), "the planner's name can be read"
    scroll = view.tiles.parent.parent
    for pane in view.panes:
        scroll.reveal(pane.canvas.rect)
        frames(app)
        assert pane.canvas.shown().h >= 0.9 * pane.canvas.rect.h


@pytest.mark.parametrize(
    ("scale", "size"), [(2.0, (1440, 900)), (2.0, (1280, 720)), (1.0, (1000, 700)), (1.0, (1280, 720))]
)
def test_nothing_over_the_panes_is_cut(app, tab, scale, size):
    app.host.window.size = size
    app.host.resized()
    app.shell.show_look(scale=scale)
    tick(tab, "astar", "hpa", "pra", "ta")
    tab.asking.ask_all()
    press(app, "x")
    settle(app)
    frames(app, 2)
    compare, view = tab.comparing.compare, tab.comparing.view
    width = app.root.look.fonts.width
    assert not view.lock.tooltip(0, 0).startswith(view.lock.chosen)  # as it would where it is cut
    assert view.stops.rect.w >= view.stops.measure(None)[0]
    names = [pane.head.box for pane in view.panes]
    assert not [box.chosen for box in names if box.tooltip(0, 0) == box.chosen]
    places = [pane.canvas.rect.copy() for pane in view.panes]
    for moment in (len(compare.timeline.film), *range(2, 40, 3)):  # the first difference takes a line more
        compare.timeline.stop(moment)
        frames(app)
        assert [pane.canvas.rect for pane in view.panes] == places  # however much is told
        for facts in (pane.head.facts for pane in view.panes):
            lines = facts._wrapped(facts.rect.w)
            assert "".join(lines).replace(" ", "").replace("·", "") == facts.text.replace(" ", "").replace("·", "")
            assert all(width(line, facts.style) <= facts.rect.w for line in lines)
            assert len(lines) * app.root.look.fonts.height(facts.style) <= facts.rect.h
