"""Games as documents: lines and variations, every notation, files that come back, analyses that go on."""

from __future__ import annotations

import json
import random
from pathlib import Path

import jsonschema
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sandbox.errors import BadInput
from sandbox.games.api import games
from sandbox.gametree.api import Bound, Limits, Result, RootMove, Status, engines, new_stop
from sandbox.gametree.document import GameDocument, Kept, Player
from sandbox.gametree.document.analysis import EXACT, Analysis, Settings, graded
from sandbox.gametree.document.files import from_json, load, save, to_json
from sandbox.gametree.document.notation import read, write
from sandbox.gametree.document.setup import Setup
from sandbox.gametree.play import exact
from sandbox.gametree.report import SearchReport, Snapshot

SCHEMA = json.loads((Path(__file__).parents[3] / "docs/game.schema.json").read_text(encoding="utf-8"))
KEYS = ("connect-four", "othello", "tic-tac-toe", "morris", "nim", "tree")
GGF = (
    "(;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[lynx]PW[kitty]RE[+64.000]TI[10:00]TY[8]"
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
    "B[f5//0.01]W[d6//1.2]B[C3]W[d3];)(;GM[Othello]PB[x];)"
)


def played(key, seed, plies, document=None):
    """A random game."""
    draw, document = random.Random(seed), document or GameDocument(key)
    at = 0
    for _ in range(plies):
        moves = document.face.moves(document.plies[at].position)
        if not moves:
            break
        at = document.play(at, draw.choice(list(moves)))
    return document, at


@pytest.mark.small
def test_another_move_begins_a_variation_and_nothing_is_lost():
    document = GameDocument("connect-four")
    end = document.play_all("44535")
    middle = document.path(end)[2]
    other = document.play(middle, "1")
    assert document.moves() == tuple("44535")
    assert document.moves(other) == tuple("441")
    assert document.play(middle, "5") == document.path(end)[3]
    document.promote(other)
    assert document.moves() == tuple("441")
    document.remove(other)
    assert document.moves() == tuple("44535")
    with pytest.raises(BadInput):
        document.remove(0)


@pytest.mark.small
def test_a_shallower_answer_never_overwrites_a_deeper_one():
    document = GameDocument("nim")
    assert document.keep(0, Kept("pvs", 0.3, depth=6))
    assert not document.keep(0, Kept("pvs", 0.1, depth=4))
    assert document.keep(0, Kept("mcts", 0.2, simulations=500))
    assert document.keep(0, Kept("pvs", 1.0, exact=True, depth=2))
    assert not document.keep(0, Kept("pvs", 0.5, depth=9))
    assert document.best_known(0).value == 1.0


@pytest.mark.small
@pytest.mark.parametrize("key", KEYS)
@given(seed=st.integers(0, 10_000), plies=st.integers(0, 60))
@example(seed=10_000, plies=60)  # in Othello its last move is a pass
def test_every_notation_gives_the_game_back(key, seed, plies):
    document, at = played(key, seed, plies)
    assert read(key, write(document, "moves")).moves() == document.moves()
    position = write(document, "position", at)
    again = read(key, position)
    end = again.plies[again.line()[-1]].position
    assert end.words == document.plies[at].position.words
    jsonschema.validate(to_json(document), SCHEMA)
    assert to_json(read("nim", write(document, "json"))) == to_json(document)
    if key == "othello":
        assert read("othello", write(document, "ggf")).moves() == document.moves()


@pytest.mark.small
@pytest.mark.parametrize(
    ("key", "text", "moves"),
    [
        ("connect-four", "4453", "4 4 5 3"),
        ("connect-four", " 4, 4, 5 3\n", "4 4 5 3"),
        ("connect-four", "1. 4 4 2. 5 3 *", "4 4 5 3"),
        ("othello", "F5D6C3", "f5 d6 c3"),
        ("othello", "1. f5 d6 {book} 2. c3", "f5 d6 c3"),
        ("othello", GGF, "f5 d6 c3 d3"),
        ("tic-tac-toe", "b2a1c3", "b2 a1 c3"),
        ("tic-tac-toe", "b2 a1, c3", "b2 a1 c3"),
        ("nim", "7=5+2 5=4+1", "7=5+2 5=4+1"),
        ("morris", "a1 b2", "a1 b2"),
        ("tree", "[[1,2],[3,4]] 2 1", "2 1"),
        ("tree", "2 1", "2 1"),
        ("othello", "", ""),
        ("connect-four", "-", ""),
    ],
)
def test_what_is_pasted_is_read(key, text, moves):
    assert " ".join(read(key, text).moves()) == moves


