"""Connect Four's solver against a naive one, over all ideas and drivers; node counts; budgets; the table."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.gametree import work as w
from sandbox.gametree.api import Bound, Limits, Status, engines
from sandbox.gametree.report import SearchReport
from sandbox.gametree.solving import drivers
from sandbox.gametree.solving import words as s
from sandbox.gametree.solving.api import solvers
from sandbox.gametree.solving.batch import BatchSolver
from sandbox.gametree.solving.games.connect_four import table
from sandbox.gametree.solving.session import MEGABYTE, Wish, prepared_words
from tests.gametree.searching import check, find
from tests.oracles.connect_four import read, replayed
from tests.oracles.connect_four import value as naive_value
from tests.oracles.negamax import value_of
from tests.strategies.engines import endings, options_of
from tests.strategies.games import game_of

GAME = game_of("connect-four")
FACE = GAME.face()
MIDDLE, WORTH = "55124353261733", 2
DRIVERS = ("bisection", "sign-first", "mtdf")
BARS = {"L3_R1": 40, "L2_R1": 280, "L1_R1": 1600}
SLOW_BARS = {"L2_R2": (0, 32_000), "L1_R2": (100, 650_000), "L1_R3": (20, 13_000_000)}


def wish(**options: Any) -> Wish:
    return Wish(solvers["connect-four"].create(options))


@cache
def late() -> tuple[list[Any], dict[Any, float]]:
    return endings("connect-four", 80, 9, seed=5), {}


def truth(position: Any) -> float:
    return value_of(FACE, position, late()[1])


def test_the_sample_is_what_the_naive_solver_says() -> None:
    for text, value in read()[-40:]:
        assert naive_value(replayed(text)) == value


@pytest.mark.parametrize("driver", DRIVERS)
def test_the_sample_is_solved(driver: str) -> None:
    for text, value in read():
        found = find("solver", GAME, FACE.parse(text), driver=driver)
        assert (found.value, found.exact, found.status) == (value, True, Status.DONE), text
        assert found.report.notes["bounds"] == (value, value)


@given(st.data())
def test_values_never_depend_on_ideas(data: st.DataObject) -> None:
    position = data.draw(st.sampled_from(late()[0]))
    options = data.draw(options_of(engines["solver"], "connect-four"))
    limits = Limits(every_move=data.draw(st.booleans()), nodes=data.draw(st.sampled_from([0, 0, 1, 5, 30, 200])))
    found = find("solver", GAME, position, limits, **options)
    check(FACE, truth, position, found, (options, limits, FACE.print(position)))
    assert found.exact or limits.nodes or options.get("goal") == "outcome"
    low, high = found.report.notes["bounds"]
    assert low <= truth(position) <= high


@given(st.data())
def test_batches_answer_as_single_solves_do(data: st.DataObject) -> None:
    some = data.draw(st.lists(st.sampled_from(late()[0]), min_size=0, max_size=12))
    forget = data.draw(st.booleans())
    values, nodes = BatchSolver(wish()).solve(some, forget=forget)
    assert values.tolist() == [truth(p) for p in some]
    assert len(nodes) == len(some)


def test_finished_games_and_full_boards_have_their_value() -> None:
    full = [FACE.play(p, m) for p in (FACE.parse(text) for text, _ in read()[-6:]) for m in FACE.moves(p)]
    positions = [FACE.parse("1212121"), *full]
    values, _ = BatchSolver(wish()).solve(positions)
    assert values.tolist() == [FACE.utility(p, FACE.to_move(p)) for p in positions]
    for position in positions:
        found = find("solver", GAME, position)
        assert (found.best, found.exact) == ("", True)


def test_mirror_images_are_worth_the_same() -> None:
    for text, value in read()[:30]:
        mirrored = "".join(str(8 - int(c)) for c in text)
        assert find("solver", GAME, FACE.parse(mirrored)).value == value


def test_every_column_gets_its_score() -> None:
    found = find("solver", GAME, FACE.parse("5554224333234511764415115"), Limits(every_move=True))
    assert {m.move: m.value for m in found.root} == {"1": -8, "2": -8, "3": -8, "4": -8, "6": 4, "7": -8}
    assert all(m.exact and m.bound is Bound.EXACT for m in found.root)
    assert (found.best, found.value, found.pv[0]) == ("6", 4, "6")


def test_the_line_is_perfect_play_to_the_end() -> None:
    for text, value in read()[::5]:
        position, found = FACE.parse(text), find("solver", GAME, FACE.parse(text))
        for move in found.pv:
            position = FACE.play(position, move)
        worth = FACE.utility(position, FACE.to_move(position))
        assert worth is not None, text
        assert worth * (-1) ** len(found.pv) == value, text


def test_the_outcome_alone_takes_fewer_nodes_and_is_a_bound() -> None:
    position = FACE.parse(MIDDLE)
    exact, outcome = (find("solver", GAME, position, goal=goal) for goal in ("exact", "outcome"))
    assert (outcome.value > 0) == (exact.value > 0)
    assert outcome.report.notes["proof"] < exact.report.notes["proof"]
    assert outcome.exact == (outcome.report.notes["bounds"][0] == outcome.report.notes["bounds"][1])


def test_out_of_budget_gives_the_bounds_so_far() -> None:
    found = find("solver", GAME, FACE.start(), Limits(nodes=300_000), driver="sign-first", book=False)
    low, high = found.report.notes["bounds"]
    assert (found.status, found.exact) == (Status.BUDGET, False)
    assert low <= 1 <= high
    assert found.report.nodes == 300_000
    assert found.best in FACE.moves(FACE.start())


def test_bounds_narrow_pass_by_pass() -> None:
    found = find("solver", GAME, FACE.parse(MIDDLE))
    passes = found.report.notes["passes"]
    assert passes
    widths = [p["high"] - p["low"] for p in passes]
    assert widths == sorted(widths, reverse=True)
    assert sum(p["nodes"] for p in passes) == found.report.notes["proof"]


@pytest.mark.parametrize("memory", [1, 2, 16])
def test_memory_is_what_was_allowed(memory: int) -> None:
    words = prepared_words(wish().__class__(wish().ideas, memory=memory * MEGABYTE))
    assert words.nbytes - w.FREE * 8 <= memory * MEGABYTE
    report = SearchReport()
    found = find("solver", GAME, FACE.parse("44"), Limits(nodes=400_000), report, memory=memory)
    assert found.report.notes["memory"] - w.FREE * 8 <= memory * MEGABYTE
    assert found.report.table.places * 8 <= memory * MEGABYTE


def test_the_table_grows_and_loses_nothing_by_it() -> None:
    """What was stored before it grew is found after."""
    words = prepared_words(wish())
    position = FACE.parse("4444")
    a, b = (np.uint64(x) for x in position.words)
    run = solvers["connect-four"].create().kernels()
    words[w.LIMIT] = 1 << 62
    run.fresh(a, b, words)
    places = []
    for alpha in (5, 4, 3, 2):
        words[w.LIMIT] = int(words[w.NODES]) + 60_000
        run.ask(a, b, alpha, words)
        places.append(1 << int(words[w.TABLE_BITS]))
    assert places[0] == 1 << 15
    assert places[-1] > places[0]
    live = _live(words)
    assert live == int(words[w.FILL])


def test_stopped_while_it_grows_the_table_forgets_everything() -> None:
    """Half of it lies in its old place; what is asked later is answered as by an empty one."""
    batch = BatchSolver(wish())
    late = [FACE.parse(text) for text in ("4444442222", "44444412121")]
    before, _ = batch.solve(late)
    words = batch.words
    assert int(words[w.FILL]) > 0
    generation, words[w.LIMIT] = int(words[w.GENERATION]), 0
    table.enlarge(words)
    assert (int(words[w.GENERATION]), int(words[w.FILL])) == (generation + 1, 0)
    assert int(words[w.TABLE_BITS]) == int(words[s.BITS_FIRST])
    assert batch.solve(late, forget=False)[0].tolist() == before.tolist()


def _live(words: Any) -> int:
    """Entries of this search, counted one by one."""
    table = words[int(words[w.TABLE_BASE]) :][: 1 << int(words[w.TABLE_BITS])]
    return int(np.count_nonzero((table >> np.uint64(21)) & np.uint64(255) == words[w.GENERATION]))


def test_a_table_is_empty_again_after_all_generations() -> None:
    batch, position = BatchSolver(wish()), FACE.parse(read()[0][0])
    first = batch.solve([position])[1][0]
    for _ in range(3):
        _, nodes = batch.solve([position] * 100)
        assert set(nodes.tolist()) == {first}


def test_what_a_large_table_held_is_cleared_too() -> None:
    """However small the table is when its generations begin again."""
    batch, small, large = BatchSolver(wish()), FACE.parse(read()[0][0]), FACE.parse(MIDDLE)
    words, nodes = batch.words, batch.solve([large])[1].tolist()
    assert words[w.TABLE_BITS] > words[s.BITS_FIRST]
    while words[w.GENERATION] > 1:
        batch.solve([small])
    table = words[int(words[w.TABLE_BASE]) :][: 1 << int(words[s.BITS_MOST])]
    assert np.count_nonzero(table) == words[w.FILL]
    assert batch.solve([large])[1].tolist() == nodes


def test_what_was_learnt_is_kept_when_asked_for() -> None:
    position, report = FACE.parse(MIDDLE), SearchReport()
    first, again = (find("solver", GAME, position, None, report, keep_table=True) for _ in range(2))
    assert (first.value, again.value) == (WORTH, WORTH)
    assert again.report.nodes < first.report.nodes / 10
    assert find("solver", GAME, position, None, report).report.nodes == first.report.nodes


def test_a_guess_far_off_is_led_back() -> None:
    """MTD(f)'s questions stay within what is left, whatever was found last."""
    for low, high, last in ((-5, 5, 99), (-5, 5, -99), (0, 1, 0), (0, 1, 1), (-1, 0, 7)):
        for driver in (drivers.BISECTION, drivers.SIGN_FIRST, drivers.MTDF):
            assert low <= drivers.next_alpha(low, high, last, driver) < high


