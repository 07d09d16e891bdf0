"""Mazes from text, from the files that ship, and from any level of tiles.

title: The trap                    lines before the first empty one say what the maze is called, what to look for
notes: Two ghosts that …           (no other headings are known)

###########                        # wall  . food  o capsule  P Pac-Man  G a ghost  a space or _ floor
#..P....G.#
###########
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sandbox.errors import BadInput
from sandbox.games.general.library.pacman.maze import CAPSULE, FLOOR, FOOD, GHOST, PACMAN, WALL, Maze, Ways, ways
from sandbox.games.texts import Texts
from sandbox.games.two_words.notation import shortened

if TYPE_CHECKING:
    from sandbox.level.model import Level

MOST_CELLS, MOST_GHOSTS, LONGEST_SIDE = 1_000, 7, 200
EXAMPLE = "small"
SIGNS = WALL + FLOOR + FOOD + CAPSULE + PACMAN + GHOST
SPELT = str.maketrans("%_OoGg", "#" + FLOOR + CAPSULE + CAPSULE + GHOST + GHOST)
HEADINGS = ("title", "notes")


@dataclass(frozen=True, slots=True)
class Board:
    """A maze with its food, as a text or a file has it."""

    maze: Maze
    food: int  # a bit a cell
    capsules: int
    title: str = ""
    notes: str = ""


def board_of(rows: list[str], where: str, title: str = "", notes: str = "", *, begun: bool = False) -> Board:
    """Check the rows, and take food and capsules up from them."""
    width = max(map(len, rows), default=0)
    plain = [row.translate(SPELT).ljust(width, WALL) for row in rows]
    for number, row in enumerate(plain, start=1):
        wrong = next((sign for sign in row if sign not in SIGNS), "")
        if wrong:
            raise BadInput(f"{where}, row {number}", f"{wrong!r}", "# . o P G or a space")
    whole = "".join(plain)
    _counted(whole, width, len(plain), where)
    if FOOD not in whole and not begun:
        raise BadInput(where, "no food", "a maze with one dot at least")
    maze = Maze(tuple(row.replace(FOOD, FLOOR).replace(CAPSULE, FLOOR) for row in plain))
    graph = ways(maze)
    bits = {FOOD: 0, CAPSULE: 0}
    for (x, y), cell in graph.number.items():
        if plain[y][x] in bits:
            bits[plain[y][x]] |= 1 << cell
    _within_reach(graph, bits[FOOD] | bits[CAPSULE], where)
    return Board(maze, bits[FOOD], bits[CAPSULE], title, notes)


def _counted(whole: str, width: int, height: int, where: str) -> None:
    check_sides(width, height, where)
    if whole.count(PACMAN) != 1:
        raise BadInput(where, f"{whole.count(PACMAN) or 'no'} Pac-Man", "a maze with one P")
    if whole.count(GHOST) > MOST_GHOSTS:
        raise BadInput(where, f"{whole.count(GHOST)} ghosts", f"{MOST_GHOSTS} at most")
    open_ = len(whole) - whole.count(WALL)
    if open_ > MOST_CELLS:
        raise BadInput(where, f"{open_} open cells", f"{MOST_CELLS} at most")


def _within_reach(graph: Ways, treats: int, where: str) -> None:
    """Food that cannot be eaten is a fault of the maze."""
    for number, (x, y) in enumerate(graph.cells):
        if treats >> number & 1 and graph.far[graph.start, number] >= len(graph.cells):
            raise BadInput(where, f"food at {x},{y} behind walls", "food that Pac-Man can come to")


def check_sides(width: int, height: int, where: str) -> None:
    """Refuse a maze that is too large before anything is made of it."""
    if max(width, height) > LONGEST_SIDE:
        raise BadInput(where, f"{width} × {height} cells", f"{LONGEST_SIDE} a side at most")


def _of_file(path: Path) -> Board:
    if path.suffix.lower() == ".txt":
        return of_text(path.read_text(encoding="utf-8"), str(path))
    from sandbox.level.formats import load as level_from

    return of_level(level_from(path), str(path))


_TEXTS = Texts(_of_file, "a maze, a file with one or a level", "mazes", kept=32)
shipped, load = _TEXTS.shipped, _TEXTS.load


def of_text(text: str, where: str) -> Board:
    """A file's text: headings, an empty line, rows; or rows alone."""
    lines = text.splitlines()
    said: dict[str, str] = {}
    while lines and ":" in lines[0]:
        name, _, words = lines.pop(0).partition(":")
        if name.strip() not in HEADINGS:
            raise BadInput(f"{where}:{len(said) + 1}", shortened(name.strip()), f"one of {', '.join(HEADINGS)}")
        said[name.strip()] = words.strip()
    return board_of([line for line in lines if line.strip()], where, said.get("title", ""), said.get("notes", ""))


def of_level(level: Level, where: str) -> Board:
    """A level's tiles: Pac-Man at its start, a ghost at each other marked point, food on all he can come to.

    Without a start he begins at the first free cell; without other points a ghost begins as far away as can be.
    Capsules lie where food is nearest to the four corners of the level.
    """
    check_sides(level.width, level.height, where)
    open_ = level.derived.grid.image(level.derived.grid.cost8) != 0
    free = {(x, y) for y in range(level.height) for x in range(level.width) if open_[y, x]}
    if not free:
        raise BadInput(where, "nothing but walls", "a free cell for Pac-Man")
    marked = [(name, _cell(marker.points[0])) for name, marker in level.markers.items() if len(marker.points) == 1]
    start = next((cell for name, cell in marked if name == "start"), min(free))
    if start not in free:
        raise BadInput(where, "a start in a wall", "a free cell for Pac-Man")
    steps = _steps(free, start)
    homes = [cell for name, cell in marked if name != "start" and cell in steps and cell != start][:MOST_GHOSTS]
    homes = homes or [max(steps, key=lambda cell: (steps[cell], cell))]
    signs = dict.fromkeys(steps, FOOD) | dict.fromkeys(homes, GHOST) | {start: PACMAN}
    for corner in ((0, 0), (level.width, 0), (0, level.height), (level.width, level.height)):
        food = [cell for cell, sign in signs.items() if sign == FOOD]
        if len(food) > 1:
            signs[min(food, key=lambda c: (abs(c[0] - corner[0]) + abs(c[1] - corner[1]), c))] = CAPSULE
    rows = ["".join(signs.get((x, y), WALL) for x in range(level.width)) for y in range(level.height)]
    return board_of(rows, where, level.title, level.notes)


def _cell(point: tuple[float, float]) -> tuple[int, int]:
    return int(point[0]), int(point[1])


def _steps(free: set[tuple[int, int]], start: tuple[int, int]) -> dict[tuple[int, int], int]:
    """How far every cell is that can be come to."""
    found, todo = {start: 0}, [start]
    for x, y in todo:
        for cell in ((x + 1, y), (x - 1, y), (x, y - 1), (x, y + 1)):
            if cell in free and cell not in found:
                found[cell] = found[x, y] + 1
                todo.append(cell)
    return found