@pytest.mark.small
def test_boards_of_other_programs_are_read():
    ours = "-" * 27 + "OX------XO" + "-" * 27
    for text in (f"{ours} X", f"{ours}X", ours.replace("X", "*").replace("-", ".") + " *", f"{ours.lower()}\nx"):
        document = read("othello", text)
        assert document.start == f"{ours} X"
    assert read("connect-four", "." * 38 + "XO" + "..").start == "-" * 38 + "XO--"
    assert read("othello", GGF).players[0].name == "lynx"
    assert read("othello", GGF).ended == "+64.000"


@pytest.mark.small
@pytest.mark.parametrize(
    ("key", "text", "said"),
    [
        ("connect-four", "hello", "'h'"),
        ("connect-four", "44444444", "move 7"),
        ("othello", "f5f5", "move 2"),
        ("othello", "-" * 64, "no side"),
        ("othello", GGF.replace("d6", "a1"), "GGF, move 2"),
        ("othello", GGF.replace("Othello", "Chess"), "Chess"),
        ("othello", GGF.replace("W[d6", "B[d6"), "whose turn"),
        ("othello", GGF.replace("BO[8 -", "BO[8 Q"), "BO"),
        ("nim", "7=6", "move 1"),
        ("tree", "[[1,2]] 9", "9"),
        ("tic-tac-toe", "XXX------", "X and"),
        ("nim", '{"format": "game-ai-sandbox game", ', "JSON"),
    ],
)
def test_what_cannot_be_read_gets_one_clear_line(key, text, said):
    with pytest.raises(BadInput) as error:
        read(key, text)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_gives_everything_back(tmp_path):
    document, at = played("othello", 3, 12)
    document.title, document.comment, document.ended = "Łódź", "two\nlines", "White resigned"
    document.seat(1, Player("", "pvs", {"depth": 5}, {"seconds": 1.0}))
    document.renamed(0, "Ada")
    fork = document.path(at)[3]
    variation = document.play(fork, document.face.moves(document.plies[fork].position)[-1])
    document.plies[variation].comment = "better?"
    limits = Limits(depth=3, every_move=True)
    result = engines["pvs"].create().search(document.game, document.plies[at].position, limits, SearchReport())
    document.keep(at, Kept.of("pvs", result, "depth 3"))
    save(document, tmp_path / "game.json")
    again = load(tmp_path / "game.json")
    assert to_json(again)["plies"][0] == to_json(document)["plies"][0]
    assert again.players == document.players
    assert (again.title, again.comment, again.ended) == (document.title, document.comment, document.ended)
    assert [p.kept for p in again.plies.values()] == [document.plies[n].kept for n in in_order(document)]
    assert [p.comment for p in again.plies.values()].count("better?") == 1
    jsonschema.validate(json.loads((tmp_path / "game.json").read_text(encoding="utf-8")), SCHEMA)


def in_order(document):
    return [ply["id"] for ply in to_json(document)["plies"]]


@pytest.mark.small
@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"format": "x"}, "format"),
        ({"game": "chess"}, "game"),
        ({"start": "XXX"}, "start"),
        ({"title": 3}, "title"),
        ({"players": [3]}, "players[0]"),
        ({"plies": [3]}, "plies[0]"),
        ({"plies": [{"id": 0, "parent": None, "move": ""}, {"id": 1, "parent": 0, "move": "9"}]}, "plies[1], move"),
        ({"plies": [{"id": 0, "parent": None, "move": ""}, {"id": 1, "parent": 7, "move": "9"}]}, "plies[1], parent"),
        ({"plies": [{"id": 0, "parent": None, "move": "", "kept": [{"bound": "odd"}]}]}, "kept[0], bound"),
        ({"plies": [{"id": 0, "parent": None, "move": "", "kept": [{"pv": [1]}]}]}, "kept[0], pv"),
    ],
)
def test_a_broken_file_names_the_place(change, where):
    with pytest.raises(BadInput) as error:
        from_json(to_json(GameDocument("connect-four")) | change, "g.json")
    assert where in str(error.value)


