"""The panel in the window shows what `solve --json` prints for the same search, field by field."""

import json

import pytest

from sandbox.cli import main
from sandbox.figures import NOTHING, count, percent, short
from sandbox.games.api import games
from sandbox.gametree.api import engines_for
from sandbox.gametree.evaluation import best_for, those_for
from sandbox.ui.boards.game.match import Match
from sandbox.ui.boards.panel.counters import NAMES, TABLE
from sandbox.ui.boards.seats import DEPTH, NODES, TIME
from sandbox.ui.kit import Marked
from tests.ui.test_app import frames, settle

POSITIONS = {
    "connect-four": "44444433333322",
    "othello": "f5d6c3d3c4",
    "tic-tac-toe": "X--------O",
    "nim": "7",
    "morris": "-",
    "tree": "-",
}
SIGNS = {"lower": "≥", "upper": "≤", "exact": "", "": ""}
PLIES, SPENT = 5, 3_000


def budgets(seat):
    """Those of the same answer on every machine."""
    stops = [stop for stop in seat.stops if stop != TIME]
    return [{"stop": stop, DEPTH: PLIES, NODES: SPENT} for stop in stops] or [{}]


def asked_in_the_window(app, game, engine, budget):
    """Have an engine move, with the keys a person has; the panel then shows its search."""
    tab = app.shell.tabs["boards"]
    session = tab.session
    session.pause(True)
    session.begin(Match.of(game, POSITIONS[game]))
    for seat in session.seats:
        seat.suit(session.match.entry, engine)
        seat.budget |= budget
    session.begin(Match.of(game, POSITIONS[game]))
    assert session.move_now() == ""
    settle(app)
    assert session.match.at == 1
    return tab


def printed_by_solve(capsys, game, engine, budget):
    words = ["solve", game, POSITIONS[game], "--engine", engine, "--regret", "--json"]
    if budget:
        words += [f"--{budget['stop']}", str(budget[budget["stop"]])]
    assert main(words) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("game", POSITIONS)
def test_what_the_panel_shows_is_what_solve_prints(app, capsys, game):
    app.services.warmer.state = type(app.services.warmer.state)(finished=True)
    tab = app.shell.tabs["boards"]
    tab.warmed()
    seen = 0
    for entry in engines_for(games[game]):
        seat = tab.session.seats[0]
        seat.suit(games[game], entry.key)
        for budget in budgets(seat):
            asked_in_the_window(app, game, entry.key, budget)
            same(tab, printed_by_solve(capsys, game, entry.key, budget))
            seen += 1
    assert seen > len(engines_for(games[game]))
    the_estimate_is_the_same(app, capsys, game)


def same(tab, facts):
    """Field by field."""
    panel, shown = tab.panel, facts["shown"]
    assert panel.head.text.startswith(f"{engine_title(facts)} for {shown['side']}, before ")
    rule = facts["notes"].get("rule", "")
    assert panel.best_line.text == (": ".join(filter(None, (" ".join(facts["pv"]), rule))) or "…")
    if panel.simulated.visible:
        the_tiles_are(panel.simulated, simulated(facts))
        the_arms_are(panel.arm_table.rows, shown["rows"])
    elif panel.tiles.visible:
        the_tiles_are(panel.tiles, ahead(facts))
        the_rows_are(panel.root_table.rows, shown["rows"])
        the_depths_are(panel.depths, shown["depths"])
    the_counters_are(panel.counters.table.rows, facts)
    assert {move: words for move, (words, _) in tab.board.values.items()} == {
        row["move"]: on_board(row) for row in shown["rows"] if row["value"] is not None
    }


def engine_title(facts):
    return next(entry.title for entry in engines_for(games[facts["game"]]) if entry.key == facts["engine"])


def the_tiles_are(tiles, expected):
    assert {name: tiles.named[name].number.text for name in expected} == expected


def ahead(facts):
    """What the tiles of a search that looks ahead say."""
    shown, table = facts["shown"], facts["table"]
    grown = bool(facts["interior"] and facts["depth"])
    reached = f"{facts['depth']} / {facts['deepest']}" if facts["deepest"] else str(facts["depth"])
    branching = (few(facts["effective_branching"]), few(facts["branching"]))
    hits = f"{100 * table['hits'] / max(table['probes'], 1):.0f} · {percent(table['fill'])}"
    return {
        "nodes": short(facts["nodes"]),
        "depth": reached if facts["depth"] else NOTHING,
        "value": worth(shown),
        "first": percent(facts["first_move_share"]) if facts["cutoffs"] else NOTHING,
        "branching": " / ".join(branching) if grown else NOTHING,
        "table": hits if table["places"] and table["probes"] else NOTHING,
        "fewest": short(facts["fewest_leaves"]) if grown else NOTHING,
    }


