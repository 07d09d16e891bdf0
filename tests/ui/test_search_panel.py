"""The panel beside the board: what it says of a search, and in which order."""

import random

import pygame
import pytest

from sandbox.games.api import games
from sandbox.gametree.api import Bound, Deepening, Limits, RootMove
from sandbox.gametree.report import Snapshot
from sandbox.settings import assets_folder
from sandbox.ui.boards.panel.depths import growth
from sandbox.ui.boards.panel.search import AHEAD_COLUMNS, SIMULATED_COLUMNS
from sandbox.ui.boards.panel.tiles import ahead_texts, simulated_texts, value_of, value_title
from sandbox.ui.boards.panel.words import (
    Asked,
    ahead_cells,
    board_values,
    head_words,
    line_words,
    simulated_cells,
)
from sandbox.ui.boards.thinking import Finding
from sandbox.ui.kit import Marked, TableModel, load_look
from sandbox.ui.kit.tables.columns import DOT, TITLE

pytestmark = pytest.mark.small


def asked(shot, engine="alphabeta", game="othello", when="", **options):
    made = games[game].create()
    finding = Finding("Alpha-beta", engine, options, Limits(), ended=shot)
    return Asked(finding, made, made.face().start(), when)


def test_bounds_and_rows_of_another_depth_are_grey_and_the_move_chosen_is_first_and_marked():
    moves = (
        RootMove("f5", 0.4, Bound.EXACT, nodes=10, depth=4),
        RootMove("c4", 0.1, Bound.UPPER, nodes=30, depth=5),
        RootMove("d3", 0.1, Bound.EXACT, nodes=60, depth=5),
        RootMove("e6"),
    )
    look = asked(Snapshot(best="d3", value=0.1, depth=5, root=moves))
    rows = {cells[0]: cells for cells in map(ahead_cells, look.shown.rows)}
    assert isinstance(next(iter(rows)), Marked)
    assert next(iter(rows)) == "d3"
    assert [rows[m][1].role for m in ("d3", "c4", "f5")] == ["text", "dim", "dim"]
    assert rows["c4"][1].words == "≤ +0.100"
    assert rows["d3"][5] == pytest.approx(0.6)
    assert rows["e6"][1:6] == (None,) * 5
    assert board_values(look) == {"d3": ("+0.10", 0.1), "c4": ("≤+0.10", None), "f5": ("+0.40", None)}


def test_values_are_sorted_as_numbers():
    moves = tuple(RootMove(str(v), v, Bound.EXACT, exact=abs(v) >= 1) for v in (-11, 0.5, 9, -0.25, 10))
    look = asked(Snapshot(best="9", root=moves))
    model = TableModel(AHEAD_COLUMNS, [ahead_cells(row) for row in look.shown.rows])
    model.sort(1)
    assert [float(model.rows[i][1]) for i in model.order] == [-11, -0.25, 0.5, 9, 10]


@pytest.mark.parametrize(
    ("value", "exact", "game", "words", "title"),
    [
        (0.087, False, "othello", "+0.087", "For Black: value"),
        (13.0, True, "connect-four", "wins 13", "For Yellow: value"),
        (12.0, True, "othello", "wins 12", "For Black, in discs"),
        (0.0, True, "othello", "draw", "For Black: value"),
        (-1.0, True, "nim", "loses 1", "For First: value"),
    ],
)
def test_a_value_names_its_side_and_its_unit(value, exact, game, words, title):
    look = asked(Snapshot(best="x", value=value, exact=exact), game=game)
    assert (value_of(look), value_title(look)) == (words, title)


def test_the_upper_bound_is_the_sum_of_its_terms():
    moves = (RootMove("1", 0.2, visits=90, win_rate=0.6), RootMove("2", -0.2, visits=10, win_rate=0.4))
    look = asked(Snapshot(best="1", root=moves, simulations=100), "mcts", "connect-four", c=1.5)
    rows = [simulated_cells(row) for row in look.shown.rows]
    for cells in rows:
        assert cells[5] == pytest.approx(cells[6] + cells[7])
    assert [cells[6] for cells in rows] == pytest.approx([0.2, -0.2])
    assert rows[1][7] == pytest.approx(1.5 * (4.61512 / 10) ** 0.5, rel=1e-3)


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
        (Snapshot(pv=("4",), notes={"rule": "Win at once."}), "4: Win at once."),
        (Snapshot(seconds=0.1), "…"),
        (Snapshot(nodes=5, seconds=9.0), "…"),
        (Snapshot(seconds=2.0), "is being compiled for this game (once) …"),
    ],
)
def test_a_long_silence_is_explained(shot, words):
    assert line_words(asked(shot)) == words


def test_the_panel_says_whose_search_it_is():
    assert head_words(asked(Snapshot(seconds=1.5))) == "Alpha-beta for Black, this position · 1.5 s"
    assert head_words(asked(Snapshot(), when="before d3")) == "Alpha-beta for Black, before d3"


def test_growth_is_set_against_all_there_is_and_the_fewest_there_can_be():
    rows = tuple(Deepening(d, "1", 10**d, 0.1, 0.0, False, ()) for d in (1, 2, 3))
    searched, everything, fewest = growth(asked(Snapshot(deepening=rows, interior=10, generated=40)).shown.depths)
    assert list(searched.y) == [10, 100, 1000]
    assert list(everything.y) == [4, 16, 64]
    assert list(fewest.y) == [4, 7, 19]
    assert growth(()) == []


@pytest.mark.parametrize("columns", [AHEAD_COLUMNS, SIMULATED_COLUMNS], ids=["ahead", "simulated"])
@pytest.mark.parametrize(("game", "options"), [*((entry.key, {}) for entry in games), ("nim", {"piles": "16"})])
def test_no_move_is_cut_in_its_column(game, options, columns):
    pygame.font.init()
    look, face = load_look(assets_folder()), games[game].create(options).face()
    room = look.dp(columns[0].width - DOT - TITLE)
    for seed in range(8):
        chance, position = random.Random(seed), face.start()
        while moves := list(face.moves(position)):
            assert max(look.fonts.width(move, "body") for move in moves) <= room, moves
            position = face.play(position, chance.choice(moves))
            if position.ply > 60:
                break
