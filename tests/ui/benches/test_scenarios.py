"""Planners over scenario files in the window: their answers query by query, and each query back on the map."""

import pygame
import pytest

from sandbox.bench.random_queries import write_case
from sandbox.level.model import WALL, Level
from sandbox.planning.api import Limits
from sandbox.ui.app import App, Request
from sandbox.ui.benches.page import Page
from sandbox.ui.kit import Form, Tabs
from sandbox.ui.maps.sections.areas import AreasSection
from tests.ui.test_app import frames, mouse


@pytest.fixture
def app(tmp_path, monkeypatch):
    """A window on the benches whose batches are done at once, in this process; nobody plans on the map."""
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))

    def at_once(self, call, items, done):
        for number, item in enumerate(items):
            done(number, call(item))

    monkeypatch.setattr(Page, "start", at_once)
    window = App(Request(size=(1280, 720)))
    window.services.warmer.start = lambda: None
    window.root.stand_ins.on_failure = None
    window.shell.show("bench")
    frames(window, 2)
    yield window
    window.shell.close(remember=False)
    window.host.window.destroy()
    pygame.event.clear()


@pytest.fixture
def page(app, tmp_path):
    """A* over eight queries on a level with a wall, its rows in the table."""
    level = Level.empty(24, 16)
    level.terrain[3:12, 10] = WALL
    assert write_case(level, tmp_path / "wall.json", tmp_path / "wall.scen", 8, Limits())
    tab = app.shell.tabs["bench"]
    page = tab.scenarios
    page.ready = True
    for key in list(page.ticks):
        page._tick(key, key == "astar")
    tab.open_file(str(tmp_path / "wall.scen"))
    page.run()
    frames(app, 2)
    return page


def double_click(app, table, row):
    """Twice at once on a row that is shown."""
    app.root.focus.reveal(table)
    frames(app, 2)
    at = (table.body.x + 20, table.body.y + row * table.row_height + 4)
    mouse(app, pygame.MOUSEMOTION, at)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) * 2:
        pygame.event.post(pygame.event.Event(kind, pos=at, button=1, touch=False))
    frames(app, 2)
    app.root.translator._last = (0, -100, -100, -10.0)


def test_a_double_click_on_a_query_puts_its_ends_on_the_map_and_in_the_list_and_form_of_places(app, page):
    assert len(page.queries.rows) == 8
    for row in (5, 2):
        app.shell.show("bench")
        frames(app, 2)
        next(w for w in page.queries.above() if isinstance(w, Tabs)).bar.choose(1)
        frames(app, 2)
        words = page.queries.rows[row][1:3]
        double_click(app, page.queries, row)
        assert app.shell.current == "maps"
        maps = app.shell.tabs["maps"]
        ends = [maps.level.markers[name].point for name in ("start", "goal")]
        assert [f"{x - 0.5:g}, {y - 0.5:g}" for x, y in ends] == [text.strip("()") for text in words]
        areas = next(section for section in maps.sections if isinstance(section, AreasSection))
        listed = {entry.text: entry.aside for entry in areas.lines.entries}
        assert [listed["start"], listed["goal"]] == [f"{x:g}, {y:g}" for x, y in ends]
        (form,) = (w for w in areas.form_place.walk() if isinstance(w, Form))
        assert areas.name == "start"
        assert (form.values["x"], form.values["y"]) == ends[0]
