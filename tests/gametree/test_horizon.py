"""Extension and quiescence look as far as their naive twin does, and every counter counts what it says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sandbox.games.two_words.rules import exact_score, work_array
from sandbox.gametree import work as w
from sandbox.gametree.api import Limits
from sandbox.gametree.evaluation.judging import judge_of
from sandbox.gametree.recorder import TreeRecording
from sandbox.gametree.report import SearchReport
from sandbox.gametree.windowed.search import search
from sandbox.gametree.windowed.session import Session, Settings
from tests.oracles.horizon import WholeTree
from tests.strategies.games import game_of, random_positions

BEYOND: list[dict[str, int]] = [{}, {"delta": 100, "plies": 2}, {"delta": 300, "plies": 3}, {"extend": 1}]
BEYOND += [{"extend": 2, "delta": 100, "plies": 1}]
WORDS = {"extend": w.EXTEND, "delta": w.QUIET_DELTA, "plies": w.QUIET_PLIES}
COUNTS = {"nodes", "terminals", "leaves", "interior", "generated", "extensions", "quiescent"}


def twin_of(game: Any, **beyond: int) -> WholeTree:
    face, judge = game.face(), judge_of(game, "best")

    def estimate(position: Any) -> int:
        a, b = (np.uint64(x) for x in position.words)
        return int(judge.kernel(a, b, work_array(game.data(position), judge.weights)))

    def score(position: Any) -> int:
        return int(exact_score(int(face.utility(position, face.to_move(position)))))

    return WholeTree(face, estimate, score, **beyond)


@pytest.mark.parametrize("beyond", BEYOND, ids=str)
@pytest.mark.parametrize("key", ["connect-four", "othello", "tic-tac-toe"])
def test_the_whole_tree_is_its_twin(key: str, beyond: dict[str, int]) -> None:
    """Without pruning, so that the order of moves and the windows change nothing."""
    game = game_of(key)
    for position in random_positions(game, 3, 30 if key == "connect-four" else 7, seed=4):
        for depth in (1, 2):
            twin = twin_of(game, **beyond)
            settings = Settings(search, {WORDS[name]: value for name, value in beyond.items()})
            session = Session(game, position, Limits(), SearchReport(), None, settings)
            session.words[w.LIMIT] = np.uint64(1 << 62)
            assert session.window(depth) == twin.value(position, depth)
            shot = session.report.snapshot()
            assert {name: getattr(shot, name) for name in COUNTS} == {name: twin.counts[name] for name in COUNTS}
            assert shot.branching == twin.counts["generated"] / twin.counts["interior"]


def test_recorded_nodes_are_as_many_as_counted() -> None:
    game, recording = game_of("connect-four"), TreeRecording()
    position = game.face().parse("4453")
    settings = Settings(search, {w.PRUNING: 1, w.QUIET_DELTA: 60, w.QUIET_PLIES: 3, w.ORDERING: 1})
    session = Session(game, position, Limits(), SearchReport(), recording, settings)
    session.words[w.LIMIT] = np.uint64(1 << 62)
    session.window(4)
    recording.collect(session.words)
    assert len(recording.columns) == int(session.words[w.NODES])
