"""Charts: ticks, ranges, thinning, exact lines, the value under the mouse."""

from dataclasses import replace

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.ui.kit import BarChart, BoxChart, Column, LineChart, Look, Pointer, ScatterChart, Series
from sandbox.ui.kit.charts.axes import Axis, box_summary, linear_ticks, log_ticks, padded_range, short_number
from sandbox.ui.kit.charts.line import line_coverage, thinned
from sandbox.ui.kit.style.text import Fonts
from sandbox.ui.kit.style.theme import Colour

NUMBERS = st.floats(-1e6, 1e6)


@pytest.mark.small
@given(NUMBERS, st.floats(1e-3, 1e6), st.integers(2, 12))
def test_ticks_are_round_and_cover_the_range(low: float, span: float, most: int) -> None:
    ticks = linear_ticks(low, low + span, most)
    steps = np.diff(ticks)
    assert ticks[0] <= low + span * 1e-6
    assert ticks[-1] >= low + span * (1 - 1e-6)
    assert len(ticks) <= most + 2
    assert np.allclose(steps, steps[0], rtol=1e-3)
    mantissa = f"{steps[0]:.0e}"[0]
    assert mantissa in "125"


@pytest.mark.small
def test_logarithmic_ticks_are_powers_of_ten() -> None:
    assert log_ticks(0.5, 2000, 4) == [1, 10, 100, 1000]
    assert log_ticks(1, 100, 12) == [1, 2, 5, 10, 20, 50, 100]


@pytest.mark.small
@given(st.lists(NUMBERS, max_size=30), st.booleans(), st.booleans())
def test_ranges_hold_every_value(values: list[float], log: bool, from_zero: bool) -> None:
    low, high = padded_range([np.array(values)], log=log, from_zero=from_zero)
    assert low < high
    kept = [v for v in values if v > 0 or not log]
    assert all(low <= v <= high for v in kept)
    if from_zero and not log:
        assert low <= 0 <= high


@pytest.mark.small
def test_nothing_but_zeros_stands_on_the_axis() -> None:
    assert padded_range([np.zeros(3)], log=False, from_zero=True) == (0.0, 1.0)  # no half of an agent arrives


@pytest.mark.small
@given(st.floats(0.01, 0.99), st.booleans())
def test_an_axis_goes_there_and_back(part: float, log: bool) -> None:
    axis = Axis(1.0, 1000.0, 50, 450, log)
    assert axis.pixel(axis.value(50 + 400 * part)) == pytest.approx(50 + 400 * part, abs=1e-6)


@pytest.mark.small
@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (1500, "1500"), (15000, "15 k"), (2.5e6, "2.5 M"), (0.05, "0.05"), (1e-7, "1e-07")]
)
def test_short_numbers(value: float, text: str) -> None:
    assert short_number(value) == text


def test_thinning_keeps_extremes_and_ends() -> None:
    ys = np.random.default_rng(1).normal(0, 1, 100_000)
    xs = np.arange(100_000.0)
    tx, ty = thinned(xs, ys, 300)
    assert len(tx) <= 4 * 300
    assert ty.max() == ys.max()
    assert ty.min() == ys.min()
    assert (tx[0], tx[-1]) == (0, 99_999)
    assert (np.diff(tx) > 0).all()


@pytest.mark.parametrize(("slope", "width"), [(0.0, 2.0), (0.5, 2.0), (1.0, 1.6), (-0.7, 3.0)])
def test_lines_cover_their_area(slope: float, width: float) -> None:
    px = np.array([10.0, 90.0])
    py = 60.0 + slope * (px - 50)
    part, (left, top) = line_coverage(px, py, (100, 120), width)
    coverage = np.zeros((120, 100))
    coverage[top : top + len(part), left : left + part.shape[1]] = part / 255
    inner = coverage[:, 20:80]
    assert inner.sum() == pytest.approx(60 * width * np.hypot(1, slope), rel=0.02)
    middle = (inner * (np.arange(120) + 0.5)[:, None]).sum(0) / inner.sum(0)
    assert np.abs(middle - (60 + slope * (np.arange(20, 80) + 0.5 - 50))).max() < 0.05


def test_a_box_is_tukeys() -> None:
    low, q1, q2, q3, high, outside = box_summary(np.array([*range(1, 12), 100.0]))
    assert (q1, q2, q3) == (3.75, 6.5, 9.25)
    assert (low, high) == (1, 11)
    assert outside.tolist() == [100]


