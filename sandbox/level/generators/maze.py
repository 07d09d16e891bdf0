"""Mazes: perfect (exactly one way between any two rooms) or braided (dead ends opened into loops).

The growing-tree algorithm and braiding as described by Walter Pullen, "Think Labyrinth: Maze Algorithms"
(astrolog.org, 1996–). `winding` 1 always grows from the newest room (depth-first: long corridors), 0 from a
random one (Prim-like: many short dead ends).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from sandbox.level.generators import generators
from sandbox.level.generators.ground import FLOOR, WALL, Walls, check_size, ends, finished
from sandbox.level.model import Level
from sandbox.registry import Help, Range, Unit

EAST, SOUTH = 1, 2  # bits of a room: open towards


@generators.register("maze", title="Maze", paper="Pullen, Think Labyrinth, 1996", order=20)
@dataclass(frozen=True, slots=True)
class Maze:
    """A perfect maze, or with loops a braided one."""

    corridor: Annotated[int, Range(1, 16), Unit("cells"), Help("width of the corridors")] = 2
    wall: Walls = 1
    winding: Annotated[float, Range(0.0, 1.0, 0.05), Help("1: long winding corridors; 0: short branches")] = 0.9
    loops: Annotated[float, Range(0.0, 1.0, 0.05), Help("share of dead ends opened; 0 is a perfect maze")] = 0.0

    def generate(self, width: int, height: int, seed: int) -> Level:
        """Carve a spanning tree of the rooms, then braid, then draw."""
        check_size(width, height, self.corridor + 2 * self.wall)
        rng = np.random.default_rng(seed)
        pitch = self.corridor + self.wall
        columns, rows = (width - self.wall) // pitch, (height - self.wall) // pitch
        doors = self._braided(self._tree(rng, columns, rows), rng)
        codes = self._drawn(doors, width, height)
        kind = "Perfect" if self.loops == 0 else "Braided"
        last = (self.wall + (columns - 1) * pitch, self.wall + (rows - 1) * pitch)
        notes = "Long detours defeat the straight-line heuristic: A* expands nearly as much as Dijkstra."
        return finished(f"{kind} maze", seed, codes, notes, ends((self.wall, self.wall), last))

    def _tree(self, rng: np.random.Generator, columns: int, rows: int) -> NDArray[np.uint8]:
        """Doors [rows, columns] of a spanning tree grown from the first room."""
        pitch = columns + 2  # one dead room around all, so that no step needs a bounds check
        seen = bytearray(b"\x01" * pitch * (rows + 2))
        for row in range(1, rows + 1):
            seen[row * pitch + 1 : row * pitch + 1 + columns] = bytes(columns)
        doors = bytearray(len(seen))
        dice = _Dice(rng)
        active = [pitch + 1]
        seen[active[0]] = 1
        while active:
            at = len(active) - 1 if dice.share() < self.winding else int(dice.share() * len(active))
            room = active[at]
            ways = [step for step in (1, pitch, -1, -pitch) if not seen[room + step]]
            if not ways:
                active[at] = active[-1]
                active.pop()
                continue
            step = ways[int(dice.share() * len(ways))]
            doors[min(room, room + step)] |= EAST if step in (1, -1) else SOUTH
            seen[room + step] = 1
            active.append(room + step)
        return np.frombuffer(bytes(doors), np.uint8).reshape(rows + 2, pitch)[1:-1, 1:-1].copy()

    def _braided(self, doors: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
        """Open a wall of some dead ends, rather towards another dead end."""
        if self.loops == 0:
            return doors
        ways = _ways(doors)
        rows, columns = doors.shape
        for y, x in rng.permutation(np.argwhere(ways == 1)).tolist():
            if ways[y, x] > 1 or rng.random() >= self.loops:
                continue
            choices = _walls_around(doors, x, y, columns, rows)
            if choices:
                nx, ny = min(choices, key=lambda c: int(ways[c[1], c[0]]))
                doors[min(y, ny), min(x, nx)] |= EAST if ny == y else SOUTH
                ways[y, x] += 1
                ways[ny, nx] += 1
        return doors

    def _drawn(self, doors: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
        """Rooms of `corridor` cells, walls of `wall` between; what is left at the right and bottom is wall."""
        codes = np.full((height, width), WALL, np.uint8)
        pitch = self.corridor + self.wall
        rows, columns = doors.shape
        for dy in range(pitch):
            for dx in range(pitch):
                open_here = _part_open(doors, dx >= self.corridor, dy >= self.corridor)
                block = codes[self.wall + dy :: pitch, self.wall + dx :: pitch][:rows, :columns]
                block[open_here[: block.shape[0], : block.shape[1]]] = FLOOR
        return codes


class _Dice:
    """Random shares of 1, drawn in batches: one call each would cost more than the maze."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._batch: list[float] = []

    def share(self) -> float:
        """The next one."""
        if not self._batch:
            self._batch = self._rng.random(4096).tolist()
        return self._batch.pop()


def _part_open(doors: NDArray[np.uint8], in_east_wall: bool, in_south_wall: bool) -> NDArray[np.bool_]:
    """Whether this part of each room's square is open: the room itself, its east door, its south door."""
    if in_east_wall and in_south_wall:
        return np.zeros(doors.shape, bool)
    if in_east_wall or in_south_wall:
        result: NDArray[np.bool_] = (doors & (EAST if in_east_wall else SOUTH)) > 0
        return result
    return np.ones(doors.shape, bool)


def _ways(doors: NDArray[np.uint8]) -> NDArray[np.int64]:
    """How many doors each room has."""
    east, south = (doors & EAST) > 0, (doors & SOUTH) > 0
    ways = east.astype(np.int64) + south
    ways[:, 1:] += east[:, :-1]
    ways[1:, :] += south[:-1, :]
    return ways


def _walls_around(doors: NDArray[np.uint8], x: int, y: int, columns: int, rows: int) -> list[tuple[int, int]]:
    """The neighbours of a room that a wall still hides."""
    around = [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)]
    inside = [(nx, ny) for nx, ny in around if 0 <= nx < columns and 0 <= ny < rows]
    return [(nx, ny) for nx, ny in inside if not doors[min(y, ny), min(x, nx)] & (EAST if ny == y else SOUTH)]
