"""Every figure on the screen is the command line's for the same scene: the table of results, the ledgers, what the
inspector says of a cell, the heads of compared panes. Times are measured by each for itself."""

import json
import math

import numpy as np
import pytest

from sandbox import figures
from sandbox.cli.entry import run
from sandbox.level.edits import AddPolygon
from sandbox.level.formats import save
from sandbox.level.model import WALL, Level, Marker
from sandbox.level.obstacles import Obstacle
from sandbox.planning.compare.lock import Lock
from sandbox.ui.forms import text_pairs
from sandbox.ui.jobs import WarmState
from sandbox.ui.kit import Button, Label
from sandbox.ui.maps.compare.contestant import Contestant
from sandbox.ui.maps.panels.results import COLUMNS, WORD
from sandbox.ui.maps.panels.why_panel import DUST, figure
from tests.ui.maps.test_results import rested
from tests.ui.test_app import frames, maps, settle

AT = {column.title: number for number, column in enumerate(COLUMNS)}
SAND = 3
MIDDLES = (1.5, 1.5), (37.5, 26.5)
SCENES = {
    "plain": (MIDDLES, 0.0, {"astar": {}, "hpa": {}, "ta": {}, "polyanya": {}}),
    "ends off the middles": (((1.25, 1.75), (37.1, 26.9)), 0.0, {"astar": {}, "theta": {}, "tra": {}, "polyanya": {}}),
    "terrain": (MIDDLES, 0.0, {"astar": {}, "hpa": {}, "dijkstra": {}, "ta": {}}),
    "a disc": (MIDDLES, 0.4, {"astar": {}, "pra": {}, "ta": {}, "tra": {}}),
    "options": (
        MIDDLES, 0.0,
        {"astar": {"weight": 3.0}, "hpa": {"sector": 8, "near": 0}, "pra": {"near": 0}, "theta": {"weight": 2.0}},
    ),
}  # fmt: skip


def ground(weighted):
    """Walls, two polygons, perhaps sand."""
    r = np.random.default_rng(6)
    level = Level(np.where(r.random((28, 40)) < 0.06, WALL, 0).astype(np.uint8))
    if weighted:
        level.terrain[8:20, 10:30][level.terrain[8:20, 10:30] == 0] = SAND
    for ring in ([(14.3, 4.2), (21.6, 8.1), (16.4, 13.7)], [(24.5, 15.2), (31.1, 14.6), (28.7, 22.3)]):
        level.apply(AddPolygon(Obstacle.of_cells(ring)))
    for x, y in ((1, 1), (37, 26)):
        level.terrain[y - 1 : y + 2, x - 1 : x + 2] = 0
    return level


@pytest.fixture(params=SCENES)
def scene(request, app, tmp_path):
    """A window on a scene, and the words that ask a command the same."""
    (start, goal), radius, chosen = SCENES[request.param]
    level = ground(request.param == "terrain")
    level.markers |= {"start": Marker.at(*start), "goal": Marker.at(*goal)}
    tab = maps(app)
    app.services.warmer.state = WarmState(finished=True)
    for row in tab.rows:
        row.ticked = row.key in chosen
        row.options.update(chosen.get(row.key, {}))
    tab.asking.focus = next(row for row in tab.rows if row.ticked)
    tab.session.radius = radius
    tab.show_level(level, request.param)
    frames(app, 2)
    settle(app)
    save(level, tmp_path / "scene.json")
    words = [str(tmp_path / "scene.json"), "--radius", str(radius)]
    return tab, words, chosen


