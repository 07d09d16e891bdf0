"""A game in one file, engines and evaluations in others: they play it where its rules are."""

import json

import pytest

from sandbox.cli import main
from sandbox.errors import BadInput
from sandbox.games.own.found import own_games
from sandbox.games.own.game import Asked
from sandbox.games.own.match import Contest
from sandbox.own.failures import OwnCodeFailed
from sandbox.own.new import write_start

ENGINE = """from dataclasses import dataclass
from sandbox.own import engine
@engine(title="Mine", seconds=5)
@dataclass(frozen=True)
class Mine:
    which: int = 0
    def choose(self, game, position, report):
        {}
"""
EVALUATION = """from dataclasses import dataclass
from sandbox.own import evaluation
@evaluation(title="Mine", seconds=5)
@dataclass(frozen=True)
class Mine:
    worth: float = 0.25
    def estimate(self, game, position):
        {}
"""


@pytest.fixture
def table(own):
    """Three in a row loses, on three by three."""
    write_start("game", "three")
    made = own_games["own-three"].create({"size": 3}).table()
    yield made
    made.close()


def test_an_engine_of_another_file_plays_with_its_options(own, table):
    own.write("nth", ENGINE.format("return game.moves(position)[self.which]"))
    assert table.think(["a1"], Asked("own-nth")).move == "b1"
    assert table.think(["a1"], Asked("own-nth", options={"which": 3})).move == "b2"
    assert table.think(["a1"], Asked(depth=2)).depths  # those of before go on


def test_an_evaluation_of_another_file_judges_for_alpha_beta(own, table):
    own.write("even", EVALUATION.format("return self.worth if game.to_move(position) == 0 else -self.worth"))
    last = table.think([], Asked("own-even", depth=2, options={"worth": 0.5})).depths[-1]
    assert (last.depth, last.value, last.exact) == (2, 0.5, False)
    assert table.think([], Asked("own-even", depth=9)).depths[-1].exact  # to the end, as without it


def test_saved_anew_it_plays_as_it_now_stands(own, table):
    own.write("nth", ENGINE.format("return game.moves(position)[0]"))
    assert table.think([], Asked("own-nth")).move == "a1"
    own.write("nth", ENGINE.format("return game.moves(position)[-1]  # the last one"))
    assert table.think([], Asked("own-nth")).move == "c3"


def test_files_may_use_each_other(own, table):
    own.write("_ways", "def last(game, position):\n    return game.moves(position)[-1]\n")
    own.write("nth", "from _ways import last\n" + ENGINE.format("return last(game, position)"))
    assert table.think([], Asked("own-nth")).move == "c3"
    own.write("twice", "import nth\n" + ENGINE.format("return nth.last(game, position)"))  # which offers an engine, too
    assert table.think([], Asked("own-twice")).move == "c3"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (ENGINE.format("return 'z9'"), "mine.py:7: SandboxError: choose returned 'z9', expected one of a1, b1"),
        (ENGINE.format("return game.moves(position)"), "mine.py:7: SandboxError: choose returned \"['a1'"),
        (ENGINE.format("return 1 / 0"), "mine.py:8: ZeroDivisionError"),
        (ENGINE.format("while True: pass"), "mine.py:8: no answer after "),
        (ENGINE.format("import os; os._exit(3)"), "three.py: its process ended by itself, with status 3"),
        (EVALUATION.format("return float('nan')"), "mine.py:7: ValueError: estimate returned nan"),
        (EVALUATION.format("return 1 / 0"), "mine.py:8: ZeroDivisionError"),
        (EVALUATION.format("return (("), "mine.py:8: SyntaxError: "),
    ],
)
def test_what_goes_wrong_is_told_with_the_file_at_fault(own, table, text, line):
    own.write("mine", text)
    with pytest.raises(OwnCodeFailed) as trouble:
        table.think([], Asked("own-mine", seconds=1.0))
    assert str(trouble.value).startswith(line)
    assert "\n" not in str(trouble.value)
    assert table.look([]).moves  # the game itself goes on


def test_engines_of_two_files_meet(own):
    write_start("game", "three")
    write_start("engine", "deep")
    write_start("evaluation", "mobile")
    game = own_games["own-three"].create({"size": 3})
    contest = Contest(game, Asked("own-deep", options={"depth": 2}), Asked("own-mobile", depth=2), 4)
    assert list(contest.played([0])) == list(contest.played([0]))
    assert all(one.moves for one in contest.played([0]))


@pytest.mark.parametrize(("key", "line"), [
    ("own-zigzag", "zigzag.py: it offers no engine, expected @engine or @evaluation"),
    ("own-none", "own-none: no such file in "),
])  # fmt: skip
def test_who_cannot_play_is_told(own, key, line):
    write_start("planner", "zigzag")
    with pytest.raises(BadInput) as trouble:
        Asked(key)
    assert str(trouble.value).startswith(line)


def test_by_the_command_line(own, capsys):
    for kind, name in (("game", "three"), ("engine", "deep"), ("evaluation", "mobile")):
        write_start(kind, name)
    three = "own-three:size=3"
    assert main(["solve", three, "a1 b2", "--engine", "own-deep", "--option", "depth=2"]) == 0
    assert main(["solve", three, "-", "--engine", "own-mobile", "--depth", "2"]) == 0
    assert main(["match", three, "--first", "own-deep:depth=2", "--second", "own-mobile:depth=2:moves=0.5",
                 "--games", "2"]) == 0  # fmt: skip
    capsys.readouterr()
    duel = ["duel", three, "-", "--engine", "own-deep:depth=1", "--engine", "own-mobile", "--engine", "alphabeta"]
    assert main([*duel, "--depth", "2,3", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line.get("engine") for line in lines[:-1]] == [e for e in duel[4::2] for _ in range(2)]
    assert [len(line["deepening"]) for line in lines[2:6]] == [2, 3, 2, 3]
    assert lines[-1]["summary"]
    assert main([*duel, "--depth", "2"]) == 0
    for words, line in (
        (["solve", three, "-", "--engine", "pvs"], "error: engine: pvs searches by rules in kernels"),
        (["solve", three, "-", "--engine", "own-deep", "--option", "deep=2"], "error: own-deep.deep: "),
        (["duel", three, "-", "--ablate"], "error: --ablate: with a game of your own"),
        (["duel", three, "-"], "error: --engine: none"),
        (["duel", three, "a1 c2 a2 b1 a3", "--engine", "own-deep"], "error: own-three:size=3 position: the game is"),
        (["analyse", "own-three", "a1"], "error: game: own-three is of your own: solve, match, duel and perft"),
    ):
        capsys.readouterr()
        assert main(words) == 2
        err = capsys.readouterr().err
        assert err.startswith(line), err
        assert err.count("\n") == 1
