"""Our any-angle planners beside another program: equal lengths are told, others refused."""

import sys

import numpy as np
import pytest

from benchmarks import any_angle

STRAIGHT = """#!{python}
import math, sys
print("Straight 1.0", flush=True)
for line in sys.stdin:
    x, y, u, v = map(float, line.split())
    print({factor} * math.hypot(u - x, v - y), 1000, flush=True)
"""


@pytest.fixture
def field(tmp_path):
    file = tmp_path / "field.map"
    rows = ["." * 9] * 6
    file.write_text("\n".join(["type octile", "height 6", "width 9", "map", *rows]) + "\n", encoding="ascii")
    ends = [(0, 0, 8, 5), (1, 4, 7, 0), (3, 3, 5, 2)]
    lines = ["\t".join(map(str, [0, "field.map", 9, 6, *four, 0])) for four in ends]
    file.with_name("field.map.scen").write_text("\n".join(["version 1", *lines]) + "\n", encoding="ascii")
    return file


def program(folder, factor):
    file = folder / "peer"
    file.write_text(STRAIGHT.format(python=sys.executable, factor=factor), encoding="utf-8")
    file.chmod(0o755)
    return str(file)


@pytest.mark.skipif(sys.platform == "win32", reason="a script is no program there")
def test_a_program_that_agrees_is_compared(field, tmp_path):
    found = any_angle.match(program(tmp_path, 1), field)
    assert len(found.said[any_angle.PEER].length) == 3
    assert found.said[any_angle.PEER].whole.tolist() == [1000.0] * 3
    text = any_angle.report({"field": found})
    assert text.startswith("Straight 1.0 = 1.")
    assert "| field | 3 | 1 µs |" in text
    assert "(wanted: 0.8)" in text


@pytest.mark.skipif(sys.platform == "win32", reason="a script is no program there")
def test_a_program_that_disagrees_is_refused(field, tmp_path):
    with pytest.raises(AssertionError, match="field"):
        any_angle.match(program(tmp_path, 1.001), field)


def test_corners_between_two_diagonal_walls_are_told():
    free = np.pad(np.array([[True, False], [False, True]]), 1)
    assert any_angle.pinched(free, 1, 1)
    assert not any_angle.pinched(free, 0, 0)
    assert not any_angle.pinched(np.pad(np.ones((2, 2), bool), 1), 1, 1)
