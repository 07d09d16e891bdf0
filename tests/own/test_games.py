"""Games of the user's own: engines play them where the rules are, and what comes over the border is looked at."""

import os
import threading
import time

import pytest

from sandbox.cli import main
from sandbox.errors import BadInput
from sandbox.games.api import BoardStyle
from sandbox.games.own.found import own_games
from sandbox.games.own.game import Asked, picture_of
from sandbox.games.own.match import Contest
from sandbox.own.failures import OwnCodeFailed
from sandbox.own.new import write_start
from sandbox.own.searches import uct
from sandbox.own.thinking import Thinking

HEAD = """from dataclasses import dataclass
from sandbox.own import engine, evaluation, game
@game(title="Nim", seconds=5)
@dataclass(frozen=True)
class Nim:
    stones: int = 7
    def start(self): return (self.stones, 0)
    def to_move(self, position): return position[1]
    def moves(self, position): return [str(n) for n in (1, 2, 3) if n <= position[0]]
    def play(self, position, move): return (position[0] - int(move), 1 - position[1])
    def utility(self, position, player): return None if position[0] else (-1 if position[1] == player else 1)
    def board(self, position): return f"{position[0]} stones"
"""
BROKEN = HEAD.replace("def moves(self, position): return", "def moves(self, position):\n        {}\n        return")


@pytest.fixture
def nim(own):
    own.write("nim", HEAD)
    table = own_games["own-nim"].create().table()
    yield table
    table.close()


def _brute(stones):
    """Whether who is to move wins: four stones are lost."""
    return stones % 4 != 0


def test_alpha_beta_finds_what_is_known_of_nim(nim):
    for taken in ([], ["1"], ["3"], ["2", "1"]):
        stones = 7 - sum(map(int, taken))
        thought = nim.think(taken, Asked(depth=9))
        last = thought.depths[-1]
        assert last.exact
        assert last.value == (1.0 if _brute(stones) else -1.0)
        if _brute(stones):
            assert int(thought.move) == stones % 4


def test_uct_finds_it_too_and_the_same_with_the_same_seed(nim):
    thoughts = [nim.think([], Asked("mcts", nodes=800), seed=3) for _ in range(2)]
    assert thoughts[0] == thoughts[1]
    assert thoughts[0].move == "3"
    assert sum(visits for visits, _ in thoughts[0].tried.values()) <= 800


@pytest.mark.small
def test_uct_counts_its_simulations():
    class Coin:
        def utility(self, position, player):
            return None if position is None else (1 if (position == "win") == (player == 0) else -1)

        def moves(self, _):
            return ["win", "lose"]

        def play(self, _, move):
            return move

        def to_move(self, position):
            return 0 if position is None else 1

    tried = uct.search(Coin(), None, Thinking(0.0, 0), 1, 100)
    assert sum(visits for visits, _ in tried.values()) == 100
    assert tried["win"][1] == 1.0
    assert tried["lose"][1] == 0.0
    assert tried["win"][0] > 80


def test_a_position_is_the_moves_that_lead_to_it(nim):
    look = nim.look(["3", "3"])
    assert (look.moves, look.to_move, look.worth, look.board) == (("1",), 0, None, "1 stones")
    assert nim.look(["3", "3", "1"]).worth == (1.0, -1.0)
    for moves, line in ((["3", "9"], "move 2: '9', expected one of 1, 2, 3"),
                        (["3", "3", "1", "1"], "move 4: '1', expected one of none: the game is over")):  # fmt: skip
        with pytest.raises(BadInput) as trouble:
            nim.look(moves)
        assert str(trouble.value) == line


def test_an_evaluation_and_an_engine_of_the_same_file_play_too(own):
    others = """
@evaluation(title="Odd")
@dataclass(frozen=True)
class Odd:
    def estimate(self, game, position): return 0.25 if game.board(position) else 0
@engine(title="One")
@dataclass(frozen=True)
class One:
    def choose(self, game, position, report): return game.moves(position)[0]
"""
    own.write("nim", HEAD + others)
    game = own_games["own-nim"].create({"stones": 20})
    assert game.engines == ("alphabeta", "mcts", "random", "own")
    table = game.table()
    assert table.think([], Asked("own")).move == "1"
    assert abs(table.think([], Asked(depth=2)).depths[-1].value) == 0.25
    table.close()
    own.write("plain", HEAD)
    with pytest.raises(BadInput, match="one of alphabeta, mcts, random"):
        own_games["own-plain"].create().table().think([], Asked("own"))


def test_matches_are_fair_and_can_be_played_again(own):
    own.write("nim", HEAD)
    game, stop = own_games["own-nim"].create({"stones": 13}), [0]
    contest = Contest(game, Asked(depth=8), Asked("random"), 6)
    played = list(contest.played(stop))
    assert played == list(contest.played(stop))
    assert [one.first_begins for one in played] == [True, False] * 3
    assert [one.opening for one in played][::2] == [one.opening for one in played][1::2]
    assert all(one.moves[: len(one.opening)] == one.opening for one in played)
    assert sum(one.result for one in played) > 3


