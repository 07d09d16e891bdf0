"""What searches games of one's own, here in this process: each count, each budget, each answer of the referee."""

from __future__ import annotations

import json
import math
import random
from typing import Any

import pytest

from sandbox.errors import BadInput, SandboxError
from sandbox.own import thinking
from sandbox.own.playing import DEPTH, MOST_LOOKED, Illegal, Playing
from sandbox.own.report import Enough, Stopped
from sandbox.own.searches import uct
from sandbox.own.searches.alpha_beta import LARGEST, AlphaBeta, Found
from sandbox.own.thinking import Thinking

pytestmark = pytest.mark.small


class Nim:
    """One heap; who takes the last stone wins: multiples of four are lost."""

    def __init__(self, stones: int = 5) -> None:
        self.stones = stones

    def start(self) -> tuple[int, int]:
        return self.stones, 0

    def to_move(self, position: tuple[int, int]) -> int:
        return position[1]

    def moves(self, position: tuple[int, int]) -> list[str]:
        return [str(n) for n in (1, 2, 3) if n <= position[0]]

    def play(self, position: tuple[int, int], move: str) -> tuple[int, int]:
        return position[0] - int(move), 1 - position[1]

    def utility(self, position: tuple[int, int], player: int) -> float | None:
        return None if position[0] else (-1 if position[1] == player else 1)

    def board(self, position: tuple[int, int]) -> str:
        return f"{position[0]} stones"


class Endless(Nim):
    """Nobody ever wins."""

    def moves(self, position: Any) -> list[str]:
        return ["0"]


def thought(**limits: Any) -> Thinking:
    return Thinking(limits.get("seconds", 0.0), limits.get("nodes", 0))


@pytest.mark.parametrize("beginner", [0, 1])
@pytest.mark.parametrize("stones", [5, 6, 7])
def test_uct_takes_what_leaves_four(stones: int, beginner: int) -> None:
    report = thought()
    tried = uct.search(Nim(), (stones, beginner), report, 3, 600)
    assert report.so_far == str(stones % 4)
    assert sum(visits for visits, _ in tried.values()) == report.nodes == 600
    assert max(tried, key=lambda move: tried[move][1]) == report.so_far
    assert all(0 <= share <= 1 for _, share in tried.values())


def test_every_move_is_tried_before_one_is_tried_again() -> None:
    for most, visits in ((1, [1]), (2, [1, 1]), (3, [1, 1, 1]), (4, [1, 1, 2])):
        tried = uct.search(Nim(), (9, 0), thought(), 1, most)
        assert sorted(count for count, _ in tried.values()) == visits
    assert uct.search(Nim(), (9, 0), thought(), 1, 50) == uct.search(Nim(), (9, 0), thought(), 1, 50)
    assert uct.search(Nim(), (9, 0), thought(), 1, 50) != uct.search(Nim(), (9, 0), thought(), 2, 50)


def test_of_children_the_bound_chooses() -> None:
    node = uct.Node(Nim(), (9, 0))
    assert (node.visits, node.points, node.mover, node.untried) == (0, 0.0, 0, ["1", "2", "3"])
    for move, points, visits in (("1", 6.0, 10), ("2", 3.0, 4), ("3", 0.5, 1)):
        node.below[move] = child = uct.Node(Nim(), (8, 1))
        child.points, child.visits = points, visits
    for all_visits in (2, 15, 400):
        node.visits = all_visits
        bound = {
            move: n.points / n.visits + math.sqrt(math.log(all_visits) / n.visits) for move, n in node.below.items()
        }
        assert node.chosen() is node.below[max(bound, key=lambda move: bound[move])]
    assert uct.Node(Nim(), (0, 1)).untried == []  # the game is over


@pytest.mark.parametrize(("worth", "found"), [(7, 1.0), (0.5, 1.0), (0, 0.0), (-3, -1.0)])
def test_a_play_out_counts_who_won_and_not_by_how_much(worth: float, found: float) -> None:
    class Over(Nim):
        def utility(self, position: Any, player: int) -> float | None:
            return worth if position[0] == 0 else None

    assert uct.playout(Over(), (3, 0), random.Random(1)) == found
    assert uct.playout(Endless(), (3, 0), random.Random(1)) == 0.0


