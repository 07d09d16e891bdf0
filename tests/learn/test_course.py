"""A course is the same whoever does its work, in whatever order, broken off or not; and what it learns plays better."""

from __future__ import annotations

import json

import numpy as np
import pytest

from sandbox.cli import main
from sandbox.errors import BadInput
from sandbox.games.api import games
from sandbox.gametree.evaluation import evaluations
from sandbox.learn import course as courses
from sandbox.learn.course import Course, Heard, Learned, Plan
from sandbox.learn.learners.api import Fitted
from sandbox.learn.models.logistic import Logistic
from sandbox.learn.playing import Judging, Playing, played
from sandbox.learn.records import of_moves

LITTLE = Plan("open-lines", "tic-tac-toe", Logistic(), games=300, depth=2, rounds=2)


def learned(goal, jobs=1, plan=LITTLE):
    course = Course(plan, goal)
    told = list(course.run(jobs))
    return told, goal.read_bytes()


def test_the_same_seed_the_same_weights_in_any_number_of_processes(tmp_path):
    told, one = learned(tmp_path / "a.toml")
    _, two = learned(tmp_path / "b.toml", jobs=2)
    assert one == two
    assert [t.games for t in told if isinstance(t, Learned)] == [300, 300]
    assert sum(isinstance(t, Heard) for t in told) == 6
    assert evaluations["open-lines"].create({"file": str(tmp_path / "a.toml")}).weights().size == 3


def test_a_course_goes_on_where_it_was_broken_off(tmp_path):
    _, whole = learned(tmp_path / "whole.toml")
    goal = tmp_path / "broken.toml"
    course = Course(LITTLE, goal)
    for told in course.run():
        if isinstance(told, Learned):
            break
    again = Course(LITTLE, goal)
    assert again.resume() == 1
    list(again.run())
    assert goal.read_bytes() == whole


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04rubbish", b"\x80\x04N."])
def test_a_foreign_journal_is_one_line(content, tmp_path):
    course = Course(LITTLE, tmp_path / "w.toml")
    course.journal.write_bytes(content)
    with pytest.raises(BadInput, match="journal"):
        course.resume()


def test_a_journal_of_another_plan_is_refused(tmp_path):
    learned(tmp_path / "w.toml")
    other = Plan("open-lines", "tic-tac-toe", Logistic(), games=300, depth=3, rounds=2)
    with pytest.raises(BadInput, match="another plan"):
        Course(other, tmp_path / "w.toml").resume()


def test_games_that_are_given_count_once_in_every_round(tmp_path):
    given = played(Playing(Judging("tic-tac-toe", "open-lines"), 100, 1, seed=3, number=0, opening=(2, 6)))
    told = [t for t in Course(LITTLE, tmp_path / "w.toml", given).run() if isinstance(t, Learned)]
    assert [t.positions for t in told] == [len(given)] * 2
    assert all(t.held_out > 0 for t in told)


def test_stopping_keeps_what_was_learned(tmp_path):
    stop = np.zeros(1, np.uint8)
    course = Course(LITTLE, tmp_path / "w.toml")
    for told in course.run(stop=stop):
        if isinstance(told, Learned):
            stop[0] = 1
    assert course.round == 1
    evaluations["open-lines"].create({"file": str(tmp_path / "w.toml")}).weights()


@pytest.mark.parametrize(("key", "judge"), [("tic-tac-toe", "open-lines"), ("othello", "othello-discs")])
def test_labels_are_what_the_rules_or_perfect_play_say(key, judge):
    samples = played(Playing(Judging(key, judge), 4, 1, seed=3, number=0, opening=(2, 50)))
    game = games[key].create()
    from sandbox.gametree.play.truth import Truth

    truth, empties = Truth(game), {"othello": 6, "tic-tac-toe": 0}[key]
    cells = int(games[key].info["cells"])
    near = samples.at(cells - samples.stones <= empties)
    assert set(samples.labels) <= set(range(-64, 65))
    for state, label in zip(near.states[:12], near.labels[:12], strict=True):
        cells_of = "".join(
            "X" if int(state[0]) >> i & 1 else "O" if int(state[1]) >> i & 1 else "-" for i in range(cells)
        )
        assert truth.value(game.face().parse(f"{cells_of} X")) == label


