"""Pac-Man as the lectures have it: a step costs 1, a dot brings 10, the last 500 more, a scared ghost 200.

J. DeNero, D. Klein, "Teaching Introductory Artificial Intelligence with Pac-Man", EAAI 2010. Who is caught loses 500.
Pac-Man moves, then ghost after ghost. A ghost turns back in a dead end only. A capsule scares all ghosts for 40 of
their turns.

Departs from it in these: a scared ghost rests every other turn, rather than moving at half speed; Pac-Man stands
still only if an option says so; a game ends, as it is, after so many steps. Ghosts are players, or dice.

    a state     Pac-Man, mover, over, score, steps, food left | a word a ghost | food, a bit a cell | capsules likewise
    a ghost     cell, heading (from bit 16), turns it is scared (from bit 24)
    the game    cells, ghosts, most steps, dice?, may stay?, bound of worths (a float) | homes | four neighbours a cell
                | steps from cell to cell, 16 bits each
"""

from __future__ import annotations

import numpy as np

from sandbox.games.api import Words
from sandbox.games.general.words import CHANCE, TERMINAL, copy_state, number_at, of_game, put_number, put_word, word_at
from sandbox.games.two_words.rules import GAME_AT, ONE
from sandbox.kernels.jit import kernel

PACMAN, MOVER, OVER, SCORE, STEPS, LEFT, GHOSTS = range(7)  # places in a state; the ghosts' words come last
CELLS, MANY, LIMIT, DICE, MAY_STAY, BOUND, HOMES = range(7)  # places in the game's words
STILL = 4
WAYS = 5  # four sides, and staying
PLAYING, WON, CAUGHT, LATE = range(4)
A_STEP, A_DOT, ALL_DOTS, A_GHOST, DEATH = -1, 10, 500, 200, -500
SCARED = 40
HEADING_AT, SCARED_AT = 16, 24
CELL = 0xFFFF
TOTAL = 12  # of the weights of outcomes: one to four, all alike
SIDES = 6  # a word keeps this many bits of a cell's number
BIT = np.uint64(63)


@kernel
def players(data: Words) -> int:
    """Pac-Man, and the ghosts that are not dice."""
    return 1 if of_game(data, DICE) != 0 else 1 + of_game(data, MANY)


@kernel
def words_of(data: Words) -> int:
    """Words for a bit a cell."""
    return (of_game(data, CELLS) + 63) >> SIDES


@kernel
def length(data: Words) -> int:
    """Counts, ghosts, food, capsules."""
    return GHOSTS + of_game(data, MANY) + 2 * words_of(data)


@kernel
def neighbour(data: Words, cell: int, side: int) -> int:
    """The cell beside one, or -1."""
    return of_game(data, HOMES + of_game(data, MANY) + 4 * cell + side)


@kernel
def distance(data: Words, one: int, other: int) -> int:
    """Steps from cell to cell."""
    cells = of_game(data, CELLS)
    at = one * cells + other
    word = data[np.uint64(word_at(data, GAME_AT) + HOMES + of_game(data, MANY) + 4 * cells + (at >> 2))]
    return int(np.int64((word >> np.uint64((at & 3) << 4)) & np.uint64(CELL)))


@kernel
def to_move(data: Words, s: int) -> int:
    """Nobody once it is over; where ghosts are dice, chance for each of them."""
    if word_at(data, s + OVER) != PLAYING:
        return TERMINAL
    mover = word_at(data, s + MOVER)
    return CHANCE if mover > 0 and of_game(data, DICE) != 0 else mover


@kernel
def moves(data: Words, s: int, m: int) -> int:
    """Where no wall is; a ghost turns back in a dead end only, and rests every other turn while it is scared."""
    mover, count = word_at(data, s + MOVER), 0
    cell, back = word_at(data, s + PACMAN), -1
    if mover > 0:
        ghost = word_at(data, s + GHOSTS + mover - 1)
        cell, back = ghost & CELL, ((ghost >> HEADING_AT) & 7) ^ 1
        if (ghost >> SCARED_AT) & 1:
            put_word(data, m, STILL)
            return 1
    for side in range(STILL):
        if side != back and neighbour(data, cell, side) >= 0:
            put_word(data, m + count, side)
            count += 1
    if count == 0 and 0 <= back < STILL and neighbour(data, cell, back) >= 0:
        put_word(data, m, back)
        return 1
    if count == 0 or (mover == 0 and of_game(data, MAY_STAY) != 0):
        put_word(data, m + count, STILL)
        count += 1
    return count


