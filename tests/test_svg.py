"""SVG: well-formed, every layer painted, cells covered exactly."""

import base64
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox import layers, png
from sandbox.layers import NEVER, CellEvents, Points, Segments
from sandbox.level.formats import svg as level_svg
from sandbox.svg import Drawing, at_moment, cells_path, colour_of, hatch, number, paint, ramp, rectangles
from tests.strategies.levels import levels

pytestmark = pytest.mark.small
NS = "{http://www.w3.org/2000/svg}"


def parsed(drawing):
    return ET.fromstring(drawing.text())


@given(st.integers(0, 2**32), st.integers(1, 20), st.integers(1, 20), st.floats(0, 1))
def test_rectangles_cover_the_true_cells_exactly_once(seed, width, height, share):
    mask = np.random.default_rng(seed).random((height, width)) < share
    count = np.zeros((height, width), int)
    for x, y, wide, high in rectangles(mask).tolist():
        count[y : y + high, x : x + wide] += 1
    assert np.array_equal(count, mask)


def test_a_wall_of_many_rows_is_one_rectangle():
    assert cells_path(np.ones((5, 3), bool)) == "M0 0h3v5h-3z"


@pytest.mark.parametrize(
    ("value", "text"), [(1.0, "1"), (0.5, "0.5"), (-0.0001, "0"), (2 / 3, "0.667"), (-3.25, "-3.25")]
)
def test_numbers_are_short(value, text):
    assert number(value) == text


def every_layer():
    xy = np.array([[1.0, 1.0], [4.0, 1.0], [4.0, 4.0], [2.0, 2.0], [3.0, 2.0], [3.0, 3.0]])
    values = np.arange(6, dtype=float)
    field = np.array([[0.0, np.nan], [1.0, 2.0]])
    events = np.array([0, 1, layers.NEVER, 3], np.int32)
    closed = np.array([2, layers.NEVER, layers.NEVER, 4], np.int32)
    return [
        layers.CellField(name="f", values=field),
        layers.CellField(name="c", values=field, categorical=True),
        layers.CellEvents(
            name="e", width=2, height=2, order=np.array([0, 1, 0, 3], np.int32), opened=events, closed=closed
        ),
        layers.CellReach(
            name="r",
            width=2,
            height=2,
            reached=(events, closed),
            order=(events[:2], events[:1]),
            times=(2, 2),
            runs=("a", "b"),
            colours=(0, 1),
        ),
        layers.Points(name="p", xy=xy),
        layers.Points(name="p", xy=xy, values=values),
        layers.Segments(name="s", ends=xy, chained=True, dashed=True),
        layers.Segments(name="s", ends=xy.reshape(3, 2, 2), values=values[:3]),
        layers.Polygons(name="o", xy=xy, starts=np.array([0, 3, 6], np.int32), holes=np.array([False, True])),
        layers.Discs(name="d", xyr=np.column_stack([xy, values])),
        layers.Discs(name="d", xyr=np.column_stack([xy, values]), filled=False),
        layers.Arcs(name="a", arcs=np.array([[2.0, 2.0, 1.0, 0.0, 6.2832]])),
        layers.Labels(name="l", xy=xy[:2], texts=("<&>", "b")),
    ]


def test_every_layer_is_painted_and_well_formed():
    known = {kind for kind in vars(layers).values() if isinstance(kind, type) and issubclass(kind, layers.Layer)}
    assert {type(layer) for layer in every_layer()} == known - {layers.Layer}
    drawing = Drawing(5, 5, title="A <title> & more")
    paint(drawing, every_layer())
    root = parsed(drawing)
    assert root.find(f"{NS}title").text == "A <title> & more"
    assert [len(group) > 1 for group in root.findall(f"{NS}g")] == [True] * len(every_layer())
    assert "nan" not in drawing.text().lower().replace("finance", "")


def test_a_hidden_layer_is_not_painted():
    drawing = Drawing(5, 5)
    paint(drawing, [layers.Points(name="p", xy=np.ones((1, 2)), visible=False)])
    assert not parsed(drawing).findall(f"{NS}g")


