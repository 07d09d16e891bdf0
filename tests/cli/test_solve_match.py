"""`solve` and `match` from the command line: fields, checks, one clear line for rubbish."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sandbox.cli import main


def lines(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[dict[str, Any]]]:
    status = main(list(words))
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_solve_tells_the_promised_fields(capsys: pytest.CaptureFixture[str]) -> None:
    status, (facts,) = lines(capsys, "solve", "tic-tac-toe", "XX-OO---- X", "--engine", "alphabeta", "--json")
    assert status == 0
    assert (facts["best"], facts["value"], facts["exact"]) == ("c1", 1, True)
    promised = {"game", "engine", "best", "value", "exact", "pv", "depth", "nodes", "leaves", "seconds"}
    promised |= {"root", "table", "deepening"}
    assert promised <= set(facts)
    assert {"move", "value", "bound", "nodes", "visits", "win_rate", "pv"} <= set(facts["root"][0])
    assert {"depth", "value", "nodes", "seconds", "best"} <= set(facts["deepening"][0])


def test_solve_takes_the_strongest_engine_when_none_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    _, (facts,) = lines(capsys, "solve", "nim", "7", "--depth", "12", "--json")
    assert (facts["engine"], facts["value"], facts["exact"]) == ("pvs", -1, True)


def test_solve_checks_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("# ours\nXX-OO---- X 1\n--------- X 1\n", encoding="utf-8")
    status, found = lines(capsys, "solve", "tic-tac-toe", "--file", str(file), "--exact", "--json")
    assert status == 1
    assert [f.get("correct") for f in found] == [True, False, None]
    assert found[-1]["summary"]
    assert (found[-1]["checked"], found[-1]["wrong"]) == (2, 1)


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "chess"),
        ("solve", "tic-tac-toe", "XXX"),
        ("solve", "tic-tac-toe", "--engine", "deepblue"),
        ("solve", "tic-tac-toe", "--engine", "pvs", "--option", "depht=3"),
        ("solve", "tic-tac-toe", "--engine", "pvs", "--option", "depth=99"),
        ("solve", "tic-tac-toe", "--depth", "-1"),
        ("solve", "tic-tac-toe", "--file", "/nowhere"),
        ("solve", "tic-tac-toe", "--engine", "mcts", "--option", "evaluation=othello-discs"),
        ("solve", "othello", "--engine", "greedy", "--option", "evaluation=open-lines", "--jobs", "2"),
        ("match", "tic-tac-toe", "--first", "pvs:evaluation=othello-discs", "--second", "random"),
        ("match", "tic-tac-toe", "--first", "pvs", "--second", "deepblue"),
        ("match", "tic-tac-toe", "--first", "beginner:depth=3", "--second", "pvs"),
        ("match", "tic-tac-toe", "--first", "pvs", "--second", "pvs", "--games", "0"),
        ("match", "tic-tac-toe", "--first", "pvs", "--second", "pvs", "--nodes", "-5"),
        ("match", "tic-tac-toe", "--first", "pvs", "--second", "pvs", "--time", "nan"),
    ],
)
def test_rubbish_gets_one_clear_line(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    assert main(list(words)) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.startswith("error: ")


def test_a_finished_game_is_said_to_be_over(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["solve", "tic-tac-toe", "XXXOO---- O"]) == 0
    assert capsys.readouterr().out == "the game is over: -1 for the side that would move\n"
    file = tmp_path / "openings.txt"
    file.write_text("---------\nXXXOO----\n", encoding="utf-8")
    assert main(["match", "tic-tac-toe", "--first", "pvs", "--second", "pvs", "--openings", str(file)]) == 2
    assert capsys.readouterr().err == f"error: {file}:2: the game is over, expected a position to begin from\n"


def test_match_from_both_sides(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--first", "alphabeta:depth=9", "--second", "random", "--games", "10", "--depth", "9", "--json"]
    status, found = lines(capsys, "match", "tic-tac-toe", *words)
    games, summary = found[:-1], found[-1]
    assert status == 0
    assert len(games) == 10
    assert [g["first_begins"] for g in games] == [True, False] * 5
    assert [g["opening"] for g in games[::2]] == [g["opening"] for g in games[1::2]]
    assert summary["losses"] == 0
    assert summary["wins"] > 5
    assert summary["elo"] > 100
    assert summary["elo_error"] > 0


def test_a_match_in_which_both_ponder(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--first", "mcts", "--second", "pvs", "--games", "2", "--nodes", "300", "--ponder", "--json"]
    status, found = lines(capsys, "match", "tic-tac-toe", *words)
    assert status == 0
    assert found[-1]["wins"] + found[-1]["draws"] + found[-1]["losses"] == 2


@pytest.mark.parametrize("before", [[], ["--"], ["--depth", "3"], ["--depth", "3", "--"]], ids=" ".join)
@pytest.mark.parametrize("command", ["solve", "judge", "perft"])
def test_a_board_may_begin_with_an_empty_square(
    command: str, before: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    own = [] if command == "judge" else ["--depth", "3"]
    words = [w for w in before if command != "judge" or w == "--"]
    for board in ("----X----O", "----x---- o", "---------"):
        status, found = lines(capsys, command, "tic-tac-toe", "--json", *own, *words, board)
        assert status == 0
        if command == "solve":
            assert found[0]["position"] == board
    status, found = lines(capsys, command, "tic-tac-toe", "----X----O", "--json", *own)
    assert status == 0
    assert main([command, "tic-tac-toe", "--no-such-option", *own]) == 2
    assert "unrecognized arguments: --no-such-option" in capsys.readouterr().err


def test_solve_says_what_is_finished_and_what_a_value_says(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["solve", "connect-four", "4453", "--engine", "mtdf", "--nodes", "2000"]
    _, (facts,) = lines(capsys, *words, "--json")
    assert facts["depth"] == facts["deepening"][-1]["depth"] == facts["searching"] - 1
    assert (facts["value"], facts["bound"]) == (facts["deepening"][-1]["value"], "exact")
    assert main(words) == 0
    assert f"depth {facts['depth']} (deepest {facts['deepest']}, {facts['searching']} begun)" in capsys.readouterr().out
    assert main(["solve", "tic-tac-toe", "XX-OO---- X", "--engine", "minimax", "--depth", "9", "--nodes", "60"]) == 0
    assert "value ≥ " in capsys.readouterr().out


def test_an_interrupted_proof_says_how_far_it_came_and_in_how_much_memory(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["solve", "connect-four", "473125", "--exact", "--nodes", "3000"]
    _, (facts,) = lines(capsys, *words, "--json")
    low, high = facts["bounds"]
    assert not facts["exact"]
    assert low < high
    assert main(words) == 0
    told = capsys.readouterr().out
    assert f"proven so far: from {low:+d} to {high:+d}; " in told
    assert "B of memory" in told


@pytest.mark.parametrize(
    "words",
    [
        ("tree", "[[3,12,8],[2,4,6],[14,5,2]]", "--engine", "alphabeta", "--depth", "4"),
        ("connect-four", "4453", "--engine", "mcts", "--nodes", "300"),
        ("connect-four", "44444412", "--nodes", "3000", "--exact"),
    ],
)
def test_a_tree_is_kept_and_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path, words: tuple[str, ...]) -> None:
    file, picture = tmp_path / "tree.json", tmp_path / "tree.svg"
    status, (facts,) = lines(capsys, "solve", *words, "--tree", str(file), "--json")
    assert status == 0
    tree = json.loads(file.read_text(encoding="utf-8"))
    fixed = {"id", "parent", "move", "depth", "alpha", "beta", "value", "kind", "cause"}
    assert all(fixed <= set(node) for node in tree)
    if "mcts" in words:
        assert tree[0]["visits"] == facts["simulations"]
    else:
        assert len(tree) == facts["nodes"]
    assert main(["render", str(file), "-o", str(picture)]) == 0
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert main(["render", str(file), "-o", str(tmp_path / "tree.png"), "--theme", "light"]) == 0
    then = main(["render", str(file), "--at", "5", "-o", str(picture)])
    assert then == (2 if "mcts" in words else 0)


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "nim", "--engine", "random", "--tree", "t.json"),
        ("solve", "nim", "--file", "p.txt", "--tree", "t.json"),
        ("solve", "nim", "--tree", "t.json", "--tree-nodes", "0"),
        ("solve", "nim", "2", "--tree", "t.json"),
        ("solve", "nim", "--tree", "t.json", "--tree-nodes", "99999999"),
    ],
)
def test_a_tree_that_cannot_be_gets_one_clear_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.txt").write_text("7\n", encoding="utf-8")
    assert main(list(words)) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "t.json").exists()


def test_games_of_a_match_are_kept_and_open_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "games"
    words = ["--first", "casual", "--second", "mcts:c=1.0", "--nodes", "50", "--games", "4", "--balanced"]
    status, found = lines(capsys, "match", "connect-four", *words, "--save", str(folder), "--json")
    assert status == 0
    for game in found[:-1]:
        kept = json.loads((folder / f"game-{game['number'] + 1}.json").read_text(encoding="utf-8"))
        assert kept["main_line"] == game["moves"]
        engines = [player["engine"] for player in kept["players"]]
        assert engines == (["casual", "mcts"] if game["first_begins"] else ["mcts", "casual"])
        assert main(["analyse", "connect-four", str(folder / "game-1.json"), "--depth", "2", "--json"]) == 0
        capsys.readouterr()


@pytest.mark.parametrize(
    "words",
    [
        ("connect-four", "4453", "--engine", "scripted"),
        ("connect-four", "44444441"),
        ("connect-four", "4453", "--depth", "-1"),
        ("nim", "(;GM[Othello]B[f5];)"),
        ("chess", "e4"),
    ],
)
def test_what_cannot_be_analysed_gets_one_clear_line(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    assert main(["analyse", *words]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)


@pytest.mark.parametrize("engine", ["random", "ucb"])
def test_who_records_no_tree_is_told_before_it_searches(
    engine: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "tree.json"
    assert main(["solve", "tic-tac-toe", "-", "--engine", engine, "--tree", str(out)]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n"), out.exists()) == ("", 1, False)
    assert f"{engine} records no tree, expected one of " in said.err
    assert f" {engine}," not in said.err.partition("one of")[2]