def said(capsys, *words):
    """What a command says in JSON."""
    capsys.readouterr()
    assert run([*words, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def options_of(chosen):
    """The same options, as words."""
    pairs = [(key, name, text) for key, values in chosen.items() for name, text in text_pairs(values)]
    return [word for key, name, text in pairs for word in ("--option", f"{key}.{name}={text}")]


def specs_of(chosen):
    return ",".join(":".join([key, *(f"{name}={text}" for name, text in text_pairs(v))]) for key, v in chosen.items())


def ticked(tab):
    return [row for row in tab.rows if row.ticked]


def test_the_table_of_results(app, scene, capsys):
    tab, words, chosen = scene
    keys = ",".join(row.key for row in ticked(tab))
    told = {facts["planner"]: facts for facts in said(capsys, "plan", *words, "--planner", keys, *options_of(chosen))}
    rested(app, tab)
    assert len(tab.panel.table.rows) == len(told)
    for row, line in zip(ticked(tab), tab.panel.table.rows, strict=True):
        facts = told[row.key]
        assert facts["checked"] is True
        assert (line[AT["Cost"]], line[AT["Metric"]], line[AT["Expanded"]]) == (
            facts["cost"], facts["metric"], facts["expanded"],
        )  # fmt: skip
        assert line[WORD].startswith("optimal" if facts["proven"] else "found")
        assert COLUMNS[AT["Cost"]].text(line[AT["Cost"]]) == figures.cost(facts["cost"])
        assert np.array_equal(row.plan.points, facts["points"])


def test_how_much_longer_than_the_best_and_the_optimum(app, scene, capsys):
    tab, words, chosen = scene
    if any(value % 1 != 0.5 for name in ("start", "goal") for value in tab.level.markers[name].point):
        pytest.skip("a comparison puts ends on the middles of cells")
    found = said(capsys, "compare", *words, "--planner", specs_of(chosen), "--repeat", "1")
    told = {facts["planner"]: facts for facts in found if "planner" in facts}
    rested(app, tab)
    for row, line in zip(ticked(tab), tab.panel.table.rows, strict=True):
        facts = told[row.key]
        assert line[AT["Over best"]] == pytest.approx(100 * facts["over_best"], abs=1e-9)
        assert COLUMNS[AT["Over best"]].text(line[AT["Over best"]]) == figures.above(facts["over_best"])
        optimum = line[AT["Over optimum"]]
        assert (optimum is None) == (facts["over_optimum"] is None)
        if optimum is not None:
            assert optimum == pytest.approx(100 * max(facts["over_optimum"], 0.0), abs=1e-9)


def test_the_ledgers(app, scene, capsys):
    tab, words, chosen = scene
    told = said(
        capsys, "why", *words, "--planner", ",".join(row.key for row in ticked(tab)), "--work", *options_of(chosen)
    )
    for row, facts in zip(ticked(tab), told, strict=True):
        tab.why.open(row)
        settle(app)
        frames(app, 2)
        shown = [widget.text for widget in tab.why.panel.walk() if isinstance(widget, (Label, Button))]
        check_ledger(facts, shown)
        if "over_terrain" in facts:
            check_ledger(facts["over_terrain"], shown[shown.index("The same way, weighed by the terrain") :])
        work = facts["work"]
        if not work["terms"] and not work["more"]:
            assert f"As much work as A*'s: {work['expanded']:,} expansions" in shown
            continue
        assert f"{work['expanded']:,} expansions, {work['reference']:,} of A*" in shown
        assert f"{work['more']:+,}" in shown
        for share in work["terms"]:
            assert shown[shown.index(share["name"], shown.index("More work than A*?")) - 1] == f"{share['value']:+,}"


def check_ledger(facts, shown):
    """Its figures stand in the panel, each before its name."""
    assert any(line.startswith(f"{facts['cost']:.9g} ") and f"{facts['loss']:.6f} lost" in line for line in shown)
    for term in facts["terms"]:
        exact = (term["low"], term["high"]) == (term["value"],) * 2
        if abs(term["value"]) > DUST or not exact:
            number = shown.index(term["name"])
            assert shown[number - 1] == figure(term["value"])
            if not exact:
                low, high = (figure(math.inf if term[end] is None else term[end]) for end in ("low", "high"))
                assert f"between {low} and {high}" in shown[number : number + 3]


def test_what_the_inspector_says_of_the_last_cell(app, scene, capsys):
    tab, words, chosen = scene
    row = tab.asking.focus
    (facts,) = said(capsys, "plan", *words, "--planner", row.key, *options_of({row.key: chosen[row.key]}))
    film, goal = tab.timeline.film, tab.level.markers["goal"].point
    assert film.title == row.entry.title
    found = film.at(*goal, len(film))
    assert f"  ·  g {facts['cost']:.2f}  ·  h 0.00  ·  f {facts['cost']:.2f}  ·  " in film.described(found)
    assert int((film.recording.kind == 2).sum()) == facts["expanded"]


@pytest.mark.parametrize("lock", [Lock.EXPANSIONS, Lock.SHARE, Lock.F])
def test_the_heads_of_the_panes(app, scene, capsys, lock):
    tab, words, chosen = scene
    compare = tab.comparing.compare
    entries = {row.key: row.entry for row in tab.rows}
    compare.toggle()
    compare.compare([Contestant(entries[key], dict(values)) for key, values in chosen.items()])
    settle(app)
    frames(app, 2)
    compare.set_lock(lock)
    moment = compare.timeline.length // 2
    wanted = ("--lock", str(lock), "--at", str(moment), "--repeat", "1")
    told = said(capsys, "compare", *words, "--planner", specs_of(chosen), *wanted)
    standing, now = [facts for facts in told if "planner" in facts], told[-1]
    view = tab.comparing.view
    for pane, facts in zip(view.panes, standing, strict=True):
        unit = "cells" if facts["metric"] == "length" else "weighted cells"
        cost, _, expanded = pane.head.facts.text.split("  ·  ")
        assert (cost, expanded) == (f"{figures.cost(facts['cost'])} {unit}", f"{facts['expanded']:,} expanded")
    assert now["moments"] == compare.timeline.length
    compare.timeline.stop(moment)
    frames(app, 2)
    for pane, done, facts in zip(view.panes, now["expanded"], standing, strict=True):
        if pane.time < len(pane.film):
            assert pane.head.facts.text.startswith(f"{done:,} of {facts['expanded']:,} expanded  ·  ")
    counts = [label.text for label in view.ground.counts]
    alone = [f"{letter} {figures.short(count)}" for letter, count in zip("ABCD", now["cells_only"], strict=False)]
    assert counts[: len(alone)] == alone
    assert counts[-1] == f"all {figures.short(now['cells_all'])}"
