"""Repainting what changed equals repainting everything, pixel by pixel; what did not change is left alone."""

import random

import numpy as np
import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.ui.kit import (
    BarChart,
    Button,
    Checkbox,
    Column,
    Dropdown,
    Floating,
    Grid,
    Key,
    Label,
    LineChart,
    Look,
    MemoryClipboard,
    MenuItem,
    Mods,
    NumberField,
    Panel,
    Pointer,
    ProgressBar,
    Root,
    Row,
    ScatterChart,
    Scroll,
    Section,
    Segments,
    Series,
    Splitter,
    Table,
    TableColumn,
    Tabs,
    Text,
    TextField,
    ValueSlider,
    Wheel,
    Widget,
    load_look,
)
from sandbox.ui.kit.damage import left_over, merged
from sandbox.ui.kit.events import Exposed

from .conftest import ASSETS

SIZE = (520, 400)
RECTS = st.builds(pygame.Rect, st.integers(-20, 90), st.integers(-20, 90), st.integers(0, 40), st.integers(0, 40))


@given(st.lists(RECTS, max_size=40))
def test_merged_rectangles_cover_and_do_not_overlap(rects: list[pygame.Rect]) -> None:
    window = pygame.Rect(0, 0, 100, 100)
    areas = merged(rects, window)
    shown = [rect.clip(window) for rect in rects]
    assert all(any(a.contains(r) for a in areas) for r in shown if r.w and r.h)
    assert all(window.contains(a) for a in areas)
    assert not any(a.colliderect(b) for i, a in enumerate(areas) for b in areas[i + 1 :])


@given(st.lists(RECTS, max_size=12))
def test_what_covers_leave_is_exactly_the_rest(covers: list[pygame.Rect]) -> None:
    whole = pygame.Rect(0, 0, 80, 60)
    count = np.zeros((80, 60), int)
    for rect in left_over(whole, covers):
        assert whole.contains(rect)
        count[rect.x : rect.right, rect.y : rect.bottom] += 1
    expected = np.ones((80, 60), int)
    for rect in covers:
        shown = rect.clip(whole)
        expected[shown.x : shown.right, shown.y : shown.bottom] = 0
    assert np.array_equal(count, expected)


