"""What may be the case: positions that a player cannot tell from the one he is in, by what he has seen and done.

The game is played again from its beginning: his own moves as he made them, all others by lot, and a way that he would
have seen differently is given up for the next. Every world that fits can come up; how often does not depend on how
the others would play.
"""

from __future__ import annotations

import random
from typing import Any

from sandbox.errors import BadInput
from sandbox.games.general.words import CHANCE, TERMINAL

MOST_STEPS = 200_000  # of one search for a world


class Worlds:
    """Finds worlds for who moves in a position. Of the position only what he knows is used."""

    def __init__(self, face: Any, position: Any) -> None:
        self.face, self.player = face, face.to_move(position)
        self.origin = face.origin(position)
        self._seen: list[tuple[str, str]] = []
        self._steps = 0
        at = self.origin
        for move in face.path(position):
            if face.to_move(at) == self.player:
                self._seen.append((face.information(at, self.player), move))
            at = face.play(at, move)
        self._seen.append((face.information(position, self.player), ""))

    def drawn(self, rng: random.Random) -> Any:
        """One of them."""
        self._steps = 0
        found = self._from(self.origin, 0, rng)
        if found is None:
            raise BadInput("position", "too much that may be the case", "a game in which a world is found sooner")
        return found

    def _from(self, position: Any, own: int, rng: random.Random) -> Any:
        """A world behind a position in which so many own moves were made."""
        face, who = self.face, self.face.to_move(position)
        self._steps += 1
        if who == TERMINAL or self._steps > MOST_STEPS:
            return None
        if who == self.player:
            known, move = self._seen[own]
            if face.information(position, who) != known:
                return None
            return position if own + 1 == len(self._seen) else self._from(face.play(position, move), own + 1, rng)
        for move in _by_lot(face, position, rng):
            found = self._from(face.play(position, move), own, rng)
            if found is not None:
                return found
        return None


def _by_lot(face: Any, position: Any, rng: random.Random) -> list[str]:
    """All moves in an order by lot; outcomes sooner that are more probable."""
    moves = list(face.moves(position))
    if face.to_move(position) == CHANCE:
        weight = {m: float(p) for m, p in zip(moves, face.chances(position), strict=True)}
        return sorted(moves, key=lambda m: -(rng.random() ** (1 / weight[m])))
    rng.shuffle(moves)
    return moves
