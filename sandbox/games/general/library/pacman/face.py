"""Pac-Man for people: notation, and the rules in plain Python. Knows nothing of the kernels.

A position is written as its maze, the rows after each other with `/` between them and `_` for floor, and, once it has
begun, what has moved since: `#P..G#; P 2,0; G 3,0 W 12; score 8; steps 2; B`. A ghost has a cell, the side it came
to it by (`-` for none) and for how many more of its turns it is scared; the last word is whose turn it is (A is
Pac-Man), or `won`, `caught`, `late`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, NamedTuple

from sandbox.errors import BadInput
from sandbox.games.general.api import NAMES, NothingHidden
from sandbox.games.general.library.pacman.maze import CAPSULE, FLOOR, FOOD, GHOST, NONE, PACMAN, WALL, Maze, ways
from sandbox.games.general.library.pacman.reading import EXAMPLE, Board, board_of, load
from sandbox.games.general.words import CHANCE, TERMINAL
from sandbox.games.two_words.notation import check_move, is_start, shortened

NAMES_OF_STEPS = "EWNS"
STAY: Final = "stay"
MOVES = (*NAMES_OF_STEPS, STAY)
STILL = 4  # the number of "stay", and the heading of a ghost that has none
PLAYING, WON, CAUGHT, LATE = range(4)
ENDS = ("", "won", "caught", "late")
A_STEP, A_DOT, ALL_DOTS, A_GHOST, DEATH = -1, 10, 500, 200, -500
SCARED = 40  # turns
ONLY = re.compile(r"[#%_ .oOPGg/\n]*", re.ASCII)
_PACMAN = re.compile(r"P (\d{1,3}),(\d{1,3})", re.ASCII)
_GHOST = re.compile(r"G (\d{1,3}),(\d{1,3}) ([-EWNS]) (\d{1,2})", re.ASCII)
_COUNT = re.compile(r"(score|steps) (-?\d{1,7})", re.ASCII)


class Ghost(NamedTuple):
    """Where a ghost is, the side it went last, and for how many of its turns it is scared."""

    cell: int
    heading: int = STILL
    scared: int = 0


@dataclass(frozen=True, slots=True)
class Moment:
    """A position: who is where, what is left, and what it has brought."""

    maze: Maze
    food: int  # a bit a cell
    capsules: int
    pacman: int
    ghosts: tuple[Ghost, ...]
    score: int = 0
    steps: int = 0  # Pac-Man's
    mover: int = 0
    over: int = PLAYING

    @property
    def ply(self) -> int:
        """Moves of all since the start."""
        return self.steps * (1 + len(self.ghosts)) - (-self.mover % (1 + len(self.ghosts)))


def beginning(board: Board) -> Moment:
    """All at home."""
    graph = ways(board.maze)
    return Moment(board.maze, board.food, board.capsules, graph.start, tuple(Ghost(home) for home in graph.homes))


class PacManFace(NothingHidden):
    """Rules and notation."""

    player_names = ("Pac-Man", *(f"Ghost {number}" for number in range(1, len(NAMES))))

    def __init__(self, maze: str, *, limit: int, dice: bool, stay: bool) -> None:
        self._maze, self._limit, self._dice, self._stay = maze or EXAMPLE, limit, dice, stay

    # Notation.

    def start(self) -> Moment:
        """The maze of the option."""
        return beginning(load(self._maze))

    def origin(self, position: Moment) -> Moment:
        """The start; of a maze of one's own, everybody at home with the food there is."""
        start = self.start()
        return start if start.maze == position.maze else self._unmoved(position)

    def parse(self, text: str) -> Moment:
        """A maze and what has moved in it; or the name of a file, or of a maze that ships."""
        bare = text.strip(" \t\r")
        if is_start(bare):
            return self.start()
        picture, *words = bare.split(";")
        if not ONLY.fullmatch(picture):
            return beginning(load(bare))
        where = f"pacman position {shortened(bare)!r}"
        rows = [row for row in picture.replace("\n", "/").split("/") if row.strip()]
        position = beginning(board_of(rows, where, begun=bool(words)))
        return self._begun(position, [word.strip() for word in words], where) if words else position

    def _begun(self, position: Moment, words: list[str], where: str) -> Moment:
        ghosts = list[Ghost]()
        for word in words[:-1]:
            if found := _PACMAN.fullmatch(word):
                position = replace(position, pacman=_cell(position.maze, found, where))
            elif found := _GHOST.fullmatch(word):
                heading = STILL if found[3] == "-" else NAMES_OF_STEPS.index(found[3])
                ghosts.append(Ghost(_cell(position.maze, found, where), heading, min(int(found[4]), SCARED)))
            elif (found := _COUNT.fullmatch(word)) and found[1] == "score":
                position = replace(position, score=int(found[2]))
            elif found:
                position = replace(position, steps=int(found[2]))
            else:
                raise BadInput(where, shortened(repr(word)), "P X,Y, G X,Y SIDE TURNS, score N or steps N")
        if len(ghosts) != len(position.ghosts):
            raise BadInput(where, f"{len(ghosts)} ghosts", f"{len(position.ghosts)}, as many as begin in the maze")
        players = NAMES[: 1 + len(ghosts)]
        if words[-1] not in (*players, *ENDS[1:]):
            raise BadInput(where, shortened(repr(words[-1])), f"one of {', '.join((*players, *ENDS[1:]))}")
        mover, over = 0, PLAYING
        if words[-1] in ENDS:
            over = ENDS.index(words[-1])
        else:
            mover = players.index(words[-1])
        if position.steps < 0 or (over == PLAYING and position.steps > self._limit):
            raise BadInput(where, f"{position.steps} steps", f"0 to {self._limit}")
        return replace(position, ghosts=tuple(ghosts), mover=mover, over=over)

    def print(self, position: Moment) -> str:
        """The maze, and what has moved."""
        rows = "/".join(self._rows(position)).replace(FLOOR, "_")
        if position == self._unmoved(position):
            return rows
        cells = ways(position.maze).cells
        words = [f"P {_at(cells[position.pacman])}"]
        for ghost in position.ghosts:
            heading = "-" if ghost.heading == STILL else NAMES_OF_STEPS[ghost.heading]
            words.append(f"G {_at(cells[ghost.cell])} {heading} {ghost.scared}")
        last = ENDS[position.over] or NAMES[position.mover]
        return "; ".join([rows, *words, f"score {position.score}", f"steps {position.steps}", last])

    def _unmoved(self, position: Moment) -> Moment:
        return beginning(Board(position.maze, position.food, position.capsules))

    def _rows(self, position: Moment) -> Iterator[str]:
        """The maze as it began, with the food that is left."""
        number = ways(position.maze).number
        for y, row in enumerate(position.maze.rows):
            yield "".join(_sign(position, number.get((x, y), NONE), sign) for x, sign in enumerate(row))

    def board(self, position: Moment) -> str:
        """The maze, with everybody where they are: a scared ghost is small."""
        cells, rows = ways(position.maze).cells, [list(row) for row in self._rows(position)]
        for row in rows:
            row[:] = [FLOOR if sign in (PACMAN, GHOST) else sign for sign in row]
        for ghost in position.ghosts:
            x, y = cells[ghost.cell]
            rows[y][x] = "g" if ghost.scared else GHOST
        x, y = cells[position.pacman]
        rows[y][x] = "X" if position.over == CAUGHT else PACMAN
        left = position.food.bit_count()
        words = ENDS[position.over] or f"{NAMES[position.mover]} to move"
        score = f"score {position.score}  steps {position.steps}  food {left}  {words}"
        return "\n".join([*("".join(row) for row in rows), score])

    # Rules.

    def to_move(self, position: Moment) -> int:
        """Pac-Man, then ghost after ghost: players, or dice."""
        if position.over != PLAYING:
            return TERMINAL
        return CHANCE if self._dice and position.mover else position.mover

    def moves(self, position: Moment) -> Sequence[str]:
        """Where no wall is; a ghost turns back in a dead end only, and rests every other turn while it is scared."""
        return () if position.over != PLAYING else tuple(MOVES[code] for code in self._codes(position))

    def _codes(self, position: Moment) -> list[int]:
        graph = ways(position.maze)
        if position.mover == 0:
            found = [side for side, cell in enumerate(graph.beside[position.pacman]) if cell != NONE]
            return [*found, STILL] if self._stay or not found else found
        ghost = position.ghosts[position.mover - 1]
        if ghost.scared % 2:
            return [STILL]
        back = ghost.heading ^ 1
        open_ = [side for side, cell in enumerate(graph.beside[ghost.cell]) if cell != NONE]
        return [side for side in open_ if side != back] or open_ or [STILL]

    def chances(self, position: Moment) -> Sequence[Fraction]:
        """Every way alike."""
        if self.to_move(position) != CHANCE:
            return ()
        many = len(self._codes(position))
        return (Fraction(1, many),) * many

    def play(self, position: Moment, move: str) -> Moment:
        """A step, and what comes of it."""
        known = self.moves(position)
        check_move(move, known, "pacman move")
        code = MOVES.index(move)
        after = self._pacman_goes(position, code) if position.mover == 0 else self._ghost_goes(position, code)
        mover = (position.mover + 1) % (1 + len(position.ghosts))
        return replace(after, mover=mover if after.over == PLAYING else 0)

    def _pacman_goes(self, position: Moment, code: int) -> Moment:
        cell = ways(position.maze).beside[position.pacman][code] if code != STILL else position.pacman
        food, capsules = position.food & ~(1 << cell), position.capsules & ~(1 << cell)
        over, score, ghosts = PLAYING, position.score + A_STEP, position.ghosts
        if food != position.food:
            score += A_DOT
            if not food:
                over, score = WON, score + ALL_DOTS
        if capsules != position.capsules:
            ghosts = tuple(ghost._replace(scared=SCARED) for ghost in ghosts)
        after = replace(
            position, food=food, capsules=capsules, pacman=cell, ghosts=ghosts, score=score, steps=position.steps + 1,
            over=over,
        )  # fmt: skip
        for number in range(len(ghosts)):
            after = _met(after, number)
        return replace(after, over=LATE) if after.over == PLAYING and after.steps >= self._limit else after

    def _ghost_goes(self, position: Moment, code: int) -> Moment:
        number = position.mover - 1
        ghost = position.ghosts[number]
        scared = max(0, ghost.scared - 1)
        if code == STILL:
            moved = ghost._replace(scared=scared)
        else:
            moved = Ghost(ways(position.maze).beside[ghost.cell][code], code, scared)
        ghosts = (*position.ghosts[:number], moved, *position.ghosts[number + 1 :])
        return _met(replace(position, ghosts=ghosts), number)

    def utility(self, position: Moment) -> tuple[float, ...] | None:
        """The score; to every ghost what Pac-Man lost."""
        if position.over == PLAYING:
            return None
        ghosts = 0 if self._dice else len(position.ghosts)
        return (float(position.score), *(-float(position.score),) * ghosts)

    def winners(self, position: Moment) -> tuple[int, ...]:
        """Pac-Man, if he has eaten all food; else the ghosts that play."""
        if position.over == WON:
            return (0,)
        return () if self._dice else tuple(range(1, 1 + len(position.ghosts)))

    # For kernels.

    def state(self, position: Moment) -> Sequence[int]:
        """As rules.py has it."""
        ghosts = [ghost.cell | ghost.heading << 16 | ghost.scared << 24 for ghost in position.ghosts]
        words = -(-len(ways(position.maze).cells) // 64)
        bits = [(treats >> 64 * i) & (2**64 - 1) for treats in (position.food, position.capsules) for i in range(words)]
        counts = (position.score, position.steps, position.food.bit_count())
        return (position.pacman, position.mover, position.over, *counts, *ghosts, *bits)

    def code_of(self, _position: Moment, move: str) -> int:
        """Its number."""
        return MOVES.index(move)


def _met(position: Moment, number: int) -> Moment:
    """Pac-Man and a ghost in one cell: a scared one is eaten and begins anew, any other catches him."""
    ghost = position.ghosts[number]
    if position.over != PLAYING or ghost.cell != position.pacman:
        return position
    if not ghost.scared:
        return replace(position, score=position.score + DEATH, over=CAUGHT)
    home = Ghost(ways(position.maze).homes[number])
    ghosts = (*position.ghosts[:number], home, *position.ghosts[number + 1 :])
    return replace(position, score=position.score + A_GHOST, ghosts=ghosts)


def _sign(position: Moment, cell: int, sign: str) -> str:
    if cell == NONE:
        return WALL
    if position.food >> cell & 1:
        return FOOD
    return CAPSULE if position.capsules >> cell & 1 else sign


def _at(cell: tuple[int, int]) -> str:
    return f"{cell[0]},{cell[1]}"


def _cell(maze: Maze, found: re.Match[str], where: str) -> int:
    cell = int(found[1]), int(found[2])
    if cell not in ways(maze).number:
        raise BadInput(where, f"{found[0]!r} in a wall", "an open cell")
    return ways(maze).number[cell]