def simulated(facts):
    """What those of one that simulates say."""
    best = next((row for row in facts["shown"]["rows"] if row["best"]), None)
    counted = best is not None and best["win_rate"] is not None
    return {
        "simulations": short(facts["simulations"]),
        "tree": short(facts["tree_nodes"]) if facts["tree_nodes"] else "none",
        "deepest": str(facts["deepest"]) if facts["deepest"] else NOTHING,
        "won": percent(best["win_rate"]) if counted else NOTHING,
        "value": f"{facts['value']:+.3f}" if best and abs(facts["value"]) < 1 else worth(facts["shown"]),
        "best": percent(best["share"]) if best and best["visits"] else NOTHING,
        "kept": short(facts["notes"]["kept"]) if "kept" in facts["notes"] else NOTHING,
    }


def few(number):
    return f"{number:.1f}" if number < 10 else f"{number:.0f}"


def worth(shown):
    """A value without its unit, which its title has."""
    if shown["worth"] is None:
        return NOTHING
    return shown["worth"]["words"].removesuffix(" discs").replace("≥ ", "≥").replace("≤ ", "≤")


def the_rows_are(cells, rows):
    assert len(cells) == len(rows)
    for (move, value, loss, depth, nodes, share, line), row in zip(cells, rows, strict=True):
        assert (move, isinstance(move, Marked)) == (row["move"], row["best"])
        assert loss == row["loss"]
        assert (value, nodes, share, line) == (
            row["value"],
            row["nodes"] or None,
            row["share"] if row["nodes"] else None,
            " ".join(row["pv"]),
        )
        if value is not None:
            firm = row["bound"] == "exact" and not row["other_depth"]
            assert (value.words, value.role) == (row["words"], "text" if firm else "dim")
            assert (depth, depth.role) == (row["depth"], "dim" if row["other_depth"] else "text")


def the_arms_are(cells, rows):
    assert len(cells) == len(rows)
    for (move, won, loss, visits, share, bound, exploit, explore, line), row in zip(cells, rows, strict=True):
        assert (move, isinstance(move, Marked)) == (row["move"], row["best"])
        assert loss == row["loss"]
        assert (visits, exploit, explore, line) == (
            row["visits"] or None,
            row["exploit"],
            row["explore"],
            " ".join(row["pv"]),
        )
        assert share == (row["share"] if row["visits"] else None)
        assert (won is None) == (row["win_rate"] is None and not row["exact"])
        assert won is None or won.words == row["words"]
        if row["explore"] is not None:
            assert bound == row["exploit"] + row["explore"]


def the_depths_are(depths, rows):
    cells = [(d, v, n, again, line) for d, v, n, _, again, line in depths.table.rows]
    expected = [(r["depth"], r["value"], r["nodes"], r["researches"], " ".join(r["pv"])) for r in reversed(rows)]
    assert cells == expected
    assert [cell[1].words for cell in cells] == [row["words"] for row in reversed(rows)]
    drawn = [row for row in rows if row["nodes"] > 0 and row["depth"] > 0]
    series = {one.name: list(one.y) for one in depths.nodes.series}
    assert series.get("searched", []) == [row["nodes"] for row in drawn]
    assert series.get("minimal tree", []) == [max(1.0, min(row["fewest_leaves"], 1e15)) for row in drawn]


def the_counters_are(cells, facts):
    expected = {words: facts[name] for name, words in NAMES.items() if facts[name]}
    if facts["table"]["places"]:
        expected["Table: full"] = facts["table"]["fill"]
        expected |= {words: facts["table"][name] for name, words in TABLE.items()}
    assert {words: float(number) for words, number in cells} == expected
    assert all(number.words == count(int(number)) for words, number in cells if words != "Table: full")


def on_board(row):
    if row["win_rate"] is not None and not row["exact"]:
        return percent(row["win_rate"])
    whole = row["exact"] or abs(row["value"]) >= 1
    words = f"{row['value']:+g}" if whole else f"{row['value']:+.2f}"
    return SIGNS[row["bound"]] + words.replace("-", "−")


def the_estimate_is_the_same(app, capsys, game):
    """What the section about the estimate says of the position that was searched."""
    tab = app.shell.tabs["boards"]
    facts = printed_by_solve(capsys, game, "alphabeta", {"stop": DEPTH, DEPTH: 1})
    tab.session.step(-1)
    keys = [entry.key for entry in those_for(game)]
    tab.estimate.which.value = keys.index(best_for(game).key)
    tab.estimate._pick(tab.estimate.which.value)
    if not tab.estimate.open:
        tab.estimate.toggle()
    settle(app)
    frames(app)
    told = {(name, value, weight, share) for name, value, weight, share in tab.estimate.table.rows}
    assert told == {(f["name"], f["value"], f["weight"], f["share"]) for f in facts["shown"]["features"]}
    tab.estimate.toggle()
