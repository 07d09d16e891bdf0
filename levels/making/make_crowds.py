"""Make the example levels for crowds again: small places on which policies and rules of contact differ.

python levels/making/make_crowds.py          writes every one of them into the folder above
python levels/making/make_crowds.py circle   only this one
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from sandbox.level import formats
from sandbox.level.generators.ground import WALL
from sandbox.level.markers import Marker, MarkerKind
from sandbox.level.model import Level
from sandbox.level.rect import Rect

FOLDER = Path(__file__).parents[1]


def spot(kind: MarkerKind, x: float, y: float, *, target: str = "") -> Marker:
    """An area for one agent: where it stands is given to a hundredth."""
    d = 0.005
    ring = ((x - d, y - d), (x + d, y - d), (x + d, y + d), (x - d, y + d))
    return Marker(ring, kind, target, 1 if kind is MarkerKind.SPAWN else 0)


def pair(level: Level, name: str, start: tuple[float, float], goal: tuple[float, float]) -> None:
    """One agent, from here to there."""
    level.markers[f"from {name}"] = spot(MarkerKind.SPAWN, *start, target=f"to {name}")
    level.markers[f"to {name}"] = spot(MarkerKind.GOAL, *goal)


def stream(level: Level, name: str, start: Rect, goal: Rect, agents: int) -> None:
    """Many, from one area to another."""
    level.markers[f"from {name}"] = Marker.area(MarkerKind.SPAWN, start, target=f"to {name}", agents=agents)
    level.markers[f"to {name}"] = Marker.area(MarkerKind.GOAL, goal)


def ends(level: Level, start: tuple[int, int], goal: tuple[int, int]) -> Level:
    """Mark start and goal, for those who look at ways here."""
    level.markers["start"] = Marker.at(start[0] + 0.5, start[1] + 0.5)
    level.markers["goal"] = Marker.at(goal[0] + 0.5, goal[1] + 0.5)
    return level


def head_on() -> Level:
    """Two agents, each heading for where the other stands."""
    level = Level.empty(12, 7)
    level.title = "Head-on"
    level.notes = (
        "Two agents on one line, each heading for the place of the other, with room on both sides.\n"
        "Look for: who gives way. The rule that stops both freezes them for good; who slides or pushes rubs past, "
        "since nobody stands quite on the line; to the right they pass at once; who plans anew goes round."
    )
    pair(level, "west", (2.5, 3.5), (9.5, 3.5))
    pair(level, "east", (9.5, 3.5), (2.5, 3.5))
    return ends(level, (2, 3), (9, 3))


def circle() -> Level:
    """A hundred on a circle, each heading for the place across."""
    level = Level.empty(30, 30)
    level.title = "Circle"
    level.notes = (
        "A hundred agents on a circle; each wants to the place straight across, so all ways meet in the middle.\n"
        "Look for: the knot in the middle. Perfect symmetry freezes every rule that only takes speed away; keeping "
        "right turns the knot into a roundabout. Compare the time the last one arrives."
    )
    for k in range(100):
        x, y = 12.0 * math.cos(k * math.pi / 50), 12.0 * math.sin(k * math.pi / 50)
        pair(level, f"{k:02d}", (15 + x, 15 + y), (15 - x, 15 - y))
    return ends(level, (3, 15), (26, 15))


def corridor() -> Level:
    """Sixty against sixty in a corridor."""
    level = Level.empty(52, 6)
    level.terrain[[0, -1], :] = WALL
    level.terrain[:, [0, -1]] = WALL
    level.title = "Corridor"
    level.notes = (
        "Sixty agents each way through a corridor four cells wide.\n"
        "Look for: lanes. They form by themselves where everybody keeps, or leans, to the right; without, two plugs "
        "stand face to face and few get through. Compare Keep right and ORCA with Push aside and Plan anew."
    )
    stream(level, "west", Rect(1, 1, 16, 5), Rect(36, 1, 51, 5), 60)
    stream(level, "east", Rect(36, 1, 51, 5), Rect(1, 1, 16, 5), 60)
    return ends(level, (2, 2), (49, 3))


def crossing() -> Level:
    """Two streams that cross at a right angle."""
    level = Level.empty(34, 34)
    level.title = "Crossing"
    level.notes = (
        "Sixty agents go east, sixty south; their ways cross in an open place.\n"
        "Look for: stripes that slide through each other, or a clot. Waiting for who goes first works with twenty "
        "agents and clots with sixty: who waits stands in somebody's way. Look at the delay each policy pays."
    )
    stream(level, "west", Rect(1, 14, 13, 20), Rect(21, 14, 33, 20), 60)
    stream(level, "north", Rect(14, 1, 20, 13), Rect(14, 21, 20, 33), 60)
    return ends(level, (3, 17), (30, 17))


def door() -> Level:
    """A hundred and twenty through one door."""
    level = Level.empty(26, 14)
    level.terrain[[0, -1], :] = WALL
    level.terrain[:, [0, -1]] = WALL
    level.terrain[:, 13] = WALL
    level.terrain[6:8, 13] = 0
    level.title = "Door"
    level.notes = (
        "A hundred and twenty agents leave a room through a door two cells wide.\n"
        "Look for: arches that hold each other up before the door, and what breaks them. Make the door a cell wider, "
        "or the agents smaller, and watch the flow: it does not grow evenly."
    )
    stream(level, "the room", Rect(1, 1, 12, 13), Rect(14, 1, 25, 13), 120)
    return ends(level, (3, 6), (22, 7))


def squads() -> Level:
    """Two squads, one door."""
    level = Level.empty(44, 16)
    level.terrain[[0, -1], :] = WALL
    level.terrain[:, [0, -1]] = WALL
    level.terrain[:, 22] = WALL
    level.terrain[7, 22] = 0
    level.title = "Squads"
    level.notes = (
        "Two squads of nine march through a door one cell wide.\n"
        "Look for: the formation narrows to a column before the door and opens again behind it; the leader slows down "
        "for who lags. Put a block into the hall while they walk: only the leader plans anew."
    )
    stream(level, "north", Rect(2, 2, 8, 7), Rect(36, 9, 42, 14), 9)
    stream(level, "south", Rect(2, 9, 8, 14), Rect(36, 2, 42, 7), 9)
    return ends(level, (4, 4), (38, 11))


LEVELS: dict[str, Callable[[], Level]] = {
    made.__name__.replace("_", "-"): made for made in (circle, corridor, crossing, door, head_on, squads)
}


def main(names: Sequence[str]) -> None:
    """Write the levels named, or all."""
    for name in names or LEVELS:
        formats.save(LEVELS[name](), FOLDER / f"{name}.json")
        (FOLDER / f"{name}.json~").unlink(missing_ok=True)


if __name__ == "__main__":
    main(sys.argv[1:])
