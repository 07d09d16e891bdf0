"""Every engine on every game it is offered for: legal, complete, repeatable, stoppable."""

from __future__ import annotations

import threading
import time

import pytest

from sandbox.bench.solving import engine_of
from sandbox.errors import BadInput
from sandbox.games.api import games
from sandbox.gametree.api import Bound, Limits, Status, engines, engines_for, new_stop
from sandbox.gametree.books.shipped import lines_file
from sandbox.gametree.evaluation import those_for
from sandbox.gametree.evaluation.judging import OF_LINES, foretells, has_weights, offered
from sandbox.gametree.known.shipped import endings_files
from sandbox.gametree.play.levels import LEVELS, level_of
from sandbox.gametree.play.pondering import expected, ponder
from sandbox.gametree.report import SearchReport
from tests.gametree.searching import find
from tests.strategies.games import ALL_GAMES, game_of, random_positions

KEYS = list(engines.keys())
PROMISED = {
    "scripted",
    "random",
    "greedy",
    "minimax",
    "negamax",
    "alphabeta",
    "pvs",
    "mtdf",
    "monte-carlo",
    "ucb",
    "mcts",
    "proof-number",
}
PLAYED = [(key, e.key) for key in ALL_GAMES for e in engines_for(games[key])]


def test_the_engines_promised_are_registered() -> None:
    assert set(KEYS) >= PROMISED
    offered_there = {e.key for e in engines_for(games["connect-four"])}
    assert offered_there >= PROMISED | {"solver"}
    assert {e.key for e in engines_for(games["othello"])} >= PROMISED
    assert "solver" not in {e.key for e in engines_for(games["nim"])}


@pytest.mark.parametrize(("key", "engine"), PLAYED)
def test_answers_are_legal_complete_and_repeatable(engine: str, key: str) -> None:
    game = game_of(key)
    face = game.face()
    for position in random_positions(game, 3, 5, seed=1):
        limits = Limits(depth=3, nodes=3000)
        found = find(engine, game, position, limits)
        assert found.best in face.moves(position)
        assert sorted(m.move for m in found.root) == sorted(face.moves(position))
        assert found.pv[:1] == (found.best,)
        after = position
        for move in found.pv:
            assert move in face.moves(after)
            after = face.play(after, move)
        assert found.exact or -1 < found.value < 1 or found.report.bound is not Bound.EXACT
        again = find(engine, game, position, limits)
        assert (again.best, again.value, again.pv, again.root) == (found.best, found.value, found.pv, found.root)


@pytest.mark.parametrize("engine", [engine for key, engine in PLAYED if key == "tic-tac-toe"])
def test_a_finished_game_has_no_move(engine: str) -> None:
    game = game_of("tic-tac-toe")
    found = find(engine, game, game.face().parse("XXXOO----"))
    assert (found.best, found.value, found.exact, found.root) == ("", -1, True, ())


@pytest.mark.parametrize("engine", ["minimax", "alphabeta", "pvs", "mtdf", "mcts", "ucb", "solver", "proof-number"])
def test_the_stop_flag_ends_a_search_soon_with_an_answer(engine: str) -> None:
    game = game_of("connect-four")
    stop, report = new_stop(), SearchReport()
    start = game.face().start()
    find(engine, game, start, Limits(depth=2, nodes=50))  # compiled
    raised: list[float] = []

    def raise_later() -> None:
        patience = time.perf_counter() + 60
        while report.nodes == 0 and time.perf_counter() < patience:
            time.sleep(0.01)
        raised.append(time.perf_counter())
        stop[0] = 1

    thread = threading.Thread(target=raise_later)
    thread.start()
    options = {"book": False} if engine == "solver" else {}  # which knows the beginning
    found = find(engine, game, start, Limits(depth=30, nodes=10**9, stop=stop), report, **options)
    thread.join()
    late = time.perf_counter() - raised[0]
    assert found.status is Status.CANCELLED
    assert found.best in game.face().moves(start)
    assert found.report.nodes > 0
    assert late < 20  # some 5 ms on a machine of one's own; a busy one must not fail the test


@pytest.mark.parametrize("engine", ["negamax", "alphabeta", "pvs", "mtdf", "mcts", "monte-carlo"])
def test_a_node_budget_is_exact(engine: str) -> None:
    game = game_of("othello")
    found = find(engine, game, game.face().start(), Limits(depth=12, nodes=5000))
    assert found.report.nodes == 5000
    assert found.status is Status.BUDGET


