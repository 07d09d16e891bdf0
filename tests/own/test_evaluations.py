"""Evaluations of the user's own: alpha-beta with one finds what plain minimax finds, and what goes wrong is told."""

import os
import pickle
import threading
import time

import pytest

from sandbox.cli import main
from sandbox.games.api import games
from sandbox.gametree.api import Bound, Limits, Status, engines
from sandbox.gametree.report import SearchReport
from sandbox.own.failures import OwnCodeFailed
from sandbox.own.new import write_start
from sandbox.own.searches.alpha_beta import AlphaBeta
from sandbox.own.thinking import Thinking

HEAD = """from dataclasses import dataclass
from sandbox.own import evaluation
@evaluation(title="Mine", seconds=5)
@dataclass(frozen=True)
class Mine:
    def estimate(self, game, position):
        """
WITH_NUMBA = """from dataclasses import dataclass
import numba
import numpy as np
from sandbox.own import evaluation

@numba.njit
def balance(a, b):
    count = 0
    for bit in range(64):
        count += np.int64((a >> np.uint64(bit)) & np.uint64(1)) - np.int64((b >> np.uint64(bit)) & np.uint64(1))
    return count / 64

@evaluation(title="Mine", seconds=120)
@dataclass(frozen=True)
class Mine:
    def estimate(self, game, position):
        return balance(*(np.uint64(word) for word in position.words))
"""


def _search(key, game="tic-tac-toe", position="-", limits=None, **options):
    made = games[game].create()
    found = made.face().parse(position)
    return engines[key].create(options).search(made, found, limits or Limits(), SearchReport())


def _minimax(face, position, depth, estimate):
    """The plain twin: no window, no order."""
    result = face.utility(position, face.to_move(position))
    if result is not None:
        return result + (result > 0) - (result < 0)
    if depth == 0:
        return estimate(face, position)
    return max(-_minimax(face, face.play(position, move), depth - 1, estimate) for move in face.moves(position))


@pytest.mark.small
@pytest.mark.parametrize(("game", "depths"), [("tic-tac-toe", 5), ("connect-four", 4), ("othello", 4), ("nim", 6)])
def test_alpha_beta_finds_what_minimax_finds(game, depths):
    face = games[game].create().face()

    def estimate(_, position):
        return (sum(position.words) * 2654435761 % 1999 - 999) / 1000

    found = []
    AlphaBeta(face, estimate, Thinking(0.0, 0)).deepen(face.start(), depths, found.append)
    for each in found:
        assert each.value == pytest.approx(_minimax(face, face.start(), each.depth, estimate), abs=1e-9)
        position = face.start()
        for move in each.line:
            position = face.play(position, move)
    assert len(found) == depths or found[-1].exact
    for each in found:
        assert each.nodes == each.leaves + each.terminals + each.interior
        assert each.generated >= each.nodes - each.depth  # every node but the roots was somebody's move


def test_the_start_judges_and_its_lines_are_told(own):
    write_start("evaluation", "mobile")
    result = _search("own-mobile", "othello", depth=3)
    assert result.status is Status.DONE
    assert -1 < result.value < 1
    assert not result.exact
    assert len(result.pv) == 3
    assert [row.depth for row in result.report.deepening] == [1, 2, 3]
    assert engines["own-mobile"].title == "Alpha-beta with Mobile"
    assert [option.name for option in engines["own-mobile"].options] == ["depth", "moves"]
    best = next(row for row in result.root if row.move == result.best)
    assert best.bound is Bound.EXACT
    assert best.pv == result.pv


def test_values_are_those_of_ours_with_the_same_estimates(own):
    own.write("mine", HEAD + "return 0.0")
    for game, plies, depth in (("tic-tac-toe", 4, 9), ("connect-four", 5, 3)):
        position = _after(game, plies)
        mine = _search("own-mine", game, position, Limits(depth=depth))
        ours = _search("alphabeta", game, position, Limits(depth=depth), evaluation="nothing")
        assert (mine.value, mine.exact) == (ours.value, ours.exact)


def _after(game, plies):
    """A position some moves into a game, as it is written."""
    face = games[game].create().face()
    position = face.start()
    for _ in range(plies):
        position = face.play(position, face.moves(position)[0])
    return face.print(position)


def test_budgets_and_stops_are_kept(own):
    own.write("mine", HEAD + "return 0.1")
    for limits in (Limits(nodes=300, depth=30), Limits(seconds=0.3, depth=30)):
        result = _search("own-mine", "othello", limits=limits)
        assert result.status is Status.BUDGET
        assert result.best
    limits = Limits(depth=40)
    threading.Timer(0.5, limits.stop.fill, [1]).start()
    began = time.monotonic()
    assert _search("own-mine", "othello", limits=limits).status is Status.CANCELLED
    assert time.monotonic() - began < 20


def test_numba_is_welcome_there(own):
    own.write("mine", WITH_NUMBA)
    assert _search("own-mine", "othello", depth=3).pv


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("while True: pass", "mine.py:7: no answer after 5 seconds"),
        ("import sys; sys.exit(3)", "mine.py:7: sys.exit(3) was called"),
        ("import os; os._exit(7)", "mine.py: its process ended by itself, with status 7"),
        ("return ((", "mine.py:7: SyntaxError: '(' was never closed"),
        ("return 1 / 0", "mine.py:7: ZeroDivisionError: division by zero"),
        ("return 'good'", "mine.py:6: ValueError: could not convert string to float"),
        ("return float('nan')", "mine.py:6: ValueError: estimate returned nan"),
    ],
)
def test_what_goes_wrong_is_told_with_file_and_line(own, body, line):
    own.write("mine", HEAD + body)
    with pytest.raises(OwnCodeFailed) as trouble:
        _search("own-mine")
    assert str(trouble.value).startswith(line)
    assert "\n" not in str(trouble.value)


@pytest.mark.skipif(os.name != "posix", reason="memory is limited, and signals are told, on POSIX")
@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("return len(bytearray(10 << 30))", "mine.py:7: MemoryError"),
        ("import ctypes; ctypes.string_at(0)", "mine.py:7: the interpreter crashed (Segmentation fault)"),
    ],
)
def test_memory_and_crashes_too(own, body, line):
    own.write("mine", HEAD + body)
    with pytest.raises(OwnCodeFailed) as trouble:
        _search("own-mine")
    assert str(trouble.value).startswith(line)


def test_depth_is_the_searchs(own):
    own.write("mine", HEAD.replace("    def estimate", "    depth: int = 3\n    def estimate") + "return 0")
    with pytest.raises(OwnCodeFailed, match="an option may not be called 'depth'"):
        engines["own-mine"]


def test_it_goes_to_other_processes_by_name(own):
    write_start("evaluation", "mobile")
    engine = engines["own-mobile"].create({"depth": 2, "moves": 0.5})
    assert pickle.loads(pickle.dumps(engine)) == engine


def test_by_the_command_line(own, capsys):
    assert main(["new", "evaluation", "mobile"]) == 0
    assert main(["solve", "othello", "-", "--engine", "own-mobile", "--option", "depth=2"]) == 0
    assert "own-mobile" in capsys.readouterr().out
    assert main(["match", "tic-tac-toe", "--first", "own-mobile:depth=2", "--second", "random", "--games", "2"]) == 0
    assert main(["list", "engines"]) == 0
    assert "Alpha-beta with Mobile" in capsys.readouterr().out
