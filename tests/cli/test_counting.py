"""`perft` and `complexity` as a person types them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sandbox.cli.entry import run


def lines(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    assert run([*words, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_perft_counts_every_depth(capsys: pytest.CaptureFixture[str]) -> None:
    found = lines(capsys, "perft", "tic-tac-toe", "--depth", "5")
    assert [(line["depth"], line["nodes"]) for line in found] == [
        (0, 1),
        (1, 9),
        (2, 72),
        (3, 504),
        (4, 3024),
        (5, 15120),
    ]


def test_perft_divides_from_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    found = lines(capsys, "perft", "tic-tac-toe", "XO------- X", "--depth", "3", "--divide")
    moves = {line["move"]: line["nodes"] for line in found if "move" in line}
    assert len(moves) == 7
    assert sum(moves.values()) == next(line["nodes"] for line in found if line["depth"] == 3 and "move" not in line)


def test_finished_games_count_if_asked(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("perft", "tic-tac-toe", "XXXOO---- O", "--depth", "2")
    assert lines(capsys, *words)[-1]["nodes"] == 0
    assert lines(capsys, *words, "--finished", "count")[-1]["nodes"] == 1


def test_complexity_sums_up(capsys: pytest.CaptureFixture[str]) -> None:
    summary = lines(capsys, "complexity", "tic-tac-toe")[-1]
    assert summary["complete"] is True
    assert (summary["states"], summary["states_up_to_symmetry"]) == (5478, 765)
    assert (summary["games"], summary["games_up_to_symmetry"]) == (255_168, 26_830)


def test_complexity_tells_people_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    summary = lines(capsys, "complexity", "tic-tac-toe")[-1]
    assert run(["complexity", "tic-tac-toe"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert "states  5,478, up to symmetry 765" in told
    assert "games   255,168, up to symmetry 26,830" in told
    assert "        131,184 won by the first, 46,080 drawn, 77,904 won by the second" in told
    assert [summary[name] for name in ("first_wins", "draws", "second_wins")] == [131_184, 46_080, 77_904]
    assert "covers  the whole game" in told


def test_complexity_says_what_it_covers(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["complexity", "tic-tac-toe", "--depth", "3"]) == 0
    assert "the first 3 plies only" in capsys.readouterr().out
    assert run(["complexity", "morris"]) == 0
    assert "without number" in capsys.readouterr().out


def test_no_ply_at_all_is_the_position_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert [line["nodes"] for line in lines(capsys, "perft", "tic-tac-toe", "--depth", "0")] == [1]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["perft", "tic-tac-toe", "--depth", "1001"], "from 0 to 1000"),
        (["perft", "chess", "--depth", "2"], "'chess' is not registered"),
        (["perft", "othello", "--depth", "-1"], "--depth: -1"),
        (["perft", "othello", "--depth", "many"], "--depth"),
        (["perft", "othello", "XX", "--depth", "1"], "2 characters"),
        (["perft", "nim:stones=4", "--depth", "1"], "nim.stones: no such option"),
        (["perft", "nim:piles=99", "--depth", "1"], "'99'"),
        (["complexity", "tic-tac-toe", "--most", "0"], "--most"),
        (["complexity", "tree", "/nowhere"], "No such file"),
    ],
)
def test_rubbish_is_one_line(words: list[str], found: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert found in said.err
