"""Books of lines: minimax of what searches found, the same bytes however they were made, and engines by them."""

from __future__ import annotations

import tempfile
from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.cli.entry import run
from sandbox.errors import BadInput
from sandbox.gametree.api import Limits, Status
from sandbox.gametree.books import advice, learned, lines
from sandbox.gametree.books.book import State, States, states_of
from sandbox.gametree.books.exploring import PER_PLY, ROUND, Exploring, hundredths
from sandbox.gametree.books.lines import FROM_BELOW, PROVEN, SEARCHED, Lines, Plan, load
from sandbox.gametree.document import GameDocument
from sandbox.gametree.document.files import save
from sandbox.gametree.values import for_people
from tests.gametree.searching import find
from tests.strategies.games import game_of

GAME = game_of("othello")
FACE = GAME.face()
STATES = States(GAME)
PLAN = Plan("othello", 40, 2, "othello-patterns")
LATE = "XXXXXXXXXXXXXXXXXXOOOOXXXXXOOXXXXXOXOXXXXXXOOXXXXXXXXOO-OOOOO--- O"  # four empty squares


@cache
def made() -> Lines:
    return _made(PLAN)


def _made(plan: Plan, jobs: int = 1) -> Lines:
    with tempfile.TemporaryDirectory() as folder:
        exploring = Exploring(GAME, plan, Path(folder) / "journal")
        list(exploring.run(jobs))
        return exploring.book()


