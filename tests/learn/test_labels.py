"""λ-returns are the sums of their definition; what a search says is the engine's word; calibration counts."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.errors import BadInput
from sandbox.games.two_words.rules import WIN, utility_of
from sandbox.gametree.evaluation.packed import LARGEST
from sandbox.gametree.play.truth import Truth
from sandbox.learn.calibration import best_scale, binned, calibrated, estimates
from sandbox.learn.course import Course, Learned, Plan
from sandbox.learn.labels import SOLVED_CHUNK, SOLVED_TO, Labelling, returns
from sandbox.learn.learners.api import Task, learner_for
from sandbox.learn.learners.tables import _rounded, _Run
from sandbox.learn.learners.weighted import LOGIT
from sandbox.learn.models.linear import Linear
from sandbox.learn.models.logistic import Logistic, chance_of
from sandbox.learn.models.network import Network
from sandbox.learn.playing import Judging, Playing, end_of, played
from sandbox.learn.samples import Samples
from tests.strategies.games import made, playout, seeds

pytestmark = pytest.mark.small
games_of = st.lists(st.integers(1, 6), min_size=1, max_size=5)


def by_definition(values, result, trace):
    """Of a game's first position: n-step returns, each with its weight (1 - λ) λ^(n - 1); the rest is the result's."""
    last = len(values) - 1
    if last == 0:
        return result
    steps = [(1 - trace) * trace ** (n - 1) * (-1) ** n * values[n] for n in range(1, last + 1)]
    return sum(steps) + trace**last * (-1) ** last * result


@given(lengths=games_of, seed=seeds, trace=st.sampled_from([0.0, 0.3, 0.9, 1.0]))
def test_returns_are_the_sums_of_their_definition(lengths, seed, trace):
    draw = np.random.default_rng(seed)
    numbers = np.repeat(np.arange(len(lengths)), lengths)
    values, results = draw.normal(size=len(numbers)), draw.normal(size=len(numbers))
    found, at = returns(values, results, numbers, trace), 0
    for length in lengths:
        for first in range(length):
            own = values[at + first : at + length]
            assert found[at + first] == pytest.approx(by_definition(own, results[at + length - 1], trace))
        at += length


def test_with_lambda_one_returns_are_the_results():
    samples = played(Playing(Judging("tic-tac-toe", "open-lines"), 20, 1, seed=3, number=0, opening=(2, 4)))
    assert len(samples)
    found = returns(np.full(len(samples), 9.0), samples.labels, samples.games, 1.0)
    assert (found == samples.labels).all()


def labelling(kind, *, points, mix=0.0, trace=0.5):
    judge = Judging("tic-tac-toe", "open-lines")
    return Labelling(kind, judge, 9, mix, trace, points, lambda do, items: (do(item) for item in items))


def test_a_search_to_the_end_labels_with_the_truth():
    samples = played(Playing(Judging("tic-tac-toe", "open-lines"), 30, 1, seed=3, number=0, opening=(2, 4)))
    found = labelling("search", points=True).labelled(samples)
    game = made(("tic-tac-toe", {}))
    truth, face = Truth(game), game.face()
    for (a, b), label in zip(samples.states.tolist(), found.labels, strict=True):
        own, other = "XO" if (a | b).bit_count() % 2 == 0 else "OX"
        cells = "".join(own if a >> i & 1 else other if b >> i & 1 else "-" for i in range(9))
        assert truth.value(face.parse(f"{cells} {own}")) == label
    assert set(found.labels) <= {-1.0, 0.0, 1.0}
    mixed = labelling("search", points=True, mix=0.25).labelled(samples)
    assert np.allclose(mixed.labels, 0.75 * found.labels + 0.25 * samples.labels)
    chances = labelling("td", points=False).labelled(samples).labels
    assert np.abs(chances).max() <= 1


def test_what_is_too_early_to_be_solved_stays_only_where_a_search_will_label_it():
    draw = np.random.default_rng(3)
    states = np.array([[0, 0], [1, 1 << 7]], np.uint64)  # 42 and 40 empty squares
    early = Samples(states, draw.normal(size=2), np.zeros(2, np.int64))

    def none(do, items):
        assert not list(items)
        return iter(())

    judge = Judging("connect-four", "connect-four-threats")
    exact = Labelling("exact", judge, 4, 0.0, 0.7, False, none)
    assert len(exact.labelled(early)) == 0
    kept = replace(exact, early=True).labelled(early)
    assert (kept.labels == early.labels).all()


@pytest.mark.parametrize("many", [1, SOLVED_CHUNK, 2 * SOLVED_CHUNK + 7])
def test_every_position_near_enough_to_the_end_is_solved_once(many):
    """By a solver that counts them."""
    stones = (1 << 42 - SOLVED_TO) - 1  # as many empty squares as may be
    states = np.zeros((many, 2), np.uint64)
    states[:, 0] = stones
    full = Samples(states, np.zeros(many), np.zeros(many, np.int64))
    sizes = []

    def share(_do, items):
        at = 0
        for item in items:
            sizes.append(len(item.states))
            yield np.arange(at, at + len(item.states))
            at += len(item.states)

    exact = Labelling("exact", Judging("connect-four", "connect-four-threats"), 4, 0.0, 0.7, False, share)
    assert exact.labelled(full).labels.tolist() == list(range(many))
    assert max(sizes) <= SOLVED_CHUNK
    early = full.at([0])
    early.states[:] = stones >> 1, 0  # one stone fewer: too early
    assert len(exact.labelled(early)) == 0


@pytest.mark.parametrize("model", [Linear(), Logistic()])
def test_tables_learn_of_a_search_what_their_model_says(model):
    """Points, or what is to be expected of the result; a win seen is a win."""
    learner = learner_for("connect-four-windows", "connect-four")
    nothing = Samples(np.zeros((0, 2), np.uint64), np.zeros(0), np.zeros(0, np.int64))
    run = _Run(learner, Task("connect-four", nothing, model), np.zeros(0, np.int32), np.zeros(0))
    found = run._meant(np.array([0, 400, -400, WIN + 7, -WIN - 7]))
    one = 1.0 if model.points else 2 / (1 + np.exp(-1)) - 1
    won = 7.0 if model.points else 1.0
    assert found.tolist() == pytest.approx([0, one, -one, won, -won])


def test_bins_count_what_came():
    said = np.array([0.05, 0.01, 0.95, 1.0, 0.5])
    found = binned(said, np.array([0.0, 1.0, 1.0, 0.5, 0.5]))
    assert [(b.won, b.positions) for b in found] == [(0.5, 2), (0.5, 1), (0.75, 2)]
    assert found[0].said == pytest.approx(0.03)


@given(seed=seeds, scale=st.sampled_from([50.0, 400.0, 1600.0]))
def test_a_planted_link_is_found_again(seed, scale):
    draw = np.random.default_rng(seed)
    values = draw.normal(size=4000) * 3 * scale
    came = (draw.random(4000) < chance_of(values / scale)).astype(float)
    assert best_scale(values, came) == pytest.approx(scale, rel=0.3)


def test_an_evaluation_is_calibrated_by_games_it_has_not_seen():
    judge = Judging("tic-tac-toe", "open-lines")
    samples = played(Playing(judge, 200, 1, seed=3, number=0, opening=(2, 6)))
    found = calibrated(judge, samples)
    assert sum(b.positions for b in found.bins) == len(samples)
    assert [b.said for b in found.bins] == sorted(b.said for b in found.bins)
    assert 0 <= found.off < 0.25
    assert len(estimates(judge, samples)) == len(samples)


def test_a_chance_that_a_model_says_is_calibrated_as_it_is_said(tmp_path):
    """No better link is looked for: what is off is to be seen."""
    plan = Plan("tic-tac-toe-network", "tic-tac-toe", Network(layers="4", passes=1), games=100, depth=1)
    *_, told = Course(plan, tmp_path / "w").run()
    assert told.calibration.scale == LOGIT


@pytest.mark.parametrize(("evaluation", "labels"), [("open-lines", "search"), ("tic-tac-toe-network", "td")])
def test_such_labels_are_learned_the_same_whoever_does_the_work(evaluation, labels, tmp_path, monkeypatch):
    model = Logistic() if evaluation == "open-lines" else Network(layers="8", passes=3)
    plan = Plan(evaluation, "tic-tac-toe", model, labels, games=200, depth=1, label_depth=1, rounds=2)
    told = list(Course(plan, tmp_path / "a").run())
    assert told[-1].calibration.bins
    monkeypatch.setattr("sandbox.learn.course.shared_out", backwards)
    list(Course(plan, tmp_path / "b").run())
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def backwards(do, items, _jobs, stop):
    """An executor that sends items through a pickle, does the last one first, and hands back in order."""
    sent = [pickle.loads(pickle.dumps(item)) for item in items]
    done = [do(item, stop) for item in reversed(sent)]
    return iter(done[::-1])


def test_a_network_goes_on_where_it_was_broken_off(tmp_path):
    plan = Plan("tic-tac-toe-network", "tic-tac-toe", Network(layers="8", passes=3), games=200, depth=1, rounds=2)
    list(Course(plan, tmp_path / "whole").run())
    course = Course(plan, tmp_path / "broken")
    for told in course.run():
        if isinstance(told, Learned):
            break
    again = Course(plan, tmp_path / "broken")
    assert again.resume() == 1
    list(again.run())
    assert (tmp_path / "whole").read_bytes() == (tmp_path / "broken").read_bytes()


@pytest.mark.parametrize(("facts", "found"), [({"trace": 1.5}, "lambda"), ({"teacher": "othello-discs"}, "othello")])
def test_a_plan_that_cannot_be_is_one_line(facts, found, tmp_path):
    with pytest.raises(BadInput, match=found):
        Course(Plan("open-lines", "tic-tac-toe", **facts), tmp_path / "w.toml")


def test_labels_by_search_keep_the_mean_of_the_results():
    """Else each stage would add its own error: who chooses last among leaves takes those that err in its favour."""
    samples = played(Playing(Judging("othello", "othello-positional"), 60, 1, seed=5, number=0, random=4))
    learner = learner_for("othello-patterns", "othello")
    task = Task("othello", samples, Linear(), label_depth=2, mix=0.25, known=12)
    stages = np.zeros(len(samples), np.int32)
    learner._stages(samples.states, stages)
    run = _Run(learner, task, stages, samples.labels.copy())
    for at in range(14, 7, -1):
        run.learn(at)
    own = np.flatnonzero(stages == 8)  # of enough games that weights were learned which a search can err by
    assert run.labels[own].mean() == pytest.approx(samples.labels[own].mean(), abs=1e-9)
    assert (run.labels[own] != samples.labels[own]).any()


def test_such_labels_of_chances_stay_between_lost_and_won():
    samples = played(Playing(Judging("othello", "othello-positional"), 60, 1, seed=5, number=0, random=4))
    learner = learner_for("othello-patterns", "othello")
    task = Task("othello", samples, Logistic(steps=1), label_depth=2, known=12)
    stages = np.zeros(len(samples), np.int32)
    learner._stages(samples.states, stages)
    run = _Run(learner, task, stages, np.where(samples.labels < -20, -1.0, 1.0))  # most are won: labels move far
    for at in range(14, 7, -1):
        run.learn(at)
    assert abs(run.labels).max() <= 1


def test_weights_are_rounded_to_the_nearest_multiple_of_the_grain():
    weights = np.array([-40_000.0, -13.0, -4.1, 0.4, 3.9, 12.1, 40_000.0])
    assert _rounded(weights, 1).tolist() == [-LARGEST, -13, -4, 0, 4, 12, LARGEST]
    assert _rounded(weights, 8)[1:-1].tolist() == [-16, -8, 0, 0, 16]
    most = _rounded(weights, 8)[[0, -1]].tolist()
    assert most == [-most[1], most[1]]
    assert LARGEST - 8 < most[1] <= LARGEST
    assert most[1] % 8 == 0


def test_random_moves_come_after_the_opening_as_often_as_asked():
    """One in two of a player who looks one move ahead: each other move is its own."""
    judge = Judging("othello", "othello-discs")
    games_played = [played(Playing(judge, 30, 1, seed=3, number=0, opening=(0, 0), random=n)) for n in (0, 2)]
    assert len(np.unique(games_played[0].keys)) < 70  # one game, thirty times
    assert len(np.unique(games_played[1].keys)) > 1000


@pytest.mark.parametrize(
    ("key", "judge"),
    [
        ("othello", "othello-discs"),
        ("connect-four", "connect-four-centre"),
        ("tic-tac-toe", "open-lines"),
        ("morris", "open-lines"),
    ],
)
def test_the_rules_say_what_finished_games_are_worth_and_nothing_of_others(key, judge):
    game, work, bind = Judging(key, judge).bench()
    face = game.face()
    positions = [p for seed in range(6) for p in playout(made((key, {})), seed)]
    if key == "othello":  # nobody can move, with empty squares beside whole rows
        rows = "-" * 16 + "X" * 32 + "-" * 16
        positions += [face.parse(f"{cells} {side}") for cells in (rows, rows.replace("X", "O")) for side in "XO"]
    over = [not face.moves(p) and getattr(p, "occurrences", 0) < 3 for p in positions]
    values = np.zeros(len(positions), np.int64)
    bind(end_of)(np.array([p.words for p in positions], np.uint64), values, work)
    expected = [face.utility(p, face.to_move(p)) if ends else 0 for p, ends in zip(positions, over, strict=True)]
    assert [utility_of(int(value)) for value in values] == expected
    assert any(expected)