def test_saved_games_are_learned_from():
    game = games["tic-tac-toe"].create()
    face = game.face()
    line, moves = face.start(), []
    while face.moves(line):
        moves.append(face.moves(line)[0])
        line = face.play(line, moves[-1])
    samples = of_moves(game, "-", moves, "x.json")
    assert len(samples) == len(moves)
    assert samples.labels[0] == face.utility(line, 0)
    with pytest.raises(BadInput, match="not over"):
        of_moves(game, "-", moves[:-1], "x.json")


def test_the_command_says_every_round_and_measures_elo(tmp_path, capsys):
    goal = tmp_path / "w.toml"
    words = ["learn", "open-lines", "--game", "tic-tac-toe", "--games", "200", "--depth", "2", "--elo", "4"]
    assert main([*words, "--json", "-o", str(goal)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["told"] for line in lines[:-1]] == ["played", "played", "stage", "round"]
    assert lines[-1]["file"] == str(goal)
    assert {"elo", "elo_error"} <= lines[-1].keys()
    assert (lines[-1]["against"], lines[-1]["against_weights"]) == ("open-lines", "shipped")
    assert not (tmp_path / "w.toml.journal").exists()
    assert main([*words, "-o", str(goal)]) == 0
    assert "over open-lines, with the weights it comes with, 4 games" in capsys.readouterr().out


def test_an_earlier_journal_is_neither_overlooked_nor_lost(tmp_path, capsys):
    """Whoever forgets to resume is told; whoever resumes goes on from it; without one, resuming is beginning."""
    goal, journal = tmp_path / "w.toml", tmp_path / "w.toml.journal"
    plan = Plan("open-lines", "tic-tac-toe", games=4, depth=1, label_depth=1)
    list(Course(plan, goal).run())
    kept = journal.read_bytes()
    words = ["learn", "open-lines", "--game", "tic-tac-toe", "--games", "4", "--depth", "1", "-o", str(goal)]
    assert main(words) == 2
    assert f"{journal}: a journal of an earlier run, expected --resume" in capsys.readouterr().err
    assert journal.read_bytes() == kept
    assert main([*words, "--resume"]) == 0
    assert "1 rounds were learned before" in capsys.readouterr().err
    assert not journal.exists()
    assert main([*words, "--resume"]) == 0
    assert "0 rounds were learned before" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["nonsense"], "expected one of"),
        (["open-lines", "--game", "othello"], "expected one of tic-tac-toe"),
        (["open-lines", "--model", "cubic"], "cubic"),
        (["open-lines", "--games", "0"], "--games"),
        (["open-lines", "--start", "nowhere.toml"], "nowhere.toml"),
        (["open-lines", "--from", "nowhere.json"], "nowhere.json"),
    ],
)
def test_what_cannot_be_learned_is_one_line(words, found, tmp_path, capsys):
    assert main(["learn", *words, "-o", str(tmp_path / "w.toml")]) == 2
    said = capsys.readouterr().err
    assert found in said
    assert said.count("\n") == 1


def test_from_games_against_itself_othello_learns_to_beat_disc_counting(tmp_path):
    """The short version: positional features from nothing but results, measured in a match."""
    from sandbox.bench.learning.gauge import Gauge, Side

    goal = tmp_path / "w.toml"
    list(Course(Plan("othello-positional", "othello", Logistic(), games=300, depth=1), goal).run())
    sides = Side("othello-positional", str(goal)), Side("othello-discs")
    *_, score = Gauge("othello", 24, depth=2).scores(*sides, 1, np.zeros(1, np.uint8))
    assert score.elo - score.elo_error > 0


def test_labels_are_known_by_name(tmp_path):
    with pytest.raises(BadInput, match="labels"):
        Course(Plan("open-lines", "tic-tac-toe", labels="guesses"), tmp_path / "w.toml")
    assert courses.LABELS == ("results", "search", "td", "exact")


@pytest.mark.small
def test_the_error_of_a_round_counts_every_position_alike():
    fitted = [Fitted(0, 2, 10, 0.5, 0.25), Fitted(1, 2, 30, 0.1, 0.75)]
    assert courses._mean(fitted, "error") == pytest.approx(0.2)
    assert courses._mean(fitted, "held_out") == pytest.approx(0.625)
    assert courses._mean([Fitted(0, 2, 0, 0.5, 0.25)], "error") == courses._mean([], "error") == 0.0
