"""Tables of endings: true against a naive twin that plays by the face alone, and what engines make of them."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sandbox.cli.entry import run
from sandbox.errors import BadInput
from sandbox.games.api import Game, games
from sandbox.gametree.api import Limits, engines
from sandbox.gametree.books.book import States
from sandbox.gametree.evaluation.judging import offered
from sandbox.gametree.known import endings
from sandbox.gametree.known.backwards import Backwards
from sandbox.gametree.known.endings import Ending, after_moves, best_of, endings_of, leading, load, worths
from sandbox.gametree.play.truth import Truth
from sandbox.gametree.report import SearchReport
from sandbox.registry import Entry
from tests.gametree.searching import find
from tests.oracles.backwards import solved

BOARDS = ({}, {"diagonals": False})
ENGINES = ("alphabeta", "pvs", "mtdf")


def morris(**options: Any) -> Game:
    return games["morris"].create(options)


@cache
def naive(straight: bool) -> dict[Any, tuple[int, int]]:
    return solved(morris(diagonals=not straight).face())


def table_of(game: Game) -> endings.Endings:
    found = endings_of(game)
    assert found is not None
    return found


@pytest.mark.parametrize("straight", [False, True])
def test_every_state_is_there_and_true(straight: bool) -> None:
    game = morris(diagonals=not straight)
    table, states, keys = table_of(game), States(game), set()
    for position, (value, plies) in naive(straight).items():
        a, b = (int(word) for word in position.words)
        assert table.of(states, a, b) == Ending(value, plies), game.face().print(position)
        keys.add(states.key(states.canonical(a, b)))
    assert len(keys) == len(table) == (546 if straight else 540)
    assert naive(straight)[game.face().start()] == ((0, 0) if straight else (1, 9))  # as docs/engines.md says


@pytest.mark.parametrize("options", BOARDS)
def test_the_tables_that_ship_are_what_the_command_makes(options: dict[str, Any], tmp_path: Path) -> None:
    words = "morris" + ":diagonals=false" * bool(options)
    assert run(["table", words, "-o", str(tmp_path / "made")]) == 0
    made = (tmp_path / "made").read_bytes()
    assert made == table_of(morris(**options)).to_bytes()
    assert load(tmp_path / "made").to_bytes() == made


def test_tic_tac_toe_backwards_is_a_draw() -> None:
    game = games["tic-tac-toe"].create()
    table = Backwards(game).run()
    assert len(table) == 765  # states up to symmetry, as everybody counts
    start = table.of(States(game), *game.face().start().words)
    assert start == Ending(0, 0)


def test_only_small_games_of_wins_and_losses(tmp_path: Path) -> None:
    assert run(["table", "connect-four", "-o", str(tmp_path / "x")]) == 2
    with pytest.raises(BadInput, match="more than 100 states"):
        Backwards(morris(), most=100).run()


def test_a_spoilt_file_is_one_line(tmp_path: Path) -> None:
    path, good = tmp_path / "bad.endings", table_of(morris()).to_bytes()
    for content in (b"", b"[]\n", b"{}\n", good[:-1], good.replace(b"endings 1", b"endings 9")):
        path.write_bytes(content)
        with pytest.raises(BadInput, match=r"bad\.endings"):
            load(path)
    with pytest.raises(BadInput, match="nowhere"):
        load(tmp_path / "nowhere.endings")


@pytest.mark.parametrize("key", ENGINES)
def test_engines_with_it_play_perfectly_at_depth_one(key: str) -> None:
    game, draw, face = morris(), random.Random(3), morris().face()
    for position in draw.sample(sorted(naive(straight=False), key=face.print), 60):
        if not face.moves(position):
            continue
        found, alone = (
            find(key, game, position, Limits(depth=1), endings_table=on, evaluation="nothing") for on in (True, False)
        )
        value, plies = naive(straight=False)[position]
        assert found.exact
        assert found.value == value
        assert naive(straight=False)[face.play(position, found.best)] == (-value, plies - 1 if value else 0)
        assert found.report.notes["rule"].startswith(("won", "lost", "drawn"))
        assert "rule" not in alone.report.notes


@pytest.mark.parametrize("key", ENGINES)
def test_it_saves_nodes(key: str) -> None:
    game = morris()
    start = game.face().start()
    with_it, without = (find(key, game, start, Limits(depth=9), endings_table=on) for on in (True, False))
    assert with_it.exact
    assert with_it.report.nodes * 100 < without.report.nodes


def test_a_won_game_is_won_as_soon_as_can_be() -> None:
    game, draw = morris(), random.Random(7)
    face, report = game.face(), SearchReport()
    for _ in range(20):
        position, plies = face.start(), 0
        while face.moves(position):
            if plies % 2 == 0:
                position = face.play(
                    position, find("pvs", game, position, Limits(depth=3), report, endings_table=True).best
                )
            else:
                position = face.play(position, draw.choice(face.moves(position)))
            plies += 1
        assert plies <= naive(straight=False)[face.start()][1]
        assert face.utility(position, 0) == 1


def test_the_truth_is_known_from_it_at_once() -> None:
    game, face = morris(), morris().face()
    truth = Truth(game, nodes=1)
    assert truth.value(face.start()) == 1
    found, known = truth.of_moves(face.start()), after_moves(game, face.start())
    assert known is not None
    assert (
        found == worths(game, face.start()) == {m: -naive(straight=False)[face.play(face.start(), m)][0] for m in known}
    )
    assert leading(known) == Ending(*naive(straight=False)[face.start()])
    assert best_of(known) == "b2"


def test_it_is_offered_where_there_is_one() -> None:
    def names(entry: Entry[Any], game: str) -> set[str]:
        return {option.name for option in offered(entry, game)}

    for key in ENGINES:
        assert "endings_table" in names(engines[key], "morris")
        assert "endings_table" not in names(engines[key], "othello")
    game = games["connect-four"].create()
    assert endings_of(game) is None
    assert after_moves(game, game.face().start()) is None
    assert find("pvs", game, game.face().start(), Limits(depth=2), endings_table=True).best
