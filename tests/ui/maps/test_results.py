"""The table of results: costs with their own kind, times at rest, widths, copies."""

import csv
import io

import pygame
import pytest

from sandbox.level.edits import Line
from sandbox.level.model import WALL, Level, Marker
from sandbox.planning.api import Limits, Metric, Query, planners
from sandbox.ui.jobs import WarmState
from sandbox.ui.kit import MemoryClipboard, Worded
from sandbox.ui.maps.panels.results import COLUMNS, WORD
from tests.ui.test_app import click, frames, maps, mouse, settle

TITLES = [column.title for column in COLUMNS]
COST, METRIC, OVER_BEST, OVER_OPTIMUM, TIME, SPREAD = (
    TITLES.index(t) for t in ("Cost", "Metric", "Over best", "Over optimum", "Time", "Spread")
)


@pytest.fixture
def tab(app):
    """Two planners of the grid and two of the mesh on a level with a wall."""
    tab = maps(app)
    app.services.warmer.state = WarmState(finished=True)
    app.root.clipboard = MemoryClipboard()
    for row in tab.rows:
        row.ticked = row.key in ("astar", "hpa", "ta", "polyanya")
    level = Level.empty(40, 30)
    level.apply(Line(18, 0, 18, 21, WALL))
    tab.show_level(level, "wall")
    frames(app, 2)
    settle(app)
    return tab


def rested(app, tab):
    """Wait until everything is measured."""
    for _ in range(4000):
        pygame.time.wait(5)
        frames(app)
        if tab.panel.measuring.settled and not tab.asking.worker.busy:
            return {row[0].split(" ")[0]: row for row in tab.panel.table.rows}
    raise AssertionError("never measured")


def test_times_are_medians_at_rest_with_their_spread_and_pale_before(app, tab):
    tab.editing.step("Wall", Line(18, 22, 18, 23, WALL))
    settle(app)
    before = tab.panel.table.rows
    assert any(isinstance(row[TIME], Worded) and row[TIME].role == "faint" and row[SPREAD] is None for row in before)
    rows = rested(app, tab)
    for key, row in ((row.key, rows[row.title]) for row in tab.rows if row.ticked):
        rest = next(r for r in tab.rows if r.key == key).rested
        assert row[TIME] == rest.times.median / 1000
        assert row[SPREAD] == (rest.times.high - rest.times.low) / 2000
        assert rest.times.runs >= 5
        assert not isinstance(row[TIME], Worded)


def test_longer_by_against_the_best_and_the_true_optimum(app, tab):
    rows = rested(app, tab)
    query = Query(*(tab.level.markers[name].point for name in ("start", "goal")))
    best = planners["polyanya"].create().prepare(tab.level.copy()).plan(query, Limits()).cost
    for row in rows.values():
        assert row[METRIC] == "length"
        assert row[OVER_OPTIMUM] == pytest.approx(100 * (row[COST] / best - 1), abs=1e-9)
        assert row[OVER_BEST] == pytest.approx(row[OVER_OPTIMUM], abs=1e-9), "Polyanya is among them"
    assert rows["Polyanya"][OVER_OPTIMUM] == 0
    assert COLUMNS[OVER_BEST].text(rows["Polyanya"][OVER_BEST]) == "best"


def test_nothing_is_compared_across_metrics(app, tab):
    tab.editing.step("Sand", Line(30, 0, 30, 29, 3))
    settle(app)
    rows = rested(app, tab)
    assert {name: row[METRIC] for name, row in rows.items()} == {
        "A*": "weighted", "HPA*": "weighted", "TA*": "length", "Polyanya": "length",
    }  # fmt: skip
    assert rows["A*"][OVER_BEST] == 0, "the best of weighted costs, though Polyanya's number is less"
    assert rows["A*"][OVER_OPTIMUM] is None
    assert rows["TA*"][OVER_OPTIMUM] is not None
    assert {row.plan.metric for row in tab.rows if row.ticked} == set(Metric)


def test_ends_off_the_middles_of_cells_are_not_the_same_ends(app, tab):
    tab.level.markers["start"] = Marker.at(3.25, 3.75)
    tab.asking.ask_all()
    settle(app)
    rows = rested(app, tab)
    assert rows["A*"][OVER_BEST] == 0
    assert rows["Polyanya"][OVER_BEST] == 0


def test_every_column_is_explained_and_copied_with_its_unit(app, tab):
    rested(app, tab)
    assert all(column.help for column in COLUMNS)
    assert all(column.unit for column in COLUMNS if column.number and column.title != "Expanded")
    click(app, tab.panel.copier.button)
    frames(app, 2)
    app.root.actions["maps.results-csv"].run()
    read = list(csv.reader(io.StringIO(app.root.clipboard.get())))
    assert read[0][:2] == ["Planner", "Cost (cells)"]
    assert "Time (µs)" in read[0]
    assert len(read) == 5
    assert float(read[1][COST]) == next(row.plan.cost for row in tab.rows if row.key == "astar")
    app.root.actions["maps.results-markdown"].run()
    assert app.root.clipboard.get().splitlines()[0].startswith("| Planner | Cost | Metric |")


def test_the_first_column_stays_and_the_height_is_dragged(app, tab):
    table, pages = tab.panel.table, tab.panel.widget
    assert table.columns.fixed == 1
    table.scroll_x(200)
    frames(app, 1)
    assert table.columns.lefts()[0] == 0
    assert table.columns.lefts()[1] < table.columns.fixed_width()
    before, handle = table.rect.h, pages.both.children[1]
    x, y = handle.rect.center
    for kind, at in ((pygame.MOUSEMOTION, y), (pygame.MOUSEBUTTONDOWN, y), (pygame.MOUSEMOTION, y - 90)):
        mouse(app, kind, (x, at))
    mouse(app, pygame.MOUSEBUTTONUP, (x, y - 90))
    frames(app, 2)
    assert table.rect.h == pytest.approx(before + 90, abs=3)


def test_what_has_no_path_says_so(app, tab):
    tab.editing.step("Wall", Line(18, 0, 18, 29, WALL))
    settle(app)
    frames(app, 2)
    assert all("way" in row[WORD] or "path" in row[WORD] for row in tab.panel.table.rows)
    assert all(row[COST] is None and row[OVER_BEST] is None for row in tab.panel.table.rows)
