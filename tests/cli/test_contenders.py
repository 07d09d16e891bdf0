"""Planners side by side: how they are named, which moment is meant, and how their panes make one picture."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from argparse import Namespace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from sandbox import png
from sandbox.cli import contenders as side_by_side
from sandbox.cli.commands import compare
from sandbox.cli.contenders import GAP, USUAL, _pane, _path, _tiled, contenders, lock_of, moment_of
from sandbox.cli.entry import run
from sandbox.errors import BadInput
from sandbox.level import formats
from sandbox.level.model import Level
from sandbox.planning.api import Plan, Status
from sandbox.ui.canvas.still import CAPTION


def test_each_is_called_by_its_title_and_the_options_it_was_given() -> None:
    found = contenders("astar,astar:weight=3:moves=4,,bfs", "--planner")
    plain, odd, last = found
    assert [entry.key for entry, _, _ in found] == ["astar", "astar", "bfs"]
    assert (plain[2], last[2]) == (plain[0].title, last[0].title)
    assert odd[2] == f"{plain[0].title} (weight=3 moves=4)"
    chosen: Any = odd[1]
    assert (chosen.weight, chosen.moves) == (3, 4)


@pytest.mark.parametrize(("text", "many"), [("", 0), ("astar", 1), (",".join(["astar"] * 5), 5)])
def test_two_to_four_are_compared(text: str, many: int) -> None:
    with pytest.raises(BadInput, match=f"{many} planners, expected 2 to 4"):
        contenders(text, "--planner")
    assert len(contenders(",".join(["astar"] * 4), "--planner")) == 4


class Lockstep:
    """Ten moments long, of whatever lock."""

    def length(self, lock: Any) -> int:
        return {"expansions": 10, "time": 3}[str(lock.value)]


@pytest.mark.parametrize(("lock", "at", "found"), [("expansions", None, 10), ("time", None, 3), ("time", 0, 0),
                                                   ("expansions", 10, 10), ("time", 3, 3)])  # fmt: skip
def test_the_end_is_meant_unless_a_moment_is_named(lock: str, at: int | None, found: int) -> None:
    comparison: Any = SimpleNamespace(lockstep=Lockstep())
    assert moment_of(Namespace(lock=lock, at=at), comparison) == found
    assert lock_of(Namespace(lock=lock)).value == lock
    for wrong in (-1, Lockstep().length(lock_of(Namespace(lock=lock))) + 1):
        with pytest.raises(BadInput, match=rf"--at: {wrong}, expected a moment from 0 to \d+ \({lock}\)"):
            moment_of(Namespace(lock=lock, at=wrong), comparison)


def test_panes_fill_the_picture_or_are_as_large_as_the_map_wants() -> None:
    assert _pane(Level.empty(20, 10), None, 3, 1) == (20 * (USUAL // 20), 10 * (USUAL // 20))
    assert _pane(Level.empty(10, 30), None, 3, 1) == (10 * (USUAL // 30), 30 * (USUAL // 30))
    assert _pane(Level.empty(600, 300), None, 3, 1) == (600, 300)
    wide, high = _pane(Level.empty(20, 10), (302, 201), 3, 2)
    assert (3 * wide + 2 * GAP, 2 * (high + CAPTION) + GAP) <= (302, 201)
    assert (3 * (wide + 1) + 2 * GAP) > 302
    assert 2 * (high + 1 + CAPTION) + GAP > 201
    for small in ((2 * GAP + 2, 400), (400, GAP + 2 * CAPTION + 1)):
        with pytest.raises(BadInput, match="room for 3 × 2 panes"):
            _pane(Level.empty(20, 10), small, 3, 2)
    assert _pane(Level.empty(20, 10), (2 * GAP + 3, GAP + 2 * CAPTION + 2), 3, 2) == (1, 1)


def test_panes_lie_row_by_row_with_gaps_between_them() -> None:
    panes = [np.full((3, 5, 3), number, np.uint8) for number in range(1, 6)]
    whole = _tiled(panes, 3, 2)
    assert whole.shape == (2 * 3 + GAP, 3 * 5 + 2 * GAP, 3)
    for number, (row, column) in enumerate([(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)], start=1):
        y, x = row * (3 + GAP), column * (5 + GAP)
        assert (whole[y : y + 3, x : x + 5] == number).all()
    assert (whole == 0).sum() == whole.size - 5 * panes[0].size


def test_only_a_path_that_was_found_is_drawn() -> None:
    points = np.array([[0.5, 0.5], [3.5, 0.5]])
    for status in Status:
        run_: Any = SimpleNamespace(plan=Plan(status, points, 3.0), title="A*")
        layers: Any = _path(run_, 2)
        assert len(layers) == (status is Status.FOUND)
        assert all((layer.series, layer.legend, layer.ends.tolist()) == (2, "A*", points.tolist()) for layer in layers)


@pytest.fixture
def small(tmp_path: Any) -> str:
    file = tmp_path / "small.json"
    formats.save(Level.empty(8, 4), file)
    return str(file)


ENDS = ("--start", "0,0", "--goal", "5,3", "--size", "200x160")


@pytest.mark.parametrize(("planners", "columns"), [(2, 3), (3, 2), (4, 3)])
def test_a_picture_has_a_pane_for_each_and_one_for_what_differs(
    planners: int, columns: int, small: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiled, told = side_by_side._tiled, []

    def telling(panes: list[Any], across: int, down: int) -> Any:
        told.append((len(panes), across, down))
        return tiled(panes, across, down)

    monkeypatch.setattr(side_by_side, "_tiled", telling)
    names = ",".join(["astar", "bfs", "dijkstra", "astar:weight=2"][:planners])
    out = tmp_path / "x.png"
    assert run(["render", small, "--compare", names, "-o", str(out), *ENDS]) == 0
    assert told == [(planners + 1, columns, -(-(planners + 1) // columns))]
    high, wide = png.decode(out.read_bytes(), "x.png", longest_side=1000).samples.shape[:2]
    assert 200 - columns < wide <= 200
    assert 158 <= high <= 160


@pytest.mark.parametrize(("frames", "shown"), [(1, 2), (5, 5), (10_000, None)])
def test_a_film_of_planners_is_no_longer_than_they_are(
    frames: int, shown: int | None, small: str, tmp_path: Any
) -> None:
    out = tmp_path / "x.gif"
    words = ["render", small, "--compare", "astar,bfs", "-o", str(out), "--frames", str(frames), *ENDS]
    assert run(words) == 0
    found = out.read_bytes().count(b"\x21\xf9\x04")  # what is said of each picture
    assert found == shown if shown else 2 < found <= 8 * 4 + 1


def test_what_differs_is_drawn_with_the_paths(small: str, tmp_path: Any) -> None:
    out = tmp_path / "x.svg"
    assert run(["render", small, "--compare", "astar,bfs", "-o", str(out), *ENDS]) == 0
    whole = ET.parse(out).getroot()
    assert run(["render", small, "--compare", "astar,bfs", "--at", "0", "-o", str(out), *ENDS]) == 0
    start = ET.parse(out).getroot()
    assert len(list(whole.iter())) > len(list(start.iter()))


STANDING = {
    "letter": "A", "title": "A*", "status": "found", "cost": 4.0, "metric": "octile", "over_best": 0.0,
    "over_optimum": 0.25, "query_us": {"median": 3.0, "p25": 2.04, "p75": 4.06}, "expanded": 9, "first_move_us": 1.0,
    "prepare_ms": 2.0,
}  # fmt: skip


def test_a_row_says_what_is_known() -> None:
    row = dict(zip(compare.COLUMNS, compare._row(STANDING), strict=True))
    assert (row["metric"], row["query µs"], row["middle half"]) == ("octile", 3.0, "2.0 … 4.1")
    assert (row["over the best"], row["over the true optimum"]) == ("–", "25 %") or "25" in row["over the true optimum"]
    lost = STANDING | {"cost": None, "query_us": None, "over_best": None, "over_optimum": None}
    row = dict(zip(compare.COLUMNS, compare._row(lost), strict=True))
    assert [row[name] for name in ("cost", "metric", "over the best", "over the true optimum", "query µs")] == [
        None
    ] * 5
    assert row["middle half"] == ""


def test_a_moment_is_told_only_when_it_is_asked_for(small: str, capsys: Any) -> None:
    words = ["compare", small, "--planner", "astar,bfs", "--repeat", "1", *ENDS[:4]]
    assert run(words) == 0
    assert "By expansions" not in capsys.readouterr().out
    assert run([*words, "--at", "2"]) == 0
    assert "By expansions, moment 2 of " in capsys.readouterr().out
    assert run([*words, "--repeat", "0"]) == 2
