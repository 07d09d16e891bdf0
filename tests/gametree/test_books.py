"""Books: true values, the same bytes however they were made, and the solver that answers from them."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sandbox.cli.entry import run
from sandbox.errors import BadInput
from sandbox.gametree.api import Status
from sandbox.gametree.books import book as books
from sandbox.gametree.books.book import About, Book, States, load
from sandbox.gametree.books.making import Making
from sandbox.gametree.shown import losses
from sandbox.gametree.solving import drivers
from sandbox.gametree.solving.api import solver_for, solvers
from sandbox.gametree.solving.batch import BatchSolver
from sandbox.gametree.solving.session import Wish
from sandbox.gametree.tree.reading import Searched
from tests.gametree.searching import find
from tests.oracles.connect_four import value as naive_value
from tests.strategies.games import game_of

GAME = game_of("connect-four")
FACE = GAME.face()
STATES = States(GAME)
START = "62761131361264331137344556"  # 26 stones, so that a book is made in a moment
ABOUT = About("connect-four", 2, 4, START)


def below(plies: int) -> list[Any]:
    """Every unfinished position so many moves after the start of the book."""
    level = [FACE.parse(START)]
    for _ in range(plies):
        level = [FACE.play(p, m) for p in level for m in FACE.moves(p)]
    return [p for p in level if FACE.moves(p)]


@cache
def made() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        return _made(Path(folder) / "journal").to_bytes()


def _made(journal: Path, **options: Any) -> Book:
    making = Making(GAME, ABOUT, journal, **options)
    list(making.run())
    return making.book()


def reread(tmp_path: Path) -> Book:
    path = tmp_path / "a.book"
    path.write_bytes(made())
    return load(path)


def test_every_early_position_is_there_with_the_value_of_every_move(tmp_path: Path) -> None:
    book = reread(tmp_path)
    for plies in range(3):
        for position in below(plies):
            page = book.page(STATES, *position.words)
            assert page is not None
            named = {FACE.move_of(position, bit): value for bit, value in page.items()}
            assert named == {m: -_value(FACE.play(position, m)) for m in FACE.moves(position)}


def _value(position: Any) -> int:
    ended = FACE.utility(position, FACE.to_move(position))
    return int(ended) if ended is not None else naive_value(position.columns)


def test_one_side_at_its_best_against_anything_stays_in_the_book(tmp_path: Path) -> None:
    book = reread(tmp_path)
    for side in (0, 1):
        level = [FACE.parse(START)]
        for ply in range(ABOUT.best_against_any):
            following = []
            for position in level:
                page = book.page(STATES, *position.words)
                assert page, FACE.print(position)
                wanted = [_first_best(position, page)] if ply % 2 == side else list(page)
                following += [FACE.play(position, FACE.move_of(position, bit)) for bit in wanted]
            level = [p for p in following if FACE.moves(p)]


def _first_best(position: Any, page: dict[int, int]) -> int:
    """The first best move of the state that stands for the position, as it lies here."""
    a, b = (int(x) for x in position.words)
    canonical = STATES.canonical(a, b)
    for image in STATES.bits(canonical):
        child = STATES.canonical(*STATES.played(canonical, image))
        fitting = [bit for bit in page if STATES.canonical(*STATES.played((a, b), bit)) == child]
        if page[fitting[0]] == max(page.values()):
            return fitting[0]
    raise AssertionError("a page has a best move")


def test_mirror_images_have_mirrored_pages(tmp_path: Path) -> None:
    book = reread(tmp_path)
    turned = FACE.parse("".join(str(8 - int(c)) for c in START))
    page, image = book.page(STATES, *FACE.parse(START).words), book.page(STATES, *turned.words)
    assert page is not None
    assert image is not None
    names = {FACE.move_of(FACE.parse(START), bit): value for bit, value in page.items()}
    assert {str(8 - int(FACE.move_of(turned, bit))): value for bit, value in image.items()} == names


def test_unknown_positions_have_no_page(tmp_path: Path) -> None:
    assert reread(tmp_path).page(STATES, *FACE.start().words) is None
    assert Book.of(About("connect-four", 0, 0), {}).page(STATES, 0, 0) is None


@pytest.mark.parametrize("stopped_after", [0, 1, 3])
def test_a_book_gone_on_with_is_the_same_to_the_byte(tmp_path: Path, stopped_after: int) -> None:
    journal = tmp_path / "journal"
    first = Making(GAME, ABOUT, journal)
    _exhaust(islice(first.run(), stopped_after))
    if journal.exists():
        journal.write_bytes(journal.read_bytes() + b"123 4")  # a kill in the midst of a line
    again = Making(GAME, ABOUT, journal)
    assert again.resume() == len(first.values)
    assert bool(first.values) == bool(stopped_after)
    list(again.run())
    assert again.book().to_bytes() == made()


def test_a_larger_book_goes_on_where_a_smaller_one_ended(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    smaller = Making(GAME, About("connect-four", 1, 3, START), journal)
    _exhaust(smaller.run())
    larger = Making(GAME, ABOUT, journal)
    assert larger.resume() == len(smaller.values)
    _exhaust(larger.run())
    assert larger.book().to_bytes() == made()


def test_a_smaller_book_follows_from_the_journal_of_a_larger_one(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    larger = Making(GAME, About("connect-four", 2, 2, START), journal)
    _exhaust(larger.run())
    smaller, alone = (Making(GAME, About("connect-four", 1, 1, START), at) for at in (journal, tmp_path / "alone"))
    assert smaller.resume() == len(larger.values)
    assert list(smaller.run()) == []  # nothing is solved
    _exhaust(alone.run())
    assert smaller.book().to_bytes() == alone.book().to_bytes()


def test_a_larger_book_goes_on_from_a_smaller_one_itself(tmp_path: Path) -> None:
    smaller = Making(GAME, About("connect-four", 1, 3, START), tmp_path / "small.journal")
    _exhaust(smaller.run())
    larger = Making(GAME, ABOUT, tmp_path / "journal")
    known = larger.take_over(smaller.book())
    assert known >= len(smaller.values)  # what the layers above are worth is told by a book, too
    _exhaust(larger.run())
    assert larger.book().to_bytes() == made()
    again = Making(GAME, ABOUT, tmp_path / "again.journal")
    again.take_over(larger.book())
    assert list(again.run()) == []  # nothing is solved twice
    assert again.book().to_bytes() == made()
    with pytest.raises(BadInput, match="othello"):
        again.take_over(Book.of(About("othello", 0, 0), {}))


def _exhaust(some: Iterator[int]) -> None:
    for _ in some:
        pass


def test_memory_changes_no_byte(tmp_path: Path) -> None:
    assert _made(tmp_path / "journal", memory=1).to_bytes() == made()


def test_the_command_makes_it_and_says_what_is_in_the_way(tmp_path: Path) -> None:
    goal = tmp_path / "c4.book"
    words = ["book", "connect-four", START, "--plies", "2", "--best-against-any", "4", "-o", str(goal)]
    assert run(words) == 0
    assert goal.read_bytes() == made()
    assert not goal.with_name("c4.book.journal").exists()
    assert run([*words, "--resume"]) == 0  # from the book itself
    assert goal.read_bytes() == made()
    goal.with_name("c4.book.journal").write_text("{}\n", encoding="ascii")
    assert run(words) == 2
    assert run([*words, "--resume"]) == 2
    assert run(["book", "nim", "-o", str(goal)]) == 2
    late = "-" * 6 + "XO" * 28 + "XX O"
    assert run(["book", "othello", late, "-o", str(goal)]) == 2  # two of its positions may have the same key


def test_a_spoilt_file_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.book"
    for content in (b"", b"[]\n", b"{}\n", made()[:-1], made().replace(b"book 1", b"book 9")):
        path.write_bytes(content)
        with pytest.raises(BadInput, match=r"bad\.book"):
            load(path)
    with pytest.raises(BadInput, match="nowhere"):
        load(tmp_path / "nowhere.book")


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The small book in the place of the game's own."""
    path = tmp_path / "connect-four.book"
    path.write_bytes(made())
    monkeypatch.setattr(books, "shipped", lambda game: tmp_path / f"{game}.book")
    books.book_of.cache_clear()
    yield
    books.book_of.cache_clear()


