"""A game on the clipboard, how it ended in words, and the sheet of a match's games."""

from types import SimpleNamespace

import pytest

from sandbox.games.api import BoardStyle
from sandbox.gametree.document import notation
from sandbox.ui.boards.contest.bar import COLUMNS
from sandbox.ui.boards.game.files import GameFiles
from sandbox.ui.boards.general.play import Play


@pytest.fixture
def files():
    told = SimpleNamespace(said=[], put=[], toasts=[])
    root = SimpleNamespace(
        clipboard=SimpleNamespace(put=told.put.append), toast=lambda *words: told.toasts.append(words)
    )
    match = SimpleNamespace(document=object(), here=2, line=[0, 1, 2, 3])
    made = GameFiles(SimpleNamespace(root=root, say=told.said.append), SimpleNamespace(match=match))
    return SimpleNamespace(files=made, told=told, match=match)


@pytest.mark.parametrize(("kind", "ply"), [("moves", 3), ("position", 2), ("ggf", 3)])
@pytest.mark.parametrize("signs", [4, 60, 61, 200])
def test_what_is_copied_is_said_cut_to_a_line(files, kind, ply, signs, monkeypatch):
    asked, text = [], "4" * signs
    monkeypatch.setattr(notation, "write", lambda *words: asked.append(words) or text)
    files.files.copy(kind)
    assert asked == [(files.match.document, kind, ply)], "the line that is shown, or what is looked at"
    assert files.told.put == [text]
    assert files.told.said == ["Copied: " + (text if signs <= 60 else "4" * 59 + "…")]
    assert files.told.toasts == []


def test_what_cannot_be_copied_is_said_and_nothing_is_put(files):
    files.match.document = SimpleNamespace(key="nim")
    files.files.copy("braille")
    assert (files.told.put, files.told.said) == ([], [])
    ((title, *_),) = files.told.toasts
    assert title == "Not copied"


@pytest.mark.parametrize(
    ("worth", "style", "words"),
    [
        ((1, -1), None, "A wins: A 1, B −1"),
        ((-2, 5, 3), None, "B wins: A −2, B 5, C 3"),
        ((2, 2, -4), None, "A and B are even: A 2, B 2, C −4"),
        ((0.5, 0.5), BoardStyle.TREE, "Worth A 0.5, B 0.5"),
    ],
)
def test_who_won_is_who_has_most(worth, style, words):
    picture = SimpleNamespace(style=style) if style else None
    over = SimpleNamespace(
        face=SimpleNamespace(utility=lambda _: worth), position=None, names=tuple("ABC"[: len(worth)]), picture=picture
    )
    assert Play._ending(over) == words


def test_the_sheet_of_games_has_numbers_to_the_right():
    assert [column.title for column in COLUMNS if column.number] == ["Game", "Moves"]
