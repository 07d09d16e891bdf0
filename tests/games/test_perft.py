"""Move counts equal those published; the naive twin counts the same from anywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.games.api import games
from sandbox.games.two_words.perft import perft
from tests.strategies.games import NAMES, VARIANTS, made, playout, seeds

PUBLISHED = {
    "othello": [1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288],
    "connect-four": [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572],
    "tic-tac-toe": [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0],
}


def count(key: str, depth: int) -> int:
    entry = games[key]
    game = entry.create()
    return perft(game, game.face().start(), depth, finished=entry.info["finished_leaves"])


@pytest.mark.small
@pytest.mark.parametrize("key", PUBLISHED)
def test_the_first_counts_are_those_published(key: str) -> None:
    assert [count(key, d) for d in range(5)] == PUBLISHED[key][:5]


@pytest.mark.parametrize("key", PUBLISHED)
def test_deep_counts_are_those_published(key: str) -> None:
    assert [count(key, d) for d in range(len(PUBLISHED[key]))] == PUBLISHED[key]


def test_othello_to_eleven_and_beyond(positions: Path) -> None:
    lines = [
        line.split()
        for line in (positions / "othello/perft.txt").read_text(encoding="utf-8").splitlines()
        if line[0] != "#"
    ]
    for depth, nodes in lines[:11]:
        assert count("othello", int(depth)) == int(nodes)


def test_connect_four_paths(positions: Path) -> None:
    text = (positions / "connect_four/counts.txt").read_text(encoding="utf-8")
    lines = [line.split() for line in text.splitlines() if line[0] != "#"]
    for depth, paths, _ in lines[:11]:
        assert count("connect-four", int(depth)) == int(paths)


def naive(face: Any, position: Any, depth: int, finished: bool) -> int:
    if depth == 0:
        return 1
    legal = face.moves(position)
    if not legal:
        return int(finished)
    return sum(naive(face, face.play(position, m), depth - 1, finished) for m in legal)


@pytest.mark.small
@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
@given(seed=seeds, at=st.integers(0, 80), finished=st.booleans())
def test_the_twin_counts_the_same_from_anywhere(variant: Any, seed: int, at: int, finished: bool) -> None:
    game = made(variant)
    line = playout(game, seed)
    position = line[at % len(line)]
    if getattr(position, "earlier", ()):  # the kernels forget repetitions
        position = game.face().parse(game.face().print(position))
    for depth in (0, 1, 2):
        expected = naive(game.face(), position, depth, finished)
        assert perft(game, position, depth, finished=finished) == expected


@pytest.mark.small
def test_a_raised_flag_ends_it() -> None:
    game = games["othello"].create()
    assert perft(game, game.face().start(), 30, finished=True, stop=np.ones(1, np.uint8)) == 0
