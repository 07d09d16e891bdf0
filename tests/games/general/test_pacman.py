"""Pac-Man's rules on random mazes, kernel by kernel as the face; mazes from levels; the rules one by one."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.errors import BadInput
from sandbox.games.general.api import general_games
from sandbox.games.general.binding import bound_to, state_words
from sandbox.games.general.library.pacman.features import FEATURES, evaluate, feature
from sandbox.games.general.library.pacman.judging import pacman_sums, sum_of
from sandbox.games.general.library.pacman.maze import ways
from sandbox.games.general.library.pacman.reading import load, of_level, of_text, shipped
from sandbox.games.general.perft import laid_out
from sandbox.games.general.rules import moves, play, to_move
from sandbox.games.general.words import TERMINAL, number_at
from sandbox.level.model import WALL, Level, Marker
from tests.oracles.pacman import features, steps_from
from tests.strategies.pacman import maze_text

pytestmark = pytest.mark.small


def pacman(**options: Any) -> Any:
    return general_games["pacman"].create(options)


@given(st.integers(0, 10**6), st.booleans(), st.booleans())
def test_kernels_and_face_agree_on_random_mazes(seed: int, dice: bool, stay: bool) -> None:
    rng = random.Random(seed)
    game = pacman(ghosts="dice" if dice else "players", stay=stay, steps=rng.choice([1, 7, 60]))
    face, rules = game.face(), game.kernels()
    position = face.parse(maze_text(seed))
    for _ in range(40):
        assert face.parse(face.print(position)) == position
        data, s, f = laid_out(game, position, 1)
        known = features(face, position)
        assert [feature(data, s, which) for which in range(len(FEATURES))] == [known[name] for name in FEATURES]
        assert bound_to(to_move, rules)(data, s) == face.to_move(position)
        if face.to_move(position) == TERMINAL:
            break
        names = face.moves(position)
        count = bound_to(moves, rules)(data, s, f)
        codes = data[f : f + count].tolist()
        assert codes == [face.code_of(position, name) for name in names]
        for name, code in zip(names, codes, strict=True):
            bound_to(play, rules)(data, s, np.uint64(code), f)
            after = state_words(game, face.play(position, name))
            assert data[f : f + after.size].tolist() == after.tolist()
        position = face.play(position, rng.choice(names))


@given(st.integers(0, 10**6))
def test_ways_are_as_long_as_a_search_says(seed: int) -> None:
    maze = pacman().face().parse(maze_text(seed)).maze
    graph = ways(maze)
    for cell, number in graph.number.items():
        steps = steps_from(maze.rows, cell)
        assert graph.far[number].tolist() == [steps.get(other, len(graph.cells)) for other in graph.cells]


def test_every_registered_sum_is_its_weights_times_the_features() -> None:
    for entry in pacman_sums:
        game = pacman(evaluation=entry.key, maze="small")
        face = game.face()
        position = face.start()
        rng = random.Random(entry.key)
        for _ in range(30):
            data, s, f = laid_out(game, position, 1)
            evaluate(data, s, f)
            known, weights = features(face, position), entry.create()
            assert number_at(data, f) == pytest.approx(sum(getattr(weights, name) * known[name] for name in FEATURES))
            assert number_at(data, f + 1) == number_at(data, f + 2) == -number_at(data, f)
            position = face.play(position, rng.choice(face.moves(position)))


def walked(text: str, *steps: str, **options: Any) -> Any:
    face = pacman(**options).face()
    position = face.parse(text)
    for step in steps:
        position = face.play(position, step)
    return face, position


def test_points_are_those_of_the_lectures() -> None:
    _, won = walked("P..", "E", "E")
    assert (won.score, won.over) == (2 * (10 - 1) + 500, 1)
    face, dead = walked("P_G.", "E", "W")
    assert (dead.score, dead.over, face.utility(dead)) == (-1 - 500, 2, (-501.0, 501.0))
    face, hunted = walked("PoG_.", "E", "E", "E")
    assert hunted.ghosts[0].scared == 39
    assert hunted.score == -2
    assert face.moves(hunted) == ("stay",)  # an odd turn of a scared ghost
    _, eaten = walked("PoG_.", "E", "E", "E", "stay", "E")
    assert (eaten.score, eaten.ghosts[0].scared, ways(eaten.maze).cells[eaten.ghosts[0].cell]) == (-3 + 200, 0, (2, 0))
    _, late = walked("P__.", "E", "W", steps=2)
    assert (late.score, late.over) == (-2, 3)


def test_ghosts_turn_back_in_dead_ends_only() -> None:
    face, position = walked("##_##/P..G_/#####", "E")
    assert face.moves(position) == ("E", "W")
    position = face.play(position, "E")
    position = face.play(position, "W")
    assert face.moves(position) == ("W",)


def test_a_level_is_a_maze() -> None:
    level = Level.empty(9, 5)
    level.terrain[2, 1:8] = 0
    level = Level(np.where(np.arange(45).reshape(5, 9) // 9 == 2, WALL, level.terrain).astype(np.uint8))
    level.terrain[2, 8] = level.terrain[0, 0]
    level.markers["start"] = Marker.at(0.5, 0.5)
    level.markers["goal"] = Marker.at(8.5, 4.5)
    board = of_level(level, "level")
    assert board.maze.rows == ("P        ", "         ", "######## ", "         ", "        G")
    assert board.capsules.bit_count() == 4
    assert board.food.bit_count() == 37 - 2 - 4
    bare = of_level(Level.empty(4, 4), "level")
    assert bare.maze.rows[0][0] == "P"
    assert bare.maze.rows[3][3] == "G"


def test_what_no_maze_can_be_made_of() -> None:
    with pytest.raises(BadInput, match="nothing but walls"):
        of_level(Level.empty(4, 4, WALL), "level")
    level = Level.empty(4, 4)
    level.terrain[1, 1] = WALL
    level.markers["start"] = Marker.at(1.5, 1.5)
    with pytest.raises(BadInput, match="a start in a wall"):
        of_level(level, "level")
    with pytest.raises(BadInput, match="300 × 300 cells"):
        of_level(Level.empty(300, 300), "level")
    with pytest.raises(BadInput, match="file:1: colour"):
        of_text("colour: red\n\nP.", "file")
    with pytest.raises(BadInput, match="row 2: 'x'"):
        of_text("title: a\n\nP.\nxx", "file")
    for text, found in (("near=1", "near=1"), ("score", "score"), ("score=much", "much"), ("score=5000", "5000")):
        with pytest.raises(BadInput, match=found):
            sum_of("careful", text)


def test_weights_of_ones_own() -> None:
    weights = sum_of("careful", "ghost_near=-8, food_left=-1")
    assert (weights.ghost_near, weights.food_left, weights.score) == (-8.0, -1.0, 1.0)


@pytest.mark.parametrize("name", shipped())
def test_shipped_mazes_have_titles_and_notes(name: str) -> None:
    board = load(name)
    assert board.title
    assert board.notes