class World:
    """A small window with some of everything, and things that may happen to it."""

    def __init__(self, look: Look, seed: int) -> None:
        self.random = random.Random(seed)
        self.labels = [Label(f"{i:,}", style="mono", width=60) for i in range(4)]
        self.free = Label("free")
        self.wrapped = Label("words that wrap in a narrow place", wrap=True)
        self.progress, self.button = ProgressBar(0.3), Button("Button", icon="play")
        self.table = Table(
            [TableColumn("A", 60), TableColumn("B", 60, number=True)], [(f"r{i}", i) for i in range(300)]
        )
        self.line = LineChart([Series.of("y", [1, 4, 2, 8])], title="Line")
        self.extra = Panel([Label("extra")], fill="raised", line="line", radius=8, pad=8)
        left = Scroll(Column(self._left(), pad=8))
        charts = Column(
            [self.line, BarChart(["a", "b"], [Series.of("v", [1, 2])]), ScatterChart([Series.of("p", [1, 3, 2])])]
        )
        data = Column([self.table], pad=4, cross="stretch")
        tabs = Tabs([("Data", data), ("Charts", charts)])
        self.root = Root(
            pygame.Surface(SIZE), look, Splitter(left, tabs, share=0.45), clipboard=MemoryClipboard(), clock=lambda: 0.0
        )
        self.now = 0.0
        self.root.paint()

    def _left(self) -> list[Widget]:
        card = Panel(
            [Section("Card", [Grid([1, 1], self.labels), self.free])], fill="panel", line="line", radius=8, pad=10
        )
        return [
            card,
            self.extra,
            self.wrapped,
            Row([self.button, Button("Off", enabled=False), Checkbox("S", True)]),
            Row([Checkbox("C", True, mark="series 1"), Segments(["x", "y"])]),
            ValueSlider(3, 0, 10, whole=True),
            Row([TextField("text", grow=1), NumberField(5, width=60)]),
            Dropdown(["one", "two", "three"]),
            self.progress,
        ]

    def happen(self) -> None:
        """Let one thing happen."""
        self.random.choice(
            [self._pointer] * 6 + [self._key] * 3 + [self._change] * 4 + [self._wheel, self._time, self._open]
        )()

    def _pointer(self) -> None:
        kind = self.random.choice(["move", "move", "down", "up"])
        at = self.random.randrange(SIZE[0]), self.random.randrange(SIZE[1])
        button = self.random.choice([1, 1, 1, 3]) if kind != "move" else 0
        self.root.dispatch(Pointer(kind, *at, button, self.random.choice([1, 1, 2])))

    def _key(self) -> None:
        combo = self.random.choice(
            [
                "Tab",
                "Shift+Tab",
                "Space",
                "Enter",
                "Escape",
                "Left",
                "Right",
                "Up",
                "Down",
                "Ctrl+A",
                "Backspace",
                "PageDown",
            ]
        )
        *mods, name = combo.split("+")
        self.root.dispatch(Key(combo, name, Mods("Ctrl" in mods, "Shift" in mods, False)))
        if self.random.random() < 0.3:
            self.root.dispatch(Text(self.random.choice("ab1é")))

    def _wheel(self) -> None:
        at = self.random.randrange(SIZE[0]), self.random.randrange(SIZE[1])
        self.root.dispatch(Wheel(*at, 0.0, self.random.choice([-2, -1, 1, 2]), Mods(shift=self.random.random() < 0.1)))

    def _time(self) -> None:
        self.now += self.random.choice([0.1, 0.6, 3.0])
        self.root.update(self.now)

    def _open(self) -> None:
        what = self.random.randrange(3)
        if what == 0:
            self.root.toast("Toast", "with words", self.random.choice(["info", "good", "warn", "bad"]))
        elif what == 1:
            self.root.menu([MenuItem("One"), MenuItem("Two", children=[MenuItem("Deep")])], self.button.rect)
        else:
            self.root.open(Floating(Label("popup"), anchor=self.button.rect))

    def _change(self) -> None:
        r = self.random
        changes = [
            lambda: setattr(r.choice(self.labels), "text", f"{r.randrange(10**6):,}"),
            lambda: setattr(r.choice(self.labels), "role", r.choice(["text", "dim", "bad"])),
            lambda: setattr(self.free, "text", "x" * r.randrange(1, 20)),
            lambda: setattr(self.wrapped, "text", "words " * r.randrange(1, 20)),
            lambda: setattr(self.progress, "value", r.choice([0.1, 0.5, 0.9])),
            lambda: setattr(self.extra, "visible", r.random() < 0.5),
            lambda: setattr(self.button, "enabled", r.random() < 0.7),
            lambda: setattr(self.table, "rows", [(f"r{i}", r.random()) for i in range(r.randrange(100))]),
            lambda: self.table.sort(r.choice([None, 0, 1])),
            lambda: setattr(self.line, "series", [Series.of("y", [r.random() for _ in range(9)])]),
            lambda: setattr(self.button, "text", r.choice(["Button", "A longer button"])),
        ]
        r.choice(changes)()

    def difference(self) -> pygame.Rect:
        """Paint what changed, then everything, and return the box of the pixels that differ."""
        self.root.paint()
        before = pygame.surfarray.array3d(self.root.surface)
        self.root.damage_all()
        self.root.paint()
        after = pygame.surfarray.array3d(self.root.surface)
        xs, ys = np.nonzero((before != after).any(2))
        return pygame.Rect(xs.min(), ys.min(), np.ptp(xs) + 1, np.ptp(ys) + 1) if len(xs) else pygame.Rect(0, 0, 0, 0)


@given(st.integers(0, 2**32), st.integers(1, 40))
def test_painting_what_changed_equals_painting_everything(look: Look, seed: int, steps: int) -> None:
    world = World(look, seed)
    for _ in range(steps):
        world.happen()
        if world.random.random() < 0.7:
            world.root.paint()
    assert world.difference().size == (0, 0)


@settings(max_examples=10)
@given(st.integers(0, 2**32), st.sampled_from([("light", 1.25), ("projector", 0.75), ("dark", 1.5)]))
def test_the_same_in_other_looks(look: Look, seed: int, style: tuple[str, float]) -> None:
    world = World(look, seed)
    world.root.restyle(load_look(ASSETS, *style))
    for _ in range(20):
        world.happen()
        world.root.paint()
    assert world.difference().size == (0, 0)


def test_a_changed_label_repaints_only_its_box(make_root) -> None:
    label, other = Label("1,000", style="mono", width=60), Label("other")
    root = make_root(Column([Panel([Row([label, other])], fill="panel", radius=8, pad=16)]))
    label.text = "2,000"
    assert root.paint() == [label.rect]