@pytest.mark.usefixtures("shipped")
def test_the_solver_answers_from_it_as_it_would_without() -> None:
    for position in [FACE.parse(START), *below(1), *below(2)]:
        found, without = (find("solver", GAME, position, book=book) for book in (True, False))
        assert (found.value, found.exact, found.status) == (without.value, True, Status.DONE)
        assert found.report.nodes == 0
        assert found.pv[0] == found.best
        assert found.report.notes["book"][found.best] == 0
        assert found.report.notes["rule"] == "from the book"  # the window's line says so
        assert losses(Searched(GAME, position, "solver", {}, found.report)) == found.report.notes["book"]
        after = FACE.play(position, found.best)
        truth = FACE.utility(after, FACE.to_move(after))
        assert -(truth if truth is not None else find("solver", GAME, after, book=False).value) == found.value


@pytest.mark.usefixtures("shipped")
def test_one_of_several_best_moves_may_be_drawn() -> None:
    several = [p for p in (FACE.parse(START), *below(1), *below(2)) if len(_best(p)) > 1]
    assert several
    for position in several:
        drawn = {find("solver", GAME, position, vary=True, seed=seed).best for seed in range(40)}
        assert drawn == _best(position)
        assert len({find("solver", GAME, position).best for _ in range(3)}) == 1


