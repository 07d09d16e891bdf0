"""Rows, columns, grids, splitters and scrolling: where things are put."""

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.ui.kit import (
    Button,
    Column,
    Grid,
    Label,
    Panel,
    Row,
    Scroll,
    Section,
    Spacer,
    Splitter,
    Stack,
    Tabs,
    TextField,
    Widget,
    load_look,
)
from sandbox.ui.kit.layout import share_out

from .conftest import ASSETS
from .driving import click, drag, press, wheel


@given(st.integers(0, 5000), st.lists(st.floats(0, 10), min_size=1, max_size=8))
def test_shares_sum_up_and_are_fair(total: int, weights: list[float]) -> None:
    parts = share_out(total, weights)
    if sum(weights) > 0:
        assert sum(parts) == total
        for part, weight in zip(parts, weights, strict=True):
            assert abs(part - total * weight / sum(weights)) <= 1


def test_growing_children_share_what_is_left(make_root) -> None:
    fixed, a, b = Widget(width=100, height=20), Widget(height=20, grow=1), Widget(height=20, grow=3)
    make_root(Column([Row([fixed, a, b], gap=10)]), (420, 100))
    assert fixed.rect.w == 100
    assert (a.rect.w, b.rect.w) == (75, 225)
    assert a.rect.x == 110
    assert b.rect.right == 420


def test_what_can_shrink_gives_way_and_the_rest_keeps_its_size(make_root) -> None:
    label, button = Label("a rather long label that cannot fit"), Button("OK")
    make_root(Column([Row([label, button])]), (160, 100))
    assert button.rect.right == 160
    assert button.rect.w == button.size_for()[0]
    assert label.rect.w < label.size_for()[0]


def test_a_cut_label_tells_all_in_its_tooltip(make_root) -> None:
    label = Label("a rather long label that cannot fit")
    make_root(Column([label]), (100, 50))
    assert label.tooltip(0, 0) == label.text
    make_root(Column([Label("short")]), (100, 50))


def test_what_does_not_fit_is_cut_at_its_row(make_root) -> None:
    class Red(Widget):
        def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
            surface.fill((255, 0, 0), self.rect)

    row = Row([Red(width=80, height=20), Red(width=80, height=20)], gap=0, width=100)
    root = make_root(Row([row, Widget(grow=1, height=20)], gap=0, align="start"), (300, 40))
    reds = pygame.surfarray.array3d(root.surface)[:, 20]
    assert [tuple(reds[x]) == (255, 0, 0) for x in (5, 95, 105, 155)] == [True, True, False, False]


@pytest.mark.parametrize(("align", "x"), [("start", 0), ("centre", 100), ("end", 200)])
def test_alignment_across(make_root, align: str, x: int) -> None:
    child = Widget(width=100, height=20, align=align)
    make_root(Column([child]), (300, 100))
    assert child.rect.x == x


def test_hidden_children_take_no_room(make_root) -> None:
    a, b, c = (Widget(width=50, height=20) for _ in range(3))
    root = make_root(Row([a, b, c], gap=10, align="start"), (300, 20))
    b.visible = False
    root.paint()
    assert c.rect.x == 60
    b.visible = True
    root.paint()
    assert c.rect.x == 120


def test_grid_columns_are_as_wide_as_their_widest(make_root) -> None:
    cells = [Widget(width=w, height=h) for w, h in ((30, 10), (10, 20), (50, 10), (10, 10))]
    make_root(Grid([0, 1], cells, gap=(10, 5)), (200, 100))
    assert cells[1].rect.x == cells[3].rect.x == 60
    assert cells[2].rect.y == 25
    assert cells[1].rect.w == 140


def test_wrapped_text_takes_the_height_it_needs(make_root) -> None:
    label, after = Label("several words that need several lines", wrap=True), Widget(width=10, height=10)
    root = make_root(Column([label, after], gap=0), (90, 400))
    tall = label.rect.h
    assert tall > root.look.fonts.height("body")
    root.resize(pygame.Surface((400, 400)))
    root.paint()
    assert label.rect.h < tall
    assert after.rect.y == label.rect.bottom


