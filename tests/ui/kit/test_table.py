"""Tables: order, selection, CSV, a hundred thousand rows; trees."""

import csv
import io

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.ui.kit import Column, Marked, MemoryClipboard, Root, Table, TableColumn, TableModel, Worded
from sandbox.ui.kit.tables.model import default_text

from .driving import click, drag, press, wheel

COLUMNS = [TableColumn("Name", 100, 1), TableColumn("Value", 80, number=True), TableColumn("Note", 80)]
CELLS = st.one_of(st.none(), st.integers(-5, 5), st.floats(-5, 5), st.text("aBc", max_size=2))


@pytest.fixture
def rows() -> list:
    return [(f"row {i}", (i * 37) % 50 if i % 7 else None, "x" * (i % 3)) for i in range(200)]


def order_key(value: object) -> tuple:
    """A naive order: numbers, words without case, missing last."""
    if value is None:
        return (2, 0)
    return (0, value) if isinstance(value, int | float) else (1, str(value).casefold())


@given(st.lists(CELLS, max_size=30), st.booleans())
def test_sorting_is_stable_and_puts_what_is_missing_last(values: list, descending: bool) -> None:
    model = TableModel([TableColumn("V")], [(value,) for value in values])
    model.sort(0, descending)
    present = [i for i in range(len(values)) if values[i] is not None]
    present.sort(key=lambda i: order_key(values[i]), reverse=descending)
    missing = [i for i in range(len(values)) if values[i] is None]
    assert model.order.tolist() == present + missing


@given(st.lists(st.tuples(st.text('a,"\n', max_size=4), CELLS), max_size=10))
def test_csv_can_be_read_back(rows: list) -> None:
    model = TableModel([TableColumn("A"), TableColumn("B, quoted")], rows)
    read = list(csv.reader(io.StringIO(model.csv())))
    assert read[0] == ["A", "B, quoted"]
    assert read[1:] == [["" if cell is None else str(cell) for cell in row] for row in rows]


@given(st.lists(st.integers(0, 99), max_size=20), st.data())
def test_selection_names_rows_whatever_the_order(values: list, data: st.DataObject) -> None:
    model = TableModel([TableColumn("V")], [(value,) for value in values])
    model.sort(0)
    for _ in range(data.draw(st.integers(0, 5))):
        if values:
            place = data.draw(st.integers(0, len(values) - 1))
            model.choose(place, extend=data.draw(st.booleans()), toggle=data.draw(st.booleans()))
    chosen = set(model.selected)
    model.sort(None)
    assert model.selected == chosen
    assert model.selected_in_order() == sorted(chosen)


def window(look):
    """A small root with a clock that stands still."""
    return Root(pygame.Surface((320, 160)), look, clipboard=MemoryClipboard(), clock=lambda: 0.0)


SHOWN = st.one_of(CELLS, st.builds(Worded, st.just(1.0), st.sampled_from("ab"), st.sampled_from(["text", "dim"])))


@given(st.lists(st.lists(st.tuples(st.text("ab", max_size=1), SHOWN, SHOWN), max_size=4), min_size=2, max_size=4),
       st.booleans(), st.booleans())  # fmt: skip
def test_other_rows_leave_the_picture_that_the_same_rows_would_have_from_the_first(look, contents, fitted, ordered):
    root, fresh = window(look), window(look)
    table = Table(COLUMNS, contents[0], fitted=fitted)
    root.content = table
    root.paint()
    table.sort(1 if ordered else None)
    for rows in contents[1:]:
        root.paint()
        table.rows = rows
    root.paint()
    other = Table(COLUMNS, contents[-1], fitted=fitted)
    fresh.content = other
    fresh.paint()
    other.sort(1 if ordered else None)
    fresh.paint()
    assert (pygame.surfarray.array3d(root.surface) == pygame.surfarray.array3d(fresh.surface)).all()


def test_one_row_that_differs_is_drawn_alone(make_root, rows):
    table = Table(COLUMNS, rows[:9])
    root = make_root(table)
    root.paint()
    drawn = []
    inner = table._painter._draw_row
    table._painter._draw_row = lambda layer, place, *rest: (drawn.append(place), inner(layer, place, *rest))
    table.rows = [*rows[:4], ("other", 1, "y"), *rows[5:9]]
    assert root.paint()
    assert drawn == [4]
    table.rows = list(table.rows)
    assert not root.paint()
    for other in (Worded(1.0, "1"), Worded(1.0, "≥ 1"), Worded(1.0, "≥ 1", "dim"), 1.0, 1, Marked("1", "accent"), "1"):
        table.rows = [*table.rows[:8], (*table.rows[8][:1], other, "z")]
        assert root.paint(), "it looks otherwise"
    assert drawn == [4, *[8] * 7]


