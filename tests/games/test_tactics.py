"""Blocks: tested apart, since only games of dropped stones have them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given

from sandbox.games.two_words.rules import work_array
from tests.strategies.games import made, playout, seeds

pytestmark = pytest.mark.small


@pytest.mark.parametrize("key", ["connect-four", "tic-tac-toe"])
@given(seed=seeds)
def test_blocks_are_where_the_other_would_win(key: str, seed: int) -> None:
    game: Any = made((key, {}))
    kernels, data = game.kernels(), work_array()
    for position in playout(game, seed)[:-1]:
        a, b = (np.uint64(w) for w in position.words)
        legal = kernels.moves(a, b, data)
        if not wins(kernels, a, b, legal, data):
            blocks = wins(kernels, b, a, legal, data)
            assert int(kernels.tactics(a, b, legal, data)) == (blocks or int(legal))


def wins(kernels: Any, a: Any, b: Any, legal: Any, data: Any) -> int:
    """Squares on which the owner of `a` would end the game at once by winning."""
    bits = [1 << i for i in range(64) if int(legal) >> i & 1]
    after = {bit: kernels.play(a, b, np.uint64(bit), data) for bit in bits}
    over = [bit for bit, state in after.items() if kernels.moves(*state, data) == 0]
    return sum(bit for bit in over if kernels.outcome(*after[bit], data) != 0)
