"""The section of the books: what each move gives away, engines that vary and learn where that is wished."""

import json
from dataclasses import replace

import numpy as np
import pytest

from sandbox.games.api import games
from sandbox.gametree.books import learned
from sandbox.gametree.books.advice import PROVEN, Advised, advised
from sandbox.ui.boards.game.match import Match
from sandbox.ui.boards.panel.books import Books, cells, words_of
from sandbox.ui.boards.remembered import recall, remember
from sandbox.ui.boards.seats import Seat
from sandbox.ui.kit import Section


class Now:
    """A worker that works at once."""

    def __init__(self):
        self.jobs = 0

    def submit(self, job):
        self.jobs += 1
        job.done(job.work(np.zeros(1, np.uint8)))


@pytest.fixture
def seats():
    return Seat(), Seat()


@pytest.fixture
def books(seats, tmp_path, monkeypatch):
    monkeypatch.setattr(learned, "file_of", lambda game: tmp_path / f"{game}.json")
    monkeypatch.setattr("sandbox.ui.boards.panel.books.file_of", lambda game: tmp_path / f"{game}.json")
    return Books(Now(), seats, Section("Depths"))


def test_it_looks_nothing_up_while_folded_or_not_ready(books):
    books.follow(Match.new(games["othello"]), ready=True)
    assert books.worker.jobs == 0
    books.toggle()
    assert books.worker.jobs == 1
    assert not books.instead_of.open
    books.follow(Match.new(games["othello"]), ready=False)
    assert books.worker.jobs == 1


@pytest.mark.parametrize(("game", "text"), [("othello", "f5"), ("connect-four", "4")])
def test_it_shows_what_each_move_gives_away(books, game, text):
    books.toggle()
    match = Match.of(game, text)
    books.follow(match, ready=True)
    known = advised(match.game, match.position)
    assert [row[0] for row in books.table.rows] == [one.move for one in known]
    assert [row[2] for row in books.table.rows] == [one.margin for one in known]
    assert books.table.rows[0][2].words == "best"
    assert books.table.rows[-1][2].words.startswith("−")
    assert known[0].move in books.said.text


def test_it_is_not_there_without_a_book_and_says_when_it_knows_nothing(books):
    books.toggle()
    books.follow(Match.new(games["nim"]), ready=True)
    assert not books.visible
    books.follow(Match.of("connect-four", "1212121"), ready=True)
    assert books.visible
    assert "over" in books.said.text
    books.follow(Match.of("connect-four", "12345676543"), ready=True)
    assert "knows nothing" in books.said.text
    assert not list(books.table.rows)


def played(match, moves):
    for move in moves:
        match.play(move)


def test_a_game_counts_once_and_only_where_that_is_wished(books):
    books.toggle()
    match = Match.new(games["connect-four"])
    played(match, "4142434")
    assert match.over
    books.ended(match)
    assert not learned.file_of("connect-four").exists()
    books.learn.click()
    for _ in range(2):
        books.ended(match)
    layer = learned.load("connect-four")
    assert {tally.games for tally in layer.tallies.values()} == {1}
    match.back()
    match.play("4")  # what had been played is no other game
    books.ended(match)
    assert {tally.games for tally in learned.load("connect-four").tallies.values()} == {1}
    books.follow(Match.new(games["connect-four"]), ready=True)
    assert {row[0]: row[4] for row in books.table.rows}["4"] == 1
    books.forget.click()
    assert not learned.file_of("connect-four").exists()


def test_engines_vary_and_learn_where_that_is_wished(books, seats):
    seat = seats[0]
    seat.suit(games["othello"], "level strongest")
    assert seat.made_with == seat.settings
    books.vary.click()
    books.learn.click()
    assert seat.made_with == seat.settings | {
        "opening_within": 1.0, "opening_seed": seat.seed, "opening_learned": True,
    }  # fmt: skip
    seat.suit(games["othello"], "alphabeta")
    assert seat.made_with == seat.settings
    seats[1].suit(games["connect-four"], "solver")
    assert seats[1].made_with == {"vary": True, "seed": seats[1].seed}
    before = seats[1].seed
    seats[1].forget()
    assert seats[1].seed != before


def test_habits_are_remembered(app, books):
    tab = app.shell.tabs["boards"]
    tab.books.vary.click()
    remember(app.services.settings, tab.session, shapes=False)
    assert json.loads(app.services.settings.boards)["books"] == {"vary": True, "learn": False}
    tab.books.habits.vary = False
    recall(app.services.settings, tab.session)
    tab.books.show_habits()
    assert tab.books.vary.value
    assert not tab.books.learn.value


def row_of(**changes):
    known = Advised("4", 0.0, 0.0, PROVEN, 0)
    return cells(replace(known, **changes))


def test_what_is_proven_is_shown_as_it_is_whatever_games_came_to():
    assert row_of(games=1, learned=0.6)[1].words == "0"
    assert row_of(source="searched", games=1, learned=0.6)[1].words == "+0.6"


def test_only_the_best_is_called_so():
    assert [row_of(margin=m)[2].words for m in (0.0, 0.03, 0.1, 2.0)] == ["best", "< 0.1", "−0.1", "−2"]


def test_one_move_is_no_moves():
    assert words_of((Advised("4", 0.0, 0.0, PROVEN, 0),)) == "1 move; 4 is best"
