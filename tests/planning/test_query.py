"""A query is read in one way, by the planners of both worlds: whatever holds the numbers, and of whatever type."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.errors import BadInput
from sandbox.level.model import FLOOR, Level
from sandbox.planning.api import Limits, Query, Status, planners
from tests.planning.levels import drawn

pytestmark = pytest.mark.small
WIDTHS = [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64]
FLOATS = [np.float16, np.float32, np.float64, np.longdouble]
HOLDERS = [tuple, list, np.array, iter]


@pytest.mark.parametrize("number", [int, *WIDTHS], ids=lambda t: t.__name__)
@pytest.mark.parametrize("holder", HOLDERS, ids=lambda h: h.__name__)
def test_integers_mean_the_centres_of_cells(number, holder):
    x, y = number(100), number(3)
    assert Query(holder([x, y]), (0.25, 1.0)).start == (100.5, 3.5)


@pytest.mark.parametrize("number", [float, Fraction, Decimal, *FLOATS], ids=lambda t: t.__name__)
@pytest.mark.parametrize("holder", HOLDERS, ids=lambda h: h.__name__)
def test_other_numbers_mean_that_place(number, holder):
    query = Query((0.5, 0.5), holder([number(2), number("0.25")]), number(1))
    assert (query.goal, query.radius) == ((2.0, 0.25), 1.0)
    assert {type(v) for v in (*query.start, *query.goal, query.radius)} == {float}


def test_a_row_of_an_array_and_mixed_types_will_do():
    ends = np.array([[1, 2], [3, 4]], np.int8)
    assert Query(ends[0], ends[1]) == Query((1.5, 2.5), (3.5, 4.5))
    assert Query((1, 2.0), (np.int8(127), np.float32(0.5)), np.int8(3)) == Query((1.5, 2.0), (127.5, 0.5), 3.0)


@given(st.integers(-1000, 3000), st.floats())
def test_reading_twice_is_reading_once(x, y):
    query = Query((x, y), (y, x))
    assert repr(Query(query.start, query.goal, query.radius)) == repr(query)


BAD = {
    "one number": (3,), "three": (1, 2, 3), "no numbers": (), "a number": 3, "nothing": None, "text": "3,4",
    "letters": ("a", "b"), "digits": ("3", "4"), "truth": (True, False), "NumPy's truth": np.array([True, False]),
    "complex": (1j, 2), "points": [(1, 2), (3, 4)], "an array of points": np.zeros((2, 2)), "bytes": b"12",
    "enormous": (10**400, 1), "a set of lists": ([1], [2]),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_point_is_refused_in_one_line(name):
    for make, where in ((lambda p: Query(p, (0.5, 0.5)), "start"), (lambda p: Query((0.5, 0.5), p), "goal")):
        with pytest.raises(BadInput, match=where) as refused:
            make(BAD[name])
        assert "\n" not in str(refused.value)
        assert len(str(refused.value)) < 160


@pytest.mark.parametrize("radius", ["1", None, True, np.bool_(True), 1j, [1, 2], 10**400], ids=repr)
def test_a_radius_is_a_number(radius):
    with pytest.raises(BadInput, match="radius"):
        Query((0.5, 0.5), (1.5, 1.5), radius)


@pytest.mark.parametrize("entry", list(planners), ids=lambda e: e.key)
def test_both_worlds_read_it_alike(entry):
    planner = entry.cls().prepare(drawn(*["." * 120] * 3))
    expected = planner.plan(Query((1.5, 0.5), (110.5, 2.5)), Limits())
    assert expected.status is Status.FOUND
    for start, goal in (
        ((1, 0), (110, 2)),
        (np.array([1, 0], np.int8), np.array([110, 2], np.int8)),
        ([1, 0], [110, 2]),
    ):
        plan = planner.plan(Query(start, goal), Limits())
        assert plan.cost == expected.cost
        assert plan.points.tolist() == expected.points.tolist()


def test_the_largest_level_overflows_no_narrow_number():
    level = Level(np.full((2, 2048), FLOOR, np.uint8))
    for key in ("polyanya", "astar"):
        plan = (
            planners[key]
            .cls()
            .prepare(level)
            .plan(Query(np.array([0, 0], np.int16), np.array([2047, 1], np.int16)), Limits())
        )
        assert plan.points[-1].tolist() == [2047.5, 1.5]
