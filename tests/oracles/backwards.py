"""A small game solved by its face alone: positions found forwards, then what is decided in 1, 2, 3 … plies."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

Solved = dict[Any, tuple[int, int]]


def forgetful(position: Any) -> Any:
    """The same without a history."""
    return replace(position, earlier=(), ply=0, last="") if hasattr(position, "earlier") else position


def solved(face: Any) -> Solved:
    """Value for the side to move and plies to the end of every position; (0, 0) where nobody can force one."""
    after: dict[Any, list[Any]] = {}
    waiting = [forgetful(face.start())]
    while waiting:
        position = waiting.pop()
        if position not in after:
            after[position] = [forgetful(face.play(position, move)) for move in face.moves(position)]
            waiting += after[position]
    known = {p: (int(face.utility(p, face.to_move(p))), 0) for p, below in after.items() if not below}
    plies = 0
    while True:
        plies += 1
        found = {p: told for p, below in after.items() if p not in known and (told := _told(below, known, plies))}
        if not found:
            return {p: known.get(p, (0, 0)) for p in after}
        known |= found


def _told(below: list[Any], known: Solved, plies: int) -> tuple[int, int] | None:
    """Won if one move leads to a lost position, lost if all lead to won ones."""
    if any(known.get(p, (0, 0))[0] < 0 for p in below):
        return 1, plies
    return (-1, plies) if all(known.get(p, (0, 0))[0] > 0 for p in below) else None
