"""Positions from saved games: every position of a main line, with the result for its mover."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from sandbox.errors import BadInput
from sandbox.games.api import Game, games
from sandbox.gametree.document.files import load
from sandbox.learn.samples import Samples, joined


def samples_of(game: str, files: Sequence[Path]) -> Samples:
    """The positions of finished games of one kind."""
    return joined([_of_file(game, path) for path in files])


def _of_file(key: str, path: Path) -> Samples:
    document = load(path)
    if document.key != key:
        raise BadInput(str(path), f"a game of {document.key}", f"one of {key}")
    return of_moves(games[key].create(document.options), document.start, document.moves(), str(path))


def of_moves(game: Game, start: str, moves: Sequence[str], where: str) -> Samples:
    """The positions of one game."""
    face = game.face()
    line = [face.parse(start)]
    for move in moves:
        line.append(face.play(line[-1], move))
    *before, end = line
    if face.moves(end):
        raise BadInput(where, "a game that is not over", "a finished one")
    labels = [float(face.utility(end, face.to_move(position)) or 0) for position in before]
    states = np.array([position.words for position in before], np.uint64).reshape(-1, 2)
    return Samples(states, np.array(labels), np.zeros(len(before), np.int64))