@pytest.mark.parametrize("key", ["tic-tac-toe", "connect-four", "othello"])
def test_what_a_move_lost_is_what_the_exact_values_say(key):
    """An analysis by perfect play against each position solved by itself."""
    document, at = played(key, 11, {"tic-tac-toe": 9, "connect-four": 36, "othello": 60}[key])
    late = GameDocument(key, start=document.face.print(document.plies[document.path(at)[-8]].position))
    late.play_all([document.plies[n].move for n in document.path(at)[-7:]])
    reports = list(Analysis(late, Settings(EXACT, None)).plies())
    values = [exact.solve(late.game, late.plies[n].position, Limits(), SearchReport()).value for n in late.line()]
    assert [r.value for r in reports] == values
    for report, value, after in zip(reports, values, values[1:], strict=False):
        assert report.loss == value + after
        assert report.exact
    assert reports[-1].move == ""
    assert any(r.loss for r in reports) or key == "othello"


@pytest.mark.parametrize("engine", ["pvs", "mcts", "alphabeta", "mtdf"])
def test_losses_are_of_one_depth(engine):
    document, _ = played("connect-four", 5, 10)
    limits = Limits(nodes=3000) if engine == "mcts" else Limits(depth=5)
    reports = Analysis(document, Settings(engine, engines[engine].create(), limits))(new_stop())
    assert [r.move for r in reports] == [*document.moves(), ""]
    for report in reports:
        assert report.source == engine
        assert report.loss is None or report.loss >= 0
        if report.move == report.best:
            assert report.loss == 0
        if engine != "mcts" and report.move and report.loss is not None and not report.exact:
            after = document.face.play(document.plies[report.ply].position, report.move)
            shallow = (
                engines[engine].create().search(document.game, after, Limits(depth=report.depth - 1), SearchReport())
            )
            assert report.played == -shallow.value
    assert all(r.drop is not None for r in reports[:-1] if r.bound is Bound.EXACT)


def test_a_budget_in_nodes_still_compares_like_with_like():
    document, _ = played("othello", 8, 12)
    reports = Analysis(document, Settings("pvs", engines["pvs"].create(), Limits(nodes=2500)))(new_stop())
    assert all(r.drop is not None for r in reports[:-1])


def test_an_analysis_goes_on_where_it_was_stopped(tmp_path):
    document, _ = played("connect-four", 5, 12)
    settings = Settings("alphabeta", engines["alphabeta"].create(), Limits(depth=4))
    stop, first = new_stop(), []
    for report in Analysis(document, settings).plies(stop):
        first.append(report)
        if len(first) == 5:
            stop[0] = 1
    assert len(first) == 5
    save(document, tmp_path / "half.json")
    again = load(tmp_path / "half.json")
    known = {n: dict(p.kept) for n, p in again.plies.items() if p.kept}
    whole = Analysis(again, settings)(new_stop())
    assert len(known) == 5
    assert all(again.plies[n].kept == kept for n, kept in known.items())
    fresh = Analysis(played("connect-four", 5, 12)[0], settings)(new_stop())
    assert [(r.value, r.loss, r.best, r.nodes) for r in whole] == [(r.value, r.loss, r.best, r.nodes) for r in fresh]
    assert [r.seconds for r in whole[:5]] == [r.seconds for r in first]


def test_an_analysis_less_deep_leaves_what_the_same_engine_found_deeper():
    document, _ = played("tic-tac-toe", 5, 3)
    settings = [Settings("alphabeta", engines["alphabeta"].create(), Limits(depth=depth)) for depth in (4, 2)]
    Analysis(document, settings[0])(new_stop())
    deep = {n: dict(p.kept) for n, p in document.plies.items()}
    shallow = Analysis(document, settings[1])(new_stop())
    assert [r.depth for r in shallow] == [2] * 4
    assert {n: dict(p.kept) for n, p in document.plies.items()} == deep


def test_an_estimate_and_a_result_are_not_taken_from_one_another():
    document = GameDocument("connect-four")
    document.play_all("4141414")
    reports = Analysis(document, Settings("pvs", engines["pvs"].create(), Limits(depth=4)))(new_stop())
    thrown = reports[5]  # Red had to block
    assert abs(thrown.value) < 1
    assert thrown.played == -18
    assert (thrown.loss, thrown.grade) == (None, "blunder")
    assert thrown.drop == pytest.approx(thrown.value + 1)
    assert reports[7].value == -18


