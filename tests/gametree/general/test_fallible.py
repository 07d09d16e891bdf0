"""Against opponents who err: minimax at one end, expectimax at the other, and in between as the twin says."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandbox.games.general.api import general_games
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import Answer, general_engines
from sandbox.gametree.general.recorder import Recording
from sandbox.gametree.general.tree import nodes
from tests.oracles import general as twin
from tests.strategies.general import tree

TREES = general_games["any-tree"].create()


def find(game: Any, position: Any, depth: int, noise: float, recording: Recording | None = None) -> Answer:
    engine = general_engines["fallible"].create({"noise": noise})
    return engine.search(game, position, Limits(depth=depth), recording)


def test_random_trees_equal_the_twin() -> None:
    for seed in range(120):
        game, position = tree(seed)
        face, depth = game.face(), 1 + seed % 5
        root = max(face.to_move(position), 0)
        for noise in (Fraction(0), Fraction(1, 4), Fraction(1)):
            value = twin.mistaken(face, position, depth, root, noise)
            found = find(game, position, depth, float(noise))
            if found.player != -2:
                assert found.of(root) == pytest.approx(float(value), abs=1e-9)


def test_without_noise_it_is_minimax() -> None:
    for seed in range(60):
        game, position = tree(seed, players=2)
        plain = general_engines["expectiminimax"].create().search(game, position, Limits(depth=4))
        found = find(game, position, 4, 0.0)
        assert found.worth[max(found.player, 0)] == pytest.approx(plain.worth[max(found.player, 0)], abs=1e-9)


@pytest.mark.parametrize(("noise", "best", "worth"), [(0.0, "draw", 0.0), (0.5, "draw", 0.0), (1.0, "risk", 0.8)])
def test_the_risky_move_is_worth_it_against_who_errs(noise: float, best: str, worth: float) -> None:
    found = find(TREES, TREES.face().parse("risky"), 4, noise)
    assert (found.best, found.of(0)) == (best, pytest.approx(worth))


def test_its_line_is_what_each_plays_at_best_up_to_dice() -> None:
    long = 0
    for seed in range(40):
        game, position = tree(seed, players=2)
        face, answer = game.face(), find(game, position, 5, 0.0)
        at = position
        for move in answer.line:
            if face.to_move(at) < 0:
                break
            values = {
                m: twin.mistaken(face, face.play(at, m), 9, max(answer.player, 0), Fraction(0)) for m in face.moves(at)
            }
            best = max if face.to_move(at) == answer.player else min
            if len(answer.line) < 5:  # looked to the end
                assert values[move] == best(values.values())
            at = face.play(at, move)
        long += len(answer.line) > 1
    assert long > 5


def test_it_is_worth_it_from_five_times_in_nine_on() -> None:
    position = TREES.face().parse("risky")
    assert find(TREES, position, 4, 5 / 9 - 0.01).best == "draw"
    assert find(TREES, position, 4, 5 / 9 + 0.01).best == "risk"


def test_its_tree_is_kept() -> None:
    recording = Recording(100)
    position = TREES.face().parse("risky")
    find(TREES, position, 4, 0.5, recording)
    kept = nodes(recording, TREES, position)
    assert len(kept) == 13
    assert kept[1].move == "risk"
    assert kept[1].worth[0] == pytest.approx(-0.1)
