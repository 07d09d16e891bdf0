"""General games: faces and kernels agree, positions are printed and read back, chances add up, rubbish is one line."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sandbox.errors import BadInput
from sandbox.games.general.api import general_games
from sandbox.games.general.binding import bound_to, state_words
from sandbox.games.general.complexity import plies
from sandbox.games.general.library.any_tree.face import shipped
from sandbox.games.general.library.matrix.reading import shipped as matrices
from sandbox.games.general.perft import divide, laid_out, perft
from sandbox.games.general.rules import (
    evaluate,
    highest,
    information,
    key,
    length,
    lowest,
    most_moves,
    moves,
    outcomes,
    play,
    players,
    to_move,
    total,
    utility,
)
from sandbox.games.general.words import CHANCE, TERMINAL
from tests.oracles.general import sequences
from tests.strategies.general import playout, tree

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("pig", {}),
    ("pig", {"goal": 12, "players": 3}),
    ("pig", {"goal": 2, "players": 4}),
    ("rolit", {}),
    ("backgammon", {}),
    ("rolit", {"players": 3}),
    ("rolit", {"players": 2}),
    ("pacman", {}),
    ("pacman", {"maze": "classic", "ghosts": "dice", "evaluation": "hunter"}),
    ("pacman", {"maze": "trap", "stay": True, "evaluation": "surround", "steps": 9}),
    ("pacman", {"maze": "thrash", "steps": 12, "evaluation": "score"}),
    ("kuhn", {}),
    ("phantom", {}),
    *(("matrix", {"file": name}) for name in matrices()),
    ("leduc", {}),
    ("liars-dice", {}),
    ("liars-dice", {"sides": 3}),
    *(("any-tree", {"file": name}) for name in shipped()),
]
pytestmark = pytest.mark.small
every_game = pytest.mark.parametrize("variant", VARIANTS, ids=[f"{k} {o}" for k, o in VARIANTS])
EXAMPLES = {  # positions as docs/games.md writes them
    "pig": "34,52 B+7",
    "rolit": "f4 d6",
    "backgammon": "4HPwATDgc/ABMA A 31",
    "matrix": "3,2 0,0; 0,0 2,3",
    "kuhn": "QJ check bet",
    "leduc": "KsJh raise call Js check",
    "liars-dice": "3,6 1x3 2x5",
    "phantom": "b2 a1 a1",
}


@pytest.mark.parametrize("key", EXAMPLES)
def test_positions_are_written_as_the_page_has_them(key: str) -> None:
    page = Path(__file__).parents[3] / "docs/games.md"
    assert f"`{EXAMPLES[key]}`" in page.read_text(encoding="utf-8")
    face = general_games[key].create().face()
    position = face.parse(EXAMPLES[key])
    assert face.parse(face.print(position)) == position


def made(variant: tuple[str, dict[str, Any]]) -> Any:
    return general_games[variant[0]].create(variant[1])


def lines(game: Any) -> list[list[Any]]:
    return [playout(game, seed) for seed in range(8)]


@every_game
def test_what_is_printed_is_read(variant: Any) -> None:
    game = made(variant)
    face = game.face()
    assert face.parse("-") == face.start()
    for line in lines(game):
        for position in line:
            assert face.parse(face.print(position)) == position
            assert face.board(position)


def test_a_board_that_is_full_without_a_line_is_drawn_though_one_square_was_tried_twice() -> None:
    game = made(("phantom", {}))
    position = game.face().parse("c3 c2 c1 a3 b3 b1 a2 b2 b2 a1")
    data, s, f = laid_out(game, position, 1)
    assert bound_to(to_move, game.kernels())(data, s) == game.face().to_move(position) == TERMINAL
    data[f : f + 2] = 7
    bound_to(utility, game.kernels())(data, s, f)
    assert data[f : f + 2].view(np.float64).tolist() == [0.0, 0.0]
    assert game.face().utility(position) == (0.0, 0.0)


@every_game
def test_kernels_do_what_the_face_does(variant: Any) -> None:
    game = made(variant)
    face, rules = game.face(), game.kernels()
    for line in lines(game):
        for position in line:
            data, s, f = laid_out(game, position, 2)
            assert bound_to(length, rules)(data) == f - s
            many, most = bound_to(players, rules)(data), bound_to(most_moves, rules)(data)
            assert many == game.axes(position).players
            who = bound_to(to_move, rules)(data, s)
            assert who == face.to_move(position)
            if who == TERMINAL:
                assert not face.moves(position)
                bound_to(utility, rules)(data, s, f)
            else:
                assert face.utility(position) is None
                bound_to(evaluate, rules)(data, s, f)
            worth = data[f : f + many].view(np.float64)
            assert bound_to(lowest, rules)(data) <= worth.min()
            assert worth.max() <= bound_to(highest, rules)(data)
            assert worth.sum() <= bound_to(total, rules)(data)
            if who == TERMINAL:
                assert tuple(worth) == face.utility(position)
                continue
            if who == CHANCE:
                count = bound_to(outcomes, rules)(data, s, f, f + most)
                weights = data[f + most : f + most + count].astype(object)
                assert [Fraction(int(w), int(sum(weights))) for w in weights] == list(face.chances(position))
                assert sum(face.chances(position)) == 1
            else:
                count = bound_to(moves, rules)(data, s, f)
                assert face.chances(position) == ()
            assert 0 < count <= most
            assert [int(x) for x in data[f : f + count]] == [face.code_of(position, m) for m in face.moves(position)]
            for move, code in zip(face.moves(position), data[f : f + count].copy(), strict=True):
                bound_to(play, rules)(data, s, code, f)
                after = state_words(game, face.play(position, move))
                assert data[f : f + after.size].tolist() == after.tolist()


@every_game
def test_keys_tell_positions_apart(variant: Any) -> None:
    game = made(variant)
    known: dict[int, tuple[int, ...]] = {}
    for line in lines(game):
        for position in line:
            data, s, f = laid_out(game, position, 1)
            found = int(bound_to(key, game.kernels())(data, s))
            assert found
            assert known.setdefault(found, tuple(data[s:f].tolist())) == tuple(data[s:f].tolist())


@every_game
def test_who_cannot_tell_positions_apart_has_one_word_for_them_and_the_same_moves(variant: Any) -> None:
    game = made(variant)
    face, words, moves_of = game.face(), dict[str, int](), dict[str, Any]()
    for seed in range(60):
        for position in playout(game, seed):
            who = face.to_move(position)
            if who < 0:
                continue
            data, s, _ = laid_out(game, position, 1)
            known = f"{who} {face.information(position, who)}"
            word = int(bound_to(information, game.kernels())(data, s))
            assert words.setdefault(known, word) == word
            assert moves_of.setdefault(known, face.moves(position)) == face.moves(position)
    assert len(set(words.values())) == len(words)


@every_game
def test_the_twin_counts_the_same(variant: Any) -> None:
    game = made(variant)
    face = game.face()
    for line in lines(game)[:3]:
        for depth in range(4):
            for finished in (False, True):
                counted = perft(game, line[len(line) // 3], depth, finished=finished)
                assert counted == sequences(face, line[len(line) // 3], depth, finished=finished)
    assert sum(divide(game, face.start(), 3, finished=True).values()) == perft(game, face.start(), 3, finished=True)
    assert perft(game, face.start(), 30, finished=True, stop=np.ones(1, np.uint8)) == 0 or variant[0] == "any-tree"


def test_random_trees_are_printed_counted_and_gone_through() -> None:
    for seed in range(300):
        game, root = tree(seed)
        face = game.face()
        assert face.parse(face.print(root)) == root
        assert perft(game, root, 5, finished=True) == sequences(face, root, 5, finished=True)
        rows = list(plies(game, root, None, loopy=False))
        assert sum(row.states for row in rows) == len(root.tree.who)  # a tree has one way to each
        assert sum(row.games or 0 for row in rows) == root.tree.who.count(TERMINAL)
        assert [row.last for row in rows] == [False] * (len(rows) - 1) + [True]


def test_pigs_states_are_those_a_walk_meets() -> None:
    game = general_games["pig"].create({"goal": 6})
    face = game.face()
    seen, open_ = {face.start()}, [face.start()]
    while open_:
        position = open_.pop()
        for move in face.moves(position):
            after = face.play(position, move)
            if after not in seen:
                seen.add(after)
                open_.append(after)
    rows = list(plies(game, face.start(), None, loopy=True))
    assert sum(row.states for row in rows) == len(seen)
    assert rows[-1].last
    assert rows[0].games is None
    few = list(plies(game, face.start(), None, loopy=True, most=3))
    assert not few[-1].last


PIG = {
    "three scores": ("1,2,3", "3 scores"),
    "a word": ("first", "something else"),
    "a player too many": ("3,4 C", "player C"),
    "two winners": ("100,100", "100, 100"),
    "far beyond the goal": ("106,3", "106"),
    "a turn that is over": ("90,3 A+10", "10 points"),
    "one point": ("9,3 A+1", "1 point"),
    "another script": ("٣,٣", "something else"),
}
START = "-" * 27 + "AB" + "-" * 6 + "DC" + "-" * 27
ROLIT = {
    "a colour too many": (START + " E", "'E' to move"),
    "too short": (START[1:] + " A", "63 cells"),
    "no mover": (START, "0 cells"),
    "a foreign letter": (START.replace("A", "x") + " A", "'X'"),
    "an empty middle": (START.replace("A", "-") + " A", "middle"),
    "a square beside nothing": ("a1", "'a1'"),
}
TREES = {
    "no file": ("missing.txt", "No such file"),
    "broken": ("[[1,2]", "column"),
    "an empty node": ("[[],1]", "0 children"),
    "a word": ('["a"]', '"a"'),
    "a fraction": ("[1.5]", "1.5"),
    "too large": ("[9999999]", "9999999"),
    "too wide": (str([1] * 65), "65 children"),
    "too deep": ("[" * 100_000, "too deep"),
    "no such child": ("[1,2] 3", "'3'"),
    "below a leaf": ("[1,2] 1 1", "the game is over"),
    "probabilities that do not add up": ('{"chance": [["1/2", 1], ["1/3", 2]]}', "5/6"),
    "a probability of nothing": ('{"chance": [[0, 1], [1, 2]]}', "probability 0"),
    "no number": ('{"chance": [["half", 1], ["1/2", 2]]}', "half"),
    "by nothing": ('{"chance": [["1/0", 1], ["1/2", 2]]}', "1/0"),
    "no pairs": ('{"chance": [1, 2]}', "chance"),
    "vectors of two lengths": ('["1,2,3", "1,2"]', "node 2: the leaf 1,2"),
    "a probability further down": ('{"moves": {"go": {"chance": [["1/2", 1], ["1/3", 2]]}}}', "node go: probabil"),
    "a leaf far down": ('[[1, {"chance": [[1, "x"]]}]]', 'node 1 2 1: the leaf "x"'),
    "a number for three": ('["1,2,3", 4]', "4"),
    "one player alone": ('["1"]', '"1"'),
    "nine players": ('["1,2,3,4,5,6,7,8,9"]', "1,2,3,4,5,6,7,8,9"),
    "a player nobody knows": ('{"player": "Z", "moves": [1]}', "player Z"),
    "a player too many": ('{"player": "C", "moves": [1]}', "player C"),
    "no moves": ('{"player": "A"}', "moves"),
    "moves that are none": ('{"moves": 3}', "moves"),
    "something else": ('{"moves": [1], "note": 2}', "note"),
    "a name with a space": ('{"moves": {"to go": 1}}', "to go"),
    "a name twice": ('{"moves": {"go": 1, "go": 2}}', "twice"),
    "only a leaf": ("{}", "moves"),
    "a set with a space": ('{"info": "a b", "moves": [1]}', "'a b'"),
    "a number": ("7", "No such file"),
}
MAZES = {
    "no Pac-Man": ("#..G#", "no Pac-Man"),
    "two of him": ("#P.P#", "2 Pac-Man"),
    "no food": ("#P_G#", "no food"),
    "food behind a wall": ("#P.#.#", "food at 4,0"),
    "eight ghosts": ("P." + "G" * 8, "8 ghosts"),
    "too wide": ("P" + "." * 300, "301 × 1"),
    "too many cells": ("/".join(["P" + "." * 99] + ["." * 100] * 10), "1100 open cells"),
    "no file": ("missing.txt", "No such file"),
    "not a level": ("missing.json", "No such file"),
    "a ghost too few": ("#P.G#; score 1; A", "0 ghosts"),
    "a ghost in a wall": ("#P.G#; G 0,0 - 0; A", "in a wall"),
    "nobody's turn": ("#P.G#; G 3,0 - 0; score 1", "score 1"),
    "a ghost's turn too many": ("#P.G#; G 3,0 - 0; C", "'C'"),
    "a word": ("#P.G#; hello; A", "hello"),
    "steps beyond the end": ("#P.G#; G 3,0 - 0; steps 9999; A", "9999 steps"),
}
KUHN = {
    "no such cards": ("AA", "'AA'"),
    "twice the same card": ("KK", "'KK'"),
    "a call without a bet": ("KQ call", "'call'"),
    "a move too many": ("KQ bet fold bet", "the game is over"),
}
LEDUC = {
    "no such cards": ("KQ", "'KQ'"),
    "a card that is dealt": ("KsQh check check Ks", "'Ks'"),
    "a third raise": ("KsQh raise raise raise", "'raise'"),
    "nothing to fold to": ("KsQh fold", "'fold'"),
}
LIARS = {
    "no such throw": ("7,1", "'7,1'"),
    "a lower bid": ("3,4 2x2 1x6", "'1x6'"),
    "a call before a bid": ("3,4 liar", "'liar'"),
}
MATRICES = {
    "no file": ("nothing.txt", "No such file"),
    "a row too short": ("1 2; 3", "1 columns"),
    "a word among numbers": ("1 2; 3 x", "'x'"),
    "three numbers": ("1,2,3 1", "'1,2,3'"),
    "by nothing": ("1/0 2", "'1/0'"),
    "too large": ("9999999 1", "'9999999'"),
    "too wide": (" ".join("1" * 13), "13"),
    "names twice": ("1 2; a 1 2; a 3 4", "'a'"),
    "names alone": ("a b;", "rows"),
    "no such choice": ("1 2; 3 4 / row3", "'row3'"),
}
ALL = {
    "matrix": MATRICES,
    "kuhn": KUHN,
    "leduc": LEDUC,
    "liars-dice": LIARS,
    "pig": PIG,
    "rolit": ROLIT,
    "pacman": MAZES,
    "any-tree": TREES,
}
RUBBISH = [(game, name) for game, cases in ALL.items() for name in cases]


@pytest.mark.parametrize(("game", "name"), RUBBISH, ids=[f"{g}: {n}" for g, n in RUBBISH])
def test_rubbish_is_one_clear_line(game: str, name: str) -> None:
    text, found = ALL[game][name]
    with pytest.raises(BadInput) as error:
        general_games[game].create().face().parse(text)
    line = str(error.value)
    assert found in line
    assert "expected" in line
    assert "\n" not in line
    assert len(line) < 300


@every_game
def test_illegal_moves_are_refused(variant: Any) -> None:
    face = made(variant).face()
    for rubbish in ("", "z9", "0", "99"):
        with pytest.raises(BadInput, match="expected"):
            face.play(face.start(), rubbish)


def test_whose_turn_it_is_goes_round() -> None:
    face = general_games["any-tree"].create().face()
    position = face.parse('[{"chance": [["1/2", [["1,2,3"], "1,2,3"]], [0.5, {"player": "A", "moves": [["1,2,3"]]}]]}]')
    turns = [face.to_move(p) for p in (position, face.play(position, "1"), face.play(face.play(position, "1"), "1"))]
    assert turns == [0, CHANCE, 1]  # after A comes B, dice or not
    other = face.play(face.play(position, "1"), "2")
    assert [face.to_move(other), face.to_move(face.play(other, "1"))] == [0, 1]


def test_registered_keys_are_in_order_and_no_key_is_taken_twice() -> None:
    from sandbox.games.api import games

    assert not set(general_games.keys()) & set(games.keys())
    orders = [entry.info["order"] for entry in general_games]
    assert all(a < b for a, b in pairwise(orders))


def test_an_explicit_tree_is_told_line_by_line() -> None:
    face = general_games["any-tree"].create().face()
    told = face.board(face.parse("fallible")).splitlines()
    assert told == ["A", "  risk: chance", "    9/10: 1, -1", "    1/10: -1, 1", "  draw: 0, 0"]
    below = face.board(face.play(face.parse("fallible"), "draw")).splitlines()
    assert below == ["0, 0"]
    wide = face.board(face.parse(str(list(range(60))))).splitlines()
    assert (wide[0], wide[1], wide[-1], len(wide)) == ("A", "  1: 0, 0", "…", 41)
