"""Two engines on the board: rests between moves, and matches with a running score, every game kept."""

import json
from dataclasses import replace

import pygame
import pytest

from sandbox.bench.match import Score
from sandbox.bench.openings import START
from sandbox.gametree.document.files import load
from sandbox.gametree.play.time_control import TimeControl
from sandbox.ui.app import App, Request
from sandbox.ui.boards.contest.contest import halves
from sandbox.ui.boards.head import PACES, pace_words
from sandbox.ui.boards.remembered import recall
from sandbox.ui.kit import Form
from tests.ui.boards.test_session import answer, at_board, best_of, searching, seat_engines  # noqa: F401  (a fixture)
from tests.ui.test_app import click, frames, key


@pytest.fixture
def app(tmp_path, monkeypatch):
    """A window on the boards whose kernels count as warm, two quick engines at Tic-tac-toe."""
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    made = App(Request(size=(1280, 720)))
    made.services.warmer.start = lambda: None
    made.root.stand_ins.on_failure = None  # what cannot be painted raises
    made.services.warmer.state = replace(made.services.warmer.state, finished=True)
    made.shell.show("boards")
    frames(made, 2)
    tab = made.shell.tabs["boards"]
    tab._pick_game([e.key for e in tab.entries].index("tic-tac-toe"))
    tab.session.pause(on=True)
    for seat, who, budget in zip(tab.session.seats, ("alphabeta", "mcts"), ({"depth": 2}, {"nodes": 30}), strict=True):
        seat.suit(tab.session.match.entry, who)
        seat.budget |= budget | {"stop": next(iter(budget))}
    tab.session.reseat(tab.session.seats[0])
    frames(made, 2)
    yield made
    made.shell.close(remember=False)
    made.host.window.destroy()
    pygame.event.clear()


def boards(app):
    return app.shell.tabs["boards"]


def until(app, done, seconds=60.0):
    end = app.root.clock() + seconds
    while not done() and app.root.clock() < end:
        pygame.time.wait(2)
        frames(app)
    assert done()


def begun(app, games=4, **wish):
    boards(app).matches.look_for_openings({"games": games, "kind": START, "plies": 2} | wish)
    until(app, lambda: boards(app).matches.contest is not None)
    return boards(app).matches


def test_two_engines_rest_between_moves_and_space_cuts_it_short(at_board):  # noqa: F811
    session, puppet = at_board.session, at_board.puppet
    now = [100.0]
    session.time.now = lambda: now[0]
    session.set_pace(2.0)
    seat_engines(session, 1, 1)
    answer(puppet.jobs[-1], best_of(session))
    asked = len(puppet.jobs)
    assert session.resting
    assert searching(session) is None
    now[0] += 1.9
    session.wake()
    assert len(puppet.jobs) == asked
    now[0] += 0.2
    session.wake()
    assert len(puppet.jobs) == asked + 1
    answer(puppet.jobs[-1], best_of(session))
    session.move_now()
    assert searching(session) is not None
    assert min(session.clocks) >= 0
    answer(puppet.jobs[-1], best_of(session))
    session.set_pace(0.0)
    now[0] += 0.01
    session.wake()
    assert searching(session) is not None  # changed in the middle of a rest


def test_a_person_is_not_waited_for(at_board):  # noqa: F811
    session, puppet = at_board.session, at_board.puppet
    session.set_pace(3.0)
    session.play("4")
    answer(puppet.jobs[-1], "3")
    assert not session.resting


def test_the_speed_is_a_control_for_two_engines_only(app):
    tab = boards(app)
    assert tab.status.pace.visible
    tab.status.pace.choose(PACES.index(2.0))
    assert tab.session.pace == 2.0
    assert tab.status.pace.chosen == pace_words(2.0) == "Rest 2 s"
    tab.close()
    tab.session.pace = 0.0
    recall(app.services.settings, tab.session)
    assert tab.session.pace == 2.0
    tab.seat_lines[0]._pick(0)
    frames(app)
    assert not tab.status.pace.visible


def test_a_match_is_played_to_its_end_with_the_chairs_exchanged(app):
    tab, host = boards(app), begun(app)
    contest = host.contest
    until(app, lambda: contest.ended)
    assert [[p.name for p in d.players] for d in contest.played] == [
        ["Alpha-beta", "MCTS (UCT)"], ["MCTS (UCT)", "Alpha-beta"]
    ] * 2  # fmt: skip
    for number, (document, result) in enumerate(zip(contest.played, contest.results, strict=True)):
        first = document.result() if number % 2 == 0 else -document.result()
        assert result == 0.5 + 0.5 * first
        assert document.moves()
    score = Score.of(contest.results)
    assert host.bar.visible
    assert host.bar.game.text == "All 4 games played"
    assert f"{score.elo:+.0f}".replace("-", "−") in host.bar.elo.text
    won = sum(contest.results)
    assert host.bar.points.text == f"Alpha-beta {halves(won)} : {halves(4 - won)} MCTS (UCT)"
    until(app, lambda: tab.settled)


def test_every_game_is_kept_opened_and_saved(app, tmp_path):
    tab, host = boards(app), begun(app, games=2)
    until(app, lambda: host.contest.ended)
    click(app, host.bar.games)
    frames(app, 2)
    table = next(w for w in app.root.floating[-1].walk() if type(w).__name__ == "Table")
    assert len(table.rows) == 2
    table.on_select([1])
    frames(app, 2)
    assert tuple(tab.session.match.moves) == host.contest.played[1].moves()
    assert tab.session.match.at == 0
    assert tab.session.thinking.search is None  # it waits: the moves are there
    host.save_all()
    until(app, lambda: len(list(tmp_path.rglob("game-*.json"))) == 2)
    saved = load(next(tmp_path.rglob("game-2.json")))
    assert saved.moves() == host.contest.played[1].moves()
    assert json.loads(next(tmp_path.rglob("game-1.json")).read_text(encoding="utf-8"))["players"]


