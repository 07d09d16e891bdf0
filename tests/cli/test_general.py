"""The commands on games of more players and with dice."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from sandbox.cli.entry import run

ROOT = Path(__file__).resolve().parents[2]


def said(capsys: Any, *words: str) -> list[dict[str, Any]]:
    """What a command says in JSON, when all went well."""
    assert run([*words, "--json"]) == 0, capsys.readouterr().err
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def refused(capsys: Any, *words: str) -> str:
    """The one line of a command that was refused."""
    assert run(list(words)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return str(captured.err)


def test_they_are_listed(capsys: Any) -> None:
    games = {row["key"]: row for row in said(capsys, "list", "games")}
    assert games["pig"]["general"]
    assert "general" not in games["othello"]
    assert {"any-tree", "connect-four"} < set(games)
    engines = {row["key"] for row in said(capsys, "list", "engines")}
    assert engines > {"alphabeta", "expectiminimax", "maxn", "paranoid", "any-move", "vector-mcts"}


def test_solve_tells_the_vector(capsys: Any) -> None:
    (found,) = said(capsys, "solve", "any-tree", "three-players", "--engine", "maxn")
    assert (found["values"], found["best"], found["exact"], found["player"]) == ([1, 2, 6], "1", True, "A")
    assert found["value"] == 1
    assert [row["values"] for row in found["root"]] == [[1, 2, 6], [1, 5, 2]]
    assert run(["solve", "any-tree", "fallible"]) == 0
    assert "worth 0.8, –" in capsys.readouterr().out
    assert run(["solve", "pig", "100,3"]) == 0
    assert "the game is over: 1, 0" in capsys.readouterr().out


def test_solve_takes_a_general_engine_to_a_two_word_game(capsys: Any) -> None:
    (found,) = said(capsys, "solve", "tic-tac-toe", "XX-OO---- X", "--engine", "maxn", "--option", "depth=3")
    assert (found["best"], found["values"]) == ("c1", [1, -1])
    (estimate,) = said(capsys, "solve", "othello", "--engine", "expectiminimax", "--depth", "2")
    assert -1 < estimate["value"] < 1


def test_a_tree_is_told_and_saved(capsys: Any, tmp_path: Path) -> None:
    out = tmp_path / "tree.json"
    assert run(["solve", "any-tree", "fallible", "--tree", str(out)]) == 0
    told = capsys.readouterr().out
    assert told.startswith("A to move: best risk   worth 0.8, ")
    tree = "root A: 0.8, -0.8\n  risk chance: 0.8, -0.8\n    1 (9/10): 1, -1\n    2 (1/10): -1, 1\n  draw: 0, 0\n"
    assert tree in told
    content = json.loads(out.read_text(encoding="utf-8"))
    jsonschema.validate(content, json.loads((ROOT / "docs/tree.schema.json").read_text(encoding="utf-8")))
    assert [node["player"] for node in content] == [0, -1, -1, -1, -1]
    assert [node.get("probability") for node in content] == [None, None, 0.9, 0.1, None]
    (found,) = said(capsys, "solve", "any-tree", "three-players", "--engine", "maxn", "--tree", str(out))
    content = json.loads(out.read_text(encoding="utf-8"))
    jsonschema.validate(content, json.loads((ROOT / "docs/tree.schema.json").read_text(encoding="utf-8")))
    assert content[0]["values"] == found["values"] == [1, 2, 6]
    assert content[0]["tree"]["nodes"] == len(content) == found["nodes"]
    drawing = tmp_path / "tree.svg"
    assert run(["render", str(out), "-o", str(drawing)]) == 0
    text = drawing.read_text(encoding="utf-8")
    assert all(f">{vector}<" in text for vector in ("1, 2, 6", "6, 1, 2", "1, 5, 2", "5, 4, 5"))
    capsys.readouterr()
    said(capsys, "solve", "pig", "90,91 A+4", "--engine", "expectiminimax", "--depth", "2", "--tree", str(out))
    assert run(["render", str(out), "-o", str(drawing)]) == 0
    assert ">1/6<" in drawing.read_text(encoding="utf-8")
    capsys.readouterr()
    said(capsys, "solve", "rolit:players=3", "--engine", "paranoid", "--depth", "2", "--tree", str(out))
    assert run(["render", str(out), "-o", str(tmp_path / "tree.png")]) == 0
    assert (tmp_path / "tree.png").stat().st_size > 1000


def test_pig_is_solved(capsys: Any) -> None:
    (found,) = said(capsys, "solve", "pig", "--exact")
    assert (found["engine"], found["best"], found["exact"]) == ("value-iteration", "roll", True)
    assert found["value"] == pytest.approx(0.53059273, abs=1e-8)
    assert run(["solve", "pig", "0,0 A+21", "--engine", "value-iteration"]) == 0
    assert "best hold" in capsys.readouterr().out
    words = ("match", "pig", "--first", "value-iteration", "--second", "hold-at", "--games", "300")
    *_, first, second, _ = said(capsys, *words)
    assert first["share"] > second["share"]
    assert first["share"] - first["error"] < (0.587 + 1 - 0.478) / 2 < first["share"] + first["error"]


def test_solve_checks_a_file(capsys: Any, tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("# trees\n[[3,12,8],[2,4,6]] 3\n[1,2] 2\n", encoding="utf-8")
    *rows, summary = said(capsys, "solve", "any-tree", "--file", str(file), "--exact")
    assert [row["correct"] for row in rows] == [True, True]
    assert (summary["checked"], summary["wrong"]) == (2, 0)
    file.write_text("[1,2] 1.5\n", encoding="utf-8")
    assert run(["solve", "any-tree", "--file", str(file), "--exact"]) == 1
    assert "2" in capsys.readouterr().out


def test_budgets_are_kept(capsys: Any) -> None:
    (found,) = said(capsys, "solve", "pig", "--nodes", "2000")
    assert (found["nodes"], found["status"]) == (2000, "budget")
    assert [row["depth"] for row in found["deepening"]] == list(range(1, found["depth"] + 1))


def test_a_match_turns_the_seats_with_the_same_dice(capsys: Any) -> None:
    words = (
        "match",
        "pig:goal=20:players=3",
        "--player",
        "maxn",
        "--player",
        "any-move",
        "--player",
        "paranoid",
        "--depth",
        "1",
    )
    *rounds, first, second, third = said(capsys, *words, "--games", "6", "--seed", "3")
    assert [game["seats"] for game in rounds] == [[0, 1, 2], [1, 2, 0], [2, 0, 1]] * 2
    for game in rounds:
        assert sum(game["points"]) == pytest.approx(1)
        assert sorted(game["worth"]) == [0, 0, 1]
        assert game["points"][game["seats"][game["worth"].index(1)]] == 1
    assert sum(score["share"] for score in (first, second, third)) == pytest.approx(1)
    assert [score["contender"] for score in (first, second, third)] == ["maxn", "any-move", "paranoid"]
    thrown = [[m for m in game["moves"] if m.isdigit()] for game in rounds]
    for one, other in pairwise(thrown[:3]):
        shorter = min(len(one), len(other))
        assert one[:shorter] == other[:shorter]
    assert thrown[0][:8] != thrown[3][:8]
    again = said(capsys, *words, "--games", "6", "--seed", "3")
    assert [g["moves"] for g in again[:6]] == [g["moves"] for g in rounds]


def test_looking_ahead_beats_chance(capsys: Any) -> None:
    words = (
        "match",
        "pig:goal=30",
        "--first",
        "expectiminimax",
        "--second",
        "any-move",
        "--depth",
        "2",
        "--games",
        "40",
    )
    *_, first, second, _ = said(capsys, *words)
    assert first["share"] - first["error"] > second["share"] + second["error"]


def test_contenders_may_look_ahead_differently_far(capsys: Any) -> None:
    seats = ("--first", "expectiminimax:depth=2", "--second", "expectiminimax:depth=1")
    words = ("match", "backgammon", *seats, "--games", "2")
    played = said(capsys, *words)
    assert [g["moves"] for g in played[:2]] == [g["moves"] for g in said(capsys, *words)[:2]]  # no clock took part


def test_a_match_begins_from_openings(capsys: Any, tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("# near the end\n98,98 A\n95,0 B\n", encoding="utf-8")
    words = ("match", "pig", "--first", "any-move", "--second", "any-move", "--openings", str(file), "--games", "4")
    assert [game["opening"] for game in said(capsys, *words)[:4]] == ["98,98 A", "98,98 A", "95,0 B", "95,0 B"]


def test_move_sequences_and_states_are_counted(capsys: Any) -> None:
    assert [row["nodes"] for row in said(capsys, "perft", "pig", "--depth", "4")] == [1, 1, 6, 11, 41]
    divided = said(capsys, "perft", "any-tree", "raid", "--depth", "3", "--divide")
    assert [(row["move"], row["nodes"]) for row in divided[4:]] == [("from-C", 4), ("from-A", 4)]
    *rows, summary = said(capsys, "complexity", "any-tree", "raid")
    assert [row["states"] for row in rows] == [1, 2, 4, 8]
    assert (summary["states"], summary["games"], summary["complete"]) == (15, 8, True)
    *_, summary = said(capsys, "complexity", "pig:goal=6")
    assert (summary["games"], summary["complete"]) == (None, True)


def test_worlds_are_planned_in(capsys: Any) -> None:
    (found,) = said(capsys, "solve", "vacuum")
    assert (found["text"], found["cyclic"]) == ("[Suck; if state 5 then [Right, Suck] else []]", False)
    (found,) = said(capsys, "solve", "vacuum:erratic=off:slippery=on")
    assert (found["engine"], found["cyclic"], found["faults"]) == ("strong-cyclic", True, [])
    assert found["steps"] == pytest.approx(4)
    (none,) = said(capsys, "solve", "vacuum:slippery=on", "1", "--engine", "and-or")
    assert (none["plan"], none["status"]) == (None, "done")
    assert run(["solve", "vacuum"]) == 0
    assert "1: Suck\n  5: Right\n" in capsys.readouterr().out
    assert {"vacuum", "world"} < {row["key"] for row in said(capsys, "list", "games")}
    assert {"and-or", "strong-cyclic"} < {row["key"] for row in said(capsys, "list", "engines")}


REFUSED = [
    (("solve", "vacuum", "9"), "one of 1, 2"),
    (("solve", "vacuum", "--engine", "maxn"), "one of and-or, strong-cyclic"),
    (("solve", "vacuum", "--depth", "3"), "--depth"),
    (("perft", "vacuum", "--depth", "3"), "vacuum is a world to plan in"),
    (("solve", "world:file=nowhere.txt"), "nowhere.txt"),
    (("solve", "pig", "--engine", "alphabeta"), "alphabeta cannot play this game of 2 players with dice"),
    (("solve", "any-tree", "three-players", "--engine", "expectiminimax"), "expectiminimax cannot play this game of 3"),
    (("solve", "pig:players=3", "--exact"), "positions recur"),
    (("solve", "pig", "--engine", "nobody"), "'nobody' is not registered"),
    (("solve", "pig", "--engine", "expectiminimax:star=star1"), "--option NAME=VALUE sets its options"),
    (("solve", "pig", "--engine", "expectiminimax", "--option", "star=star3"), "star3"),
    (("solve", "pig", "--engine", "vector-mcts", "--option", "c=nan"), "nan"),
    (("solve", "backgammon", "4HPwATDgc/ABMA A 77"), "the dice 77"),
    (("solve", "pig", "--exact", "--engine", "maxn"), "positions recur"),
    (("solve", "any-tree", "pairs", "--engine", "hold-at"), "hold-at cannot play"),
    (("solve", "pig:goal=300", "--exact"), "250 at most"),
    (("solve", "pig", "--tree", "x.json", "--engine", "vector-mcts"), "vector-mcts records no tree"),
    (("solve", "pig", "100,3", "--tree", "x.json"), "the game is over"),
    (("solve", "pig", "1,2,3"), "3 scores"),
    (("solve", "pig:players=9"), "pig.players"),
    (("solve", "any-tree", '{"chance": [["1/2", 1], ["1/3", 2]]}'), "add up to 5/6"),
    (("solve", "any-tree", "nowhere.txt"), "nowhere.txt"),
    (
        ("match", "pig", "--player", "maxn", "--player", "maxn", "--player", "maxn", "--player", "maxn"),
        "4 engines, expected 2",
    ),
    (
        ("match", "connect-four", "--player", "maxn", "--player", "maxn", "--player", "maxn", "--player", "maxn"),
        "4 engines",
    ),
    (("match", "connect-four", "--first", "maxn", "--second", "alphabeta"), "alphabeta cannot play"),
    (("match", "connect-four", "--first", "alphabeta"), "1 engines, expected two"),
    (("match", "pig", "--first", "maxn", "--second", "maxn", "--ponder"), "--ponder"),
    (
        ("match", "any-tree:file=raid", "--player", "maxn", "--player", "maxn", "--player", "expectiminimax"),
        "3 players",
    ),
    (("judge", "pig"), "pig has more players or dice"),
    (("render", "pig:-", "-o", "x.png"), "pig"),
]


@pytest.mark.parametrize(("words", "found"), REFUSED, ids=[" ".join(words)[:60] for words, _ in REFUSED])
def test_what_cannot_be_is_one_clear_line(words: tuple[str, ...], found: str, capsys: Any) -> None:
    assert found in refused(capsys, *words)


def test_the_window_opens_a_game_of_this_kind_and_refuses_what_is_none_in_one_line() -> None:
    """In a process of its own: a window that ends takes pygame's fonts along."""
    words = [sys.executable, str(ROOT / "main.py"), "--frames", "1", "--game"]
    driver = os.environ | {"SDL_VIDEODRIVER": "dummy"}
    for name, status in (("pig", 0), ("kuhn", 0), ("chess", 2), ("kuhn:JJ", 2)):
        done = subprocess.run([*words, name], env=driver, capture_output=True, encoding="utf-8")
        assert (done.returncode, done.stderr.count("\n")) == (status, int(status > 0)), done.stderr
        assert status == 0 or name.partition(":")[0] in done.stderr


