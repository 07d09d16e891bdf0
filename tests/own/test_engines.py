"""Engines of the user's own: they play any game of two, keep their budgets, and what goes wrong is told."""

import json
import pickle
import threading

import pytest

from sandbox.cli import main
from sandbox.errors import BadInput
from sandbox.games.api import games
from sandbox.gametree.api import Limits, Status, engines
from sandbox.gametree.report import SearchReport
from sandbox.own.failures import OwnCodeFailed
from sandbox.own.new import write_start

HEAD = """from dataclasses import dataclass
from sandbox.own import engine
@engine(title="Mine", seconds=5)
@dataclass(frozen=True)
class Mine:
    def choose(self, game, position, report):
        """


def _search(key, game="tic-tac-toe", position="-", limits=None, **options):
    made = games[game].create()
    found = made.face().parse(position)
    return engines[key].create(options).search(made, found, limits or Limits(), SearchReport())


def test_the_start_of_an_engine_wins_where_it_can(own):
    write_start("engine", "deep")
    face = games["tic-tac-toe"].create().face()
    position = face.start()
    for move in ("a1", "b1", "a2", "b2"):
        position = face.play(position, move)
    result = _search("own-deep", position=face.print(position), depth=2)
    assert result.best == "a3"
    assert result.status is Status.DONE
    assert result.report.nodes > 5
    assert _search("own-deep", "connect-four", depth=2).best


def test_every_game_of_two_is_understood_there(own):
    own.write("mine", HEAD + "return game.moves(position)[-1]")
    for entry in games:
        axes = entry.info["axes"]
        if axes.players != 2 or axes.chance or not axes.zero_sum or not axes.perfect_information:
            continue
        made = entry.create()
        moves = made.face().moves(made.face().start())
        assert _search("own-mine", entry.key).best == moves[-1], entry.key


def test_budgets_and_stops_are_kept(own):
    loop = "report.best(game.moves(position)[4])\n        while True:\n            report.node()"
    own.write("mine", HEAD + loop)
    for limits in (Limits(nodes=500), Limits(seconds=0.2)):
        result = _search("own-mine", limits=limits)
        assert (result.best, result.status) == ("b2", Status.BUDGET)
    own.write("silent", HEAD + "while True:\n            report.node()")
    result = _search("own-silent", limits=Limits(nodes=500))
    assert result.best  # the one that looks best at a glance
    limits = Limits()
    threading.Timer(1.0, limits.stop.fill, [1]).start()
    assert _search("own-mine", limits=limits).best  # after five seconds it would have failed


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("return 'z9'", "mine.py:6: choose returned 'z9', expected one of a1, b1"),
        ("return 1 / 0", "mine.py:7: ZeroDivisionError"),
        ("return game.play(position, 'z9')", "mine.py:7: BadInput"),
        ("import os; os._exit(1)", "mine.py: its process ended by itself, with status 1"),
    ],
)
def test_what_goes_wrong_is_told(own, body, line):
    own.write("mine", HEAD + body)
    with pytest.raises(OwnCodeFailed) as trouble:
        _search("own-mine")
    assert str(trouble.value).startswith(line)


def test_it_goes_to_other_processes_by_name(own):
    write_start("engine", "deep")
    engine = engines["own-deep"].create({"depth": 4})
    assert pickle.loads(pickle.dumps(engine)) == engine


def test_a_planner_is_no_engine(own):
    write_start("planner", "zigzag")
    with pytest.raises(BadInput, match="it offers no engine"):
        engines["own-zigzag"]


def test_by_the_command_line(own, capsys):
    assert main(["new", "engine", "deep"]) == 0
    assert main(["solve", "tic-tac-toe", "-", "--engine", "own-deep", "--option", "depth=2"]) == 0
    assert main(["match", "tic-tac-toe", "--first", "own-deep:depth=2", "--second", "random", "--games", "2"]) == 0
    assert main(["list", "engines"]) == 0
    assert "own-deep" in capsys.readouterr().out


def test_it_tells_no_value_and_nobody_makes_one_up(own, capsys):
    write_start("engine", "deep")
    write_start("evaluation", "mobile")
    words = ["tic-tac-toe", "-", "--engine", "own-deep", "--engine", "own-mobile", "--engine", "alphabeta"]
    assert main(["duel", *words, "--depth", "3", "--json"]) == 0
    first, second, third, _ = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert first["shown"]["worth"] is None
    assert "value" not in second["differs"]  # there is none before it to differ from
    assert "value" in third["differs"]
    assert second["leaves"] > 60
    assert second["fewest_leaves"] > 20
    assert main(["duel", *words, "--depth", "3"]) == 0
    row = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("own-deep"))
    assert row.split()[1:5] == ["depth", "3", "a1", "–"]
    assert main(["analyse", "connect-four", "44", "--engine", "own-deep", "--depth", "2"]) == 2
    assert "own-deep judges no position" in capsys.readouterr().err
    assert main(["analyse", "connect-four", "44", "--engine", "own-mobile", "--depth", "2"]) == 0