@kernel
def outcomes(data: Words, s: int, m: int, p: int) -> int:
    """A ghost's ways, all alike."""
    count = moves(data, s, m)
    for i in range(count):
        put_word(data, p + i, TOTAL // count)
    return count


@kernel
def meet(data: Words, c: int, number: int) -> None:
    """Pac-Man and a ghost, if they are in one cell: a scared one is eaten and begins anew, any other catches him."""
    ghost = word_at(data, c + GHOSTS + number)
    if word_at(data, c + OVER) != PLAYING or ghost & CELL != word_at(data, c + PACMAN):
        return
    if ghost >> SCARED_AT == 0:
        put_word(data, c + OVER, CAUGHT)
        put_word(data, c + SCORE, word_at(data, c + SCORE) + DEATH)
    else:
        put_word(data, c + GHOSTS + number, of_game(data, HOMES + number) | (STILL << HEADING_AT))
        put_word(data, c + SCORE, word_at(data, c + SCORE) + A_GHOST)


@kernel
def eat(data: Words, c: int, cell: int) -> None:
    """What lies in Pac-Man's cell."""
    many = of_game(data, MANY)
    food = c + GHOSTS + many + (cell >> SIDES)
    bit = ONE << (np.uint64(cell) & BIT)
    if data[np.uint64(food)] & bit:
        data[np.uint64(food)] ^= bit
        left = word_at(data, c + LEFT) - 1
        put_word(data, c + LEFT, left)
        won = ALL_DOTS if left == 0 else 0
        put_word(data, c + SCORE, word_at(data, c + SCORE) + A_DOT + won)
        if left == 0:
            put_word(data, c + OVER, WON)
    capsule = food + words_of(data)
    if data[np.uint64(capsule)] & bit:
        data[np.uint64(capsule)] ^= bit
        for number in range(many):
            ghost = word_at(data, c + GHOSTS + number) & ((1 << SCARED_AT) - 1)
            put_word(data, c + GHOSTS + number, ghost | (SCARED << SCARED_AT))


@kernel
def ghost_goes(data: Words, c: int, number: int, side: int) -> None:
    """A ghost's step, or its rest."""
    ghost = word_at(data, c + GHOSTS + number)
    scared = max(0, (ghost >> SCARED_AT) - 1)
    if side == STILL:
        ghost &= (1 << SCARED_AT) - 1
    else:
        ghost = neighbour(data, ghost & CELL, side) | (side << HEADING_AT)
    put_word(data, c + GHOSTS + number, ghost | (scared << SCARED_AT))
    meet(data, c, number)


@kernel
def pacman_goes(data: Words, c: int, side: int) -> None:
    """Pac-Man's step, what he eats, and whom he meets."""
    cell = word_at(data, c + PACMAN)
    if side != STILL:
        cell = neighbour(data, cell, side)
        put_word(data, c + PACMAN, cell)
    put_word(data, c + SCORE, word_at(data, c + SCORE) + A_STEP)
    put_word(data, c + STEPS, word_at(data, c + STEPS) + 1)
    eat(data, c, cell)
    for number in range(of_game(data, MANY)):
        meet(data, c, number)
    if word_at(data, c + OVER) == PLAYING and word_at(data, c + STEPS) >= of_game(data, LIMIT):
        put_word(data, c + OVER, LATE)


@kernel
def play(data: Words, s: int, move: np.uint64, c: int) -> None:
    """A step, and what comes of it."""
    copy_state(data, s, c, length(data))
    mover, many = word_at(data, s + MOVER), of_game(data, MANY)
    put_word(data, c + MOVER, 0 if mover >= many else mover + 1)
    if mover > 0:
        ghost_goes(data, c, mover - 1, int(np.int64(move)))
    else:
        pacman_goes(data, c, int(np.int64(move)))
    if word_at(data, c + OVER) != PLAYING:
        put_word(data, c + MOVER, 0)


@kernel
def shared_out(data: Words, u: int, worth: float) -> None:
    """Pac-Man's worth; every ghost has what he lacks."""
    put_number(data, u, worth)
    for player in range(1, players(data)):
        put_number(data, u + player, -worth)


@kernel
def utility(data: Words, s: int, u: int) -> None:
    """The score."""
    shared_out(data, u, float(word_at(data, s + SCORE)))


@kernel
def highest(data: Words) -> float:
    """Beyond every score and estimate."""
    return number_at(data, word_at(data, GAME_AT) + BOUND)


@kernel
def lowest(data: Words) -> float:
    """To a ghost, the same."""
    return -highest(data)


@kernel
def total(data: Words) -> float:
    """Nothing, of two; else as much as all but two can have."""
    return max(1, abs(players(data) - 2)) * highest(data) if players(data) != 2 else 0.0
