"""Pac-Man's engines: as plain Python searches; the lectures' four cells, thrashing and its cure, ghosts that trap."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from sandbox.bench.general.match import Contender, GamePlayed, LineUp, play
from sandbox.errors import BadInput
from sandbox.games.general.api import general_games
from sandbox.games.general.words import TERMINAL
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import general_engines
from sandbox.gametree.general.engines.pacman_minimax import alone
from tests.oracles.general import worth
from tests.oracles.pacman import estimate
from tests.strategies.pacman import maze_text

WEIGHTS = {"score": 1.0, "food_distance": -0.5, "ghost_near": -4.0}
MINIMAX = Contender("pacman-minimax", (("depth", "4"), ("ties", "lot")))
EXPECTIMAX = Contender("pacman-expectimax", (("depth", "4"), ("ties", "lot")))
SEEKING = Contender("pacman-minimax", (("depth", "2"), ("evaluation", "chase"), ("ties", "lot")))
RANDOM = Contender("any-move")
TOGETHER = Contender("pacman-minimax", (("depth", "6"), ("evaluation", "surround"), ("ties", "lot")))
APART = Contender("pacman-minimax", (("depth", "4"), ("evaluation", "surround"), ("together", "off"), ("ties", "lot")))
CHASING = Contender("pacman-chase", (("keenness", "1"),))


def reached(seed: int, **options: Any) -> tuple[Any, Any]:
    """A position of a random game in a random maze, and the game."""
    game, rng = general_games["pacman"].create(options), random.Random(seed)
    face = game.face()
    position = face.parse(maze_text(seed))
    for _ in range(rng.randint(0, 9)):
        after = face.play(position, rng.choice(face.moves(position)))
        if face.to_move(after) == TERMINAL:
            break
        position = after
    return game, position


@pytest.mark.parametrize("cuts", [True, False])
@pytest.mark.parametrize("table_bits", [0, 10])
def test_minimax_is_the_naive_one_for_either_side(cuts: bool, table_bits: int) -> None:
    for seed in range(60):
        game, position = reached(seed)
        depth = 1 + seed % 5
        engine = general_engines["pacman-minimax"].create({"depth": depth, "cuts": cuts, "table_bits": table_bits})
        found = engine.search(game, position, Limits(every_move=True))
        face, many = game.face(), game.axes(position).players
        judge = partial(estimate, face, weights=WEIGHTS, players=many)
        for row in found.rows:
            after = face.play(position, row.move)
            assert row.worth[0] == float(worth(face, after, depth - 1, 0, judge))
            assert row.worth[1:] == (-row.worth[0],) * (many - 1)
        own = [row.worth[found.player] for row in found.rows]
        assert found.best == found.rows[own.index(max(own))].move
        assert engine.search(game, position, Limits()).best == found.best


def test_expectimax_is_the_naive_one() -> None:
    for seed in range(80):
        game, position = reached(seed)
        if position.mover:
            continue
        depth, dice = 1 + seed % 5, general_games["pacman"].create({"ghosts": "dice"})
        engine = general_engines["pacman-expectimax"].create({"depth": depth})
        found, face = engine.search(game, position, Limits(every_move=True)), dice.face()
        judge = partial(estimate, face, weights=WEIGHTS, players=1)
        for row in found.rows:
            known = worth(face, face.play(position, row.move), depth - 1, 0, judge, dice=1)
            assert row.worth[0] == pytest.approx(float(known))
        general = general_engines["expectiminimax"].create({"depth": depth, "star": "star2"})
        assert general.search(dice, position, Limits()).worth[0] == pytest.approx(found.worth[0])
        naive = Fraction(max(row.worth[0] for row in found.rows))
        assert found.worth[0] == float(naive)


def test_thrashing_and_its_cure() -> None:
    def moves(depth: int, evaluation: str) -> tuple[str, ...]:
        who = Contender("pacman-minimax", (("depth", str(depth)), ("evaluation", evaluation)))
        return played("thrash", who, (), 0, 100).moves

    assert moves(2, "score") == ("W", *"EEEEE", *("W", "E") * 47)  # one dot, and to and fro at the far end
    assert moves(3, "score")[:98] == ("E", "W") * 49  # beside the dot: now or later is the same to him
    for depth in (2, 3):
        assert moves(depth, "hungry") == ("W",) * 6


def played(maze: str, pacman: Contender, ghosts: tuple[Contender, ...], number: int, steps: int) -> GamePlayed:
    options = (("maze", maze), ("steps", str(steps)))
    return play(LineUp("pacman", options, "-", (pacman, *ghosts), number, 100))


def wins(maze: str, pacman: Contender, ghosts: tuple[Contender, ...], games: int, steps: int) -> tuple[float, float]:
    """The share Pac-Man won, and half the width of its 95 % interval."""
    won = [played(maze, pacman, ghosts, number, steps).points[0] == 1 for number in range(games)]
    share = sum(won) / games
    return share, 1.96 * max(math.sqrt(share * (1 - share) / games), 0.5 / games)


def caught(ghosts: Contender, games: int) -> float:
    """How often two such ghosts catch a Pac-Man that looks four plies ahead."""
    over = [played("trap", MINIMAX, (ghosts, ghosts), number, 120) for number in range(games)]
    return sum(game.points[0] == 0 and len(game.moves) < 3 * 120 - 2 for game in over) / games


def test_ghosts_together_trap_what_each_alone_cannot() -> None:
    assert caught(TOGETHER, 12) == 1
    assert caught(APART, 12) == 0
    assert caught(CHASING, 12) == 0


@pytest.mark.slow
def test_ghosts_together_trap_in_two_hundred_games() -> None:
    """Together nearly always; each for itself, or chasing, hardly ever."""
    assert caught(TOGETHER, 200) > 0.95
    assert max(caught(APART, 200), caught(CHASING, 200)) < 0.05
    assert caught(RANDOM, 200) < 0.4


@pytest.mark.slow
@pytest.mark.parametrize("maze", ["starve", "caught"])
def test_the_lectures_four_cells(maze: str) -> None:
    """200 games a cell, in the lectures' order; the one that matters apart by more than both intervals."""
    cell = {(p, g): wins(maze, p, (g,), 200, 300) for p in (MINIMAX, EXPECTIMAX) for g in (SEEKING, RANDOM)}
    assert cell[EXPECTIMAX, RANDOM][0] + cell[EXPECTIMAX, RANDOM][1] >= cell[MINIMAX, RANDOM][0]
    assert cell[MINIMAX, RANDOM][0] >= cell[MINIMAX, SEEKING][0] - cell[MINIMAX, SEEKING][1]
    better, worse = cell[MINIMAX, SEEKING], cell[EXPECTIMAX, SEEKING]
    assert better[0] - better[1] > worse[0] + worse[1]
    if maze == "starve":
        assert better[0] - worse[0] > 0.4


