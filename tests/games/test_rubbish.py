"""Positions that cannot be are refused in one line that says why."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from sandbox.errors import BadInput
from sandbox.games.api import games
from sandbox.games.library.othello.face import START

pytestmark = pytest.mark.small

OTHELLO = {
    "wrong length": ("X" * 62 + " X", "63 characters"),
    "too long": ("X" * 66, "66 characters"),
    "no side": (START, "no side to move"),
    "a dash for the side": (START + "-", "side to move"),
    "an empty centre": ("-" * 64 + "X", "d4 is empty"),
    "a disc apart": ("X" + START[1:] + "X", "a1"),
    "an illegal move": ("f5f5", "move 2: 'f5'"),
    "a pass too early": ("pass", "pass"),
    "a foreign letter": ("?" * 64 + "X", "'?'"),
}
CONNECT_FOUR = {
    "a foreign letter": ("12a", "move 3: 'a'"),
    "a column too many": ("128", "move 3: '8'"),
    "a full column": ("1111111", "move 7: column 1 is full"),
    "a move after the end": ("12121213", "move 8: the game is over"),
    "a board too short": ("X" * 41, "41 characters"),
    "too many stones of one side": ("-" * 35 + "XXX-OOX", "as many X as O"),
    "a floating stone": ("X" + "-" * 34 + "O------", "floating stone in column 1"),
    "the mover has four": ("-" * 28 + "OOO----" + "XXXX--O", "X has four"),
    "two ends": ("-" * 21 + "XXXX---OOOXOO-XXXXOOO", "no single last stone"),
}
TIC_TAC_TOE = {
    "wrong length": ("XO", "2 characters"),
    "too many stones": ("XXX------", "3 X and 0 O"),
    "the wrong side": ("--------- O", "X to move"),
    "the mover has three": ("OOOXX-X-- O", "O to move with 3 X and 3 O"),
    "the mover has three, truly": ("XXXOOOXOO", "4 X and 5 O"),
}
NIM = {
    "nothing": (",", "'nothing'"),
    "a word": ("seven", "'seven'"),
    "zero": ("0", "'0'"),
    "negative": ("-7", "'-7'"),
    "too large": ("17", "'17'"),
    "too many": (",".join(["16"] * 4), "64 stones"),
    "enormous": ("9" * 5000, "9999"),
    "another script": ("٣", "piles"),
}
MORRIS = {
    "wrong length": ("X", "1 characters"),
    "too many stones": ("XXXXOOO--", "4 X and 3 O"),
    "no side": ("XX-OO--XO", "no side to move"),
    "the mover has three": ("XXXOO-O-- X", "X has three"),
    "the wrong side": ("X-------- X", "O to move"),
}
TREE = {
    "no file": ("missing.txt", "No such file"),
    "broken": ("[[1,2]", "column"),
    "an empty node": ("[[],1]", "0 children"),
    "a word": ('["a"]', "whole numbers"),
    "a fraction": ("[1.5]", "whole numbers"),
    "too large": ("[99999]", "99999"),
    "too wide": (str([1] * 65), "65 children"),
    "too deep": ("[" * 100_000, "nested too deep"),
    "no such child": ("[1,2] 3", "'3'"),
    "below a leaf": ("[1,2] 1 1", "the game is over"),
}
ALL = {
    "othello": OTHELLO,
    "connect-four": CONNECT_FOUR,
    "tic-tac-toe": TIC_TAC_TOE,
    "nim": NIM,
    "morris": MORRIS,
    "tree": TREE,
}
CASES = [(game, name) for game, cases in ALL.items() for name in cases]


@pytest.mark.parametrize(("game", "name"), CASES, ids=[f"{g}: {n}" for g, n in CASES])
def test_rubbish_is_one_clear_line(game: str, name: str) -> None:
    text, found = ALL[game][name]
    with pytest.raises(BadInput) as error:
        games[game].create().face().parse(text)
    line = str(error.value)
    assert found in line
    assert "expected" in line
    assert "\n" not in line
    assert len(line) < 250


def test_a_tree_file_may_hold_remarks(tmp_path: Path) -> None:
    file = tmp_path / "t.txt"
    file.write_text("# MAX moves\n[[3, 12, 8],\n [2, 4]]\n", encoding="utf-8")
    face: Any = games["tree"].create({"file": str(file)}).face()
    assert face.print(face.start()) == "[[3,12,8],[2,4]]"
    assert face.parse(str(file)) == face.start()


def test_a_broken_tree_file_names_its_line(tmp_path: Path) -> None:
    file = tmp_path / "t.txt"
    file.write_text("# MAX moves\n[[3, 12, 8],\n [2, x]]\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"t\.txt:3"):
        games["tree"].create({"file": str(file)}).face().start()


def test_boards_of_connect_four_are_read_too() -> None:
    face: Any = games["connect-four"].create().face()
    played = face.parse("4453")
    board = "".join(c or "-" for y in reversed(range(6)) for c in (played.at(x, y) for x in range(7)))
    again = face.parse(board)
    assert again.words == played.words
    assert face.print(again) == board
    assert face.parse(face.print(face.play(again, "1"))).words == face.play(played, "1").words


def test_transcripts_of_othello_pass_by_themselves() -> None:
    face: Any = games["othello"].create().face()
    position = face.parse("f5f6d3f4g5")  # an ordinary beginning, with capitals and spaces allowed
    assert position == face.parse(" F5 f6 D3 f4 g5 ")
    assert position.ply == 5


def test_a_pass_is_forced_and_may_be_written_or_left_out() -> None:
    face: Any = games["othello"].create().face()
    for seed in range(200):
        rng = random.Random(seed)
        position, line = face.start(), []
        while (legal := face.moves(position)) and legal != ("pass",):
            line.append(rng.choice(legal))
            position = face.play(position, line[-1])
        if legal == ("pass",):
            break
    written = "".join(line)
    after = face.moves(face.play(position, "pass"))[0]
    assert face.parse(written + "pass" + after) == face.parse(written + after)


@pytest.mark.parametrize("key", ["connect-four", "othello", "tic-tac-toe", "morris"])
def test_the_first_letter_that_is_wrong_is_named_as_it_was_typed(key: str) -> None:
    with pytest.raises(BadInput) as told:
        games[key].create().face().parse("hello")
    assert told.value.found == "character 'h'"


def test_piles_may_have_as_many_stones_as_fit_and_not_one_more():
    face = games["nim"].create().face()
    assert face.parse("16,16,13").sizes == (16, 16, 13)
    for text, found in (("16,16,14", "46 stones"), ("17", "'17'"), ("3,0", "'0'")):
        with pytest.raises(BadInput, match=found):
            face.parse(text)
