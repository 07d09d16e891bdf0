"""Features of positions counted cell by cell."""

from __future__ import annotations

from itertools import product
from typing import Any

NEAR = [d for d in product((-1, 0, 1), repeat=2) if d != (0, 0)]
CORNERS = {0, 7, 56, 63}


def neighbours(cell: int) -> list[int]:
    """The cells beside a cell of the 8 × 8 board."""
    x, y = cell % 8, cell // 8
    return [8 * (y + dy) + x + dx for dx, dy in NEAR if 0 <= x + dx < 8 and 0 <= y + dy < 8]


def othello(face: Any, position: Any) -> dict[str, int]:
    """The features of an Othello position, for the side to move."""
    own = {i for i, c in enumerate(position.cells) if c == position.side}
    other = {i for i, c in enumerate(position.cells) if c == position.other}
    empty = set(range(64)) - own - other
    mine, theirs = ([m for m in face.moves(p) if m != "pass"] for p in (position, position.passed()))
    danger = {c for corner in CORNERS & empty for c in neighbours(corner)}
    diagonal = {9, 14, 49, 54}
    frontier = {c for c in own | other if empty & set(neighbours(c))}
    near = {c: set(neighbours(c)) for c in empty}
    return {
        "mobility": len(mine) - len(theirs),
        "potential mobility": sum(bool(n & other) for n in near.values()) - sum(bool(n & own) for n in near.values()),
        "corners": len(CORNERS & own) - len(CORNERS & other),
        "X squares": len(danger & diagonal & own) - len(danger & diagonal & other),
        "C squares": len((danger - diagonal) & own) - len((danger - diagonal) & other),
        "stable discs": len(_stable(own)) - len(_stable(other)),
        "frontier": len(frontier & own) - len(frontier & other),
        "discs": len(own) - len(other),
        "parity": 1 if len(empty) % 2 else -1,
    }


def _stable(own: set[int]) -> set[int]:
    held: set[int] = set()
    while True:
        more = {c for c in own if all(_held(c, dx, dy, held) for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)))}
        if more == held:
            return held
        held = more


def _held(cell: int, dx: int, dy: int, held: set[int]) -> bool:
    """Whether on one axis the board ends beside a cell, or a held one lies there."""
    for sign in (1, -1):
        x, y = cell % 8 + sign * dx, cell // 8 + sign * dy
        if not (0 <= x < 8 and 0 <= y < 8) or 8 * y + x in held:
            return True
    return False


def connect_four(position: Any) -> dict[str, int]:
    """The features of a Connect Four position, for the side to move."""
    me, first = position.side, position.ply % 2 == 0
    other = "O" if me == "X" else "X"
    own_threats, other_threats = _threats(position, me), _threats(position, other)
    return {
        "open threes": len(own_threats) - len(other_threats),
        "open twos": _twos(position, me, other) - _twos(position, other, me),
        "lasting threats": _lasting(own_threats, first) - _lasting(other_threats, not first),
        "stacked threats": _stacked(own_threats) - _stacked(other_threats),
        "centre": _centre(position, me) - _centre(position, other),
        "to move": 1,
    }


def _lines() -> list[list[tuple[int, int]]]:
    starts = product(range(7), range(6), ((1, 0), (0, 1), (1, 1), (1, -1)))
    lines = [[(x + i * dx, y + i * dy) for i in range(4)] for x, y, (dx, dy) in starts]
    return [line for line in lines if all(0 <= x < 7 and 0 <= y < 6 for x, y in line)]


def _threats(position: Any, side: str) -> set[tuple[int, int]]:
    found = set()
    for line in _lines():
        cells = [position.at(*square) for square in line]
        if cells.count(side) == 3 and cells.count("") == 1:
            found.add(line[cells.index("")])
    return found


def _twos(position: Any, side: str, other: str) -> int:
    lines = [[position.at(*square) for square in line] for line in _lines()]
    return sum(cells.count(side) == 2 and other not in cells for cells in lines)


def _lasting(threats: set[tuple[int, int]], first: bool) -> int:
    return sum((y % 2 == 0) == first for _, y in threats)


def _stacked(threats: set[tuple[int, int]]) -> int:
    return sum((x, y + 1) in threats for x, y in threats)


def waiting_threats(position: Any) -> tuple[int, int]:
    """Threats that nobody can play yet, by rows, as one number: of all of them, and of each column's lowest."""
    other = "O" if position.side == "X" else "X"
    heights = [sum(position.at(x, y) != "" for y in range(6)) for x in range(7)]
    sides = [{s for s in _threats(position, who) if s[1] > heights[s[0]]} for who in (position.side, other)]
    lowest = {min((s for side in sides for s in side if s[0] == x), default=(-1, -1)) for x in range(7)}
    return _by_rows(sides), _by_rows([side & lowest for side in sides])


def _by_rows(sides: list[set[tuple[int, int]]]) -> int:
    digits = [min(sum(y % 2 == even for _, y in side), 2) for side in sides for even in (0, 1)]
    return int("".join(map(str, digits)), 3)


def _centre(position: Any, side: str) -> int:
    worth = {2: 1, 3: 2, 4: 1}
    return sum(worth.get(x, 0) for x, y in position.squares() if position.at(x, y) == side)


def open_lines(position: Any, lines: tuple[str, ...]) -> dict[str, int]:
    """The features of a 3 × 3 position, for the side to move."""
    own = set(_bits(position.words[0]))
    other = set(_bits(position.words[1]))
    cells = [{int(c) for c in line} for line in lines]

    def count(mine: set[int], theirs: set[int], stones: int) -> int:
        return sum(len(line & mine) == stones and not line & theirs for line in cells)

    return {
        "open twos": count(own, other, 2) - count(other, own, 2),
        "open ones": count(own, other, 1) - count(other, own, 1),
        "centre": (4 in own) - (4 in other),
    }


def _bits(word: int) -> list[int]:
    return [i for i in range(64) if word >> i & 1]
