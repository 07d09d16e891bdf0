"""Games in which positions recur: a line, a tree, a match may run into a draw by repetition, and no engine minds."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.bench.match import Pairing, Player, play
from sandbox.bench.solving import Task, perform
from sandbox.games.api import games
from sandbox.gametree.api import Limits, engines, engines_for
from sandbox.gametree.play import exact
from sandbox.gametree.report import SearchReport
from tests.gametree.searching import find
from tests.strategies.engines import options_of

KEYS = [entry.key for entry in engines_for(games["morris"])]
TWICE = (("repetitions", "2"),)


def morris(repetitions: int = 2) -> Any:
    return games["morris"].create({"repetitions": repetitions})


def wandered(game: Any, seed: int) -> list[Any]:
    """A random game in which stones wander: every position of it, with its past."""
    face, draw = game.face(), random.Random(seed)
    positions = [face.parse("X-O-O-XOX X")]
    while (moves := face.moves(positions[-1])) and len(positions) < 40:
        positions.append(face.play(positions[-1], draw.choice(moves)))
    return positions


@pytest.mark.parametrize("engine", KEYS)
def test_lines_end_where_the_game_is_drawn(engine: str) -> None:
    task = Task("morris", TWICE, "---XOO--X X", engine, nodes=2000)
    for repetitions in ("2", "3"):
        found = perform(replace(task, game_options=(("repetitions", repetitions),)))
        assert found["best"]


@pytest.mark.parametrize("engine", KEYS)
@given(st.data())
def test_any_past_any_options(engine: str, data: st.DataObject) -> None:
    game = morris(data.draw(st.integers(2, 4)))
    face = game.face()
    position = data.draw(st.sampled_from(wandered(game, data.draw(st.integers(0, 20)))))
    limits = Limits(nodes=data.draw(st.integers(1, 2000)), depth=data.draw(st.integers(0, 9)))
    found = find(engine, game, position, limits, **data.draw(options_of(engines[engine], "morris")))
    assert found.best in (face.moves(position) or ("",))
    for line in (found.pv, *(row.pv for row in found.root)):
        after = position
        for move in line:
            after = face.play(after, move)


@pytest.mark.parametrize("engine", KEYS)
def test_matches_are_played_to_their_end(engine: str) -> None:
    for other in ("random", engine):
        seats = (Player(engine, nodes=300, ponders=True), Player(other, nodes=300, ponders=True))
        for opening in ("-", "X-O-O-XOX X"):
            played = play(Pairing("morris", TWICE, opening, seats, first_begins=True, number=0))
            assert played.result in (0, 0.5, 1)


def test_a_tree_kept_beyond_a_draw_is_let_go() -> None:
    game = morris()
    face, report = game.face(), SearchReport()
    position = face.parse("X-O-O-XOX X")
    for move in ("a1-a2", "c1-c2", "a2-a1"):
        found = find("mcts", game, position, Limits(nodes=500), report, keep_tree=True)
        assert found.best in face.moves(position)
        position = face.play(position, move)
    find("mcts", game, position, Limits(nodes=2000), report, keep_tree=True)
    assert face.moves(face.play(position, "c2-c1")) == ()  # below it the tree, which knows no repetition, goes on
    for _ in range(2):
        position = face.play(position, face.moves(position)[0])
    assert find("mcts", game, position, Limits(nodes=50), report, keep_tree=True).report.notes["kept"] > 0


@pytest.mark.parametrize("engine", [*KEYS, "exact"])
def test_a_game_drawn_by_repetition_is_worth_nothing(engine: str) -> None:
    game = morris()
    face = game.face()
    drawn = face.parse("X-O-O-XOX X")
    for move in ("a1-a2", "c1-c2", "a2-a1", "c2-c1"):
        drawn = face.play(drawn, move)
    found = (
        exact.solve(game, drawn, Limits(), SearchReport()) if engine == "exact" else find(engine, game, drawn, Limits())
    )
    assert (found.best, found.value, found.exact) == ("", 0, True)