def test_nodes_and_time_end_a_search_and_whoever_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    report = thought(nodes=3)
    report.node()
    report.node()
    with pytest.raises(Enough):
        report.node()
    assert report.nodes == 3
    now = [100.0]
    monkeypatch.setattr(thinking.time, "monotonic", lambda: now[0])
    report = thought(seconds=2.0)
    for at, late in ((101.9, False), (102.0, False), (102.1, True)):
        now[0] = at
        for _ in range(thinking.OFTEN - 1):
            report.node()
        if late:
            with pytest.raises(Enough):
                report.node()
        else:
            report.node()
    report = thought()
    now[0] = 1e9
    for _ in range(3 * thinking.OFTEN):
        report.node()
    report.stopped = True
    with pytest.raises(Stopped):
        report.node()
    assert report.nodes == 3 * thinking.OFTEN


def deepened(game: Any, position: Any, most: int, estimate: Any = lambda *_: 0.0) -> list[Found]:
    told: list[Found] = []
    AlphaBeta(game, estimate, thought()).deepen(position, most, told.append)
    return told


def test_alpha_beta_goes_deeper_until_every_line_ended() -> None:
    told = deepened(Nim(), (5, 0), 9)
    assert [found.depth for found in told] == list(range(1, len(told) + 1))
    assert (told[-1].exact, told[-1].value, told[-1].line[0]) == (True, 2.0, "1")
    assert not any(found.exact for found in told[:-1])
    assert len(deepened(Endless(), (5, 0), 4)) == 4
    (only,) = deepened(Nim(), (1, 1), 9)
    assert (only.depth, only.value, only.exact, only.line) == (1, 2.0, True, ("1",))
    assert (only.nodes, only.leaves, only.terminals, only.interior, only.generated) == (2, 0, 1, 1, 1)


def test_no_estimate_passes_for_a_win() -> None:
    for said, found in ((5.0, LARGEST), (-5.0, -LARGEST), (0.25, 0.25), (math.inf, LARGEST)):
        assert deepened(Endless(), (5, 0), 1, lambda *_, value=said: value)[0].value == -found
    with pytest.raises(ValueError, match="estimate returned nan"):
        deepened(Endless(), (5, 0), 1, lambda *_: math.nan)


def referee(game: Any = None, judge: Any = None, engine: Any = None) -> tuple[Playing, list[dict[str, Any]]]:
    sent: list[dict[str, Any]] = []
    return Playing(game or Nim(), judge, engine, lambda block: sent.append(json.loads(block))), sent


def test_a_position_is_looked_at_from_both_sides() -> None:
    playing, _ = referee()
    assert playing.look(["3"]) == {"moves": ["1", "2"], "to_move": 1, "worth": None, "board": "2 stones"}
    assert playing.look(["3", "2"]) == {"moves": [], "to_move": 0, "worth": [-1, 1], "board": "0 stones"}
    assert playing.look(["3", "9"]) == {"illegal": 2, "moves": ["1", "2"]}
    with pytest.raises(Illegal) as trouble:
        playing.position(["9"])
    assert (trouble.value.number, list(trouble.value.moves)) == (1, ["1", "2", "3"])


class Odd(Nim):
    """Answers as it is told to."""

    def __init__(self, **answers: Any) -> None:
        super().__init__()
        self.answers = answers

    def moves(self, position: Any) -> Any:
        return self.answers.get("moves", super().moves(position))

    def utility(self, position: Any, player: int) -> Any:
        return self.answers.get(f"utility {player}", super().utility(position, player))

    def to_move(self, position: Any) -> Any:
        return self.answers.get("to_move", position[1])


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ({"moves": "123"}, "moves returned '123', expected a list of words"),
        ({"moves": 7}, "moves returned 7, expected a list of words"),
        ({"utility 0": "much"}, "utility returned 'much', expected a number or None"),
        ({"utility 0": 1}, "utility returned 1 and None, expected None for both"),
        ({"utility 1": 0}, "utility returned None and 0, expected None for both"),
        ({"to_move": None}, "to_move returned None, expected a number"),
    ],
)
def test_what_a_game_may_not_answer_is_told(answers: dict[str, Any], told: str) -> None:
    with pytest.raises(SandboxError, match=told):
        referee(Odd(**answers))[0].look([])


