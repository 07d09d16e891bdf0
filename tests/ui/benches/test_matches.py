"""Matches and experiments in the Bench tab: the same as the commands have, and every game can be put on the board."""

from dataclasses import replace

import pygame
import pytest

from sandbox.bench.engine_curves import RegretOfARule
from sandbox.bench.experiments import DepthAndNoise
from sandbox.bench.match import Score, play
from sandbox.bench.openings import START
from sandbox.gametree.api import new_stop
from sandbox.gametree.document.files import load
from sandbox.ui.app import App, Request
from sandbox.ui.benches.page import Page
from tests.ui.test_app import click, frames, settle


@pytest.fixture
def app(tmp_path, monkeypatch):
    """A window on the benches whose batches are done at once, in this process."""
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))

    def at_once(self, call, items, done):
        for number, item in enumerate(items):
            done(number, call(item))

    monkeypatch.setattr(Page, "start", at_once)
    window = App(Request(size=(1280, 720)))
    window.services.warmer.start = lambda: None
    window.services.warmer.state = replace(window.services.warmer.state, finished=True)
    window.root.stand_ins.on_failure = None
    window.shell.show("bench")
    frames(window, 2)
    yield window
    window.shell.close(remember=False)
    window.host.window.destroy()
    pygame.event.clear()


def page(app, title):
    tab = app.shell.tabs["bench"]
    number = next(i for i, p in enumerate(tab.pages) if p.title == title)
    tab._tabs.bar.choose(number)
    frames(app, 2)
    return tab.pages[number]


def matched(app, **wish):
    matches = page(app, "Matches")
    for name, value in ({"games": 4, "plies": 3} | wish).items():
        matches.form.set_value(name, value)
    matches.budget.set_value("stop", "nodes")
    matches.budget.set_value("nodes", 200)
    click(app, matches.run_button)
    frames(app, 2)
    return matches


def test_both_colours_of_every_opening_with_a_running_elo(app):
    matches = matched(app)
    assert [(r.opening, r.first_begins) for r in matches.rounds] == [
        (matches.rounds[0].opening, True), (matches.rounds[0].opening, False),
        (matches.rounds[2].opening, True), (matches.rounds[2].opening, False),
    ]  # fmt: skip
    assert [g.moves for g in matches.played] == [play(pairing).moves for pairing in matches.rounds]
    score = Score.of([g.result for g in matches.played])
    assert f"Elo {score.elo:+.0f} ± {score.elo_error:.0f}".replace("-", "−") in matches.score.text
    elo, most, least = matches.curve.series
    assert len(elo.y) == 4
    assert elo.y[-1] == score.elo
    assert most.y[-1] - least.y[-1] == pytest.approx(2 * score.elo_error)


def test_a_game_is_saved_and_put_on_the_board(app, tmp_path):
    matches = matched(app, kind=START)
    assert {r.opening for r in matches.rounds} == {matches.rounds[0].opening}
    row = pygame.Rect(matches.table.rect.x + 40, matches.table.body.y + matches.table.row_height + 4, 1, 1)
    click(app, type("Place", (), {"rect": row}))
    assert matches.table.selected == [1]
    click(app, matches.save)
    settle(app)
    saved = [load(path) for path in sorted(tmp_path.rglob("game-*.json"))]
    assert [document.moves() for document in saved] == [game.moves for game in matches.played]
    click(app, matches.look)
    boards = app.shell.tabs["boards"]
    assert app.shell.current == "boards"
    assert tuple(boards.session.match.moves) == matches.played[1].moves
    assert [p.engine for p in boards.session.match.document.players] == ["mcts", "alphabeta"]


def test_levels_play_too(app):
    matches = page(app, "Matches")
    matches.sides[0]._pick(0)
    matches.sides[1]._pick(1)
    matches = matched(app, games=2)
    assert [p.engine for p in matches.rounds[0].players] == ["beginner", "casual"]
    assert len(matches.played) == 2


def test_another_game_keeps_the_players_that_fit(app):
    matches = page(app, "Matches")
    matches.sides[0]._pick(0)
    second = matches.sides[1].seat.key
    for number in range(len(matches.entries)):
        matches.game.choose(number)
        assert matches.sides[0].seat.key == "level beginner"
        assert matches.sides[1].seat.key == second
        assert matches.sides[1].who.chosen == matches.sides[1].seat.title


def test_the_experiment_is_drawn_cell_by_cell(app):
    experiments = page(app, "Experiments")
    experiments.options["depth-and-noise"].update(games=2, depths="1,2", noise="0,300")
    click(app, experiments.run_button)
    frames(app, 2)
    found = DepthAndNoise(games=2, depths="1,2", noise="0,300")
    expected = [found.measure(row, column, new_stop()) for row in (1, 2) for column in (0, 300)]
    assert experiments.found == expected
    assert not experiments.table.multi
    assert [row[2] for row in experiments.table.rows] == [cell.score.score for cell in expected]
    assert [(s.name, s.xs.tolist()) for s in experiments.chart.series] == [("noise 0", [1, 2]), ("noise 300", [1, 2])]


def test_work_may_be_asked_for_once_the_kernels_are_there(app):
    for one in app.shell.tabs["bench"].pages:
        shown = page(app, one.title)
        shown.ready, shown.note.text = False, "being prepared"
        shown._show_state()
        assert not shown.run_button.enabled
        shown.warmed()
        assert shown.ready
        assert shown.run_button.enabled
        assert not shown.cancel_button.enabled
        assert shown.note.text != "being prepared"


def test_rubbish_is_said_and_nothing_runs(app):
    experiments = page(app, "Experiments")
    experiments.options["depth-and-noise"]["depths"] = "deep"
    click(app, experiments.run_button)
    assert "'deep'" in experiments.note.text
    assert experiments.found == []


def test_the_regret_of_three_rules_is_drawn(app, monkeypatch):
    monkeypatch.setattr(RegretOfARule, "default_sizes", lambda _: (50, 100))
    curves = page(app, "Curves")
    for key, tick in curves.ticks.items():
        tick.value = key.startswith("regret-")
    click(app, curves.run_button)
    frames(app, 2)
    drawn = {s.name for s in curves.chart.series}
    assert drawn == {"Regret of UCB", "Regret of even shares", "Regret of greed"}
    assert all(len(s.y) == 2 for s in curves.chart.series)
