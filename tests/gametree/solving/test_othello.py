"""Othello's solver against naive ones, over all ideas and drivers; its parts; node counts; budgets; the table."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.games.two_words.rules import work_array
from sandbox.gametree import work as w
from sandbox.gametree.api import Limits, Status, engines
from sandbox.gametree.evaluation.patterns.othello import OthelloPatterns
from sandbox.gametree.known import edges
from sandbox.gametree.report import SearchReport
from sandbox.gametree.solving import words as s
from sandbox.gametree.solving.api import solvers
from sandbox.gametree.solving.batch import BatchSolver
from sandbox.gametree.solving.games.othello import estimates, last, lines, stability, table
from sandbox.gametree.solving.session import MEGABYTE, Wish, prepared_words
from tests.gametree.searching import check, find
from tests.oracles.negamax import value_of
from tests.strategies.engines import endings, options_of, stones
from tests.strategies.games import game_of

GAME = game_of("othello")
FACE = GAME.face()
DRIVERS = ("usual", "bisection", "sign-first", "mtdf")
LAST_FOUR = 100  # nodes the last four squares can take, at most
FFO_NODES = 110_000_000  # 40-44, together
Case = tuple[Any, int, dict[str, int]]


def wish(**options: Any) -> Wish:
    return Wish(solvers["othello"].create(options))


@cache
def late() -> tuple[list[Any], dict[Any, float]]:
    return endings("othello", 80, 7, seed=5), {}


def truth(position: Any) -> float:
    return value_of(FACE, position, late()[1])


@cache
def middle() -> list[Any]:
    """Positions with ten or eleven empty squares: the table is at work, and alpha-beta can still tell."""
    return [p for p in endings("othello", 300, 11, seed=9) if stones(p) <= 54][:12]


# Its parts.


def games_on(seed: int, from_stones: int = 4) -> Iterator[Any]:
    """The positions of a random game."""
    draw, position = random.Random(seed), FACE.start()
    while moves := FACE.moves(position):
        if stones(position) >= from_stones:
            yield position
        position = FACE.play(position, draw.choice(moves))


@pytest.mark.parametrize("seed", range(8))
def test_lines_turn_what_the_rules_turn(seed: int) -> None:
    for position in games_on(seed):
        own, other = (int(word) for word in position.words)
        for square in range(64):
            if not (own | other) >> square & 1:
                turned = int(lines.turned(np.uint64(own), np.uint64(other), square))
                assert turned == naively_turned(own, other, square), (FACE.print(position), square)


def naively_turned(own: int, other: int, square: int) -> int:
    """Walk in all eight directions."""
    found = 0
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            x, y, seen = square % 8 + dx, square // 8 + dy, 0
            while (dx or dy) and 0 <= x < 8 and 0 <= y < 8 and other >> 8 * y + x & 1:
                seen |= 1 << 8 * y + x
                x, y = x + dx, y + dy
            if seen and 0 <= x < 8 and 0 <= y < 8 and own >> 8 * y + x & 1:
                found |= seen
    return found


@given(st.integers(0, (1 << 64) - 1), st.integers(0, 63))
def test_the_last_disc_turns_as_many(own: int, square: int) -> None:
    own &= ~(1 << square)
    other = ~own & ~(1 << square) & (1 << 64) - 1
    assert lines.turned_at_last(np.uint64(own), square) == naively_turned(own, other, square).bit_count()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("by_table", [False, True])
def test_stable_discs_are_never_turned(seed: int, by_table: bool) -> None:
    """Each side's count is at most what it keeps through every game played on from there."""
    words = prepared_words(wish(edges=by_table), wish().ideas.table_words(0))
    seen = 0
    for position in games_on(seed, 30):
        mine, theirs = position.words
        counted = stability.stable(np.uint64(mine), np.uint64(theirs), words)
        seen += counted
        for again in range(6):
            kept, turned_about = int(mine), False
            for later in played_on(position, seed * 100 + again):
                own = later.words[int(turned_about)]
                kept &= int(own)
                turned_about = not turned_about
            assert kept.bit_count() >= counted, FACE.print(position)
    assert seen