@pytest.mark.small
def test_grades():
    assert [graded(d) for d in (None, 0.0, 0.2, 0.4, 2.0)] == ["", "", "inaccuracy", "mistake", "blunder"]


@pytest.mark.small
@pytest.mark.parametrize("key", ["connect-four", "othello", "tic-tac-toe", "morris"])
@given(seed=st.integers(0, 1000), plies=st.integers(0, 40))
def test_a_position_set_up_is_the_one_meant(key, seed, plies):
    document, at = played(key, seed, plies)
    position = document.plies[at].position
    start = document.face.print(position)
    setup = Setup(key, {}, start)
    over = not document.face.moves(setup.position())
    assert setup.problem == ("the game is over" if over else "")
    assert setup.position().words == position.words


@pytest.mark.small
def test_a_set_up_says_what_is_wrong():
    setup = Setup("othello")
    assert setup.problem == ""
    setup.put(3, 3, "-")
    assert setup.problem == "d4 is empty, expected discs on the four centre squares"
    setup.clear()
    assert setup.problem
    drop = Setup("connect-four")
    drop.put(2, 1, "X")
    assert "floating" in drop.problem
    for wrong in (lambda: drop.put(7, 0, "X"), lambda: drop.put(0, 0, "Z"), lambda: Setup("nim")):
        with pytest.raises(BadInput):
            wrong()
    assert set(games.keys()) >= {"connect-four", "othello", "tic-tac-toe", "morris"}


class Terse:
    """Says what the first move is worth and of the others a bound; keeps what it was asked."""

    def __init__(self, simulations=0):
        self.asked, self.simulations = [], simulations

    def search(self, game, position, limits, report, recording=None):
        self.asked.append((limits.depth, limits.nodes, limits.seconds, limits.every_move))
        best, *others = game.face().moves(position)
        depth, value = 0 if self.simulations else limits.depth, len(self.asked) / 16
        rows = (RootMove(best, value, Bound.EXACT, depth=depth), *(RootMove(m, 0.0, Bound.UPPER) for m in others))
        shot = Snapshot(depth=depth, value=value, best=best, root=rows, simulations=self.simulations)
        return Result(best, value, False, (best,), Status.DONE, 0.0, shot)


@pytest.mark.small
@pytest.mark.parametrize(
    ("depth", "simulations", "second"),
    [
        (5, 0, (4, 0, 0.0, False)),
        (2, 0, (1, 0, 0.0, False)),
        (1, 0, None),
        (0, 0, None),
        (0, 300, (0, 900, 9.0, False)),
    ],
)
def test_what_a_search_did_not_say_of_the_move_played_is_asked_one_ply_less_deep(depth, simulations, second):
    document, engine = GameDocument("tic-tac-toe"), Terse(simulations)
    document.play_all(["b2"])  # and a1 is the first there is
    first, last = Analysis(document, Settings("terse", engine, Limits(depth=depth, nodes=900, seconds=9.0)))(new_stop())
    whole = (depth, 900, 9.0, True)
    assert engine.asked == [whole, *([second] if second else []), whole]
    assert (first.best, first.value, last.best) == ("a1", 1 / 16, "a1")
    assert first.played == (-2 / 16 if second else None)
    row = next(row for row in document.plies[0].kept["terse"].rows if row.move == "b2")
    assert row == (
        RootMove("b2", -2 / 16, Bound.EXACT, depth=depth, pv=("b2", "a1"))
        if second
        else RootMove("b2", 0.0, Bound.UPPER)
    )


@pytest.mark.small
@pytest.mark.parametrize(
    ("moves", "result"),
    [
        ("", None),
        ("a1 b1 a2 b2", None),
        ("a1 b1 a2 b2 a3", 1),
        ("a1 b1 a2 b2 c3 b3", -1),
        ("b2 a1 c1 a3 a2 c2 b1 b3 c3", 0),
    ],
)
def test_the_result_is_that_of_who_began_whoever_moved_last(moves, result):
    document = GameDocument("tic-tac-toe")
    end = document.play_all(moves.split())
    assert document.result() == result
    assert to_json(document)["result"] == result
    if result is None and moves:  # a variation has no say
        document.play(document.path(end)[-2], "c3")
        assert document.result() is None