@pytest.mark.parametrize(
    "chart",
    [
        LineChart([Series.of("a", [1, 5, 2]), Series.of("b", [2, 2, 2])]),
        BarChart(["x", "y", "z"], [Series.of("a", [1, 5, 2])]),
        ScatterChart([Series.of("a", [1, 5, 2])]),
        BoxChart([Series.of("a", [1, 5, 2, 9])]),
    ],
    ids=lambda chart: type(chart).__name__,
)
def test_charts_tell_what_is_under_the_mouse(make_root, chart) -> None:
    root = make_root(Column([chart]))
    x, y = chart.axes()
    value = 5.0 if not isinstance(chart, BoxChart) else 3.5
    at = (
        chart.rect.x + round(x.pixel(1.0 if len(chart.series[0].y) == 3 else 0.0)),
        chart.rect.y + round(y.pixel(value)),
    )
    root.dispatch(Pointer("move", *at))
    assert chart.hovered_value is not None
    assert any(short_number(value) == line[1] for line in chart.hovered_value.lines)
    root.paint()
    root.dispatch(Pointer("move", 0, 0))
    assert chart.hovered_value is None


def test_the_mouse_finds_the_nearest_point(make_root) -> None:
    chart = ScatterChart([Series.of("a", [1, 5, 2]), Series.of("b", [3, 3, 3])])
    make_root(Column([chart]))
    x, y = chart.axes()
    found = chart.hover_at(round(x.pixel(1.0)) + 3, round(y.pixel(5.0)) - 2)
    assert found is not None
    assert found.key == (0, 1)


@pytest.mark.parametrize("make", [LineChart, ScatterChart, BoxChart])
@pytest.mark.parametrize("values", [[], [5.0], [np.nan], [1.0, np.nan, 3.0], [2.0, 2.0], [np.inf, 1.0], [0.0, -1.0]])
@pytest.mark.parametrize("log", [False, True])
def test_odd_values_do_no_harm(make_root, make, values: list[float], log: bool) -> None:
    chart = make([Series.of("a", values)], log_y=log)
    root = make_root(Column([chart]), (200, 150))
    for x in range(0, 200, 20):
        root.dispatch(Pointer("move", x, 75))
        root.paint()
    chart.series = [Series.of("b", [1.0, 2.0])]
    root.paint()


def test_charts_in_no_room_do_no_harm(make_root) -> None:
    for size in ((30, 30), (5, 400), (400, 5)):
        root = make_root(Column([LineChart([Series.of("a", [1, 2])], title="T", x_label="x", y_label="y")]), size)
        assert isinstance(root.surface, pygame.Surface)


class Listening:
    """Fonts that remember what was written where."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts, self.boxes, self.texts = fonts, list[pygame.Rect](), list[str]()

    def __getattr__(self, name: str) -> object:
        return getattr(self.fonts, name)

    def draw(self, surface: pygame.Surface, text: str, style: str, colour: Colour, at: tuple[int, int]) -> None:
        self.fonts.draw(surface, text, style, colour, at)
        self.texts.append(text)
        self.boxes.append(pygame.Rect(at, (self.fonts.width(text, style), self.fonts.height(style))))


@given(places=st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=9, unique=True))
def test_names_beside_points_cover_neither_points_nor_names(look: Look, places: list[tuple[int, int]]) -> None:
    chart = ScatterChart([Series.of(f"planner {i}", [y], [x]) for i, (x, y) in enumerate(places)], named=True)
    fonts = Listening(look.fonts)
    chart.look = replace(look, fonts=fonts)
    x, y = Axis(0, 9, 40, 500), Axis(0, 9, 300, 40)
    chart._draw_names(pygame.Surface((560, 340)), x, y)
    points = [pygame.Rect(x.pixel(px) - 2, y.pixel(py) - 2, 4, 4) for px, py in places]
    assert fonts.boxes
    for i, box in enumerate(fonts.boxes):
        assert box.collidelist(points) < 0
        assert box.collidelist(fonts.boxes[i + 1 :]) < 0


def test_counts_have_no_halves(make_root, look: Look) -> None:
    fonts = Listening(look.fonts)
    make_root(Column([LineChart([Series.of("games", [0.0, 1.0, 0.5], [1, 2, 3])])]), look=replace(look, fonts=fonts))
    assert {"1", "2", "3"} <= set(fonts.texts)
    assert not {"1.5", "2.5"} & set(fonts.texts)


def test_an_empty_chart_says_so_in_as_many_lines_as_it_takes(make_root) -> None:
    chart = LineChart(title="Delay", placeholder="Play to see it grow over time")
    make_root(chart, size=(130, 140))
    drawn = pygame.Surface(chart.rect.size)
    chart._draw_placeholder(drawn)
    ink = pygame.mask.from_threshold(drawn, (0, 0, 0), (1, 1, 1, 255))
    ink.invert()
    box = ink.get_bounding_rects()[0].unionall(ink.get_bounding_rects())
    assert box.left > 0
    assert box.right < chart.rect.w
    assert box.h > chart.look.fonts.height("body")