def test_pac_man_s_match_keeps_the_seats_and_tells_who_ate_all(capsys: Any) -> None:
    words = ["match", "pacman:maze=starve:steps=300", "--player", "pacman-minimax:ties=lot", "--player", "any-move"]
    *games, first, second, _ = said(capsys, *words, "--games", "2")
    assert [game["seats"] for game in games] == [[0, 1], [0, 1]]
    assert (first["share"], second["share"]) == (1.0, 0.0)


def test_a_maze_on_the_command_line_is_searched_or_refused_in_a_line(capsys: Any) -> None:
    (found,) = said(capsys, "solve", "pacman", "#P..G#", "--engine", "pacman-reflex")
    assert found["best"] == "E"
    assert run(["solve", "pacman", "#..G#"]) == 2
    assert "no Pac-Man, expected a maze with one P" in capsys.readouterr().err


def test_a_hidden_game_s_tree_is_what_the_mover_may_see(capsys: Any, tmp_path: Path) -> None:
    out, drawing = tmp_path / "tree.json", tmp_path / "tree.svg"
    kept = []
    for deal in ("QJ", "QK"):
        assert run(["solve", "kuhn", deal, "--engine", "cfr", "--tree", str(out)]) == 0
        kept.append(out.read_text(encoding="utf-8"))
    assert kept[0] == kept[1]
    jsonschema.validate(json.loads(kept[0]), json.loads((ROOT / "docs/tree.schema.json").read_text(encoding="utf-8")))
    assert run(["render", str(out), "-o", str(drawing)]) == 0
    assert ">QJ 1/2<" in drawing.read_text(encoding="utf-8")
    capsys.readouterr()
    (found,) = said(capsys, "solve", "kuhn", "QK", "--engine", "cfr", "--tree", str(out), "--open")
    assert (found["position"], json.loads(out.read_text(encoding="utf-8"))[0]["info"]) == ("QK", "Q")
    for game in ("othello", "pig", "vacuum"):
        assert run(["solve", game, "--open"]) == 2
    assert run(["solve", "matrix", "chicken", "--tree", str(out)]) in (0, 2)


def test_a_match_keeps_every_game(capsys: Any, tmp_path: Path) -> None:
    from sandbox.gametree.document.general import load

    words = ("--first", "cfr", "--second", "determinised", "--games", "3", "--save", str(tmp_path))
    *games, _, _, _ = said(capsys, "match", "kuhn", *words)
    for number, game in enumerate(games, start=1):
        document = load(tmp_path / f"kuhn-{number:03d}.game.json")
        assert document.moves == tuple(game["moves"])
        assert document.result == tuple(game["worth"])
        assert {player.engine for player in document.players} == {"cfr", "determinised"}
    assert run(["match", "othello", "--first", "maxn", "--second", "maxn", "--save", str(tmp_path)]) == 2
