"""Engines side by side on the position on the board: what they answer, what differs, and minds that change."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace

import pygame
import pytest

from sandbox.bench.duel import Duel, Entrant, ladder
from sandbox.games.api import games
from sandbox.gametree.api import Limits, new_stop
from sandbox.ui.app import App, Request
from sandbox.ui.boards.duel.fight import Fight
from sandbox.ui.boards.duel.words import COLUMNS
from sandbox.ui.boards.weights import WeightsRow
from tests.e2e.test_boards import BOARDS, DUEL, RUN
from tests.ui.test_app import click, frames, key, settle

ENGINE, MOVE, VALUE, DEPTH, NODES = range(5)


def window(tmp_path, monkeypatch):
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    made = App(Request(size=(1280, 720)))
    made.services.warmer.start = lambda: None
    made.root.stand_ins.on_failure = None  # what cannot be painted raises
    return made


@pytest.fixture
def app(tmp_path, monkeypatch):
    """A window on the boards whose kernels count as warm."""
    made = window(tmp_path, monkeypatch)
    made.services.warmer.state = replace(made.services.warmer.state, finished=True)
    made.shell.show("boards")
    frames(made, 2)
    yield made
    made.shell.close(remember=False)
    made.host.window.destroy()
    pygame.event.clear()


def boards(app):
    return app.shell.tabs["boards"]


def opened(app, depth=4):
    """The duel, with budgets that end soon."""
    key(app, pygame.K_d, unicode="d")
    duels = boards(app).duels
    for seat in duels.pane.contenders.seats:
        seat.budget |= {"stop": "depth" if "depth" in seat.stops else "nodes", "depth": depth, "nodes": 200}
    duels.pane.contenders.refresh()
    frames(app, 2)
    return duels


def test_one_key_opens_it_and_the_same_key_brings_the_panel_back(app):
    tab = boards(app)
    share = tab.duels.splitter.share
    duels = opened(app)
    assert duels.is_open
    assert not duels.usual.visible
    assert tab.board.rect.w > 200
    key(app, pygame.K_d, unicode="d")
    assert not duels.is_open
    assert duels.usual.visible
    assert duels.splitter.share == share
    click(app, next(b for b in tab.bar.worded if b.tip_key == "D"))
    assert duels.is_open
    key(app, pygame.K_ESCAPE)
    assert not duels.is_open


def test_two_engines_on_one_position_answer_as_the_command_has_them_answer(app):
    tab = boards(app)
    tab.play("4")
    tab.session.take_back()
    duels = opened(app)
    entrants = duels.pane.contenders.entrants()
    assert [e.engine for e in entrants] == ["alphabeta", "mcts"]
    click(app, duels.pane.run)
    settle(app)
    match = tab.session.match
    expected = Duel(match.game, match.position, entrants)(new_stop())
    shown = duels.pane.table.rows
    assert [row[ENGINE] for row in shown] == ["Alpha-beta", "MCTS (UCT)"]
    for row, bout in zip(shown, expected, strict=True):
        assert (row[MOVE].removeprefix("≠ "), row[NODES]) == (bout.best, bout.nodes)
        assert float(row[VALUE]) == bout.shown.worth.value
        assert row[MOVE].startswith("≠ ") == ("best" in bout.differs)
        assert (row[VALUE].role == "warn") == ("value" in bout.differs)
    assert len(shown[0]) == len(COLUMNS)
    assert duels.pane.chart.series[0].y.tolist() == [bout.nodes for bout in expected]


def test_three_actions_from_another_tab_at_the_places_a_real_mouse_finds(app):
    app.shell.show("maps")
    frames(app, 2)
    for at in (BOARDS, DUEL, RUN):
        click(app, SimpleNamespace(rect=pygame.Rect(*at, 1, 1)))
        frames(app, 2)
    duels = boards(app).duels
    assert duels.running
    key(app, pygame.K_RETURN)  # pressed once too often
    assert duels.running
    settle(app)
    assert len(duels.pane.table.rows) == 2
    key(app, pygame.K_s, pygame.KMOD_CTRL)
    assert "duel.jsonl" in "".join(getattr(w, "text", "") or "" for w in app.root.floating[-1].walk())


def test_the_ablation_switches_one_thing_on_after_the_other(app):
    duels = opened(app)
    duels.pane.depth.value = 5
    click(app, duels.pane.ablate)
    settle(app)
    match = boards(app).session.match
    expected = Duel(match.game, match.position, ladder(5))(new_stop())
    assert [(row[ENGINE], row[NODES]) for row in duels.pane.table.rows] == [(b.entrant.name, b.nodes) for b in expected]
    assert duels.pane.chain.visible
    assert "→ + killers" in duels.pane.chain.text
    assert duels.pane.note.text.startswith("All values agree")


def test_rows_are_added_changed_and_taken_out(app):
    duels = opened(app)
    contenders = duels.pane.contenders
    contenders.drop(contenders.seats[1])
    contenders.lines.children[0].refresh()
    contenders.add_one()
    contenders.seats[1].options["alphabeta"] = {"table": "off"}
    contenders.refresh()
    click(app, duels.pane.run)
    settle(app)
    names = [row[ENGINE] for row in duels.pane.table.rows]
    assert names == ["Alpha-beta", "Alpha-beta, table=off"]
    assert contenders.seats[0].options.get("alphabeta", {}) == {}  # a copy shares nothing
    assert [row[DEPTH] for row in duels.pane.table.rows] == [4, 4]
    contenders.drop(contenders.seats[0])
    contenders.drop(contenders.seats[0])
    assert len(contenders.seats) == 1


def test_perfect_play_and_levels_take_part(app):
    duels = opened(app)
    boards(app)._pick_game([e.key for e in boards(app).entries].index("tic-tac-toe"))
    line = duels.pane.contenders.lines.children[0]
    line._pick(0)
    duels.pane.contenders.lines.children[1]._pick(1)
    click(app, duels.pane.run)
    settle(app)
    assert [row[ENGINE] for row in duels.pane.table.rows] == ["Exact play", "Beginner"]
    assert duels.pane.table.rows[0][VALUE].words == "draw"
    loses = [column.title for column in COLUMNS].index("Loses")
    assert duels.pane.table.rows[0][loses] == 0
    assert duels.pane.table.rows[1][loses] >= 0


def test_another_position_ends_it_and_what_was_answered_says_of_which(app):
    tab, duels = boards(app), opened(app)
    for seat in duels.pane.contenders.seats:
        seat.budget |= {"stop": "time", "seconds": 30.0}
    click(app, duels.pane.run)
    frames(app, 3)
    assert duels.running
    assert tab.session.thinking.search is None
    tab.play("4")
    assert not duels.running
    assert tab.session.thinking.search is not None  # whose turn it is thinks
    settle(app)
    assert duels.pane.run.enabled
    assert "another position" in duels.pane.where.text or "after" in duels.pane.where.text or not duels.pane.table.rows


def test_another_game_clears_it(app):
    tab, duels = boards(app), opened(app)
    click(app, duels.pane.run)
    settle(app)
    assert duels.pane.table.rows
    tab._pick_game([e.key for e in tab.entries].index("othello"))
    frames(app, 2)
    assert duels.pane.table.rows == []
    assert {seat.game for seat in duels.pane.contenders.seats} == {"othello"}


@pytest.mark.parametrize("leave", ["escape", "tab", "tree", "hint", "stop"])
def test_it_gives_way(app, leave):
    tab, duels = boards(app), opened(app)
    for seat in duels.pane.contenders.seats:
        seat.budget |= {"stop": "time", "seconds": 30.0}
    click(app, duels.pane.run)
    frames(app, 2)
    assert duels.running
    if leave == "escape":
        key(app, pygame.K_ESCAPE)
    elif leave == "tab":
        app.shell.show("crowds")
    elif leave == "tree":
        tab.session.match.findings.clear()
        tab._pick_game([e.key for e in tab.entries].index("tree"))
        tab.open_tree()
    elif leave == "hint":
        tab.hint()
    else:
        click(app, duels.pane.stop)
    frames(app, 3)
    assert not duels.busy
    settle(app)


def test_it_waits_for_the_engines_and_then_begins(tmp_path, monkeypatch):
    app = window(tmp_path, monkeypatch)
    app.shell.show("boards")
    frames(app, 2)
    duels = opened(app)
    click(app, duels.pane.run)
    frames(app, 2)
    assert duels.busy
    assert not duels.running
    assert duels.pane.note.text.startswith("Preparing")
    needed = boards(app).needs.now
    assert needed[0] == "gametree: alpha-beta, connect-four"
    app.services.warmer.state = replace(app.services.warmer.state, through=frozenset(needed))
    end = app.root.clock() + 200
    while not (duels.pane.table.rows and not duels.busy) and app.root.clock() < end:
        pygame.time.wait(5)
        frames(app)
    assert len(duels.pane.table.rows) == 2
    assert duels.pane.table.rows[1][NODES]
    app.shell.close(remember=False)
    app.host.window.destroy()
    pygame.event.clear()


def test_who_took_part_is_remembered(app):
    tab, duels = boards(app), opened(app)
    duels.pane.contenders.add_one()
    duels.pane.contenders.seats[2].options["mcts"] = {"c": 0.5}
    tab.close()
    kept = json.loads(app.services.settings.boards)["duel"]
    assert [one["who"] for one in kept] == ["alphabeta", "mcts", "mcts"]
    duels.pane = duels._frame = None
    for action in duels._actions():
        app.root.actions.remove(action.id)
    duels.kept = kept
    duels._made()
    assert [seat.key for seat in duels.pane.contenders.seats] == ["alphabeta", "mcts", "mcts"]
    assert duels.pane.contenders.seats[2].settings == {"c": 0.5}


def test_answers_are_saved_as_the_command_prints_them(app, tmp_path):
    duels = opened(app)
    click(app, duels.pane.run)
    settle(app)
    duels._write(tmp_path / "two.jsonl")
    *lines, last = [json.loads(line) for line in (tmp_path / "two.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["engine"] for line in lines] == ["alphabeta", "mcts"]
    assert last["bouts"] == 2


def test_a_duel_cannot_begin_where_the_game_is_over(app):
    tab = boards(app)
    duels = opened(app)
    tab.session.begin(type(tab.session.match).of("connect-four", "1212121"))
    click(app, duels.pane.run)
    assert not duels.busy


def test_an_entrant_that_cannot_play_is_said(app):
    duels = opened(app)
    duels._ask([Entrant("x", "pvs", {"evaluation": "othello-discs"}, Limits(depth=2))], ladder=False)
    frames(app, 2)
    assert not duels.busy


def test_weights_from_a_file_are_taken_where_they_fit(app, tmp_path):
    tab = boards(app)
    line, seat = tab.seat_lines[1], tab.session.seats[1]
    file = tmp_path / "own.toml"
    names = ("open threes", "open twos", "lasting threats", "stacked threats", "centre", "to move")
    file.write_text("stages = [0]\n[weights]\n" + "".join(f'"{n}" = [7]\n' for n in names), encoding="utf-8")
    line._open()
    frames(app, 2)
    row = next(w for w in app.root.floating[-1].walk() if isinstance(w, WeightsRow))
    row.take(str(tmp_path / "nowhere.toml"))
    assert "weights" not in seat.settings
    row.take(str(file))
    frames(app, 2)
    assert seat.settings["weights"] == str(file)
    assert row.button.text == "own.toml"
    row.take("")
    assert seat.settings["weights"] == ""
    names = {option.name for option in seat.offered}
    assert {"noise", "best_case", "weights", "evaluation"} <= names
    tab._pick_game([e.key for e in tab.entries].index("nim"))
    assert "weights" not in {option.name for option in seat.offered}  # nothing judges it that has weights


@pytest.mark.parametrize(
    "later",
    ["sandbox.bench", "sandbox.own.child", "sandbox.gametree.tree.layout", "secrets"],
)
def test_no_start_of_the_boards_waits_for_what_is_needed_later(later):
    script = f"import sys, sandbox.ui.boards.tab; print([m for m in sys.modules if m.startswith('{later}')])"
    environment = os.environ | {"PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    words = [sys.executable, "-c", script]
    told = subprocess.run(words, env=environment, capture_output=True, encoding="utf-8", check=True)
    assert told.stdout.strip() == "[]"


@pytest.mark.parametrize(("size", "scale"), [((1000, 700), 1.0), ((1000, 700), 1.5), ((1280, 720), 2.0)])
def test_every_control_of_it_can_be_reached(app, size, scale):
    duels = opened(app, depth=2)
    duels.run()
    settle(app)
    app.root.resize(pygame.Surface(size))
    app.shell.show_look(scale=scale)
    app.root.paint()
    controls = [w for w in app.root.focus.order() if duels.pane in w.above()]
    assert {duels.pane.run, duels.pane.ablate, duels.pane.depth, duels.pane.table} <= set(controls)
    for widget in controls:
        app.root.focus.set(widget, ring=True)
        app.root.paint()
        assert app.root.rect.contains(widget.rect), widget
        assert widget.rect.w >= app.root.dp(24), widget


def test_while_it_is_found_out_what_moves_are_worth_nobody_is_at_it():
    asked = []
    fight = Fight(SimpleNamespace(submit=asked.append, wake=lambda: None), lambda: None, lambda _: None)
    game = games["tic-tac-toe"].create()
    fight.begin(Duel(game, game.face().start(), [Entrant("Minimax", "minimax")], truth=100_000))
    assert fight.words.startswith("What each move is worth: ")
    fight.duel.weigh(new_stop())
    assert fight.duel.worths
    assert fight.words.startswith("Minimax (1 of 1): ")
