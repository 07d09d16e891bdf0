"""A game, an engine, an evaluation is one file: laid into its folder it is listed, played, solved, counted, drawn."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
PACKAGES = ("sandbox.games.library", "sandbox.gametree.engines", "sandbox.gametree.evaluation")
LAID_IN = f"""
import importlib, json, sys
for name in {PACKAGES}:
    importlib.import_module(name).__path__.append(sys.argv[1] + "/" + name.rpartition(".")[2])
from sandbox.cli.entry import run
for words in json.loads(sys.argv[2]):
    print("#", run(words), flush=True)
"""
NO_JIT = {"NUMBA_DISABLE_JIT": "1"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What is added, where nothing else is."""
    shutil.copytree(HERE / "additions", tmp_path / "added", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "added"


def ran(folder: Path, *commands: list[str], **variables: str) -> list[tuple[int, list[dict[str, Any]]]]:
    """Each command's status and what it says in JSON."""
    homes = dict.fromkeys(("XDG_CONFIG_HOME", "XDG_DATA_HOME"), str(folder / "home"))
    environment = os.environ | homes | {"SDL_VIDEODRIVER": "dummy"} | variables
    words = [sys.executable, "-c", LAID_IN, str(folder), json.dumps(commands)]
    done = subprocess.run(
        words, cwd=HERE.parent, env=environment, capture_output=True, encoding="utf-8", check=False, timeout=280
    )
    assert done.returncode == 0, done.stderr
    found: list[tuple[int, list[dict[str, Any]]]] = []
    lines: list[dict[str, Any]] = []
    for line in done.stdout.splitlines():
        if line.startswith("#"):
            found.append((int(line[1:]), lines))
            lines = []
        elif line.startswith("{"):
            lines.append(json.loads(line))
    assert len(found) == len(commands), done.stderr
    assert all(status == 0 for status, _ in found), done.stderr
    return found


def check_everything(folder: Path, **variables: str) -> None:
    out = folder.parent
    (_, games), (_, engines), (_, judges), (_, solved), (_, modest), (_, scripted), *rest = ran(
        folder,
        ["list", "games", "--json"],
        ["list", "engines", "--json"],
        ["list", "evaluations", "--json"],
        ["solve", "takeaway", "10", "--engine", "alphabeta", "--depth", "12", "--json"],
        ["solve", "takeaway:stones=7", "--engine", "modest", "--option", "last=on", "--json"],
        ["solve", "takeaway", "--engine", "scripted", "--json"],
        ["judge", "takeaway", "8", "--json"],
        ["perft", "takeaway", "--depth", "3", "--json"],
        ["complexity", "takeaway", "4", "--json"],
        [
            "match",
            "takeaway",
            "--first",
            "pvs:evaluation=fours",
            "--second",
            "modest",
            "--games",
            "2",
            "--depth",
            "4",
            "--json",
        ],
        ["match", "connect-four", "--first", "modest", "--second", "random", "--games", "2", "--json"],
        ["render", "takeaway:5", "-o", str(out / "board.png"), "--json"],
        ["render", "takeaway:5", "-o", str(out / "board.svg"), "--json"],
        ["--tab", "boards", "--game", "takeaway", "--frames", "3", "--shot", str(out / "window.png")],
        **variables,
    )
    (_, judged), (_, counted), (_, sized), (_, match), (_, other), *_ = rest
    assert [g["options"][0]["name"] for g in games if g["key"] == "takeaway"] == ["stones"]
    assert [e["options"][0]["name"] for e in engines if e["key"] == "modest"] == ["last"]
    assert "fours" in {e["key"] for e in judges}
    assert (solved[0]["best"], solved[0]["value"], solved[0]["exact"]) == ("2", 1, True)
    assert modest[0]["best"] == "3"
    assert scripted[0]["notes"]["rule"] == "Opening: one stone."
    assert (judged[0]["evaluation"], judged[0]["score"]) == ("fours", -100)
    assert [line["nodes"] for line in counted] == [1, 3, 9, 27]
    assert (sized[-1]["games"], sized[-1]["complete"]) == (7, True)
    assert match[-1]["wins"] + match[-1]["losses"] == 2
    assert other[-1]["summary"]
    for name in ("board.png", "board.svg", "window.png"):
        assert (out / name).stat().st_size > 300


def test_one_file_each_is_enough(folder: Path) -> None:
    check_everything(folder, **NO_JIT)


@pytest.mark.slow
def test_one_file_each_is_enough_compiled(folder: Path) -> None:
    check_everything(folder)
