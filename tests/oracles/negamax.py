"""Exact values by plain negamax on a game's face, remembering positions: for small games that end."""

from __future__ import annotations

from typing import Any


def value_of(face: Any, position: Any, known: dict[Any, float] | None = None) -> float:
    """The value for the side to move."""
    known = {} if known is None else known
    if position.words not in known:
        moves = face.moves(position)
        known[position.words] = (
            max(-value_of(face, face.play(position, m), known) for m in moves)
            if moves
            else face.utility(position, face.to_move(position))
        )
    return known[position.words]