def test_widths_are_worked_out_when_something_about_them_changed(make_root, rows, monkeypatch) -> None:
    table = Table(COLUMNS, rows)
    root = make_root(table)
    worked, shared = [], table.columns._shared
    monkeypatch.setattr(table.columns, "_shared", lambda: worked.append(1) or shared())
    table.rows = [("other", 1, "y"), *rows[1:9]]
    root.paint()
    worked.clear()
    table.rows = [("another", 1, "y"), *rows[1:9]]
    table.scroll_to(20)
    assert root.paint()
    assert not worked, "other values in columns of given widths"
    table.columns._choose(0, 50)
    assert table.columns.widths()[0] == 50
    root.paint()
    assert len(worked) == 1
    table.arrange(table.rect.inflate(-40, 0))
    assert len(worked) == 2


def test_titles_sort_and_edges_resize(make_root, rows) -> None:
    table = Table(COLUMNS, rows)
    root = make_root(table)
    widths = table.columns.widths()
    title = (table.head.x + widths[0] + 20, table.head.centery)
    click(root, title)
    assert table.model.sorted_by == 1
    assert not table.model.descending
    click(root, title)
    assert table.model.descending
    click(root, title)
    assert table.model.sorted_by is None
    edge = table.head.x + widths[0]
    drag(root, (edge, table.head.centery), (edge - 100, table.head.centery))
    assert table.columns.widths()[0] == widths[0] - 100
    click(root, (table.head.x + table.columns.widths()[0], table.head.centery), clicks=2)
    assert table.columns.widths()[0] < 100


