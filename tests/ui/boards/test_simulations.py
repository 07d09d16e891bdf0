"""What Boards says of a search that simulates: a real one, in the panel's own words."""

import pytest

from sandbox.figures import NOTHING
from sandbox.games.api import games
from sandbox.gametree.api import Bound, Limits, RootMove, engines, engines_for
from sandbox.gametree.report import SearchReport, Snapshot
from sandbox.ui.boards.panel.search import SIMULATED_COLUMNS
from sandbox.ui.boards.panel.tiles import AHEAD, SIMULATED, simulated_texts
from sandbox.ui.boards.panel.words import Asked, board_values, line_words, simulated_cells
from sandbox.ui.boards.seat_lines import budget_fields
from sandbox.ui.boards.seats import Seat
from sandbox.ui.boards.thinking import Finding
from sandbox.ui.kit import TableModel


def asked(shot, engine="mcts", game="connect-four", position=None, **options):
    made = games[game].create()
    told = Finding(engine, engine, options, Limits(), ended=shot)
    return Asked(told, made, made.face().start() if position is None else position)


def searched(engine, game="connect-four", simulations=2000):
    made = games[game].create()
    start = made.face().start()
    found = engines[engine].create({}).search(made, start, Limits(nodes=simulations), SearchReport())
    return asked(found.report, engine, game, start)


def test_every_tile_of_a_simulating_search_says_something():
    look = searched("mcts")
    texts = simulated_texts(look)
    assert texts.keys() == SIMULATED.keys()
    assert {name for name, text in texts.items() if text in (NOTHING, "", "0", "none")} <= {"kept"}, (
        "of which it had none"
    )
    assert texts["value"] == f"{look.shot.value:+.3f}"
    assert int(look.counter("simulations")) == 2000


@pytest.mark.small
@pytest.mark.parametrize(("value", "words"), [(13.0, "wins 13"), (-7.0, "loses 7"), (0.0, "draw")])
def test_what_is_proven_reads_the_same_in_the_tile_and_in_the_table_and_is_no_share_on_the_board(value, words):
    move = RootMove("4", value, Bound.EXACT, exact=True, visits=90, win_rate=0.3)
    other = RootMove("5", -0.5, visits=10, win_rate=0.25)
    look = asked(Snapshot(best="4", value=value, exact=True, root=(move, other), simulations=100))
    cells = {cells[0]: cells for cells in map(simulated_cells, look.shown.rows)}
    assert cells["4"][1].words == words
    assert words in simulated_texts(look)["value"].lower() or value == 0
    assert "%" not in board_values(look)["4"][0]
    assert board_values(look)["5"][0] == "25 %"


@pytest.mark.small
def test_shares_and_proofs_are_sorted_as_numbers():
    shares = [RootMove(str(n), 2 * rate - 1, visits=10, win_rate=rate) for n, rate in enumerate((0.09, 0.1, 0.9))]
    proven = [RootMove("w", 3.0, Bound.EXACT, exact=True, visits=1), RootMove("l", -3.0, Bound.EXACT, exact=True)]
    look = asked(Snapshot(best="w", root=(*shares, *proven), simulations=40))
    model = TableModel(SIMULATED_COLUMNS, [simulated_cells(row) for row in look.shown.rows])
    model.sort(1)
    assert [str(model.rows[i][0]) for i in model.order] == ["l", "0", "1", "2", "w"]


@pytest.mark.small
def test_simulations_are_called_so_and_nodes_nodes():
    """Over a count of simulations stands no other word, and nothing speaks of perfect ordering but cut-offs."""
    assert "Nodes" not in {title for title, _ in SIMULATED.values()}
    assert "Simulations" not in {title for title, _ in AHEAD.values()}
    assert {name for name, words in AHEAD.items() if "perfect ordering" in " ".join(words).lower()} == {"first"}
    for game in games:
        for entry in engines_for(game):
            seat = Seat()
            seat.suit(game, entry.key)
            if "nodes" in seat.stops:
                simulates = any(option.name == "simulations" for option in entry.options)
                field = next(f for f in budget_fields(seat.stops, simulates=simulates) if f.name == "nodes")
                assert field.label == ("Simulations" if simulates else "Nodes")


def test_an_engine_of_rules_says_which_rule_decided():
    entry = next(e for e in engines_for(games["tic-tac-toe"]) if e.key == "scripted")
    look = searched(entry.key, "tic-tac-toe")
    rule = look.shot.notes["rule"]
    assert rule
    assert str(rule) in line_words(look)
    assert look.silent, "and has no tiles of numbers it does not know"
