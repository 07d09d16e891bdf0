"""What is shown of a search: the report's own figures, each with what it means; `solve --json` prints the same."""

from __future__ import annotations

import json
import math
from dataclasses import fields

import pytest

from sandbox.cli import main
from sandbox.cli.output import plain
from sandbox.gametree.api import Bound, Limits, engines
from sandbox.gametree.report import SearchReport
from sandbox.gametree.shown import Shown, features_of, shown, value_words
from sandbox.gametree.tree.reading import Searched
from tests.strategies.games import game_of

TIMES = {"seconds", "nodes_per_second", "simulations_per_second"}


def searched(engine, key="connect-four", text="4453", limits=None, **options):
    game = game_of(key)
    made = engines[engine].create(options)
    position = game.face().parse(text)
    found = made.search(game, position, limits or Limits(depth=5), SearchReport())
    own = {name: getattr(made, name) for name in made.__dataclass_fields__}
    return Searched(game, position, engine, own, found.report)


def timeless(value):
    """Without what the clock says."""
    if isinstance(value, dict):
        counted = value.get("key") in TIMES
        return {k: timeless(v) for k, v in value.items() if k not in TIMES and not (counted and k == "value")}
    return [timeless(v) for v in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    ("engine", "words"),
    [
        ("pvs", ("--depth", "6")),
        ("pvs", ("--nodes", "3000")),
        ("alphabeta", ("--depth", "4", "--every-move", "--option", "watch_table=on")),
        ("mtdf", ("--depth", "5")),
        ("minimax", ("--depth", "3")),
        ("mcts", ("--nodes", "2000")),
        ("ucb", ("--nodes", "2000")),
        ("scripted", ()),
    ],
)
def test_the_panel_is_solve_s_json_field_by_field(capsys, engine, words):
    depth = int(words[words.index("--depth") + 1]) if "--depth" in words else 0
    nodes = int(words[words.index("--nodes") + 1]) if "--nodes" in words else 0
    limits = Limits(depth=depth, nodes=nodes, every_move="--every-move" in words)
    options = {"watch_table": True} if "--option" in words else {}
    panel = shown(searched(engine, limits=limits, **options))
    assert main(["solve", "connect-four", "4453", "--engine", engine, *words, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    printed, painted = timeless(facts["shown"]), timeless(json.loads(json.dumps(plain(panel.to_json()))))
    assert set(printed) == {f.name for f in fields(Shown)}
    for name in printed:
        assert printed[name] == painted[name], name
    assert {row["move"]: row["value"] for row in facts["root"]} == {r.move: r.value for r in panel.rows}
    assert facts["pv"] == list(panel.line)
    assert facts["best"] == panel.best
    assert panel.worth is None or panel.worth.value == facts["value"]
    assert (panel.worth is None) == (engine == "scripted")  # which judges no position
    for counter in panel.counters:
        if counter.key not in TIMES and counter.key in facts:
            assert facts[counter.key] == counter.value, counter.key
    assert [d["nodes"] for d in facts["deepening"]] == [d.nodes for d in panel.depths]


def test_counters_say_what_they_count():
    depth_first, monte_carlo = shown(searched("pvs")), shown(searched("mcts", limits=Limits(nodes=500)))
    assert [c.key for c in depth_first.counters][:1] == ["nodes"]
    assert [(c.key, c.value) for c in monte_carlo.counters][:1] == [("simulations", 500)]
    assert "nodes" not in {c.key for c in monte_carlo.counters}
    assert (depth_first.monte_carlo, monte_carlo.monte_carlo) == (False, True)
    assert depth_first.cutoffs.first <= depth_first.cutoffs.all
    assert (depth_first.table.places, monte_carlo.table) == (1 << 20, None)


def test_values_come_with_depth_source_and_side():
    panel = shown(searched("pvs", text="44535"))
    assert (panel.worth.depth, panel.worth.source, panel.worth.side, panel.side) == (5, "pvs", "Red", "Red")
    rate = shown(searched("mcts", limits=Limits(nodes=500))).worth
    assert rate.win_rate is not None
    assert rate.words.endswith(" %")
    lost = shown(searched("mcts", text="414141", limits=Limits(nodes=500)))
    assert lost.worth.words.startswith(("wins", "≥ wins"))


def test_rows_of_other_depths_say_so_and_the_move_played_comes_first():
    panel = shown(searched("pvs", "othello", "-", Limits(nodes=2000)))
    assert panel.rows[0].best
    assert panel.rows[0].move == panel.best
    depth = panel.worth.depth
    assert all(row.other_depth == (row.depth != depth) for row in panel.rows if row.value is not None and not row.exact)
    assert sum(row.share for row in panel.rows) == pytest.approx(1)


def test_upper_confidence_bounds_in_two_terms():
    of = searched("ucb", limits=Limits(nodes=3000), c=0.7)
    for row in shown(of).rows:
        assert row.exploit == 2 * row.win_rate - 1
        assert row.explore == pytest.approx(0.7 * math.sqrt(math.log(3000) / row.visits))
    assert shown(searched("monte-carlo", limits=Limits(nodes=100))).rows[0].explore is None
    tree = shown(searched("mcts", limits=Limits(nodes=3000)))
    bounds = [row.exploit + row.explore for row in tree.rows if not row.exact]
    assert max(bounds) - min(bounds) < 1.0


def test_features_add_up_to_the_estimate():
    of = searched("alphabeta", "othello", "f5d6c3", Limits(depth=1))
    panel = shown(of)
    assert panel.estimate == sum(f.value * f.weight for f in panel.features) == sum(f.share for f in features_of(of))
    assert panel.to_json()["features"][0]["share"] == panel.features[0].share
    over = searched("pvs", "tic-tac-toe", "XXXOO---- O")
    assert (shown(over).features, shown(over).best) == ((), "")
    assert shown(searched("pvs", evaluation="connect-four-centre")).features[0].name == "centre"


@pytest.mark.small
@pytest.mark.parametrize(
    ("value", "exact", "bound", "game", "words"),
    [
        (0.25, False, Bound.EXACT, "nim", "+0.250"),
        (-0.25, False, Bound.UPPER, "nim", "≤ −0.250"),
        (0.0, True, Bound.EXACT, "nim", "draw"),
        (12.0, True, Bound.EXACT, "othello", "wins 12 discs"),
        (-3.0, True, Bound.EXACT, "connect-four", "loses 3"),
        (5.0, False, Bound.LOWER, "connect-four", "≥ wins 5"),
        (None, False, Bound.NONE, "nim", ""),
    ],
)
def test_values_in_words(value, exact, bound, game, words):
    assert value_words(value, game, exact=exact, bound=bound) == words
