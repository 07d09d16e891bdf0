"""Engines on one position: the same values where they must be, the nodes that each refinement saves, what differs."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from sandbox.bench.duel import Duel, Entrant, ladder, matrix
from sandbox.bench.solving import Task
from sandbox.cli import main
from sandbox.errors import BadInput
from sandbox.gametree.api import Limits, new_stop
from tests.strategies.games import game_of, random_positions


@pytest.mark.parametrize("key", ["connect-four", "othello", "morris", "nim", "tic-tac-toe"])
def test_every_rung_finds_the_same_value(key):
    game = game_of(key)
    for position in random_positions(game, 3, 8, seed=4):
        bouts = Duel(game, position, ladder(4))(new_stop())
        assert len({(b.value, b.exact, b.depth) for b in bouts}) <= 1 or bouts[0].exact
        assert not any("value" in b.differs for b in bouts)


def test_refinements_save_nodes():
    game = game_of("connect-four")
    bouts = Duel(game, game.face().parse("4453"), ladder(7))(new_stop())
    assert bouts[0].nodes > 3 * bouts[-1].nodes
    assert [b.entrant.name for b in bouts][:2] == ["alpha-beta", "+ the game's order"]
    assert bouts[1].ratio == bouts[1].nodes / bouts[0].nodes
    assert all(b.leaves >= 0.9 * b.fewest_leaves for b in bouts[:4])


def test_leaves_are_those_that_were_estimated_and_those_the_rules_scored():
    game = game_of("tic-tac-toe")
    face = game.face()

    def ends(position):
        return sum(ends(face.play(position, move)) for move in face.moves(position)) or 1

    half = face.parse("XOXO----- X")
    for position, depth, leaves in ((half, 9, ends(half)), (face.start(), 1, 9)):
        (bout,) = Duel(game, position, matrix([("minimax", {})], [Limits(depth=depth)]))(new_stop())
        assert bout.leaves == leaves


def test_what_differs_is_marked_from_the_first():
    game = game_of("connect-four")
    position = game.face().parse("1553135535337")
    wide = {"extension": "2", "table": "off", "deepening": "off"}
    entrants = matrix([("alphabeta", {"table": "off", "deepening": "off"}), ("alphabeta", wide)], [Limits(depth=2)])
    plain, extended = Duel(game, position, entrants)(new_stop())
    assert (plain.best, extended.best) == ("6", "4")
    assert plain.differs == ()
    assert {"best", "value"} <= set(extended.differs)


def test_unless_it_is_asked_for_nothing_is_limited_and_the_truth_is_not_sought():
    stop = new_stop()
    asked = Task("nim", (), "", "pvs")
    assert (asked.limits(stop).stop, asked.truth, asked.expected) == (stop, 0, None)
    assert replace(asked.limits(stop), stop=None) == Limits(stop=None) == Limits(0, 0.0, 0, False, None)
    duel = Duel(game_of("nim"), game_of("nim").face().start(), matrix([("pvs", {})], [Limits(depth=2)]))
    assert duel.truth == 0
    assert [bout.entrant.name for bout in duel(stop)] == ["pvs"]
    assert duel.worths is None


def test_a_matrix_is_every_engine_under_every_budget():
    found = matrix([("pvs", {}), ("mcts", {"c": "1.0"})], [Limits(nodes=100), Limits(nodes=200)])
    told = [(e.name, e.limits.nodes) for e in found]
    assert told == [("pvs", 100), ("pvs", 200), ("mcts:c=1.0", 100), ("mcts:c=1.0", 200)]


def test_a_duel_that_is_stopped_ends_and_one_that_cannot_be_never_begins():
    game = game_of("nim")
    stop = new_stop()
    bouts = Duel(game, game.face().start(), ladder(4)).bouts(stop)
    next(bouts)
    stop[0] = 1
    assert list(bouts) == []
    with pytest.raises(BadInput):
        Duel(game, game.face().start(), [Entrant("x", "pvs", {"evaluation": "othello-discs"})])


def test_the_command(capsys):
    assert main(["duel", "connect-four", "44", "--ablate", "--depth", "5", "--json"]) == 0
    *bouts, summary = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert summary == {"summary": True, "bouts": 8, "values_agree": True}
    assert {"name", "engine", "options", "budget", "best", "value", "nodes", "fewest_leaves"} <= set(bouts[0])
    words = ["duel", "connect-four", "44444412222333", "--engine", "pvs", "--engine", "exact", "--engine", "mcts"]
    assert main([*words, "--nodes", "1000,2000"]) == 0
    said = capsys.readouterr().out
    assert said.count("mcts") == 2
    assert "≠" in said


@pytest.mark.parametrize(
    "words",
    [
        ("duel", "nim"),
        ("duel", "nim", "--ablate", "--nodes", "5"),
        ("duel", "nim", "--engine", "deepblue"),
        ("duel", "nim", "--engine", "pvs", "--depth", "x"),
        ("duel", "nim", "--engine", "pvs", "--time", "-1"),
        ("duel", "nim", "2", "--ablate"),
    ],
)
def test_rubbish_gets_one_clear_line(capsys, words):
    assert main(list(words)) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert np.char.startswith(said.err, "error: ")