def test_clicks_and_keys_select(make_root, rows) -> None:
    told, opened = [], []
    table = Table(COLUMNS, rows, on_select=told.append, on_activate=opened.append)
    root = make_root(table)
    y = lambda place: table.body.y + place * table.row_height + 5  # noqa: E731
    click(root, (50, y(2)))
    assert table.selected == [2]
    press(root, "Shift+Down", "Shift+Down")
    assert table.selected == [2, 3, 4]
    click(root, (50, y(7)), clicks=2)
    assert opened == [7]
    press(root, "Home", "Enter")
    assert opened == [7, 0]
    press(root, "End")
    assert table.selected == [199]
    assert table.bar.offset == table.bar.last
    press(root, "PageUp", "Ctrl+A")
    assert len(table.selected) == 200
    assert told[-2] == [199 - (table.body.h // table.row_height - 1)]


def test_copying_takes_the_selected_rows_as_shown(make_root, rows) -> None:
    table = Table(COLUMNS, rows)
    root = make_root(table)
    table.sort(1, descending=True)
    root.focus.set(table)
    press(root, "Home", "Shift+Down", "Ctrl+C")
    read = list(csv.reader(io.StringIO(root.clipboard.get())))
    assert [line[1] for line in read] == ["Value", "49", "49"]
    table.copy(everything=True)
    assert len(root.clipboard.get().splitlines()) == 201


def test_one_row_at_a_time_where_asked_for(make_root, rows) -> None:
    table = Table(COLUMNS, rows, multi=False)
    root = make_root(table)
    root.focus.set(table)
    press(root, "Home", "Shift+Down", "Ctrl+A")
    assert table.selected == [1]


def test_a_hundred_thousand_rows_draw_only_those_in_view(make_root) -> None:
    asked = []

    def shown(value: int) -> str:
        asked.append(value)
        return str(value)

    table = Table([TableColumn("N", 100, format=shown)], [(i,) for i in range(100_000)])
    root = make_root(table)
    assert len(asked) < 40
    asked.clear()
    wheel(root, table, -1)
    assert sorted(set(asked)) == sorted(asked)
    assert len(asked) <= 5
    table.sort(0, descending=True)
    root.focus.set(table)
    press(root, "Home")
    assert table.selected == [99_999]


def test_scrolling_draws_what_drawing_afresh_does(make_root, rows) -> None:
    import pygame

    table = Table(COLUMNS, rows)
    root = make_root(table)
    for dy in (-1, -0.3, -4, 0.7, 2, -0.1, -30, 5):
        wheel(root, table, dy)
        scrolled = pygame.surfarray.array3d(root.surface)
        table.redraw()
        root.paint()
        assert np.array_equal(scrolled, pygame.surfarray.array3d(root.surface))


def test_new_rows_keep_order_and_selection(make_root, rows) -> None:
    table = Table(COLUMNS, rows)
    make_root(table)
    table.sort(1)
    table.selected = [3]
    table.rows = [*rows, ("new", -1, "")]
    assert table.selected == [3]
    assert table.model.row_at(0) == 200


def test_cut_values_and_helped_titles_have_tooltips(make_root) -> None:
    table = Table([TableColumn("Name", 60, help="Who")], [("a very long value indeed",)])
    make_root(Column([table]), (90, 200))
    assert table.tooltip(20, table.head.centery) == "Who"
    assert table.tooltip(20, table.body.y + 5) == "a very long value indeed"


@pytest.mark.small
@pytest.mark.parametrize(
    ("value", "text"), [(True, "yes"), (1234, "1,234"), (0.5, "0.500"), (1e9, "1e+09"), ("x", "x"), (np.int64(5), "5")]
)
def test_values_as_people_write_them(value: object, text: str) -> None:
    assert default_text(value) == text


def test_a_marked_cell_shows_its_colour_and_copies_its_words(make_root) -> None:
    table = Table([TableColumn("Who", 120)], [(Marked("A*", "series 2"),), ("nobody",)], height=160)
    root = make_root(Column([table]))
    root.paint()
    colour = root.look.theme.series[2]
    body = table.body
    rows = [root.surface.subsurface((body.x, body.y + i * table.row_height, 40, table.row_height)) for i in (0, 1)]
    assert [sum(row.get_at((x, 14))[:3] == colour[:3] for x in range(40)) > 3 for row in rows] == [True, False]
    assert table.model.csv() == "Who\nA*\nnobody\n"


WIDE = [TableColumn("Name", 100, help="Who"), *(TableColumn(f"C{i}", 90, number=True, unit="µs") for i in range(8))]


def test_the_first_column_stays_where_the_others_scroll(make_root) -> None:
    table = Table(WIDE, [(f"row {i}", *range(i, i + 8)) for i in range(5)], fixed=1)
    root = make_root(table, (260, 200))
    left = table.head.x
    name = root.surface.subsurface((left + 2, table.body.y, 90, 60)).copy()
    table.scroll_x(95)
    root.paint()
    assert table.columns.lefts()[:3] == [0, 5, 95]
    assert [table.columns.at(left + x) for x in (1, 99, 101, 196)] == [0, 0, 2, 3]
    assert table.columns.edge_at(left + 100, table.head.centery) == 0
    assert table.columns.edge_at(left + 95, table.head.centery) == 0, "the edge below the fixed column is not reached"
    after = root.surface.subsurface((left + 2, table.body.y, 90, 60))
    assert name.get_buffer().raw == after.copy().get_buffer().raw
    assert table.tooltip(left + 20, table.head.centery) == "Who"


def test_fitted_columns_are_as_wide_as_what_stands_in_them(make_root) -> None:
    table = Table(WIDE, [("a", *range(8))], fixed=1, fitted=True)
    root = make_root(table, (900, 200))
    narrow = table.columns.widths()
    table.rows = [("a much longer name than before", *range(8))]
    root.paint()
    assert table.columns.widths()[0] > narrow[0] + 100
    assert table.columns.widths()[1:] == narrow[1:]
    table.rows = [("a", *range(8))]
    root.paint()
    assert table.columns.widths() == narrow


def test_a_long_name_leaves_the_other_columns_room(make_root) -> None:
    table = Table(WIDE, [("an engine with every one of its options named " * 3, *range(8))], fixed=1, fitted=True)
    make_root(table, (500, 200))
    assert 200 < table.columns.widths()[0] <= 250
    table.columns.drag(0, table.rect.x + 400)  # whoever wants it wider has it so
    assert table.columns.widths()[0] > 350


def test_copied_heads_have_units_and_markdown_is_what_is_shown() -> None:
    columns = [TableColumn("Time", number=True, unit="µs", format=lambda v: f"{v:.0f} µs"), TableColumn("a|b")]
    model = TableModel(columns, [(1.5, "x|y\nz"), (None, "–")])
    assert model.csv().splitlines()[0] == "Time (µs),a|b"
    assert model.csv().splitlines()[1].startswith("1.5,")
    assert model.markdown().splitlines() == [
        "| Time | a\\|b |", "|---:|---|", "| 2 µs | x\\|y z |", "| – | – |",
    ]  # fmt: skip