def test_a_seat_that_does_not_suit() -> None:
    game = general_games["pacman"].create()
    face = game.face()
    ghost = face.play(face.start(), "E")
    with pytest.raises(BadInput, match="ghost's seat"):
        general_engines["pacman-expectimax"].create().search(game, ghost, Limits())


def test_seats_are_not_turned_and_who_eats_all_wins() -> None:
    first, second = played("starve", MINIMAX, (RANDOM,), 0, 300), played("starve", MINIMAX, (RANDOM,), 1, 300)
    assert first.seats == second.seats == (0, 1)
    assert first.points == (1.0, 0.0)
    assert first.worth[0] > 500
    alone = play(LineUp("pacman", (("maze", "thrash"), ("steps", "9")), "-", (RANDOM,), 0, 3))
    assert alone.points == (0.0,)


def test_reflex_and_chase_do_what_they_say() -> None:
    game = general_games["pacman"].create()
    position = game.face().parse("#P..G#")
    for key in ("pacman-reflex", "pacman-chase"):
        assert general_engines[key].create().search(game, position, Limits()).best == "E"
    ghost = game.face().play(game.face().parse("G_P.."), "E")
    chase = general_engines["pacman-chase"].create({"keenness": 1.0})
    assert chase.search(game, ghost, Limits()).best == "E"


def test_a_ghost_by_itself_searches_as_if_there_were_no_others() -> None:
    seen = 0
    for seed in range(90):
        game, position = reached(seed)
        if position.mover == 0 or len(position.ghosts) < 2:
            continue
        face, depth, lonely = game.face(), 1 + seed % 3, alone(position)
        assert lonely.ghosts == (position.ghosts[position.mover - 1],)
        engine = general_engines["pacman-minimax"].create({"depth": depth, "together": False})
        found = engine.search(game, position, Limits(every_move=True))
        judge = partial(estimate, face, weights=WEIGHTS, players=2)
        own = {move: float(worth(face, face.play(lonely, move), depth - 1, 0, judge)) for move in face.moves(lonely)}
        assert {row.move: row.worth[0] for row in found.rows} == own
        assert (found.player, found.worth[0]) == (position.mover, min(own.values()))
        for told in (found.worth, *(row.worth for row in found.rows)):
            assert told[1:] == (-told[0],) * len(position.ghosts)
        assert own[found.best] == found.worth[0]
        seen += found.worth[0] != 0
    assert seen > 5
