"""What engines answer that follow a rule and search nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from sandbox.games.general.api import GeneralFace, GeneralGame
from sandbox.gametree.api import Status
from sandbox.gametree.general.api import Answer, Counts, MoveWorth

Rule = Callable[[GeneralFace[Any], tuple[str, ...]], str]
"""The move of the player whose turn it is, among those he has."""


def answered(game: GeneralGame, position: Any, rule: Rule) -> Answer:
    """The rule's move, and nothing about the others; of a finished game what it is worth."""
    began, face = time.perf_counter(), game.face()
    player = face.to_move(position)
    moves = tuple(face.moves(position)) if player >= 0 else ()
    best = rule(face, moves) if moves else ""
    worth, line = tuple(face.utility(position) or ()), (best,) if best else ()
    rows, spent = tuple(MoveWorth(move) for move in moves), time.perf_counter() - began
    return Answer(player, best, worth, bool(worth), line, 0, Status.DONE, spent, rows, Counts())
