"""Positions in files, and where the nodes of explicit trees are drawn."""

import os

import pytest

from sandbox.errors import BadInput
from sandbox.games.api import games
from sandbox.games.explicit import columns
from sandbox.games.texts import Texts, without_remarks

pytestmark = pytest.mark.small


def test_a_file_is_read_again_only_when_it_has_changed(tmp_path):
    read, path = [], tmp_path / "a.txt"
    texts = Texts(lambda file: read.append(file) or file.read_text(encoding="utf-8"), "a text")
    path.write_text("one", encoding="utf-8")
    assert (texts.load(str(path)), texts.load(str(path)), len(read)) == ("one", "one", 1)
    path.write_text("two", encoding="utf-8")
    os.utime(path, ns=(1, 1))
    assert (texts.load(str(path)), len(read)) == ("two", 2)


def test_a_name_is_one_that_ships_unless_a_file_has_it(tmp_path, monkeypatch):
    texts = Texts(without_remarks, "a maze", "mazes")
    assert "trap" in texts.shipped()
    assert texts.load("trap") == without_remarks(texts.shipped()["trap"])
    monkeypatch.chdir(tmp_path)
    (tmp_path / "trap").write_text("mine", encoding="utf-8")
    assert texts.load("trap") == "mine"


def test_what_cannot_be_read_is_told_with_what_there_is(tmp_path):
    with pytest.raises(BadInput, match=r"nosuch: No such file or directory, expected a maze, or one of .*trap"):
        Texts(without_remarks, "a maze", "mazes").load("nosuch")
    with pytest.raises(BadInput, match=r"expected a list$"):
        Texts(without_remarks, "a list").load("nosuch")
    (tmp_path / "x").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(BadInput, match="not a text file"):
        Texts(without_remarks, "a list").load(str(tmp_path / "x"))


def test_remarks_leave_their_lines(tmp_path):
    path = tmp_path / "t"
    path.write_text("# one\n a # two\n  # three\nb", encoding="utf-8")
    assert without_remarks(path) == "\n a # two\n\nb"


@pytest.mark.parametrize(
    ("depth", "places", "wide"),
    [
        (2, {0: (1.25, 0), 1: (0.5, 1), 2: (2.0, 1), 3: (0.0, 2), 4: (1.0, 2)}, 3),
        (1, {0: (0.5, 0), 1: (0.0, 1), 2: (1.0, 1)}, 2),
        (0, {0: (0.0, 0)}, 1),
    ],
)
def test_leaves_take_columns_and_parents_their_middle(depth, places, wide):
    children = {0: range(1, 3), 1: range(3, 5)}
    assert columns(0, depth, lambda node: children.get(node, range(0))) == (places, wide)


def test_a_tree_may_be_drawn_from_any_node():
    children = {0: range(1, 3), 1: range(3, 5)}
    found = columns(1, 5, lambda node: children.get(node, range(0)))
    assert found == ({1: (0.5, 0), 3: (0.0, 1), 4: (1.0, 1)}, 2)


def test_a_tree_is_told_in_forty_lines_at_most_and_says_that_there_is_more():
    face = games["tree"].create().face()
    assert face.board(face.parse("[[3,[5]],-2]")).splitlines() == [
        "MAX",
        "  MIN",
        "    3",
        "    MAX",
        "      5",
        "  -2",
    ]
    below = face.board(face.parse("[[3,[5]],-2] 1")).splitlines()
    assert below == ["MIN", "  3", "  MAX", "    5"]
    lines = {many: face.board(face.parse(str(list(range(many))))).splitlines() for many in (39, 40, 64)}
    assert lines[39] == ["MAX", *(f"  {value}" for value in range(39))]
    assert lines[40] == lines[64] == [*lines[39], "…"]


BOARDS = {
    ("tic-tac-toe", "XO--X---- O"): """
  a b c
1 X O ·
2 · X ·
3 · · ·""",
    ("morris", "XXO--X--O O"): """
  a b c
1 X─X─O
  │╲│╱│
2 ·─·─X
  │╱│╲│
3 ·─·─O""",
    ("nim", "5,2,1"): """
 5 ooooo
 2 oo
 1 o""",
    ("connect-four", "44535"): """
· · · · · · ·
· · · · · · ·
· · · · · · ·
· · · · · · ·
· · · O X · ·
· · O X X · ·
1 2 3 4 5 6 7""",
    ("othello", "f5 d6 c3"): """
  a b c d e f g h
1 · · · · · · · ·
2 · · · · · · · ·
3 · · X + · + · ·
4 · · · X X + · ·
5 · · · O X X + ·
6 · · · O · · · ·
7 · · · · · · · ·
8 · · · · · · · ·""",
}


@pytest.mark.parametrize(("key", "text"), BOARDS)
def test_boards_are_told_with_the_names_of_their_fields(key, text):
    face = games[key].create().face()
    assert face.board(face.parse(text)) == BOARDS[key, text][1:]
