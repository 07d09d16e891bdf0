"""Pac-Man's features and way lengths by the book: from the pictures, a search for each question."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

NEAR, REACH = 5, 20


def steps_from(rows: tuple[str, ...], start: tuple[int, int]) -> dict[tuple[int, int], int]:
    """How far every cell is."""
    found, edge = {start: 0}, [start]
    while edge:
        nexts = []
        for x, y in edge:
            for cell in ((x, y + 1), (x, y - 1), (x + 1, y), (x - 1, y)):
                inside = 0 <= cell[1] < len(rows) and 0 <= cell[0] < len(rows[0])
                if inside and rows[cell[1]][cell[0]] != "#" and cell not in found:
                    found[cell] = found[edge[0]] + 1
                    nexts.append(cell)
        edge = nexts
    return found


def features(face: Any, position: Any) -> dict[str, int]:
    """Every feature, read off the printed position."""
    picture, *words = face.print(position).split("; ")
    rows = tuple(picture.split("/"))
    cells = {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != "#"}
    food = [cell for cell, sign in cells.items() if sign == "."]
    capsules = [cell for cell, sign in cells.items() if sign == "o"]
    here = next(cell for cell, sign in cells.items() if sign == "P")
    ghosts = [(cell, 0) for cell, sign in cells.items() if sign == "G"]
    score = 0
    if words:
        here = pair(words[0].split()[1])
        ghosts = [(pair(word.split()[1]), int(word.split()[3])) for word in words if word.startswith("G ")]
        score = int(next(word for word in words if word.startswith("score")).split()[1])
    own, none = steps_from(rows, here), len(cells)
    away = [(own.get(cell, none), scared) for cell, scared in ghosts]
    theirs = [steps_from(rows, cell) for cell, scared in ghosts if not scared]
    return {
        "score": score,
        "food_left": len(food),
        "food_distance": min((own[cell] for cell in food), default=0),
        "capsules_left": len(capsules),
        "capsule_distance": min((own[cell] for cell in capsules), default=0),
        "ghost_near": sum(max(0, NEAR - steps) for steps, scared in away if not scared),
        "ghost_distance": sum(steps for steps, _ in away),
        "scared_near": sum(max(0, REACH - steps) for steps, scared in away if scared),
        "cut_off": sum(any(far.get(c, none) <= own.get(c, none) for far in theirs) for c in cells),
    }


def pair(text: str) -> tuple[int, int]:
    x, y = text.split(",")
    return int(x), int(y)


def estimate(face: Any, position: Any, weights: dict[str, float], players: int) -> tuple[Fraction, ...]:
    """The weighted sum for Pac-Man, its opposite for the ghosts."""
    values = features(face, position)
    worth = sum((Fraction(weights[name]) * values[name] for name in weights), Fraction(0))
    return (worth, *(-worth,) * (players - 1))