def test_a_time_budget_ends_the_search() -> None:
    game = game_of("connect-four")
    find("pvs", game, game.face().start(), Limits(depth=2))
    found = find("pvs", game, game.face().start(), Limits(seconds=0.05))
    assert found.status is Status.BUDGET
    assert found.seconds > 0.04
    assert found.report.deepening


@pytest.mark.parametrize("engine", ["alphabeta", "mcts"])
def test_a_search_stopped_before_it_began_still_moves(engine: str) -> None:
    game = game_of("connect-four")
    stop = new_stop()
    stop[0] = 1
    assert find(engine, game, game.face().start(), Limits(depth=9, stop=stop)).best == "4"


def test_what_was_learnt_is_kept_when_asked_for() -> None:
    game = game_of("connect-four")
    start, report = game.face().parse("44"), SearchReport()
    first = find("pvs", game, start, Limits(depth=9), report, keep_table=True)
    again = find("pvs", game, start, Limits(depth=9), report, keep_table=True)
    assert again.value == first.value
    assert again.report.nodes < first.report.nodes / 2
    report.forget()
    assert find("pvs", game, start, Limits(depth=9), report, keep_table=True).report.nodes == first.report.nodes


def test_pondering_helps_the_next_move() -> None:
    game = game_of("connect-four")
    face, report = game.face(), SearchReport()
    engine = engines["pvs"].create({"keep_table": True})
    start = face.parse("44")
    found = engine.search(game, start, Limits(depth=8), report)
    foreseen = expected(game, start, found)
    assert foreseen is not None
    ponder(engine, game, foreseen, report, new_stop(), depth=9)
    helped = engine.search(game, foreseen, Limits(depth=9), report)
    alone = engine.search(game, foreseen, Limits(depth=9), SearchReport())
    assert helped.value == alone.value
    assert helped.report.nodes < alone.report.nodes / 2


def test_levels_play() -> None:
    game = game_of("tic-tac-toe")
    for level in LEVELS:
        assert level.search(game, game.face().parse("XX-OO---- X"), SearchReport()).best == "c1"
    with pytest.raises(BadInput, match="one of beginner"):
        level_of("wizard")


def test_the_scripted_engine_says_which_rule_decided() -> None:
    game = game_of("connect-four")
    found = find("scripted", game, game.face().parse("141414"))
    assert (found.best, found.report.notes["rule"]) == ("1", "Win at once.")
    opening = find("scripted", game, game.face().start())
    assert opening.report.notes["rule"].startswith("Opening")
    othello = game_of("othello")
    assert find("scripted", othello, othello.face().start()).best == "f5"


def test_an_evaluation_of_another_game_is_refused() -> None:
    game = game_of("othello")
    with pytest.raises(BadInput, match="cannot judge othello"):
        find("alphabeta", game, game.face().start(), evaluation="connect-four-centre")


@pytest.mark.parametrize("key", ALL_GAMES)
def test_engines_are_offered_the_evaluations_that_fit(key: str) -> None:
    for entry in engines:
        if entry not in engines_for(games[key]):
            continue
        found = {option.name: option for option in offered(entry, key)}
        weighed = any(has_weights(judge) for judge in those_for(key))
        meant = entry.info["options_for"](key) if "options_for" in entry.info else {o.name for o in entry.options}
        offers = {"weights": weighed, "endings_table": bool(endings_files(key))}
        offers["probcut"] = any(map(foretells, those_for(key)))
        offers |= dict.fromkeys(OF_LINES, lines_file(key).is_file())
        own_options = [o for o in entry.options if o.name in meant and offers.get(o.name, True)]
        assert list(found) == [own.name for own in own_options]
        for own in own_options:
            option = found[own.name]
            if option.name != "evaluation":
                assert option == own
                continue
            assert set(option.choices) == {"best", "strongest", *(e.key for e in those_for(key))}
            for choice in own.choices:
                if choice in option.choices:
                    engine_of(game_of(key), entry.key, {"evaluation": choice})
                else:
                    with pytest.raises(BadInput, match=f"'{choice}' cannot judge {key}, expected one of"):
                        engine_of(game_of(key), entry.key, {"evaluation": choice})
