"""Alpha-beta in plain Python on a game's face, telling after every event which windows are open and what they hold.

Fail-soft, no table, moves in the order of their bits: what the kernels do with every refinement off. A node
is [move, alpha, beta, low, best, tried]; an event is the stack of open nodes when one had been entered or left.
"""

from __future__ import annotations

from typing import Any

from sandbox.games.two_words.rules import INFINITE, exact_score
from sandbox.gametree.evaluation import account, best_for
from sandbox.gametree.evaluation.api import LIMIT
from sandbox.gametree.evaluation.judging import entry_of

Node = list[Any]


class NaiveAlphaBeta:
    def __init__(self, game: Any) -> None:
        self.game, self.face = game, game.face()
        self.evaluation = best_for(entry_of(game).key).create()
        self.open: list[Node] = []
        self.events: list[tuple[tuple[Any, ...], ...]] = []

    def search(self, position: Any, depth: int, alpha: int = -INFINITE, beta: int = INFINITE, move: str = "") -> int:
        node: Node = [move, alpha, beta, alpha, -INFINITE, 0]
        self.open.append(node)
        self._happened()
        value = self._value(position, depth, node)
        self.open.pop()
        if self.open:
            above = self.open[-1]
            above[4], above[5] = max(above[4], -value), above[5] + 1
            above[3] = max(above[3], above[4])
        self._happened()
        return value

    def _value(self, position: Any, depth: int, node: Node) -> int:
        moves = sorted(self.face.moves(position), key=lambda m: self.face.bit_of(position, m))
        if not moves:
            return exact_score(int(self.face.utility(position, self.face.to_move(position))))
        if depth == 0:
            total = sum(f.share for f in account(self.game, position, self.evaluation))
            return max(-LIMIT, min(LIMIT, total))
        for move in moves:
            self.search(self.face.play(position, move), depth - 1, -node[2], -node[3], move)
            if node[3] >= node[2]:
                break
        return int(node[4])

    def _happened(self) -> None:
        self.events.append(tuple(tuple(node) for node in self.open))
