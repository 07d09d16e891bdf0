"""The benchmark harness: sections replace themselves only, timings are taken in turn."""

import pytest

from benchmarks import harness


@pytest.fixture
def results(tmp_path, monkeypatch):
    file = tmp_path / "results.md"
    monkeypatch.setattr(harness, "RESULTS", file)
    return file


def test_a_section_replaces_only_itself(results):
    harness.section("Grid", "first")
    harness.section("Mesh", "other")
    harness.section("Grid", r"second \1")
    text = results.read_text(encoding="utf-8")
    assert "first" not in text
    assert text.index(r"second \1") < text.index("other")
    assert text.count("## ") == 2


@pytest.mark.small
def test_alternatives_take_turns():
    order = []
    harness.interleaved({"a": lambda: order.append("a"), "b": lambda: order.append("b")}, rounds=2, warm_up=False)
    assert order == ["a", "b", "b", "a"]


@pytest.mark.small
def test_the_ratio_is_taken_within_rounds():
    slow, fast = harness.Timing((10.0, 20.0, 30.0)), harness.Timing((1.0, 2.0, 10.0))
    assert harness.ratio(slow, fast) == 10.0


@pytest.mark.small
@pytest.mark.parametrize(
    ("seconds", "text"),
    [(2.5, "2.5 s"), (0.0123, "12.3 ms"), (4.2e-5, "42 µs"), (5e-8, "50 ns"), (0.0, "0 ns")],
)
def test_durations_read_well(seconds, text):
    assert harness.duration(seconds) == text
