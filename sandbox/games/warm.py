"""What of the games is compiled before anybody asks: counting. The rules themselves are compiled with the engines."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sandbox.games.api import games
from sandbox.games.two_words.complexity import plies
from sandbox.games.two_words.perft import perft


def warmups() -> Iterator[tuple[str, Callable[[], object]]]:
    """Perft of the large games, complexity of the smallest; the others take two seconds when first wanted."""
    yield "perft of Othello", lambda: _perft("othello")
    yield "perft of Connect Four", lambda: _perft("connect-four")
    yield "complexity of tic-tac-toe", _complexity


def _perft(key: str) -> int:
    game = games[key].create()
    return perft(game, game.face().start(), 3, finished=True)


def _complexity() -> int:
    game = games["tic-tac-toe"].create()
    return sum(1 for _ in plies(game, game.face().start(), 1, loopy=False))
