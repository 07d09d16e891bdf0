"""Text of several lines: wrapping loses nothing, keys go where the eye expects, line ends survive the clipboard."""

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.ui.kit import Column, Dialog, Label, TextArea
from sandbox.ui.kit.root import Root
from tests.ui.kit.driving import click, press, write

pytestmark = pytest.mark.small


@pytest.fixture
def area(make_root):
    """A focused area, 260 dp wide."""
    area = TextArea(lines=4)
    make_root(Column([area]), (280, 300))
    area.root.focus.set(area)
    return area


def shown(area: TextArea) -> list[str]:
    return [line.text for line in area._shown_lines()]


def test_enter_begins_a_line_and_backspace_joins(area: TextArea) -> None:
    write(area.root, "one")
    press(area.root, "Enter")
    write(area.root, "two")
    assert area.text == "one\ntwo"
    assert shown(area) == ["one", "two"]
    press(area.root, "Home", "Backspace")
    assert area.text == "onetwo"
    press(area.root, "Ctrl+Z")
    assert area.text == "one\ntwo"


def test_up_and_down_keep_their_column(area: TextArea) -> None:
    area.text = "wide words here\nx\nwide words here"
    area.line.move(len("wide words"))
    press(area.root, "Down", "Down")
    assert area.line.caret == area.text.rindex(" here")
    press(area.root, "Up", "Up")
    assert area.line.caret == len("wide words")
    press(area.root, "Up")
    assert area.line.caret == 0
    press(area.root, "Home", "Shift+Down")
    assert area.line.selected == "wide words here\n"


def test_long_paragraphs_wrap_after_spaces(area: TextArea) -> None:
    area.text = "many words that do not fit into one line of this width by far " * 2
    assert len(shown(area)) == 3
    assert "".join(shown(area)) == area.text
    assert all(line.endswith(" ") for line in shown(area)[:-1])


def test_pasted_lines_stay_lines(area: TextArea) -> None:
    area.root.clipboard.put("a\r\nb\tc\n")
    press(area.root, "Ctrl+V", "Ctrl+A", "Ctrl+C")
    assert area.text == "a\nb    c\n"
    assert area.root.clipboard.get() == area.text


def test_a_click_finds_the_line(area: TextArea) -> None:
    area.text = "first\nsecond\nthird"
    area.root.paint()
    inner = area._text_box()
    click(area.root, (inner.x + 1, inner.y + area._line_height() * 3 // 2))
    assert area.line.caret == len("first\n")


def test_the_caret_stays_in_view(area: TextArea) -> None:
    for _ in range(9):
        press(area.root, "Enter")
    assert area._top > 0
    press(area.root, *["Up"] * 9)
    assert area._top == 0


def test_enter_is_the_areas_and_ctrl_enter_the_dialogs(make_root) -> None:
    root, area, done = make_root(Label("page")), TextArea("x"), []
    Dialog("Notes", area, [("Done", "primary", lambda: done.append(area.text))]).open(root)
    root.paint()
    press(root, "End", "Enter")
    assert not done
    press(root, "Ctrl+Enter")
    assert done == ["x\n"]


@pytest.fixture(scope="module")
def wide(look):
    """An area 100 pixels wide, for all examples."""
    area = TextArea()
    Root(pygame.Surface((100, 200)), look, Column([area])).paint()
    return area


@given(text=st.text("ab \n", max_size=80), at=st.integers(0, 80))
def test_wrapping_loses_nothing_and_every_place_is_on_a_line(wide: TextArea, text: str, at: int) -> None:
    area = wide
    area.text = text
    lines = area._shown_lines()
    assert all(text[line.start : line.start + len(line.text)] == line.text for line in lines)
    assert "".join(line.text for line in lines) == text.replace("\n", "")
    at = min(at, len(text))
    row = area._row_of(at)
    assert area._index(row, area._x_of(at)) == at