def test_numbers_are_whole_where_they_can_be() -> None:
    look = referee(Odd(**{"utility 0": 1.0, "utility 1": -0.5}))[0].look([])
    assert (look["worth"], look["moves"]) == ([1, -0.5], [])
    assert isinstance(look["worth"][0], int)
    assert referee(Odd(moves=(1, 2)))[0].look([])["moves"] == ["1", "2"]


def asked(engine: str, **more: Any) -> dict[str, Any]:
    return {"engine": engine, "time": 0, "nodes": 0, "depth": 0, "seed": 1} | more


def test_who_thinks_is_who_was_named() -> None:
    playing, sent = referee()
    found = playing.think([], asked("alphabeta"), thought())
    assert (found["move"], found["status"], found["tried"]) == ("1", "answered", {})
    assert sent[-1]["exact"]
    assert found["nodes"] == sent[-1]["nodes"]
    mcts = playing.think([], asked("mcts"), thought())
    assert (mcts["move"], mcts["nodes"]) == ("1", uct.USUAL)
    assert sum(visits for visits, _ in mcts["tried"].values()) == uct.USUAL
    moves = {playing.think(["2"], asked("random", seed=seed), thought())["move"] for seed in range(20)}
    assert moves == {"1", "2", "3"}


@pytest.mark.parametrize(("more", "depth"), [({}, DEPTH), ({"depth": 3}, 3), ({"time": 9}, MOST_LOOKED),
                                             ({"nodes": 9999}, MOST_LOOKED), ({"time": 9, "depth": 2}, 2)])  # fmt: skip
def test_how_far_alpha_beta_looks(more: dict[str, Any], depth: int) -> None:
    playing, sent = referee(Endless())
    playing.think([], asked("alphabeta", **more), thought())
    assert [told["depth"] for told in sent] == list(range(1, depth + 1))


@pytest.mark.parametrize("engine", ["alphabeta", "mcts"])
def test_out_of_budget_the_best_so_far_counts(engine: str) -> None:
    found = referee(Nim(21))[0].think([], asked(engine, nodes=50), thought(nodes=50))
    assert (found["status"], found["nodes"]) == ("budget", 50)
    assert found["move"] in ("1", "2", "3")


def test_an_engine_chooses_a_move_or_is_told_what_it_may() -> None:
    class Third:
        def choose(self, game: Any, position: Any, report: Thinking) -> int:
            return 3

    playing, _ = referee(engine=Third())
    assert playing.think([], asked("own"), thought())["move"] == "3"
    with pytest.raises(SandboxError, match=r"choose returned '3', expected one of 1, 2$"):
        playing.think(["3"], asked("own"), thought())


def test_an_estimate_is_the_judges() -> None:
    class Judge:
        def estimate(self, game: Any, position: Any) -> float:
            return 0.5 if position[0] == 3 else -0.5

    playing, sent = referee(Endless(5), judge=Judge())
    playing.think([], asked("alphabeta", depth=1), thought())
    assert sent[-1]["value"] == 0.5
    assert referee()[0]._estimate(None, None) == 0.0


def test_lines_are_counted_with_those_that_end_sooner_or_without() -> None:
    playing, report = referee(Nim(3))[0], thought()
    assert [playing.count([], depth, thought(), finished=True) for depth in range(5)] == [1, 3, 4, 4, 4]
    assert [playing.count([], depth, thought(), finished=False) for depth in range(5)] == [1, 3, 3, 1, 0]
    assert playing.count(["1"], 1, report, finished=False) == 2
    assert report.nodes == 3
    with pytest.raises(BadInput):
        playing.count(["9"], 1, thought(), finished=False)
