"""What `--frames` and `--until` measure, in numbers."""

import json

import pytest

from sandbox.ui import app
from sandbox.ui.app import Arrivals, Meter, quantiles
from sandbox.ui.jobs import WarmState


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ([], (0.0, 0.0, 0.0)),
        ([1.23456], (1.235, 1.235, 1.235)),
        ([5.0, 1.0], (5.0, 5.0, 5.0)),
        ([*range(200, 0, -1)], (101, 199, 200)),
    ],
)
def test_median_99th_percentile_and_largest_to_a_thousandth(values, found):
    assert tuple(quantiles(values).values()) == found
    assert list(quantiles(values)) == ["p50", "p99", "max"]


def test_frames_have_times_of_their_own_and_between_them():
    meter = Meter(first_frame_ms=12.345)
    for began, cpu in ((10.0, 0.002), (10.016, 0.003), (10.116, 0.0015)):
        meter.add(began, cpu)
    said = json.loads(meter.report({"theme": "dark"}))
    assert (said["frames"], said["first_frame_ms"], said["theme"]) == (3, 12.3, "dark")
    assert said["frame_cpu_ms"] == {"p50": 2.0, "p99": 3.0, "max": 3.0}
    assert said["frame_wall_ms"] == {"p50": 100.0, "p99": 100.0, "max": 100.0}


def test_arrivals_keep_their_first_times_and_what_had_been_compiled(monkeypatch):
    now = [50.0]
    monkeypatch.setattr(app.time, "perf_counter", lambda: now[0])
    arrivals, state = Arrivals(50.0), WarmState(compiled=3, cpu=1.234)
    assert arrivals.look({"astar": False, "hpa": False}, state)
    now[0] = 50.25
    assert arrivals.look({"astar": True, "hpa": False}, state)
    now[0] = 51.0
    assert not arrivals.look({"astar": True, "hpa": True}, WarmState(compiled=9, cpu=5.0))
    assert arrivals.report("first_path") == {
        "first_path_ms": 250.0, "first_path_compiled": 3, "first_path_cpu_s": 1.23,
        "paths_ms": {"astar": 250.0, "hpa": 1000.0},
    }  # fmt: skip
    assert "paths_ms" not in arrivals.report("first_move")
    late = Arrivals(50.0)
    now[0] = 50.0 + app.PATHS_SECONDS
    assert not late.look({"astar": False}, state), "nobody waits for ever"