def test_a_hole_belongs_to_the_ring_before_it():
    drawing = Drawing(5, 5)
    paint(drawing, [layer for layer in every_layer() if isinstance(layer, layers.Polygons)])
    (path,) = parsed(drawing).iter(f"{NS}path")
    assert path.get("d").count("M") == 2
    assert path.get("fill-rule") == "evenodd"


def test_a_field_is_embedded_with_a_pixel_a_cell_and_nothing_where_it_is_nan():
    drawing = Drawing(2, 2)
    paint(drawing, every_layer()[:1])
    data = base64.b64decode(re.search(r"base64,([^\"]+)", drawing.text())[1])
    samples = png.decode(data, "a", longest_side=9).samples
    assert (samples[:, :, 3] > 0).tolist() == [[True, False], [True, True]]
    assert samples[0, 0, :3].tolist() != samples[1, 1, :3].tolist()


def test_the_ramp_grows_lighter_throughout():
    rgb = ramp(np.linspace(0, 1, 50), None, None).astype(int)
    assert (np.diff(rgb @ [2126, 7152, 722]) > 0).all()


def test_a_contestants_series_wins_over_the_role():
    assert colour_of(layers.Points(name="p", xy=np.ones((1, 2)), series=1)) == "#E69F00"


def test_a_pattern_is_defined_once():
    drawing = Drawing(2, 2)
    assert [hatch(drawing, "a", "#000", "#fff", "M0 0H1") for _ in range(2)] == ["url(#a)"] * 2
    assert len(list(parsed(drawing).iter(f"{NS}pattern"))) == 1


@given(levels())
def test_any_level_has_a_well_formed_picture(level):
    root = ET.fromstring(level_svg.write(level))
    fills = [path.get("fill") for path in root.iter(f"{NS}path")]
    assert len(fills) >= len(np.unique(level.terrain)) + len(level.polygons)


def test_a_recorded_search_is_drawn_as_it_stands_at_any_moment():
    flips = np.array([[1, 4, 0], [1, 6, 1], [2, 7, 0]], np.int32)  # cell 1 opened again and closed; cell 2 opened again
    layer = CellEvents(
        name="search", width=2, height=2, order=np.zeros(8, np.int32), opened=np.array([0, 1, 2, NEVER], np.int32),
        closed=np.array([1, 3, 5, NEVER], np.int32), flips=flips,
    )  # fmt: skip
    for time, states in {0: "    ", 1: "o   ", 4: "xxo ", 5: "xoo ", 6: "xox ", 7: "xxx ", 8: "xxo "}.items():
        seen = at_moment(layer, time)
        found = "".join(
            " " if o == NEVER else "o" if c == NEVER else "x" for o, c in zip(seen.opened, seen.closed, strict=True)
        )
        assert found == states, time
    assert at_moment(layer, None) is layer


def test_paths_that_coincide_are_drawn_side_by_side():
    ends, drawings = np.array([[0.0, 1.0], [4.0, 1.0]]), []
    for lane in (-0.5, 0.5):
        drawings.append(Drawing(5, 3, scale=10))
        paint(drawings[-1], [Segments(name="s", ends=ends, chained=True, width=2.0, lanes=np.array([lane]))])
    ys = [re.search(r'd="M0 ([\d.]+)L4', drawing.text())[1] for drawing in drawings]
    assert ys == ["0.9", "1.1"]


def test_what_is_born_later_is_not_drawn_yet():
    points = Points(name="p", xy=np.arange(6.0).reshape(3, 2), born=np.array([0, 5, 9], np.int32))
    assert [len(at_moment(points, events).xy) for events in (0, 1, 5, 6, 9, 10)] == [0, 1, 1, 2, 2, 3]
    assert at_moment(points, 6).xy.tolist() == [[0, 1], [2, 3]]


def test_a_part_of_the_world_has_its_own_corner():
    drawing = Drawing(4, 3, left=2.5, top=1)
    assert 'viewBox="2.5 1 4 3"' in drawing.text()
    assert '<rect x="2.5" y="1"' in drawing.text()