@pytest.fixture
def ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small book instead of the one that ships, and nothing learned."""
    monkeypatch.setattr(lines, "lines_of", lambda game: made() if game == "othello" else None)
    monkeypatch.setattr(learned, "file_of", lambda game: tmp_path / f"{game}.json")


def after(position: Any, bit: int) -> Any:
    return FACE.play(position, FACE.move_of(position, bit))


def canonical(position: Any) -> State:
    a, b = position.words
    return STATES.canonical(int(a), int(b))


def positions_of(book: Lines) -> dict[State, Any]:
    """Every position of a book, by walking from its start; what is not reached is not there."""
    found, todo = {}, [FACE.parse(book.plan.start)]
    while todo:
        position = todo.pop()
        if canonical(position) in book.rows and canonical(position) not in found:
            found[canonical(position)] = position
            todo += [FACE.play(position, move) for move in FACE.moves(position)]
    return found


# What it holds.


def test_values_are_the_minimax_of_what_searches_found() -> None:
    book = made()
    positions = positions_of(book)
    assert positions.keys() == book.rows.keys()
    assert len(book) == PLAN.positions
    for position in positions.values():
        page = book.page(STATES, *position.words)
        assert page is not None
        for bit, entry in page.items():
            child = after(position, bit)
            inside = canonical(child) in book.rows
            assert entry.source == (FROM_BELOW if inside else SEARCHED)
            assert entry.value == -naively(book, child) if inside else entry.searched
            assert entry.depth >= 1 + PLAN.depth


def naively(book: Lines, position: Any) -> int:
    """What follows for the mover from the last positions of the book."""
    page = book.page(STATES, *position.words)
    assert page is not None
    known = [
        -naively(book, after(position, bit)) if canonical(after(position, bit)) in book.rows else entry.searched
        for bit, entry in page.items()
    ]
    return max(known)


def test_a_search_counts_with_the_mean_of_its_last_two_depths() -> None:
    book = made()
    for position in islice(positions_of(book).values(), 12):
        for bit, entry in (book.page(STATES, *position.words) or {}).items():
            found = find("pvs", GAME, after(position, bit), Limits(depth=PLAN.depth), evaluation=PLAN.evaluation)
            both = [hundredths(depth.value, exact=False) for depth in found.report.deepening]
            assert len(both) == PLAN.depth == 2
            assert entry.searched == -round(sum(both) / 2)


@given(st.integers(-6400, 6400))
def test_estimates_come_back_from_what_people_read(points: int) -> None:
    assert hundredths(for_people(points), exact=False) == points


def test_the_most_promising_come_first(tmp_path: Path) -> None:
    """A naive twin: after each round all ways to what is not in the book, by what they gave away and their length."""
    exploring = Exploring(GAME, PLAN, tmp_path / "journal")
    rounds = [exploring.book() for _ in exploring.run()]
    for before, later in pairwise(rounds):
        chosen = later.rows.keys() - before.rows.keys()
        costs = open_ways(before, FACE.parse(PLAN.start), 0, {})
        wanted = sorted(costs, key=lambda state: (costs[state], state))[: len(chosen)]
        assert chosen == set(wanted)
    assert max(len(later) - len(before) for before, later in pairwise(rounds)) == ROUND


def open_ways(book: Lines, position: Any, cost: int, found: dict[State, int]) -> dict[State, int]:
    """Every way through the book to where it ends, the cheapest for each position."""
    page = book.page(STATES, *position.words)
    if page is None:
        found[canonical(position)] = min(cost, found.get(canonical(position), cost))
        return found
    best = max(entry.value for entry in page.values())
    for bit, entry in page.items():
        open_ways(book, after(position, bit), cost + PER_PLY + best - entry.value, found)
    return found


def test_images_have_the_same_pages() -> None:
    book = made()
    for position in islice(positions_of(book).values(), 20):
        cells = position.cells
        turned = FACE.parse(cells[::-1] + position.side)
        mirrored = FACE.parse("".join(cells[8 * y : 8 * y + 8][::-1] for y in range(8)) + position.side)
        pages = [book.page(STATES, *p.words) for p in (position, turned, mirrored)]
        assert all(pages)
        assert len({tuple(sorted((page or {}).values())) for page in pages}) == 1


def test_games_that_end_in_it_are_proven() -> None:
    """From four empty squares a book of lines is the whole tree below."""
    book = _made(Plan("othello", 500, 4, "othello-patterns", LATE))
    page = book.page(STATES, *FACE.parse(LATE).words)
    assert page is not None
    assert {entry.source for entry in page.values()} == {PROVEN}
    truth = find("solver", GAME, FACE.parse(LATE), Limits(every_move=True))
    assert {FACE.move_of(FACE.parse(LATE), bit): entry.value / 100 for bit, entry in page.items()} == {
        row.move: row.value for row in truth.root
    }
    assert len(book) == 1  # nothing is left to be looked into


# How it is made.


def test_the_bytes_are_the_same_however_it_was_made(tmp_path: Path) -> None:
    at_once, smaller = made().to_bytes(), _made(Plan("othello", 13, 2, "othello-patterns"))
    taking_over = Exploring(GAME, PLAN, tmp_path / "journal")
    assert taking_over.take_over(smaller) == len(taking_over.values) > 0
    for count, _ in enumerate(taking_over.run()):
        if count == 3:
            break
    text = (tmp_path / "journal").read_text(encoding="ascii")
    (tmp_path / "journal").write_text(text[:-4], encoding="ascii")  # killed in the middle of a line
    again = Exploring(GAME, PLAN, tmp_path / "journal")
    assert again.resume() == text.count("\n") - 2
    list(again.run())
    assert again.book().to_bytes() == at_once
    assert load(_saved(tmp_path)).rows == {state: list(row) for state, row in made().rows.items()}


@pytest.mark.slow
def test_several_processes_change_no_byte() -> None:
    assert _made(PLAN, jobs=2).to_bytes() == made().to_bytes()


def _saved(folder: Path) -> Path:
    made().save(folder / "a.lines")
    return folder / "a.lines"


def test_stopping_leaves_a_journal_to_go_on_with(tmp_path: Path) -> None:
    stop, journal = np.ones(1, np.uint8), tmp_path / "journal"
    assert list(Exploring(GAME, PLAN, journal).run(1, stop)) == []
    assert journal.read_text(encoding="ascii").count("\n") == 1


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", ":1: '', expected a line of JSON"),
        (b'{"format": "x"}\n', ":1"),
        (b"\xff\xfe\n", ":1"),
        (made, "bytes of positions"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, content: Any, says: str) -> None:
    path = tmp_path / "a.lines"
    path.write_bytes(content if isinstance(content, bytes) else content().to_bytes()[:-1])
    with pytest.raises(BadInput) as error:
        load(path)
    assert says in str(error.value)
    with pytest.raises(BadInput):
        load(tmp_path / "nothing.lines")


@pytest.mark.parametrize("line", ["x", "1 2 3", "1 2 3 4 5"])
def test_what_is_wrong_with_a_journal_is_said(tmp_path: Path, line: str) -> None:
    journal = tmp_path / "journal"
    exploring = Exploring(GAME, PLAN, journal)
    list(Exploring(GAME, PLAN, journal).run(1, np.ones(1, np.uint8)))
    with journal.open("a", encoding="ascii") as out:
        out.write(f"{line}\n")
    with pytest.raises(BadInput, match=r":2: .*two words of a state"):
        exploring.resume()
    journal.write_text("{}\n", encoding="ascii")
    with pytest.raises(BadInput, match="a journal of the same searches"):
        exploring.resume()
    with pytest.raises(BadInput, match="searched to depth 2"):
        Exploring(GAME, Plan("othello", 9, 3, "othello-positional"), journal).take_over(made())


# The book that ships.


def test_the_games_own_book_says_what_players_know() -> None:
    """All first moves are alike; the parallel reply is by far the worst; the diagonal and the perpendicular hold."""
    book = lines.lines_of("othello")
    assert book is not None
    assert lines.lines_file("othello").stat().st_size <= 1 << 20
    assert len(book) == book.plan.positions
    first = advice.advised(GAME, FACE.start(), by_learned=False)
    assert [one.margin for one in first] == [0.0] * 4
    replies = {one.move: one for one in advice.advised(GAME, FACE.parse("f5"), by_learned=False)}
    assert replies["f4"].margin >= 2
    assert max(replies[move].margin for move in ("d6", "f6")) < replies["f4"].margin / 2
    assert all(one.depth > book.plan.depth for one in replies.values())


def test_every_value_of_it_has_a_source_and_follows_from_below() -> None:
    book = lines.lines_of("othello")
    assert book is not None
    for position in islice(positions_of(book).values(), 0, None, 9):
        for bit, entry in (book.page(STATES, *position.words) or {}).items():
            below = book.rows.get(canonical(after(position, bit)))
            if entry.source == FROM_BELOW:
                assert below is not None
                assert entry.value == -max(one.value for one in below)
            else:
                assert entry.source in (SEARCHED, PROVEN)
                assert entry.depth <= 1 + book.plan.depth
                assert entry.value == entry.searched


# Engines.


@pytest.mark.usefixtures("ours")
def test_an_engine_opens_by_it() -> None:
    for position in islice(positions_of(made()).values(), 15):
        known = advice.advised(GAME, position)
        found = find("pvs", GAME, position, opening=True)
        assert (found.best, found.exact, found.status) == (known[0].move, False, Status.DONE)
        assert found.report.nodes == 0
        assert found.pv[0] == found.best
        assert found.value == pytest.approx(for_people(round(100 * known[0].value)))
        assert {row.move: row.depth for row in found.root} == {one.move: one.depth for one in known}
        assert found.report.notes["rule"] == advice.FROM_LINES
        assert found.report.notes["opening"] == {one.move: one.margin for one in known}
    unknown = FACE.parse(LATE)
    assert find("pvs", GAME, unknown, opening=True).report.nodes > 0


@pytest.mark.usefixtures("ours")
def test_one_of_several_good_moves_may_be_drawn() -> None:
    start = FACE.start()
    drawn = {find("pvs", GAME, start, opening=True, opening_within=0.5, opening_seed=n).best for n in range(40)}
    assert drawn == set(FACE.moves(start))
    reply = FACE.parse("f5")
    for within in (0.5, 2.0, 8.0):
        fair = {one.move for one in advice.advised(GAME, reply) if one.margin <= within}
        picked = {find("pvs", GAME, reply, opening=True, opening_within=within, opening_seed=n).best for n in range(60)}
        assert picked == fair


# What games teach.


@given(st.floats(-64, 64), st.integers(1, 1000), st.floats(-64, 64))
def test_a_corrected_value_lies_between_the_book_and_the_games(value: float, games: int, mean: float) -> None:
    corrected = learned.Tally(games, games * mean).corrected(value)
    assert min(value, mean) - 1e-9 <= corrected <= max(value, mean) + 1e-9
    assert learned.Tally().corrected(value) == value


def game_through(moves: str, seed: int = 0) -> GameDocument:
    """A game that begins so and is played to its end anyhow."""
    document = GameDocument("othello")
    at = 0
    while FACE.moves(position := document.plies[at].position):
        legal = sorted(FACE.moves(position))
        move, moves = (moves[:2], moves[2:]) if moves else (legal[seed % len(legal)], "")
        at = document.play(at, move)
    return document


def positions(document: GameDocument) -> list[Any]:
    return [document.plies[at].position for at in document.line()]


@pytest.mark.usefixtures("ours")
def test_results_correct_the_values_of_the_lines_played() -> None:
    document = game_through("f5f4")
    result = document.result()
    assert result is not None
    before = {one.move: one for one in advice.advised(GAME, FACE.parse("f5"))}
    assert advice.learn(GAME, positions(document)) >= 2
    told = {one.move: one for one in advice.advised(GAME, FACE.parse("f5"))}
    assert (told["f4"].games, told["f4"].value) == (1, before["f4"].value)
    assert told["f4"].learned == pytest.approx((16 * before["f4"].value - result) / 17)
    assert [told[move].games for move in ("d6", "f6")] == [0, 0]
    assert {one.games for one in advice.advised(GAME, FACE.start())} == {1}  # all first moves are images of one
    plain = {one.move: one for one in advice.advised(GAME, FACE.parse("f5"), by_learned=False)}
    assert plain == before


@pytest.mark.usefixtures("ours")
def test_many_results_change_what_is_played_if_wished() -> None:
    reply = FACE.parse("f5")
    layer = learned.Learned("othello")
    for _ in range(100):
        layer.add([(canonical(FACE.play(reply, "f4")), 20.0)])
    layer.save(learned.file_of("othello"))
    assert advice.advised(GAME, reply)[0].move == "f4"
    assert find("pvs", GAME, reply, opening=True, opening_learned=True).best == "f4"
    assert find("pvs", GAME, reply, opening=True).best != "f4"


@pytest.mark.usefixtures("ours")
def test_what_is_proven_stays_and_games_choose_among_equals() -> None:
    four = game_of("connect-four")
    face, start = four.face(), four.face().parse("4")
    before = {one.move: one for one in advice.advised(four, start)}
    tied = sorted(move for move, one in before.items() if one.margin == before["2"].margin)
    assert len(tied) > 1
    layer = learned.Learned("connect-four")
    for _ in range(50):
        layer.add([(states_of(four).canonical(*map(int, face.play(start, tied[-1]).words)), 18.0)])
        layer.add([(states_of(four).canonical(*map(int, face.play(start, "1").words)), 18.0)])
    layer.save(learned.file_of("connect-four"))
    told = advice.advised(four, start)
    assert {one.move: one.margin for one in told} == {move: one.margin for move, one in before.items()}
    ranked = [one.move for one in told if one.move in tied]
    assert ranked[0] in (tied[-1], str(8 - int(tied[-1])))
    assert told[0].move == "4"


@pytest.mark.usefixtures("ours")
def test_an_unfinished_game_teaches_nothing() -> None:
    document = GameDocument("othello")
    document.play_all(["f5", "d6", "c3"])
    assert advice.learn(GAME, positions(document)) == 0
    assert not learned.file_of("othello").exists()


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"format": "game-ai-sandbox learned 1", "game": "othello"}'])
@pytest.mark.usefixtures("ours")
def test_what_is_wrong_with_what_was_learned_is_said(content: str) -> None:
    learned.file_of("othello").write_text(content, encoding="utf-8")
    with pytest.raises(BadInput, match="game-ai-sandbox learned 1"):
        advice.advised(GAME, FACE.start())


# The command.


@pytest.mark.usefixtures("ours")
def test_the_command_makes_shows_learns_and_forgets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    goal = tmp_path / "b.lines"
    assert run(["book", "othello", "--lines", "0", "-o", str(goal)]) == 2
    assert "--lines: '0', expected 1 or more" in capsys.readouterr().err
    assert not goal.exists()
    assert run(["book", "othello", "--lines", "40", "--depth", "2", "-o", str(goal)]) == 0
    assert goal.read_bytes() == made().to_bytes()
    assert run(["book", "othello", "--lines", "50", "--depth", "2", "-o", str(goal), "--resume"]) == 0
    assert len(load(goal)) == 50
    assert run(["book", "othello", "--show"]) == 0
    assert "f5" in capsys.readouterr().out
    save(game_through("f5d6"), tmp_path / "game.json")
    assert run(["book", "othello", "--learn", str(tmp_path / "game.json")]) == 0
    assert run(["book", "othello", "f5", "--show"]) == 0
    assert "with 1 games" in capsys.readouterr().out
    assert run(["book", "othello", "--forget"]) == 0
    assert not learned.file_of("othello").exists()
    assert run(["book", "othello", LATE, "--show"]) == 1
    assert run(["book", "connect-four", "--learn", str(tmp_path / "game.json")]) == 2
    assert "a game of othello" in capsys.readouterr().err
