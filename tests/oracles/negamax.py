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


def values_where_positions_recur(face: Any) -> dict[Any, float]:
    """The value of every position of a small game that may go on for ever (a draw then), for the side to move.

    Wins and losses spread backwards from finished games until nothing changes; what is left is drawn.
    """
    after = _all_from(face)
    known: dict[Any, float] = {p: face.utility(p, face.to_move(p)) for p, below in after.items() if not below}
    while True:
        found = {p: v for p, below in after.items() if p not in known and (v := _settled(below, known)) is not None}
        if not found:
            return {p: known.get(p, 0) for p in after}
        known |= found


def _all_from(face: Any) -> dict[Any, list[Any]]:
    """Every position that can be reached, each without its past, and what comes after it."""
    after: dict[Any, list[Any]] = {}
    open_ = [face.start()]
    while open_:
        position = open_.pop()
        if position not in after:
            nexts = [face.play(position, m) for m in face.moves(position)]
            after[position] = [face.parse(face.print(p)) for p in nexts]
            open_ += after[position]
    return after


def _settled(below: list[Any], known: dict[Any, float]) -> float | None:
    values = [-known[p] for p in below if p in known]
    if any(v > 0 for v in values):
        return max(values)
    return max(values) if len(values) == len(below) else None
