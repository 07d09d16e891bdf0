"""The line editor against a naive twin, and undo as the inverse of every edit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.ui.kit.editing import Line

pytestmark = pytest.mark.small
EDITS = st.lists(
    st.one_of(
        st.tuples(st.just("insert"), st.text("ab c_.é", max_size=4)),
        st.tuples(st.just("erase"), st.sampled_from([(-1, False), (1, False), (-1, True), (1, True)])),
        st.tuples(st.just("move"), st.tuples(st.integers(-2, 20), st.booleans())),
        st.tuples(st.just("step"), st.tuples(st.sampled_from([-1, 1]), st.booleans(), st.booleans())),
        st.tuples(st.just("all"), st.none()),
    ),
    max_size=25,
)


def apply(line: Line, edit: tuple) -> None:
    kind, what = edit
    if kind == "insert":
        line.insert(what)
    elif kind == "erase":
        line.erase(what[0], word=what[1])
    elif kind == "move":
        line.move(what[0], extend=what[1])
    elif kind == "step":
        line.step(what[0], extend=what[1], word=what[2])
    else:
        line.select_all()


@given(EDITS)
def test_undoing_everything_comes_back_and_redoing_goes_forth(edits: list) -> None:
    line = Line("start text")
    for edit in edits:
        apply(line, edit)
        assert 0 <= line.caret <= len(line.text)
        assert 0 <= line.anchor <= len(line.text)
    end = line.text
    while line.can_undo:
        line.undo()
    assert line.text == "start text"
    while line.can_redo:
        line.redo()
    assert line.text == end


@given(st.text("ab c", max_size=10), st.integers(0, 10), st.integers(0, 10), st.text("xyz", max_size=3))
def test_inserting_replaces_the_selection(text: str, anchor: int, caret: int, new: str) -> None:
    line = Line(text)
    line.move(anchor)
    line.move(caret, extend=True)
    start, end = line.selection
    line.insert(new)
    assert line.text == text[:start] + new + text[end:]


def test_typing_a_word_is_one_step_of_undo() -> None:
    line = Line("")
    for char in "hello":
        line.insert(char)
    line.insert(" ")
    for char in "world":
        line.insert(char)
    line.undo()
    assert line.text == "hello "
    line.undo()
    line.undo()
    assert line.text == ""


def test_a_new_edit_forgets_what_was_undone() -> None:
    line = Line("a")
    line.insert("b")
    line.undo()
    line.insert("c")
    assert not line.can_redo
    assert line.text == "ac"


@pytest.mark.parametrize(("start", "by", "to"), [(11, -1, 8), (8, -1, 4), (0, 1, 4), (4, 1, 8), (3, -1, 0)])
def test_words_are_what_editors_take_for_words(start: int, by: int, to: int) -> None:
    line = Line("foo bar baz")
    line.move(start)
    assert line.word_edge(by) == to


def test_a_double_click_takes_the_word() -> None:
    line = Line("one two-three")
    line.select_word(5)
    assert line.selected == "two"


def test_line_breaks_and_control_characters_do_not_get_in() -> None:
    line = Line("")
    line.insert("a\nb\tc\x00\x1b[0m")
    assert line.text == "a b c[0m"


def test_selecting_then_stepping_collapses_to_the_side() -> None:
    line = Line("abcdef")
    line.move(1)
    line.move(4, extend=True)
    line.step(-1)
    assert (line.caret, line.anchor) == (1, 1)
