"""The PyPI peers of the engines (requirements.txt): easyAI, OpenSpiel, rust_reversi. Imported only if installed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from sandbox.bench.match import random_openings
from sandbox.games.api import games
from sandbox.gametree.play.levels import STRONGEST
from sandbox.gametree.report import SearchReport


def easy_ai_connect_four(depth: int) -> tuple[int, float]:
    """Nodes and CPU seconds of easyAI's Negamax from the empty board."""
    from easyAI import Negamax, TwoPlayerGame

    class Drop(TwoPlayerGame):  # type: ignore[misc]
        """Connect Four as easyAI's own example has it: lists, and the horizon judged even."""

        def __init__(self) -> None:
            self.players = [None, None]
            self.current_player = 1
            self.columns: list[list[int]] = [[] for _ in range(7)]
            self.visited = 0

        def possible_moves(self) -> list[int]:
            return [c for c in range(7) if len(self.columns[c]) < 6]

        def make_move(self, column: int) -> None:
            self.visited += 1
            self.columns[column].append(self.current_player)

        def unmake_move(self, column: int) -> None:
            self.columns[column].pop()

        def at(self, x: int, y: int) -> int:
            return self.columns[x][y] if 0 <= x < 7 and 0 <= y < len(self.columns[x]) else 0

        def lose(self) -> bool:
            other = 3 - self.current_player
            return any(
                all(self.at(x + i * dx, y + i * dy) == other for i in range(4))
                for x in range(7)
                for y in range(6)
                for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
            )

        def is_over(self) -> bool:
            return self.lose() or not self.possible_moves()

        def scoring(self) -> int:
            return -100 if self.lose() else 0

    game, search = Drop(), Negamax(depth)
    began = time.thread_time()
    search(game)
    return game.visited, time.thread_time() - began


def mcts() -> list[tuple[str, int, Callable[[], object]]]:
    """Name, simulations, run: OpenSpiel's C++ on both boards, rust_reversi on Othello."""
    found: list[tuple[str, int, Callable[[], object]]] = []
    try:
        import pyspiel

        for key, name, count in (("connect-four", "connect_four", 5_000), ("othello", "othello", 300)):
            found.append((f"{key}: OpenSpiel C++", count, _open_spiel(pyspiel, name, count)))
    except ImportError:
        pass
    try:
        import rust_reversi

        board = rust_reversi.Board()
        search = rust_reversi.MctsSearch(10_000, 1.0, 2)
        found.append(("othello: rust_reversi", 10_000, lambda: search.get_move(board)))
    except ImportError:
        pass
    return found


def _open_spiel(pyspiel: Any, name: str, count: int) -> Callable[[], object]:
    game = pyspiel.load_game(name)
    state = game.new_initial_state()

    def run() -> object:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, count, 1000, False, 1, False)
        return bot.step(state)

    return run


def othello_matches(number: int, seconds: float) -> Iterator[tuple[str, float]]:
    """The strongest level against rust_reversi's alpha-beta at depth 6 and its MCTS with 3,000 playouts."""
    import rust_reversi as rr

    matrix = [[100, -20, 10, 5], [-20, -50, -2, -2], [10, -2, 0, 0], [5, -2, 0, 0]]
    full = [[matrix[min(y, 7 - y)][min(x, 7 - x)] for x in range(8)] for y in range(8)]
    peers = {
        "rust_reversi alpha-beta, depth 6": rr.AlphaBetaSearch(rr.MatrixEvaluator(full), 6, 1 << 10),
        "rust_reversi MCTS, 3,000 playouts": rr.MctsSearch(3_000, 1.0, 2),
    }
    openings = random_openings(games["othello"].create(), (number + 1) // 2, 6, seed=3)
    for name, peer in peers.items():
        points = [_game(rr, peer, openings[n // 2 % len(openings)], n % 2, seconds) for n in range(number)]
        yield name, sum(points) / number


def _game(rr: Any, peer: Any, opening: str, ours: int, seconds: float) -> float:
    """Our points of one game; `ours` is the colour we play."""
    game = games["othello"].create()
    face, report, level = game.face(), SearchReport(), replace(STRONGEST, seconds=seconds)
    position = face.parse(opening)
    while moves := face.moves(position):
        if len(moves) == 1:
            move = moves[0]
        elif face.to_move(position) == ours:
            move = level.search(game, position, report).best
        else:
            move = _peer_move(rr, peer, face.print(position))
        position = face.play(position, move)
    utility = face.utility(position, ours) or 0
    return 0.5 + 0.5 * ((utility > 0) - (utility < 0))


def _peer_move(rr: Any, peer: Any, text: str) -> str:
    squares, side = text.split()
    board = rr.Board()
    board.set_board_str(squares, rr.Turn.BLACK if side == "X" else rr.Turn.WHITE)
    index = peer.get_move(board)
    return "abcdefgh"[index % 8] + str(index // 8 + 1)
