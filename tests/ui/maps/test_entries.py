"""The list of planners: who is ticked has a colour of its own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.ui.maps.entries import SERIES, all_rows, tell_apart


def colours(rows: list) -> list[int]:
    return [row.number for row in rows if row.ticked]


def test_those_ticked_at_the_start_differ() -> None:
    found = colours(all_rows())
    assert len(found) > 2
    assert len(set(found)) == len(found)


@pytest.mark.small
@given(st.lists(st.integers(0, 15), max_size=40))
def test_ticked_planners_differ_in_colour_while_there_are_enough(clicks: list[int]) -> None:
    rows = all_rows()
    for row in rows:
        row.ticked = False
    for click in clicks:
        row = rows[click % len(rows)]
        if row.ticked or len(colours(rows)) < SERIES:
            row.ticked = not row.ticked
            if row.ticked:
                tell_apart(rows, row)
        assert len(set(colours(rows))) == len(colours(rows))
