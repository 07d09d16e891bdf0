"""A network for each board on which stones stand, made by `learn` (docs/learning.md)."""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.games.library.connect_four.rules import COLUMNS, HEIGHT, ROWS
from sandbox.games.two_words.notation import COLUMN_NAMES, square_name
from sandbox.games.two_words.three_by_three import symmetries
from sandbox.gametree.evaluation.api import evaluations
from sandbox.gametree.evaluation.networks.network import Network

SEVEN_BY_SIX = tuple((HEIGHT * c + r, f"{COLUMN_NAMES[c]}{r + 1}") for c in range(COLUMNS) for r in range(ROWS))
MIRROR = tuple(HEIGHT * (COLUMNS - 1 - bit // HEIGHT) + bit % HEIGHT for bit, _ in SEVEN_BY_SIX)


def _board_turns() -> tuple[tuple[int, ...], ...]:
    """Where each square of eight by eight goes: all three mirrors, on or off."""
    places = [(bit & 7, bit >> 3) for bit in range(64)]
    kinds = [(x, y, d) for x in (0, 7) for y in (0, 7) for d in (False, True)]
    return tuple(
        tuple(((c ^ x) << 3 | (r ^ y)) if d else ((r ^ y) << 3 | (c ^ x)) for c, r in places) for x, y, d in kinds
    )


class ThreeByThree(Network):
    """A network that sees nothing but nine places."""

    squares = tuple((bit, square_name(bit, 3)) for bit in range(9))
    turns = tuple(map(tuple, symmetries()))


@evaluations.register("tic-tac-toe-network", title="Learned network", games=("tic-tac-toe",), order=40)
@dataclass(frozen=True)
class TicTacToeNetwork(ThreeByThree):
    """A small network that sees nothing but the nine squares, learned from games against itself."""

    key = "tic-tac-toe-network"


@evaluations.register("morris-network", title="Learned network", games=("morris",), order=41)
@dataclass(frozen=True)
class MorrisNetwork(ThreeByThree):
    """A small network that sees nothing but the nine points, learned from games against itself."""

    key = "morris-network"


@evaluations.register("connect-four-network", title="Learned network", games=("connect-four",), order=42)
@dataclass(frozen=True)
class ConnectFourNetwork(Network):
    """A small network that sees nothing but the 42 squares, learned from games against itself."""

    key = "connect-four-network"
    squares = SEVEN_BY_SIX
    turns = (tuple(bit for bit, _ in SEVEN_BY_SIX), MIRROR)


@evaluations.register("othello-network", title="Learned network", games=("othello",), order=43)
@dataclass(frozen=True)
class OthelloNetwork(Network):
    """A small network that sees nothing but the 64 squares, learned from games against itself."""

    key = "othello-network"
    squares = tuple((bit, square_name(bit, 8)) for bit in range(64))
    turns = _board_turns()
