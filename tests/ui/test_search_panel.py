"""The panel beside the board: what it says of a search, and in which order."""

import pytest

from sandbox.gametree.api import Bound, Deepening, Limits, RootMove
from sandbox.gametree.report import Snapshot
from sandbox.ui.boards.panel.depths import growth
from sandbox.ui.boards.panel.search import AHEAD_COLUMNS
from sandbox.ui.boards.panel.tiles import ahead_texts, simulated_texts
from sandbox.ui.boards.panel.words import (
    Asked,
    board_values,
    by_worth,
    head_words,
    line_words,
    search_rows,
    simulation_rows,
    value_words,
)
from sandbox.ui.boards.thinking import Told
from sandbox.ui.kit import Marked, TableModel

pytestmark = pytest.mark.small


def asked(shot, engine="alphabeta", side="Black", unit="", when="", **options):
    return Asked(Told("Alpha-beta", engine, options, Limits(), ended=shot), side, unit, when)


def test_the_move_chosen_comes_first_then_the_deepest_then_those_known():
    moves = [
        RootMove("1", value=0.1, bound=Bound.UPPER, depth=5),
        RootMove("2", value=None),
        RootMove("3", value=0.1, bound=Bound.EXACT, depth=5),
        RootMove("4", value=0.3, bound=Bound.EXACT, depth=4),
        RootMove("5", value=-1, bound=Bound.EXACT, exact=True, depth=2),
        RootMove("6", value=0.0, bound=Bound.EXACT, depth=4),
    ]
    assert [move.move for move in by_worth(moves, best="6")] == ["6", "5", "3", "4", "1", "2"]


def test_bounds_and_rows_of_another_depth_are_grey_and_the_move_chosen_is_marked():
    moves = (
        RootMove("d3", 0.1, Bound.EXACT, nodes=60, depth=5),
        RootMove("c4", 0.1, Bound.UPPER, nodes=30, depth=5),
        RootMove("f5", 0.4, Bound.EXACT, nodes=10, depth=4),
    )
    rows = {row[0]: row for row in search_rows(asked(Snapshot(best="d3", root=moves)))}
    assert isinstance(next(iter(rows)), Marked)
    assert [rows[m][1].role for m in ("d3", "c4", "f5")] == ["text", "dim", "dim"]
    assert rows["c4"][1].words == "≤ +0.100"
    assert rows["d3"][4] == pytest.approx(0.6)
    assert board_values(moves) == {"d3": ("+0.10", 0.1), "c4": ("≤+0.10", None), "f5": ("+0.40", None)}


def test_values_are_sorted_as_numbers():
    moves = tuple(RootMove(str(v), v, Bound.EXACT, exact=abs(v) >= 1) for v in (-11, 0.5, 9, -0.25, 10))
    model = TableModel(AHEAD_COLUMNS, search_rows(asked(Snapshot(best="9", root=moves))))
    model.sort(1)
    assert [float(model.rows[i][1]) for i in model.order] == [-11, -0.25, 0.5, 9, 10]


@pytest.mark.parametrize(
    ("value", "exact", "unit", "words"),
    [
        (0.087, False, "", "+0.087"),
        (13.0, True, "", "wins 13"),
        (-13.0, False, "", "loses 13"),
        (12.0, True, "discs", "+12 discs"),
        (0.0, True, "discs", "draw"),
        (0.0, False, "", "+0.000"),
        (None, False, "", "–"),
    ],
)
def test_values_in_words(value, exact, unit, words):
    assert value_words(value, exact=exact, unit=unit) == words


def test_the_upper_bound_is_the_sum_of_its_terms():
    moves = (RootMove("1", 0.2, visits=90, win_rate=0.6), RootMove("2", -0.2, visits=10, win_rate=0.4))
    rows = simulation_rows(asked(Snapshot(best="1", root=moves, simulations=100), "mcts", c=1.5))
    for row in rows:
        assert row[4] == pytest.approx(row[5] + row[6])
    assert [row[5] for row in rows] == pytest.approx([0.2, -0.2])
    assert rows[1][6] == pytest.approx(1.5 * (4.61512 / 10) ** 0.5, rel=1e-3)


def test_each_kind_of_engine_has_its_tiles():
    ahead = ahead_texts(asked(Snapshot(nodes=1000, seconds=1.0, best="1", value=0.5, depth=3, deepest=5)))
    assert (ahead["nodes"], ahead["depth"], ahead["value"]) == ("1 k", "3 / 5", "+0.500")
    shot = Snapshot(simulations=500, seconds=1.0, best="1", tree_nodes=77, notes={"kept": 12})
    simulated = simulated_texts(asked(shot, "mcts"))
    assert (simulated["simulations"], simulated["tree"], simulated["kept"]) == ("500", "77", "12")


@pytest.mark.parametrize(
    ("shot", "words"),
    [
        (Snapshot(pv=("4", "3"), nodes=9, seconds=1.0), "4 3"),
        (Snapshot(notes={"rule": "centre first"}), "centre first"),
        (Snapshot(seconds=0.1), "…"),
        (Snapshot(nodes=5, seconds=9.0), "…"),
        (Snapshot(seconds=2.0), "is being made ready for this game, once …"),
    ],
)
def test_a_long_silence_is_explained(shot, words):
    assert line_words(asked(shot)) == words


def test_the_panel_says_whose_search_it_is():
    assert head_words(asked(Snapshot(seconds=1.5))) == "Alpha-beta for Black, this position · 1.5 s"
    assert head_words(asked(Snapshot(), when="before d3")) == "Alpha-beta for Black, before d3"


def test_growth_is_set_against_all_there_is_and_the_fewest_there_can_be():
    rows = tuple(Deepening(d, 0.0, False, 10**d, 0.1, "1", ()) for d in (1, 2, 3))
    shot = Snapshot(deepening=rows, interior=10, generated=40)
    searched, everything, fewest = growth(shot)
    assert list(searched.y) == [10, 100, 1000]
    assert list(everything.y) == [4, 16, 64]
    assert list(fewest.y) == [4, 7, 19]
    assert growth(Snapshot()) == []