def test_the_start_can_be_played_and_is_drawn(own):
    write_start("game", "three")
    table = own_games["own-three"].create({"size": 3}).table()
    look = table.look(["a1", "b2"])
    picture = picture_of(look)
    assert (picture.style, picture.columns, picture.rows) == (BoardStyle.CELLS, 3, 3)
    assert [(s.x, s.y, s.player) for s in picture.stones] == [(0, 0, 0), (1, 1, 1)]
    assert {t.move: (t.x, t.y) for t in picture.targets}["c2"] == (2, 1)
    assert picture_of(look._replace(board="7 stones")) is None
    assert table.look(["a1", "c2", "a2", "b1", "a3"]).worth == (-1.0, 1.0)
    assert [table.count([], depth, finished=True) for depth in range(5)] == [1, 9, 72, 504, 3024]
    table.close()


def test_budgets_and_stops_are_kept(own):
    own.write("nim", HEAD)
    table = own_games["own-nim"].create({"stones": 400}).table()
    assert not table.think([], Asked(nodes=200)).in_time
    assert table.think([], Asked(seconds=0.2)).move
    stop = [0]
    threading.Timer(0.5, stop.__setitem__, [0, 1]).start()
    began = time.monotonic()
    assert table.think([], Asked("mcts", seconds=60), stop=stop) is None
    assert time.monotonic() - began < 30
    table.close()


NO_WATCHDOG = "import faulthandler; faulthandler.cancel_dump_traceback_later()\n        "


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("while True: pass", "nim.py:10: no answer after"),
        (NO_WATCHDOG + "while True: pass", "nim.py: no answer after"),
        ("import sys; sys.exit(3)", "nim.py:10: sys.exit(3) was called"),
        ("import os; os._exit(7)", "nim.py: its process ended by itself, with status 7"),
        ("return ((", "nim.py:10: SyntaxError: '(' was never closed"),
        ("return 1 / 0", "nim.py:10: ZeroDivisionError: division by zero"),
        ("return []", "nim.py: moves returned none, and utility None"),
    ],
)
def test_what_goes_wrong_is_told_with_file_and_line(own, body, line):
    own.write("nim", BROKEN.replace("{}", body).replace("seconds=5", "seconds=1"))
    with pytest.raises(OwnCodeFailed) as trouble:
        own_games["own-nim"].create().table().look([])
    assert str(trouble.value).startswith(line)
    assert "\n" not in str(trouble.value)


@pytest.mark.skipif(os.name != "posix", reason="memory is limited, and signals are told, on POSIX")
@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("return len(bytearray(10 << 30))", "nim.py:10: MemoryError"),
        ("import ctypes; ctypes.string_at(0)", "nim.py:10: the interpreter crashed (Segmentation fault)"),
    ],
)
def test_memory_and_crashes_too(own, body, line):
    own.write("nim", BROKEN.replace("{}", body))
    with pytest.raises(OwnCodeFailed) as trouble:
        own_games["own-nim"].create().table().look([])
    assert str(trouble.value).startswith(line)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("[str(n) for", "[f'take {n}' for", "nim.py: moves returned 'take 1', expected words without spaces or commas"),
        ("return position[1]", "return 5", "nim.py: to_move returned 5, expected 0 or 1"),
        ("(-1 if position[1] == player else 1)", "1", "nim.py: utility returned 1 and 1"),
        ("    def board", "    def bored", "nim.py:3: SandboxError: Nim has no method 'board', which a game needs"),
    ],
)
def test_what_is_no_game_of_two_is_refused(own, old, new, line):
    own.write("nim", HEAD.replace(old, new))
    with pytest.raises((BadInput, OwnCodeFailed)) as trouble:
        own_games["own-nim"].create().table().look([] if "moves" in line else ["3", "3", "1"])
    assert str(trouble.value).startswith(line)


def test_by_the_command_line(own, capsys):
    assert main(["new", "game", "three"]) == 0
    assert main(["solve", "own-three:size=3", "a1 b2", "--depth", "4"]) == 0
    assert main(["solve", "own-three:size=3", "-", "--engine", "mcts", "--nodes", "200", "--json"]) == 0
    assert (
        main(["match", "own-three:size=3", "--first", "alphabeta:depth=2", "--second", "random", "--games", "2"]) == 0
    )
    assert main(["perft", "own-three:size=3", "--depth", "3", "--divide"]) == 0
    out = capsys.readouterr().out
    assert "504" in out
    assert "alphabeta:depth=2 – random" in out
    assert main(["list", "games"]) == 0
    assert "own-three" in capsys.readouterr().out
    assert main(["solve", "own-three", "a1,a1"]) == 2
    assert "move 2: 'a1', expected one of b1" in capsys.readouterr().err
    assert main(["solve", "own-three", "-", "--engine", "pvs"]) == 2
    assert main(["solve", "own-three", "-", "--tree", "out.json"]) == 2
    assert main(["solve", "own-none", "-"]) == 2


@pytest.mark.parametrize("what", ["games", "planners"])
def test_a_file_that_cannot_be_read_is_noted_beside_the_list(own, capsys, what):
    own.write("odd", "def nothing(:\n")
    own.write("nim", HEAD)
    assert main(["list", what]) == 0
    captured = capsys.readouterr()
    assert captured.err.startswith("note: ")
    assert "odd.py" in captured.err
    assert ("own-nim" in captured.out) is (what == "games")