def test_words_of_a_solver_keep_out_of_what_a_report_reads() -> None:
    own = {getattr(s, name) for name in dir(s) if name.isupper() and name != "MIDDLE"}
    assert len(own) == len([n for n in dir(s) if n.isupper() and n != "MIDDLE"])
    assert not own & {w.TABLE, w.TABLE_BASE, w.TABLE_BITS, w.TABLE_STRIDE, w.GENERATION, w.EVERY_MOVE, w.ROOT_FIRST}
    assert all(w.OPTIONS <= at < 62 for at in own)


# Positions solved by others.


def rows(folder: Path, name: str, number: int = 0) -> list[tuple[Any, int]]:
    lines = (folder / "connect_four" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    found = [line.split() for line in lines if line and not line.startswith("#")]
    return [(FACE.parse(text), int(number_)) for text, number_ in found[: number or None]]


def keeps_to(folder: Path, name: str, number: int, bar: int) -> None:
    cases = rows(folder, name, number)
    values, nodes = BatchSolver(wish()).solve(p for p, _ in cases)
    assert values.tolist() == [value for _, value in cases]
    assert nodes.mean() <= bar


@pytest.mark.parametrize(("name", "bar"), BARS.items())
def test_node_counts_of_the_easy_sets(positions: Path, name: str, bar: int) -> None:
    keeps_to(positions, name, 0, bar)


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW_BARS)
def test_node_counts_of_the_hard_sets(positions: Path, name: str) -> None:
    number, bar = SLOW_BARS[name]
    keeps_to(positions, name, number, bar)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", ["L1_R2", "L1_R3"])
def test_every_value_of_the_hard_sets(positions: Path, name: str) -> None:
    cases = rows(positions, name)
    values, _ = BatchSolver(wish()).solve(p for p, _ in cases)
    assert values.tolist() == [value for _, value in cases]


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_the_empty_board_is_won_with_the_last_stone_but_one(positions: Path) -> None:
    ideas = solvers["connect-four"].create()
    values, nodes = BatchSolver(Wish(ideas, drivers.SIGN_FIRST)).solve([FACE.start()])
    assert values.tolist() == [1]
    assert nodes[0] <= 380_000_000


def test_all_columns_of_the_middle_game(positions: Path) -> None:
    lines = (positions / "connect_four" / "all_moves_L2_R1.txt").read_text(encoding="utf-8").splitlines()
    for line in [x for x in lines if x and not x.startswith("#")][::4]:
        text, *scores = line.split()
        found = find("solver", GAME, FACE.parse(text), Limits(every_move=True))
        expected = {str(c + 1): int(v) for c, v in enumerate(scores) if int(v) != -1000}
        assert {row.move: row.value for row in found.root} == expected, text