def played_on(position: Any, seed: int) -> Iterator[Any]:
    draw = random.Random(seed)
    yield position
    while moves := FACE.moves(position):
        position = FACE.play(position, draw.choice(moves))
        yield position


def test_full_boards_are_stable_altogether() -> None:
    some, words = np.uint64(0x0123456789ABCDEF), prepared_words(wish(), wish().ideas.table_words(0))
    assert stability.stable(some, ~some, words) == 32
    assert stability.stable(np.uint64(0), ~np.uint64(0), words) == 0


def test_the_table_of_edges_counts_more() -> None:
    """Never fewer than without, and in some positions of random games more."""
    on, off = (prepared_words(wish(edges=e), wish().ideas.table_words(0)) for e in (True, False))
    more = 0
    for seed in range(10):
        for position in games_on(seed, 30):
            mine, theirs = (np.uint64(word) for word in position.words)
            without, with_it = (int(stability.stable(mine, theirs, words)) for words in (off, on))
            assert with_it >= without
            more += with_it - without
    assert more > 0


def test_odd_quadrants() -> None:
    empty = np.uint64(0b11 | 1 << 7 | 1 << 56 | 1 << 63 | 1 << 62 | 1 << 61)
    assert int(last.odd_quadrants(empty)) == sum(int(q) for q in last.QUADRANTS) - int(last.Q0)


# Values.


@given(st.data())
def test_values_never_depend_on_ideas(data: st.DataObject) -> None:
    position = data.draw(st.sampled_from(late()[0]))
    options = data.draw(options_of(engines["solver"], "othello"))
    limits = Limits(every_move=data.draw(st.booleans()), nodes=data.draw(st.sampled_from([0, 0, 1, 5, 30, 200])))
    found = find("solver", GAME, position, limits, **options)
    check(FACE, truth, position, found, (options, limits, FACE.print(position)))
    assert found.exact or limits.nodes or options.get("goal") == "outcome"
    low, high = found.report.notes["bounds"]
    assert low <= truth(position) <= high


@given(st.data())
def test_with_the_table_at_work_too(data: st.DataObject) -> None:
    position = data.draw(st.sampled_from(middle()))
    options = data.draw(options_of(engines["solver"], "othello"))
    options |= {"goal": "exact", "memory": 1, "sorted_from": data.draw(st.integers(6, 9))}
    found = find("solver", GAME, position, Limits(every_move=data.draw(st.booleans())), **options)
    assert found.exact
    assert found.value == by_alpha_beta(position), (options, FACE.print(position))


_known: dict[str, float] = {}


def by_alpha_beta(position: Any) -> float:
    """The generic text's value."""
    from sandbox.gametree.play.exact import played_out

    text = FACE.print(position)
    if text not in _known:
        _known[text] = played_out(GAME, position, Limits(), SearchReport()).value
    return _known[text]


def estimated(own: int, other: int) -> int:
    """What the learned evaluation says, by its account."""
    judge = OthelloPatterns()
    return sum(f.share for f in judge.explain((own, other), work_array(None, judge.weights())))


def test_the_first_question_is_asked_at_what_the_evaluation_expects() -> None:
    guessing, plain = (prepared_words(wish(guess=g), wish().ideas.table_words(0)) for g in (True, False))
    for position in [*middle(), *late()[0][:20]]:
        a, b = (int(word) for word in position.words)
        discs = max(-64, min(64, 2 * math.floor((estimated(a, b) + 100) / 200)))
        assert int(estimates.expected(np.uint64(a), np.uint64(b), guessing)) == discs
        assert int(estimates.expected(np.uint64(a), np.uint64(b), plain)) == 0


def test_moves_are_judged_after_the_best_reply() -> None:
    words = prepared_words(wish(), wish().ideas.table_words(0))
    for position in middle():
        a, b = (np.uint64(word) for word in position.words)
        after = [FACE.play(position, move).words for move in FACE.moves(position)]
        best = max(-estimated(*map(int, pair)) for pair in after)
        replies = np.uint64(sum(FACE.bit_of(position, move) for move in FACE.moves(position)))
        assert int(estimates.after_reply(a, b, replies, words)) == best
        assert int(estimates.promised(a, b, replies, True, words)) == best >> 3
        assert int(estimates.promised(a, b, replies, False, words)) == estimated(int(a), int(b)) >> 4
        assert int(estimates.after_reply(a, b, np.uint64(0), words)) == estimated(int(a), int(b))


