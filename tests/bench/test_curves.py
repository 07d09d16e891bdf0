"""Growth: fits of known laws, and curves that run."""

import json
import math

import pytest

from sandbox.bench.curves import Growth, Measured, curves, fit, sizes_of
from sandbox.cli.entry import run
from sandbox.errors import BadInput

pytestmark = pytest.mark.small


def points(law, noise=(1.0,)):
    return [Measured(n, tuple(law(n) * e for e in noise)) for n in (10, 20, 40, 80, 160)]


def test_a_power_law_is_found():
    found = fit(points(lambda n: 3 * n**1.5), Growth.POWER)
    assert (found.exponent, found.low, found.high) == pytest.approx((1.5, 1.5, 1.5))


def test_an_exponential_is_found():
    found = fit([Measured(n, (2.0 * 3**n,)) for n in range(1, 6)], Growth.EXPONENTIAL)
    assert found.exponent == pytest.approx(3)


def test_the_interval_widens_with_noise():
    bumps = dict(zip((10, 20, 40, 80, 160), (1.2, 0.8, 1.1, 0.9, 1.05), strict=True))
    found = fit(points(lambda n: n * bumps[n]), Growth.POWER)
    assert found.low < 1 < found.high
    assert 0.1 < found.high - found.low < 1
    # By hand: the slope of five points and Student's t for three degrees of freedom.
    x = [math.log(n) for n in bumps]
    y = [math.log(n * b) for n, b in bumps.items()]
    mx, my = sum(x) / 5, sum(y) / 5
    sxx = sum((a - mx) ** 2 for a in x)
    slope = sum((a - mx) * (b - my) for a, b in zip(x, y, strict=True)) / sxx
    rest = sum((b - my - slope * (a - mx)) ** 2 for a, b in zip(x, y, strict=True))
    assert found.exponent == pytest.approx(slope)
    assert found.high - slope == pytest.approx(3.182 * math.sqrt(rest / 3 / sxx))


def test_one_size_is_not_enough():
    assert fit([Measured(10, (1.0,))], Growth.POWER) is None


def test_sizes_are_read():
    assert sizes_of("30,10,10", [1]) == [10, 30]
    assert sizes_of("", [1, 2]) == [1, 2]
    for text in ("a", "0,3", "1,,2"):
        with pytest.raises(BadInput):
            sizes_of(text, [1])


def test_the_command_prints_a_line_a_size_and_a_summary(capsys):
    assert run(["curve", "bfs", "--sizes", "6,12", "--option", "repeats=2", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line.get("n") for line in lines] == [36, 144, None]
    assert lines[-1]["summary"]


def test_the_curves_of_the_grid_are_there():
    assert {"bfs", "dijkstra", "astar", "hpa-prepare"} <= set(curves.keys())
