"""What a game of the user's own is asked, in its process: how a position stands, what to move, how many lines.

A position goes over the border as the moves that lead to it; the whole search is here.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from sandbox.errors import BadInput, SandboxError
from sandbox.own.report import Enough
from sandbox.own.searches import uct
from sandbox.own.searches.alpha_beta import AlphaBeta, Found
from sandbox.own.thinking import Thinking

DEPTH: Final = 6  # plies alpha-beta looks ahead where nothing is said
MOST_LOOKED: Final = 40  # where only time or nodes are


class Illegal(BadInput):
    """A move that is none there; its number, and those that are."""

    def __init__(self, number: int, move: str, moves: Sequence[str]) -> None:
        super().__init__(f"move {number}", repr(move), f"one of {', '.join(moves[:20])}")
        self.number, self.moves = number, moves


class Playing:
    """One game, and who plays it: an evaluation for alpha-beta, an engine; of its own file, or of another."""

    def __init__(self, game: Any, judge: Any, engine: Any, send: Callable[[bytes], None]) -> None:
        self.game, self.judge, self.engine, self._send = game, judge, engine, send

    def position(self, moves: Sequence[str]) -> Any:
        """Where these moves lead from the start."""
        position = self.game.start()
        for number, move in enumerate(moves, 1):
            legal = self._legal(position)
            if move not in legal:
                raise Illegal(number, move, legal)
            position = self.game.play(position, move)
        return position

    def _legal(self, position: Any) -> list[str]:
        if self._worth(position, 0) is not None:
            return []
        found = self.game.moves(position)
        if not isinstance(found, Iterable) or isinstance(found, str):
            raise SandboxError(f"moves returned {found!r:.40}, expected a list of words")
        return [str(move) for move in found]

    def _worth(self, position: Any, player: int) -> float | None:
        return _number("utility", self.game.utility(position, player), none=True)

    def look(self, moves: Sequence[str]) -> dict[str, Any]:
        """Everything there is to see of a position."""
        try:
            position = self.position(moves)
        except Illegal as illegal:
            return {"illegal": illegal.number, "moves": list(illegal.moves)}
        worth = [self._worth(position, player) for player in (0, 1)]
        if (worth[0] is None) != (worth[1] is None):
            raise SandboxError(f"utility returned {worth[0]} and {worth[1]}, expected None for both, or for neither")
        return {
            "moves": self._legal(position),
            "to_move": _number("to_move", self.game.to_move(position)),
            "worth": None if worth[0] is None else worth,
            "board": str(self.game.board(position)),
        }

    def think(self, moves: Sequence[str], said: Mapping[str, Any], report: Thinking) -> dict[str, Any]:
        """A move, or the best one reported so far."""
        position, status = self.position(moves), "answered"
        tried: dict[str, tuple[int, float]] = {}
        try:
            if said["engine"] == "alphabeta":
                free = said["time"] or said["nodes"]
                depth = said["depth"] or (MOST_LOOKED if free else DEPTH)
                report.best(AlphaBeta(self.game, self._estimate, report).deepen(position, depth, self._tell))
            elif said["engine"] == "mcts":
                most = 1 << 60 if said["time"] or said["nodes"] else uct.USUAL
                tried = uct.search(self.game, position, report, said["seed"], most)
            elif said["engine"] == "own":
                report.best(self._chosen(position, report))
            else:
                report.best(random.Random(said["seed"]).choice(self._legal(position)))
        except Enough:
            status = "budget"
        return {"move": report.so_far, "nodes": report.nodes, "status": status, "tried": tried}

    def _chosen(self, position: Any, report: Thinking) -> str:
        """What the engine chooses, which has to be a move."""
        move, legal = str(self.engine.choose(self.game, position, report)), self._legal(position)
        if move not in legal:
            raise SandboxError(f"choose returned {move!r:.40}, expected one of {', '.join(legal[:20])}")
        return move

    def _estimate(self, game: Any, position: Any) -> float:
        return 0.0 if self.judge is None else float(self.judge.estimate(game, position))

    def _tell(self, found: Found) -> None:
        self._send(json.dumps(found._asdict()).encode())

    def count(self, moves: Sequence[str], depth: int, report: Thinking, *, finished: bool) -> int:
        """How many lines of so many moves there are; a game that ends earlier is one, if finished ones count."""
        return self._count(self.position(moves), depth, report, finished=finished)

    def _count(self, position: Any, depth: int, report: Thinking, *, finished: bool) -> int:
        report.node()
        if depth == 0:
            return 1
        legal = self._legal(position)
        if not legal:
            return int(finished)
        return sum(self._count(self.game.play(position, m), depth - 1, report, finished=finished) for m in legal)


def _number(method: str, returned: Any, *, none: bool = False) -> float | None:
    """What a method returned, if it is a number, or None where that may be."""
    if returned is None and none:
        return None
    try:
        number = float(returned)
    except (TypeError, ValueError):
        wanted = "a number or None" if none else "a number"
        raise SandboxError(f"{method} returned {returned!r:.40}, expected {wanted}") from None
    return int(number) if number.is_integer() else number