def test_nothing_happens_when_nothing_happened(make_root) -> None:
    root = make_root(Column([Button("a"), Label("b")]))
    assert root.paint() == []
    assert root.wake_in(0.0) is None
    root.update(1.0)
    assert not root.dirty


def test_the_same_value_again_is_no_change(make_root) -> None:
    label, slider, box = Label("a"), ValueSlider(1, 0, 5), Checkbox("c", True)
    root = make_root(Column([label, slider, box]))
    label.text, slider.value, box.value = "a", 1, True
    assert root.paint() == []


def test_a_part_of_a_widget_can_be_repainted(make_root) -> None:
    painted = []

    class Canvas(Widget):
        def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
            painted.append(clip.copy())

    canvas = Canvas(grow=1)
    root = make_root(Column([canvas]))
    painted.clear()
    canvas.damage(pygame.Rect(10, 20, 30, 40))
    root.paint()
    assert painted == [pygame.Rect(10, 20, 30, 40)]


def difference(root: Root) -> pygame.Rect | None:
    """Paint what changed, then everything: where they differ."""
    root.paint()
    before = pygame.surfarray.array3d(root.surface)
    root.damage_all()
    root.paint()
    xs, ys = np.nonzero((before != pygame.surfarray.array3d(root.surface)).any(2))
    return pygame.Rect(xs.min(), ys.min(), np.ptp(xs) + 1, np.ptp(ys) + 1) if len(xs) else None


LOOKS = [{"fill": "panel"}, {"fill": "panel", "radius": 8}, {"fill": "panel", "line": "line"}, {}]


@pytest.mark.parametrize("looks", LOOKS)
def test_a_box_that_grows_and_shrinks_leaves_no_trace(make_root, looks: dict[str, str]) -> None:
    words = "several words that need a line or two " * 5
    label = Label("few", wrap=True)
    panel = Panel([label], pad=12, **looks)
    root = make_root(Column([panel, Row([Label("below")], fill="raised"), Label("last")], fill="window"), (300, 300))
    for text in [words, words * 2, "few"]:
        label.text = text
        assert difference(root) is None


def test_a_row_that_becomes_too_narrow_cuts_what_stood_there(make_root) -> None:
    row = Row([Label("a", width=120), Label("b", width=120)], fill="panel")
    side = Label("", width=10)
    root = make_root(Row([Column([row], grow=1), side], gap=0, cross="stretch"), (300, 80))
    for width in (200, 100, 250, 10):
        side.width = width
        side.relayout()
        assert difference(root) is None


def test_a_line_that_is_added_repaints_only_what_moved(make_root) -> None:
    still, place = Label("still"), Column([Label("one")])
    root = make_root(Scroll(Column([still, place], fill="panel")), (200, 300))
    place.add(Label("two"))
    assert not any(area.colliderect(still.rect) for area in root.paint())


def test_what_is_scrolled_out_of_sight_is_not_painted(make_root) -> None:
    labels = [Label(f"{i}", width=50) for i in range(100)]
    root = make_root(Scroll(Column(labels)), (200, 100))
    labels[90].text = "changed"
    assert root.paint() == []


def test_a_neighbour_does_not_paint_over_the_focus_ring(make_root) -> None:
    button, label = Button("focused"), Label("0", style="mono", width=60)
    root = make_root(Row([button, label], gap=0, align="start"))
    root.focus.set(button, ring=True)
    root.paint()
    label.text = "1"
    root.paint()
    before = pygame.surfarray.array3d(root.surface)
    root.damage_all()
    root.paint()
    assert np.array_equal(before, pygame.surfarray.array3d(root.surface))


def test_what_lies_in_a_hidden_page_is_not_painted(make_root) -> None:
    label = Label("hidden", width=50)
    root = make_root(Tabs([("A", Column([label])), ("B", Column([Label("shown")]))]))
    root.content.value = 1
    root.paint()
    label.text = "changed"
    assert root.paint() == []


@pytest.mark.slow
def test_a_long_life(look: Look) -> None:
    world = World(look, 1)
    for _ in range(3000):
        world.happen()
        world.root.paint()
        if world.random.random() < 0.02:
            assert world.difference().size == (0, 0)


def test_an_exposed_window_is_shown_again_without_painting(make_root) -> None:
    painted = []

    class Canvas(Widget):
        def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
            painted.append(clip.copy())

    root = make_root(Column([Canvas(grow=1)]))
    painted.clear()
    root.dispatch(Exposed())
    assert root.dirty
    assert root.paint() == [root.rect]
    assert painted == []
    assert root.paint() == []
