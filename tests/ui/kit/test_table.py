"""Tables: order, selection, CSV, a hundred thousand rows; trees."""

import csv
import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.ui.kit import Column, Marked, Table, TableColumn, TableModel, Tree, TreeNode
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


# Trees --------------------------------------------------------------------------------------------------------


def test_trees_unfold_by_mouse_and_keys_and_grow_on_demand(make_root) -> None:
    made, chosen, opened = [], [], []

    def grow() -> list[TreeNode]:
        made.append(1)
        return [TreeNode("child 1"), TreeNode("child 2")]

    root_node = TreeNode("root", grow=grow)
    tree = Tree([root_node, TreeNode("leaf")], on_select=chosen.append, on_activate=opened.append)
    root = make_root(tree)
    click(root, (14, 15))
    assert made == [1]
    assert root_node.open
    click(root, (60, 15))
    assert chosen == [root_node]
    press(root, "Right", "Down")
    assert [node.text for node in chosen] == ["root", "child 1", "child 2"]
    press(root, "Left", "Left")
    assert not root_node.open
    press(root, "End", "Enter")
    assert opened[0].text == "leaf"
    press(root, "Home", "Right")
    assert made == [1]


def test_a_marked_cell_shows_its_colour_and_copies_its_words(make_root) -> None:
    table = Table([TableColumn("Who", 120)], [(Marked("A*", "series 2"),), ("nobody",)], height=160)
    root = make_root(Column([table]))
    root.paint()
    colour = root.look.theme.series[2]
    body = table.body
    rows = [root.surface.subsurface((body.x, body.y + i * table.row_height, 40, table.row_height)) for i in (0, 1)]
    assert [sum(row.get_at((x, 14))[:3] == colour[:3] for x in range(40)) > 3 for row in rows] == [True, False]
    assert table.model.csv() == "Who\nA*\nnobody\n"
