"""Why a path is longer: the panel's figures are the command line's, and its terms are marked on the map."""

import json
import subprocess
import sys

import numpy as np
import pytest

from sandbox.layers import CellField, Segments
from sandbox.level.formats import save
from sandbox.level.model import WALL, Level, Marker
from sandbox.ui.jobs import WarmState
from sandbox.ui.kit import Button, Label
from sandbox.ui.maps.panels.why_panel import figure, headline, shares_of, terms_of
from tests.ui.test_app import frames, maps, settle


@pytest.fixture
def level():
    level = Level(np.where(np.random.default_rng(8).random((24, 32)) < 0.2, WALL, 0).astype(np.uint8))
    level.terrain[0, 0] = level.terrain[-1, -1] = 0
    level.markers |= {"start": Marker.at(0.5, 0.5), "goal": Marker.at(31.5, 23.5)}
    return level


@pytest.fixture
def tab(app, level):
    tab = maps(app)
    for row in tab.rows:
        row.ticked = row.key in ("astar", "hpa")
    app.services.warmer.state = WarmState(finished=True)
    tab.show_level(level, "test")
    frames(app, 2)
    settle(app)
    return tab


def words(panel):
    return [w.text for w in panel.walk() if isinstance(w, (Label, Button))]


def test_one_click_on_a_row_explains_it_and_the_figures_are_the_command_lines(app, tab, level, tmp_path):
    tab.panel.table.on_select([1])
    settle(app)
    frames(app, 2)
    reasons = tab.why.reasons
    assert tab.why.row.key == "hpa"
    assert tab.canvas.scene.lit == "path hpa"
    save(level, tmp_path / "test.json")
    command = [sys.executable, "main.py", "why", str(tmp_path / "test.json"), "--planner", "hpa", "--work", "--json"]
    said = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    (told,) = [json.loads(line) for line in said.stdout.splitlines() if line.startswith("{")]
    assert (reasons.ledger.cost, reasons.ledger.loss) == pytest.approx((told["cost"], told["loss"]), rel=1e-12)
    assert [(t.name, t.value) for t in reasons.ledger.terms] == [(t["name"], t["value"]) for t in told["terms"]]
    assert [(s.name, s.value) for s in reasons.work.shares] == [(t["name"], t["value"]) for t in told["work"]["terms"]]
    shown = words(tab.why.panel)
    assert headline(reasons.ledger) in shown
    for entry in (*terms_of(reasons.ledger), *shares_of(reasons.work)):
        assert {entry.figure, entry.name, entry.words} <= set(shown)
    same = not (reasons.work.shares or reasons.work.more)
    work = f"As much work as A*'s: {reasons.work.expanded:,} expansions" if same else f"{reasons.work.more:+,}"
    assert {figure(reasons.ledger.loss), work} <= set(shown)


def test_a_term_is_marked_where_it_arises_and_the_way_without_it_is_shown(app, tab):
    tab.why.open(tab.panel._listed()[0])
    settle(app)
    frames(app, 2)
    ledger, scene = tab.why.reasons.ledger, tab.canvas.scene
    assert ledger.main is not None
    (marked,) = [shown.layer for shown in scene.stack.values() if shown.layer.group == "Why"]
    assert isinstance(marked, CellField)
    ys, xs = np.nonzero(np.isfinite(marked.values))
    assert sorted(zip(xs, ys, strict=True)) == sorted({tuple(cell) for cell in ledger.main.cells.tolist()})
    (way,) = scene.live
    assert isinstance(way, Segments)
    assert np.array_equal(way.ends, ledger.main.points)
    assert tab.why.panel.buttons[ledger.main.name].on
    tab.why.panel.buttons[ledger.main.name].click()
    assert not scene.live
    assert "Why" not in {shown.layer.group for shown in scene.stack.values()}


def test_it_follows_the_answers_and_goes_with_its_planner(app, tab):
    tab.why.open(tab.panel._listed()[0])
    settle(app)
    before = tab.why.reasons
    move_goal(tab, (20, 5))
    settle(app)
    assert tab.why.reasons is not before
    assert tab.why.reasons.ledger.cost == pytest.approx(tab.why.row.plan.cost)
    row = tab.why.row
    row.ticked = False
    tab.asking.row_changed(row)
    assert tab.why.row is None
    assert tab.panel.lists.visible
    assert tab.canvas.scene.lit == ""


def move_goal(tab, cell):
    """Bring the goal to the nearest open cell."""
    from sandbox.level.edits import SetMarker

    ys, xs = np.nonzero(tab.level.terrain == 0)
    near = int(np.argmin((xs - cell[0]) ** 2 + (ys - cell[1]) ** 2))
    tab.editing.step("Move goal", SetMarker("goal", Marker.at(float(xs[near]) + 0.5, float(ys[near]) + 0.5)))
