"""What is said of a fit: errors by their formulas, steps by their numbers, and which stage was learned from what."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sandbox.errors import BadInput
from sandbox.games.api import games
from sandbox.gametree.document.files import save
from sandbox.gametree.document.model import GameDocument
from sandbox.gametree.evaluation import evaluations
from sandbox.learn.calibration import Bin, Calibration
from sandbox.learn.design import Dense, Places
from sandbox.learn.learners.api import Task, learnable, learner_for, suited
from sandbox.learn.learners.weighted import FEWEST, LOGIT, POINT
from sandbox.learn.models.linear import Linear
from sandbox.learn.models.logistic import Logistic
from sandbox.learn.models.squares import FEW
from sandbox.learn.records import of_moves, samples_of
from sandbox.learn.samples import HELD_OUT, Samples, joined

pytestmark = pytest.mark.small
NOTHING = np.zeros(0)


def test_errors_are_those_of_their_formulas():
    assert Linear().error(np.array([1.0, 3.0]), np.array([0.0, 6.0])) == pytest.approx(math.sqrt(5))
    assert Logistic().error(np.zeros(2), np.array([0.0, 1.0])) == pytest.approx(math.log(2))
    sums, came = np.array([2.0, -1.0]), np.array([1.0, 0.5])
    chances = 1 / (1 + np.exp(-sums))
    surprise = -(came * np.log(chances) + (1 - came) * np.log(1 - chances))
    assert Logistic().error(sums, came) == pytest.approx(surprise.mean())
    assert Linear().error(NOTHING, NOTHING) == Logistic().error(NOTHING, NOTHING) == 0.0


def test_steps_of_a_fit_are_told_from_the_first():
    draw = np.random.default_rng(1)
    design, target = Dense(draw.normal(size=(40, 3))), (draw.random(40) < 0.5).astype(float)
    told = []
    Logistic().fit(design, target, np.zeros(3), lambda step, loss: told.append((step, loss)))
    assert [step for step, _ in told] == list(range(1, len(told) + 1))
    losses = [loss for _, loss in told]
    assert losses == sorted(losses, reverse=True)
    wide = Places(draw.integers(0, FEW + 1, (60, 2)).astype(np.int32), FEW + 1)
    told.clear()
    Linear(iterations=7).fit(
        wide, draw.normal(size=60), np.zeros(FEW + 1), lambda step, left: told.append((step, left))
    )
    assert [step for step, _ in told] == list(range(1, 8))
    assert told[-1][1] < told[0][1]


def test_how_far_off_chances_are_counts_every_position():
    bins = (Bin(said=0.1, won=0.3, positions=30), Bin(said=0.8, won=0.7, positions=10))
    assert Calibration(1.0, bins).off == pytest.approx((30 * 0.2 + 10 * 0.1) / 40)
    assert Calibration(1.0, ()).off == 0.0


def of_stones(counts, games_played):
    """So many positions of each number of stones, Othello's, in so many games; all won by one point."""
    many = sum(counts.values())
    stones = np.repeat(list(counts), list(counts.values()))
    draw = np.random.default_rng(5)
    words = [sum(1 << int(i) for i in draw.choice(64, n, replace=False)) for n in stones]
    states = np.array([(word & 0x5555555555555555, word & 0xAAAAAAAAAAAAAAAA) for word in words], np.uint64)
    return Samples(states, np.ones(many), np.arange(many) % games_played)


@pytest.mark.parametrize("enough", [False, True])
def test_a_stage_with_few_positions_has_the_weights_of_the_next(enough):
    learner = learner_for("othello-positional", "othello")
    samples = of_stones({10: FEWEST - 1 + enough, 60: 3 * FEWEST}, HELD_OUT)
    _, of = learner.features_of(samples)
    early, late = int(of[0]), int(of[-1])
    told = list(learner.fit(Task("othello", samples, Linear())))
    assert [fitted.stage for fitted in told] == list(range(len(learner.rows)))[::-1]
    assert {fitted.stages for fitted in told} == {len(learner.rows)}
    found = {fitted.stage: fitted for fitted in told}
    assert found[late].positions == np.sum(samples.games[of == late] != HELD_OUT - 1)
    assert min(found[late].error, found[late].held_out) > 0
    assert np.abs(learner.rows[late]).max() > 0
    assert not learner.rows[late + 1 :].any()  # after it there is nothing to be held to
    assert (learner.rows[early].tolist() == learner.rows[late].tolist()) is not enough
    if not enough:
        assert (found[early].positions, found[early].error, found[early].held_out) == (0, 0.0, 0.0)


def test_weights_are_in_the_units_of_estimates():
    samples = of_stones({60: 3 * FEWEST}, HELD_OUT)
    for model, unit in ((Linear(), POINT["othello"]), (Logistic(steps=1), LOGIT)):
        learner = learner_for("othello-positional", "othello")
        list(learner.fit(Task("othello", samples, model)))
        x, of = learner.features_of(samples)
        seen = samples.games != HELD_OUT - 1
        fitted = unit * model.fit(Dense(x[seen]), model.target(samples.labels[seen]), np.zeros(x.shape[1]))
        assert learner.rows[of[0]] == pytest.approx(fitted)
        assert learner.words().view(np.int64).reshape(learner.rows.shape)[of[0]].tolist() == np.rint(fitted).tolist()
        assert learner.picture()[0][1][of[0]] == learner.rows[of[0]][0]


def test_what_can_be_learned_is_told_for_a_game_and_for_all():
    assert set(learnable()) > set(learnable("othello")) > {"othello-positional", "othello-patterns"}
    for game in ("othello", "connect-four", "tic-tac-toe"):
        assert all(game in evaluations[key].info["games"] for key in learnable(game))
    assert "nothing" not in learnable()
    assert suited("othello-positional") == ("linear", "results")
    assert suited("othello-patterns") == ("linear", "search")
    assert suited("tic-tac-toe-network")[0] == "network"
    with pytest.raises(BadInput, match="one that has weights"):
        learner_for("nothing", "othello")


def test_every_position_of_a_saved_game_is_labelled_for_its_mover(tmp_path):
    moves = ["a1", "b1", "a2", "b2", "a3"]
    game = games["tic-tac-toe"].create()
    one = of_moves(game, "-", moves, "x")
    assert one.labels.tolist() == [1, -1, 1, -1, 1]
    assert one.stones.tolist() == [0, 1, 2, 3, 4]
    assert one.states[0].tolist() == [0, 0]
    assert not one.games.any()
    files = []
    for number in range(2):
        document = GameDocument("tic-tac-toe", {}, "-")
        document.play_all(moves)
        files.append(tmp_path / f"{number}.game.json")
        save(document, files[-1])
    both = samples_of("tic-tac-toe", files)
    assert both.games.tolist() == [0] * 5 + [1] * 5
    assert both.labels.tolist() == one.labels.tolist() * 2
    with pytest.raises(BadInput, match="a game of tic-tac-toe, expected one of othello"):
        samples_of("othello", files)


def test_of_no_parts_nothing_is_joined():
    nothing = joined([])
    assert (len(nothing), nothing.states.shape, nothing.labels.shape, nothing.games.shape) == (0, (0, 2), (0,), (0,))
