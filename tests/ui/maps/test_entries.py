"""The list of planners: who is ticked has a colour of its own."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.level.model import WALL, Level
from sandbox.planning.api import Query, planners
from sandbox.settings import Settings, assets_folder
from sandbox.ui.canvas.colours import palette
from sandbox.ui.chosen import SERIES, Chosen
from sandbox.ui.kit.style.theme import load_theme
from sandbox.ui.maps.entries import Row, all_rows
from sandbox.ui.maps.panels.planners_panel import verdict
from sandbox.ui.maps.panels.results import WORD, table_rows
from sandbox.ui.maps.worker_side import Desk


def colours(rows: list) -> list[int]:
    return [row.number for row in rows if row.ticked]


def test_those_ticked_at_the_start_differ() -> None:
    found = colours(all_rows(Chosen(Settings(Path("no such file")))))
    assert len(found) > 2
    assert len(set(found)) == len(found)


@pytest.mark.small
@given(st.lists(st.integers(0, 15), max_size=40))
def test_ticked_planners_differ_in_colour_while_there_are_enough(clicks: list[int]) -> None:
    chosen = Chosen(Settings(Path("no such file")))
    keys = list(planners.keys())
    for click in clicks:
        key = keys[click % len(keys)]
        if key in chosen.ticked or len(chosen.ticked) < SERIES:
            chosen.tick(key, on=key not in chosen.ticked)
        found = colours(all_rows(chosen))
        assert len(set(found)) == len(found) == len(chosen.ticked)


@pytest.mark.parametrize("theme", ["dark", "light", "projector"])
def test_a_path_has_the_colour_of_its_planners_mark(theme: str) -> None:
    marks = load_theme(assets_folder() / "theme.toml", theme)
    assert palette(theme).series == tuple(marks.mark(f"series {number}")[:3] for number in range(SERIES))


def answered(key: str, query: Query, level: Level, number: int = 0) -> Row:
    """A row that has asked its planner."""
    row = Row(planners[key], ticked=True, colours={key: number})
    row.answer = Desk(level, [key]).answer(key, row.planner, query, np.zeros(1, np.uint8))
    return row


def test_the_verdict_names_who_found_no_path_and_why() -> None:
    terrain = np.zeros((8, 8), np.uint8)
    terrain[:, 4] = WALL
    rows = [answered(key, Query((0.5, 0.5), (7.5, 7.5)), Level(terrain)) for key in ("bfs", "dijkstra")]
    assert verdict(rows).startswith("No path by Breadth-first, Dijkstra: ")
    assert verdict([]) == "Tick a planner above."


def test_the_verdict_says_where_paths_are_as_short() -> None:
    query, level = Query((0.5, 0.5), (7.5, 3.5)), Level(np.zeros((8, 8), np.uint8))
    rows = [answered(key, query, level) for key in ("dijkstra", "bfs")]
    for row, nanoseconds in zip(rows, (2000, 9000), strict=True):
        assert row.answer is not None
        assert row.plan is not None
        row.answer = replace(row.answer, plan=replace(row.plan, total_ns=nanoseconds))
    words = verdict(rows)
    assert words == f"Dijkstra is quickest, and none is shorter: {rows[0].plan.cost:.2f} cells in 2 µs."


@pytest.mark.parametrize(
    ("nanoseconds", "words"), [(2000, "is 2.0× as fast as"), (3900, "is as fast as"), (3760, "is 1.1× as fast as")]
)
def test_the_verdict_calls_nobody_once_as_fast(nanoseconds: int, words: str) -> None:
    query, level = Query((0.5, 0.5), (7.5, 3.5)), Level(np.zeros((8, 8), np.uint8))
    rows = [answered(key, query, level) for key in ("greedy", "astar")]
    for row, took, longer in zip(rows, (nanoseconds, 4000), (1.1, 1.0), strict=True):
        assert row.answer is not None
        assert row.plan is not None
        row.answer = replace(row.answer, plan=replace(row.plan, total_ns=took, cost=longer * rows[1].plan.cost))
    assert verdict(rows) == f"Greedy best-first {words} A*, at 10.00 % more length."


def test_optimal_says_for_which_moves() -> None:
    query, level = Query((0.5, 0.5), (7.5, 3.5)), Level(np.zeros((8, 8), np.uint8))
    rows = [answered(key, query, level) for key in ("astar", "dijkstra", "polyanya", "theta")]
    four = Row(planners["astar"], ticked=True, options={"moves": 4})
    four.answer = Desk(level, ["four"]).answer("four", four.planner, query, np.zeros(1, np.uint8))
    words = [row[WORD] for row in table_rows([*rows, four], query)]
    assert words == ["optimal, 8 moves", "optimal, 8 moves", "optimal", "found", "optimal, 4 moves"]


def test_the_verdict_compares_nothing_across_metrics() -> None:
    terrain = np.zeros((8, 8), np.uint8)
    terrain[2:6, 2:6] = 3
    query, level = Query((0.5, 0.5), (7.5, 6.5)), Level(terrain)
    rows = [answered(key, query, level) for key in ("astar", "polyanya", "dijkstra")]
    metrics = {row.key: row.plan.metric for row in rows if row.plan is not None}
    assert metrics["astar"] is metrics["dijkstra"] is not metrics["polyanya"]
    words = verdict(rows)
    assert "none is cheaper" in words
    assert "weighted cells" in words
    assert words.count("Polyanya") == 1
    assert "Polyanya: " in words, "by itself"


def test_the_verdict_says_when_a_mesh_is_the_wrong_world() -> None:
    terrain = np.zeros((48, 48), np.uint8)
    terrain[1::4, 1::4] = WALL
    query, level = Query((0.5, 0.5), (46.5, 46.5)), Level(terrain)
    rows = [answered(key, query, level) for key in ("astar", "polyanya", "ta")]
    assert verdict(rows).count("Walls lie scattered: the grid is likely the quicker world.") == 1
    assert "scattered" not in verdict(rows[:1])