def test_only_what_moved_is_placed_again(make_root) -> None:
    calls = []

    class Watched(Widget):
        def layout(self) -> None:
            calls.append(self.name)

    still, moving = Watched(width=50, height=20, name="still"), Label("a")
    root = make_root(Column([still, Row([moving, Watched(width=9, height=9, name="beside")], align="start")]))
    calls.clear()
    moving.text = "a longer text"
    root.paint()
    assert calls == ["beside"]


def test_a_splitter_follows_mouse_keys_and_limits(make_root) -> None:
    a, b = Widget(), Widget()
    splitter = Splitter(a, b, share=0.5, least=(100, 100))
    root = make_root(splitter, (606, 100))
    assert (a.rect.w, b.rect.w) == (300, 300)
    handle = splitter.children[1]
    drag(root, handle.rect.center, (handle.rect.centerx + 50, 50))
    assert a.rect.w == 350
    root.focus.set(handle, ring=True)
    press(root, "Left")
    assert a.rect.w == 334
    drag(root, handle.rect.center, (5, 50))
    assert a.rect.w == 100
    click(root, handle.rect.center, clicks=2)
    assert a.rect.w == 300


def test_scrolling_moves_the_child_and_stops_at_the_ends(make_root) -> None:
    tall = Column([Label(f"line {i}") for i in range(100)], gap=0)
    scroll = Scroll(tall)
    root = make_root(scroll, (200, 200))
    wheel(root, scroll, -3)
    assert tall.rect.y == -3 * 48
    assert tall.children[0].rect.y == tall.rect.y
    wheel(root, scroll, 100)
    assert tall.rect.y == 0
    wheel(root, scroll, -1000)
    assert tall.rect.bottom == 200


def test_a_page_that_fits_has_no_bar(make_root) -> None:
    child = Widget(width=10, height=50, align="stretch")
    scroll = Scroll(Column([child]))
    make_root(scroll, (200, 200))
    assert not scroll.bar.visible
    assert child.parent is not None
    assert child.parent.rect.w == 200


def test_tab_scrolls_to_what_it_reaches(make_root) -> None:
    fields = [TextField() for _ in range(30)]
    scroll = Scroll(Column(fields))
    root = make_root(scroll, (300, 200))
    for _ in range(20):
        press(root, "Tab")
        assert scroll.rect.contains(root.focus.widget.rect)


def test_sections_fold(make_root) -> None:
    inside, below = Widget(width=50, height=80), Widget(width=50, height=10)
    section = Section("Title", [inside])
    root = make_root(Column([section, below], gap=0))
    before = below.rect.y
    click(root, section.head)
    assert below.rect.y < before - 80
    click(root, section.head)
    assert below.rect.y == before


def test_only_one_page_of_tabs_shows(make_root) -> None:
    pages = [Label("one"), Label("two"), Label("three")]
    tabs = Tabs([(page.text, page) for page in pages])
    root = make_root(tabs)
    click(root, tabs.bar.children[1])
    assert [page.visible for page in pages] == [False, True, False]
    root.focus.set(tabs.bar.children[1], ring=True)
    press(root, "Right")
    assert tabs.value == 2
    press(root, "Right")
    assert tabs.value == 0


@pytest.mark.parametrize("scale", [0.5, 1.0, 1.5, 2.0, 3.0])
def test_everything_scales_together(make_root, scale: float) -> None:
    box = Widget(width=100, height=40)
    panel = Panel([Row([box, Spacer(20), Button("x")], gap=8)], pad=16)
    make_root(panel, (1200, 600), look=load_look(ASSETS, "dark", scale))
    assert box.rect.size == (round(100 * scale), round(40 * scale))
    assert box.rect.x == round(16 * scale)


def test_changing_the_look_places_everything_again(make_root) -> None:
    box = Widget(width=100, height=40)
    root = make_root(Row([box], align="start"))
    root.restyle(load_look(ASSETS, "light", 2.0))
    root.paint()
    assert box.rect.size == (200, 80)


def test_a_stack_shows_its_visible_child(make_root) -> None:
    one, two = Label("one"), Label("two", visible=False)
    root = make_root(Stack([one, two]))
    one.visible, two.visible = False, True
    root.paint()
    assert root.page.hit(10, 10) is two