def _best(position: Any) -> set[str]:
    margins = find("solver", GAME, position).report.notes["book"]
    return {move for move, margin in margins.items() if margin == 0}


def test_the_games_own_book_is_what_others_know() -> None:
    book = books.book_of("connect-four")
    assert book is not None
    assert book.about == About("connect-four", 6, 10)
    start = book.page(STATES, *FACE.start().words)
    assert start is not None
    assert [start[bit] for bit in sorted(start)] == [-2, -1, 0, 1, 0, -1, -2]  # Allis 1988; scores: Pons
    assert np.all(np.diff(book.keys.astype(np.float64)) > 0)
    assert len(book.to_bytes()) == books.shipped("connect-four").stat().st_size


def test_along_the_lines_of_the_games_own_book_nothing_is_searched() -> None:
    """As either side: at the start, and after each first move."""
    positions = [FACE.start(), *(FACE.play(FACE.start(), move) for move in FACE.moves(FACE.start()))]
    for position in positions:
        found = find("solver", GAME, position)
        assert (found.exact, found.report.nodes) == (True, 0)
        assert len(found.report.notes["book"]) == 7
    worths = {position.played: find("solver", GAME, position).value for position in positions[1:]}
    assert worths == {"1": 2, "2": 1, "3": 0, "4": -1, "5": 0, "6": 1, "7": 2}  # Allis 1988; scores: Pons


@pytest.mark.parametrize("side", [0, 1])
def test_the_games_own_book_agrees_with_its_solver_where_a_line_leaves_it(side: int) -> None:
    """One side's best moves against any: known to ply 5, and worth what other questions say without the book."""
    book, draw, left = books.book_of("connect-four"), random.Random(side), []
    assert book is not None
    for _ in range(2):
        state, worth = STATES.canonical(0, 0), 0
        for ply in range(6):
            if not STATES.bits(state):  # won early
                break
            row = book.row(STATES.key(state))
            assert len(row) == len(STATES.bits(state)), (state, ply)
            at = row.index(max(row)) if ply % 2 == side else draw.randrange(len(row))
            state, worth = STATES.children(state)[at], row[at]
        left.append((state, -worth))
    values, _ = BatchSolver(Wish(solvers["connect-four"].create(), drivers.MTDF)).solve_states(
        [state for state, _ in left]
    )
    assert values.tolist() == [worth for _, worth in left]


def test_stopping_leaves_a_journal_to_go_on_with(tmp_path: Path) -> None:
    stop, journal = np.ones(1, np.uint8), tmp_path / "journal"
    assert list(Making(GAME, ABOUT, journal).run(1, stop)) == []
    assert journal.read_text(encoding="ascii").count("\n") == 1


def test_many_positions_share_what_was_stored() -> None:
    brought = solver_for(GAME)
    assert brought is not None
    positions = below(2)
    apart, together = BatchSolver(Wish(brought.create())), BatchSolver(Wish(brought.create()))
    values, nodes = apart.solve(positions)
    together.forget(FACE.parse(START).words)
    same, fewer = together.solve(positions, forget=False)
    assert same.tolist() == values.tolist()
    assert fewer.sum() < nodes.sum()
