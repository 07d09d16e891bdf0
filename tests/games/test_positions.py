"""Published positions are read, with the moves their lists name."""

from __future__ import annotations

from pathlib import Path

from sandbox.games.api import games


def lines(file: Path) -> list[list[str]]:
    return [line.split() for line in file.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]


def test_othello(positions: Path) -> None:
    face = games["othello"].create().face()
    files = [f for f in (positions / "othello").glob("*.txt") if f.name != "perft.txt"]
    for words in (words for file in files for words in lines(file)[::4]):
        board, side, *_ = words[1:] if words[0].isdigit() else words
        position = face.parse(f"{board} {side}")
        assert position == face.parse(board + side)
        assert {w.split(":")[0] for w in words[words.index("|") + 1 :]} == set(face.moves(position))


def test_connect_four(positions: Path) -> None:
    face = games["connect-four"].create().face()
    for file in (positions / "connect_four").glob("*_R*.txt"):
        for played, *scores in lines(file)[::4]:
            position = face.parse(played)
            assert face.print(position) == played
            if len(scores) == 7:
                assert face.moves(position) == tuple(str(i + 1) for i, s in enumerate(scores) if s != "-1000")


def test_lecture_trees(positions: Path) -> None:
    for file in (positions / "trees").glob("*.txt"):
        face = games["tree"].create({"file": str(file)}).face()
        assert len(face.moves(face.start())) >= 2