def test_estimates_spare_nodes_far_from_the_end() -> None:
    position = next(p for p in games_on(5) if stones(p) == 46)
    nodes = [
        BatchSolver(wish(estimates=on, estimated_from=14, answered_from=17)).solve([position])[1][0]
        for on in (True, False)
    ]
    assert 0 < nodes[0] < nodes[1]


@pytest.mark.parametrize("driver", DRIVERS)
def test_every_driver_finds_it(driver: str) -> None:
    for position in middle():
        found = find("solver", GAME, position, driver=driver)
        assert (found.value, found.exact, found.status) == (by_alpha_beta(position), True, Status.DONE)


def test_who_wins_alone_is_asked_by_the_sign() -> None:
    some = [p for seed in range(6) for p in games_on(seed) if stones(p) == 50]
    (values, nodes), (signs, fewer) = (
        BatchSolver(Wish(wish().ideas, outcome=outcome)).solve(some) for outcome in (False, True)
    )
    assert np.sign(values).tolist() == np.sign(signs).tolist()
    assert {-1, 1} <= set(np.sign(values).tolist())
    assert 2 * fewer.sum() < nodes.sum()


def test_passes_and_ends() -> None:
    positions = [p for seed in range(30) for p in games_on(seed, 52)]
    passing = [p for p in positions if FACE.moves(p) == ("pass",) or list(FACE.moves(p)) == ["pass"]]
    assert passing
    for position in passing:
        assert find("solver", GAME, position).best == "pass"
        assert find("solver", GAME, position).value == -find("solver", GAME, FACE.play(position, "pass")).value
    over = [q for p in positions for m in FACE.moves(p) if not FACE.moves(q := FACE.play(p, m))]
    values, _ = BatchSolver(wish()).solve(over)
    assert values.tolist() == [FACE.utility(p, FACE.to_move(p)) for p in over]


def test_the_line_is_perfect_play_to_the_end() -> None:
    for position in middle():
        found, at = find("solver", GAME, position), position
        for move in found.pv:
            at = FACE.play(at, move)
        worth = FACE.utility(at, FACE.to_move(at))
        assert worth is not None
        assert worth * (-1) ** len(found.pv) == found.value


def test_images_are_worth_the_same() -> None:
    for position in middle()[:6]:
        cells = position.cells
        turned = FACE.parse(cells[::-1] + position.side)
        mirrored = FACE.parse("".join(cells[8 * y : 8 * y + 8][::-1] for y in range(8)) + position.side)
        values = {find("solver", GAME, p).value for p in (position, turned, mirrored)}
        assert len(values) == 1


# Budgets, memory, the table.


def test_out_of_budget_gives_the_bounds_so_far() -> None:
    found = find("solver", GAME, FACE.start(), Limits(nodes=200_000))
    low, high = found.report.notes["bounds"]
    assert (found.status, found.exact) == (Status.BUDGET, False)
    assert low <= 0 <= high
    assert found.best in FACE.moves(FACE.start())


@pytest.mark.parametrize("nodes", [1, 40, 1_000, 50_000])
def test_a_budget_of_nodes_is_kept_but_for_the_last_few_squares(nodes: int) -> None:
    """Raising the stop flag lowers the same limit: a search ends within a few dozen nodes of it."""
    position = next(p for p in games_on(3, 44))
    found = find("solver", GAME, position, Limits(nodes=nodes))
    assert found.report.nodes <= nodes + LAST_FOUR
    again = find("solver", GAME, position, Limits(nodes=nodes))
    assert again.report.nodes == found.report.nodes