@pytest.mark.parametrize("change", ["another game", "another player", "another move", "new game", "opened"])
def test_a_match_that_is_disturbed_waits_and_goes_on_with_its_players(app, change):
    tab, host = boards(app), begun(app, games=6)
    tab.session.set_pace(0.0)
    until(app, lambda: host.contest.number >= 1)
    tab.session.set_pace(3.0)
    until(app, lambda: host.contest.match is not None and tab.session.resting)
    counted = host.contest.number
    if change == "another game":
        tab._pick_game([e.key for e in tab.entries].index("nim"))
    elif change == "another player":
        tab.seat_lines[0]._pick(1)
    elif change == "another move":
        tab.session.take_back()
        face, match = tab.session.match.face, tab.session.match
        tab.play(next(m for m in face.moves(match.position) if m != match.moves[match.at]))
    elif change == "new game":
        key(app, pygame.K_n, pygame.KMOD_CTRL)
    else:
        host.open_game(0)
    frames(app, 2)
    assert not host.contest.running
    assert "stopped" in host.bar.game.text
    tab.session.set_pace(0.0)
    click(app, host.bar.pause)
    assert host.contest.running
    until(app, lambda: host.contest.ended)
    assert len(host.contest.played) == 6
    assert counted >= 1
    assert {d.key for d in host.contest.played} == {"tic-tac-toe"}
    assert all({p.engine for p in d.players} == {"alphabeta", "mcts"} for d in host.contest.played)
    assert all(len(d.plies) == len(d.line()) for d in host.contest.played)


def test_stop_and_close(app):
    tab, host = boards(app), begun(app, games=6)
    click(app, host.bar.pause)
    frames(app, 3)
    assert tab.session.paused
    assert tab.session.thinking.search is None
    click(app, host.bar.pause)
    assert not tab.session.paused
    host.close()
    frames(app, 2)
    assert not host.bar.visible


def test_people_play_no_match(app):
    tab = boards(app)
    tab.seat_lines[0]._pick(0)
    tab.matches.ask()
    assert not app.root.floating
    tab.seat_lines[0]._pick(1)
    tab.matches.ask()
    assert len(app.root.floating) == 1


def test_points_are_written_as_people_do():
    assert [halves(p) for p in (0.0, 0.5, 1.0, 4.5)] == ["0", "½", "1", "4½"]


def test_whoever_has_no_time_left_has_lost(at_board):  # noqa: F811
    session, now = at_board.session, [100.0]
    session.time.now = lambda: now[0]
    session.set_control(TimeControl(1, 2))
    session.new_game()
    now[0] += 500.0
    session.play("4")  # the clock runs from the first move on
    assert session.time_left == pytest.approx((62.0, 60.0))
    assert 0 < at_board.puppet.jobs[-1].work.limits.seconds <= 60 / 20 + 2
    now[0] += 3.0
    answer(at_board.puppet.jobs[-1], "3")
    assert session.time_left == pytest.approx((62.0, 59.0))
    now[0] += 61.9
    session.check_flag()
    assert not session.match.over
    now[0] += 0.2
    session.check_flag()
    assert session.match.over
    assert session.match.caption == "Yellow ran out of time: Red wins"
    assert session.time_left == pytest.approx((0.0, 59.0))
    session.take_back()
    assert not session.match.over


def test_a_clock_set_in_the_midst_of_a_game_begins_then(at_board):  # noqa: F811
    session, now = at_board.session, [100.0]
    session.time.now = lambda: now[0]
    session.play("4")
    now[0] += 90.0
    answer(at_board.puppet.jobs[-1], "3")
    now[0] += 3600.0
    session.set_control(TimeControl(1, 2))
    session.check_flag()
    assert not session.match.over
    assert session.time_left == pytest.approx((60.0, 60.0))
    now[0] += 5.0
    session.play("4")
    assert session.time_left == pytest.approx((57.0, 60.0))
    session.take_back()
    assert session.time_left == pytest.approx((60.0, 60.0))
    session.new_game()
    session.play("4")
    now[0] += 7.0
    assert session.time_left == pytest.approx((62.0, 53.0))


def test_a_clock_stands_while_nobody_may_think(at_board):  # noqa: F811
    session, now = at_board.session, [100.0]
    session.time.now = lambda: now[0]
    session.set_control(TimeControl(1))
    session.play("4")
    answer(at_board.puppet.jobs[-1], "3")
    now[0] += 5.0
    session.rest()
    now[0] += 1000.0
    session.check_flag()
    assert session.time_left == pytest.approx((55.0, 60.0))
    session.think_if_due()
    now[0] += 1.0
    assert session.time_left == pytest.approx((54.0, 60.0))


def test_a_match_by_the_clock(app):
    tab = boards(app)
    tab.session.set_control(TimeControl(0.5))
    host = begun(app, games=2)
    until(app, lambda: host.contest.ended)
    assert all(document.moves() for document in host.contest.played)
    host.close()
    tab.close()
    tab.session.time.control = TimeControl()
    recall(app.services.settings, tab.session)
    assert tab.session.time.control == TimeControl(0.5)


def test_the_clock_is_set_beside_the_rules(app):
    tab = boards(app)
    tab._open_options()
    frames(app, 2)
    form = next(w for w in app.root.floating[-1].walk() if isinstance(w, Form) and "minutes" in w.fields)
    form._set("minutes", 3.0)
    form._set("increment", 2.0)
    frames(app, 2)
    assert tab.session.time.control == TimeControl(3, 2)
    assert tab.seat_lines[0].clock.text == "3:00"
