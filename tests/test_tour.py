"""A tour: every planner, engine, game, generator and tab is used once, by its command.

Other tests look closely; this one is what `.ci/pythons.py` runs, compiled, on every Python there is.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.agents.api import policies
from sandbox.cli.entry import run
from sandbox.games.api import games
from sandbox.games.general.api import general_games
from sandbox.games.general.words import CHANCE
from sandbox.gametree.api import engines_for
from sandbox.gametree.general.api import general_engines_for
from sandbox.level.generators import generators
from sandbox.planning.api import planners
from sandbox.ui.tabs import TABS

ROOT = Path(__file__).resolve().parents[1]
POSITIONS = {"connect-four": "4453", "tree": f"{ROOT}/tests/golden/uneven_tree.txt"}
PLAYED = [(game.key, engine.key) for game in games for engine in engines_for(game)]

SMALLER = {"liars-dice": "liars-dice:sides=3"}  # a game of 300,000 nodes is learnt elsewhere

GENERAL = [
    (entry.key, engine.key)
    for entry in general_games
    for game in [entry.create()]
    for engine in general_engines_for(game, game.face().start())
]

pytestmark = pytest.mark.tour


def _said(capsys, *words):
    """What a command says in JSON, when all went well."""
    assert run([*words, "--json"]) == 0, capsys.readouterr().err
    captured = capsys.readouterr()
    assert captured.err == ""
    return [json.loads(line) for line in captured.out.splitlines()]


@pytest.mark.parametrize("planner", planners.keys())
def test_every_planner_finds_a_way(planner, capsys):
    for radius in ("0", "0.4") if planners[planner].info["radius"] else ("0",):
        query = ("--start", "3,4", "--goal", "120,90", "--radius", radius)
        (plan,) = _said(capsys, "plan", "flood", *query, "--planner", planner)
        assert (plan["status"], plan["checked"]) == ("found", True)
        (ledger,) = _said(capsys, "why", "flood", *query, "--planner", planner, "--work")
        assert (ledger["status"], ledger["work"]["status"]) == ("found", "found")


@pytest.mark.parametrize("policy", policies.keys())
def test_every_policy_leads_a_crowd(policy, capsys, tmp_path):
    run_, picture = str(tmp_path / "run.npz"), str(tmp_path / "end.svg")
    words = ("--agents", "24", "--seconds", "8", "--record", run_, *(() if policy == "alone" else ("--check",)))
    (found,) = _said(capsys, "simulate", "doorway", "--policy", policy, *words)
    assert (found["policy"], found["agents"]) == (policy, 24)
    assert found["faults"] == []
    _said(capsys, "render", run_, "-o", picture)
    assert policy in [entry["key"] for entry in _said(capsys, "list", "policies")]


@pytest.mark.parametrize(("game", "engine"), PLAYED)
def test_every_engine_plays_every_game_it_is_offered_for(game, engine, capsys):
    position = POSITIONS.get(game, "-")
    (found,) = _said(capsys, "solve", game, position, "--engine", engine, "--depth", "2", "--nodes", "500")
    assert found["best"]
    assert found["engine"] == engine


@pytest.mark.parametrize("game", games.keys())
def test_every_game_is_judged_counted_and_drawn(game, capsys, tmp_path):
    position = POSITIONS.get(game, "-")
    _said(capsys, "perft", game, position, "--depth", "2")
    _said(capsys, "render", f"{game}:{position}", "-o", str(tmp_path / "board.svg"))
    if game in ("connect-four", "othello"):
        _said(capsys, "judge", game, position)


@pytest.mark.parametrize("kind", generators.keys())
def test_every_generator_makes_a_level_that_lints(kind, capsys, tmp_path):
    out = str(tmp_path / "made.json")
    _said(capsys, "generate", kind, "--size", "48x40", "-o", out)
    assert run(["lint", out]) == 0


@pytest.mark.parametrize("tab", TABS)
def test_every_tab_is_drawn(tab, tmp_path):
    homes = dict.fromkeys(("XDG_CONFIG_HOME", "XDG_DATA_HOME"), str(tmp_path))
    command = [sys.executable, "main.py", "--tab", tab, "--frames", "5", "--shot", str(tmp_path / "shot.png")]
    driver = {"SDL_VIDEODRIVER": "dummy"}
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | homes | driver, capture_output=True, encoding="utf-8", check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout.splitlines()[-1])["frames"] >= 5
    assert (tmp_path / "shot.png").stat().st_size > 10_000


@pytest.mark.parametrize(("game", "engine"), GENERAL)
def test_every_general_engine_searches_every_game_it_fits(game, engine, capsys):
    (found,) = _said(capsys, "solve", SMALLER.get(game, game), "--engine", engine, "--depth", "2", "--nodes", "500")
    face = general_games[game].create().face()
    assert (found["engine"], found["player"]) == (engine, "chance" if face.to_move(face.start()) == CHANCE else "A")
    first, _ = _said(capsys, "perft", game, "--depth", "1")
    assert first["nodes"] == 1


@pytest.mark.parametrize("world", ["vacuum", "world"])
def test_every_world_is_planned_in(world, capsys):
    (found,) = _said(capsys, "solve", world)
    assert found["plan"]
    assert found["faults"] == []