@pytest.mark.parametrize("memory", [1, 2, 16])
def test_memory_is_what_was_allowed(memory: int) -> None:
    words = prepared_words(Wish(wish().ideas, memory=memory * MEGABYTE))
    fixed = (w.FREE + edges.WORDS + OthelloPatterns().weights().size) * 8
    assert words.nbytes - fixed <= memory * MEGABYTE
    report = SearchReport()
    found = find("solver", GAME, FACE.start(), Limits(nodes=300_000), report, memory=memory)
    assert found.report.notes["memory"] - fixed <= memory * MEGABYTE
    assert found.report.table.places * 32 <= memory * MEGABYTE


def test_the_table_grows_and_loses_nothing_by_it() -> None:
    words = prepared_words(wish())
    a, b = (np.uint64(x) for x in FACE.parse("f5d6c3d3c4f4").words)
    run = solvers["othello"].create().kernels()
    words[w.LIMIT] = 1 << 62
    run.fresh(a, b, words)
    places = []
    for alpha in (0, 10, -10, 20):
        words[w.LIMIT] = int(words[w.NODES]) + 400_000
        run.ask(a, b, alpha, words)
        places.append(1 << int(words[w.TABLE_BITS]))
        assert _live(words) == int(words[w.FILL])
    assert places[-1] > 1 << 13


def test_stopped_while_it_grows_the_table_forgets_everything() -> None:
    batch, some = BatchSolver(wish()), middle()[:3]
    before, _ = batch.solve(some)
    words = batch.words
    assert int(words[w.FILL]) > 0
    generation, words[w.LIMIT] = int(words[w.GENERATION]), 0
    table.enlarge(words)
    assert (int(words[w.GENERATION]), int(words[w.FILL]), _live(words)) == (generation + 1, 0, 0)
    assert int(words[w.TABLE_BITS]) == int(words[s.BITS_FIRST])
    assert batch.solve(some, forget=False)[0].tolist() == before.tolist()


def _live(words: Any) -> int:
    """Entries of this search, counted one by one."""
    size = 4 << int(words[w.TABLE_BITS])
    facts = words[int(words[w.TABLE_BASE]) :][:size][2::4]
    return int(np.count_nonzero(facts >> np.uint64(32) == words[w.GENERATION]))


def test_buffers_of_nodes_lie_where_no_report_reads() -> None:
    from sandbox.gametree.solving.games.othello.search import SLOTS

    assert w.PV + SLOTS * 61 <= w.KILLERS
    assert s.TWO_PLACES < 62


# Positions solved by others.


def rows(folder: Path, name: str, number: int = 0) -> list[Case]:
    found = []
    for line in (folder / "othello" / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            head, _, moves = line.partition("|")
            *_, board, side, value, _best = head.split()
            each = {m: int(v) for m, v in (word.split(":") for word in moves.split())}
            found.append((FACE.parse(board + side), int(value), each))
    return found[: number or None]


@pytest.mark.parametrize("empties", [10, 12, 14])
def test_endings_solved_by_others(positions: Path, empties: int) -> None:
    cases = rows(positions, f"exact_{empties}", 0 if empties < 14 else 30)
    values, _ = BatchSolver(wish()).solve(p for p, _, _ in cases)
    assert values.tolist() == [value for _, value, _ in cases]


def test_every_move_of_endings_solved_by_others(positions: Path) -> None:
    for position, value, moves in rows(positions, "exact_12", 25):
        found = find("solver", GAME, position, Limits(every_move=True))
        assert {row.move: row.value for row in found.root} == moves
        assert moves[found.best] == value


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("empties", [14, 16, 18, 20])
def test_longer_endings_solved_by_others(positions: Path, empties: int) -> None:
    cases = rows(positions, f"exact_{empties}")
    values, _ = BatchSolver(wish()).solve(p for p, _, _ in cases)
    assert values.tolist() == [value for _, value, _ in cases]


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_the_endgame_suite_and_its_nodes(positions: Path) -> None:
    cases = rows(positions, "ffo_40_49")
    batch = BatchSolver(wish())
    values, nodes = batch.solve(p for p, _, _ in cases[:5])
    assert values.tolist() == [value for _, value, _ in cases[:5]]
    assert nodes.sum() <= FFO_NODES
    values, _ = batch.solve(p for p, _, _ in cases[5:])
    assert values.tolist() == [value for _, value, _ in cases[5:]]
