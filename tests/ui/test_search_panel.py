"""The panel beside the board: what it says of a search, and in which order."""

import pytest

from sandbox.gametree.api import Bound, RootMove
from sandbox.gametree.report import Snapshot
from sandbox.ui.boards.panel import by_value, progress_words


@pytest.mark.small
def test_the_best_move_comes_before_those_known_to_be_no_better():
    moves = [
        RootMove("1", value=0.1, bound=Bound.UPPER),
        RootMove("2", value=None),
        RootMove("3", value=0.1, bound=Bound.EXACT),
        RootMove("4", value=0.3, bound=Bound.EXACT),
    ]
    assert [move.move for move in by_value(moves)] == ["4", "3", "1", "2"]


@pytest.mark.small
@pytest.mark.parametrize(
    ("shot", "words"),
    [
        (Snapshot(pv=("4", "3"), nodes=9, seconds=1.0), "MCTS: 4 3"),
        (Snapshot(notes={"rule": "centre first"}), "MCTS: centre first"),
        (Snapshot(seconds=0.1), "MCTS …"),
        (Snapshot(nodes=5, seconds=9.0), "MCTS …"),
        (Snapshot(seconds=2.0), "MCTS is being made ready for this game, once …"),
    ],
)
def test_a_long_silence_is_explained(shot, words):
    assert progress_words("MCTS", shot) == words
