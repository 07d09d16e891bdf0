"""A game's clock: what is left, what an engine may spend, and who runs out of time."""

from __future__ import annotations

import json

import pytest

from sandbox.bench.match import Player, document_of, pairings, play
from sandbox.cli import main
from sandbox.errors import BadInput
from sandbox.gametree.api import Limits
from sandbox.gametree.play.time_control import GameClock, TimeControl

pytestmark = pytest.mark.small


@pytest.mark.parametrize(("text", "minutes", "increment"), [("5", 5, 0), ("5+3", 5, 3), ("0.5+0.1", 0.5, 0.1)])
def test_clocks_are_read_as_people_write_them(text: str, minutes: float, increment: float) -> None:
    control = TimeControl.parse(text)
    assert (control.minutes, control.increment) == (minutes, increment)
    assert TimeControl.parse(control.words) == control


@pytest.mark.parametrize("text", ["", "x", "-1", "0", "5+", "5+-1", "5+99", "nan", "1e9"])
def test_rubbish_is_one_line(text: str) -> None:
    if text == "5+":
        assert TimeControl.parse(text) == TimeControl(5)
        return
    with pytest.raises(BadInput, match="clock"):
        TimeControl.parse(text)


def test_an_engine_never_plans_to_run_out_of_time() -> None:
    for control in (TimeControl(1), TimeControl(0.1, 2), TimeControl(10, 30)):
        left = 60 * control.minutes
        for _ in range(150):  # longer than any game here
            spent = control.allowance(left)
            assert 0 < spent < left
            left += control.increment - spent


def test_the_smaller_of_budget_and_clock_counts() -> None:
    control = TimeControl(1)
    assert control.within(Limits(seconds=0.5), 60).seconds == 0.5
    assert control.within(Limits(seconds=50), 60).seconds == 3.0
    kept = control.within(Limits(depth=3), 60)
    assert (kept.depth, kept.seconds) == (3, 3.0)
    assert TimeControl().within(found := Limits(depth=3), 0) is found


def test_a_move_must_be_there_before_its_increment() -> None:
    clock = GameClock(TimeControl(0.1, 5))
    clock.press(0, 5.0)
    assert clock.fallen is None
    clock.press(0, 5.9)
    assert clock.fallen is None  # six seconds, and five for the first move
    clock.press(1, 6.1)
    assert clock.fallen == 1


def test_a_match_is_played_by_the_clock() -> None:
    players = (Player("alphabeta", depth=2), Player("mcts"))
    pairing, other = pairings("tic-tac-toe", (), players, ["-"], 2, control=TimeControl(0.01))
    played = play(pairing)
    assert not played.on_time
    assert played.longest_move < 20  # some 10 ms on a machine of one's own; a busy one must not fail the test
    assert play(other).moves


def test_who_runs_out_of_time_has_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(self: GameClock, who: int, seconds: float) -> None:
        self.fallen = who if who == 1 else self.fallen

    monkeypatch.setattr(GameClock, "press", slow)
    players = (Player("alphabeta", depth=1), Player("mcts", nodes=20))
    for pairing in pairings("tic-tac-toe", (), players, ["-"], 2, control=TimeControl(1)):
        played = play(pairing)
        assert played.on_time
        assert played.result == 1.0
        assert document_of(pairing, played).ended == "lost on time"


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "tic-tac-toe", "--first", "alphabeta", "--second", "mcts", "--games", "2", "--clock", "0.01+0.01"]
    assert main([*words, "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["on_time"] for line in lines[:-1]] == [False, False]
    assert main([*words[:-1], "soon"]) == 2
    assert "clock" in capsys.readouterr().err
