"""Games with dice or many players: who is due, dice, seats, and what each player may expect."""

import pytest

from sandbox.games.general.api import general_games
from sandbox.games.general.words import CHANCE
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import general_engines
from sandbox.ui.boards.general.play import Finding, Play
from sandbox.ui.boards.general.seats import usual
from sandbox.ui.boards.general.session import Listeners, Session
from sandbox.ui.jobs import Failure


class Later:
    """A worker that keeps what it was asked."""

    def __init__(self):
        self.jobs = []

    def submit(self, job):
        self.jobs.append(job)

    def cancel(self, slot):
        self.jobs = [job for job in self.jobs if job.slot != slot]

    def work(self):
        job = self.jobs.pop(0)
        job.done(job.work(stop=job.stop))


class Table:
    """A session with a clock of its own."""

    def __init__(self, key="pig", options=None, people=(0,), start="-"):
        self.now, self.worker, self.said, self.failures = 0.0, Later(), [], []
        listeners = Listeners(lambda: None, self.said.append, self.failures.append)
        play = Play(general_games[key], options, start)
        self.session = Session(self.worker, listeners, play, clock=lambda: self.now)
        for number, seat in enumerate(self.session.seats):
            seat.invite(play, "" if number in people else usual(play))
            seat.budget["seconds"] = 0.05
        self.session.ready = True
        self.session.attend()

    def wait(self, seconds=1.0):
        self.now += seconds
        self.session.tick()

    @property
    def moves(self):
        return self.session.play.moves


def test_dice_roll_by_themselves_and_alike_after_taking_back():
    table = Table()
    table.session.make("roll")
    assert table.session.rolling is not None
    table.wait(0.1)
    assert table.moves == ["roll"]
    table.wait()
    shown = table.moves[1]
    assert shown in "123456"
    assert table.said[-1] == f"A throws {shown}"
    table.session.take_back()
    assert table.session.play.at == 0
    table.session.make("roll")
    table.wait(2.0)
    assert table.moves[1] == shown


def test_dice_set_by_hand():
    table = Table()
    table.session.set_by_hand(True)
    table.session.make("roll")
    table.wait(5.0)
    assert table.session.play.by_chance
    assert table.session.person_moves
    assert "Choose" in table.session.waits
    table.session.make("6")
    assert table.session.play.position.points == 6
    table.session.make("roll")
    assert table.session.move_now() == ""
    table.wait()
    assert len(table.moves) == 4


def test_other_seeds_throw_other_dice():
    def thrown(seed):
        play = Play(general_games["pig"], seed=seed)
        play.play("roll")
        return play.rolled()

    assert len({thrown(seed) for seed in range(40)}) == 6
    assert thrown(7) == thrown(7)


def test_an_engine_answers_and_its_dice_roll():
    table = Table("pig", {"goal": 12})
    for move in ("roll", "3", "hold"):
        table.session.set_by_hand(True)
        table.session.make(move)
    table.session.set_by_hand(False)
    assert len(table.worker.jobs) == 1
    table.worker.work()
    assert table.moves[3] == "roll"
    table.wait()
    assert len(table.moves) == 5
    who, worth = table.session.play.expected
    assert who.startswith("Value iteration")
    assert sum(worth) == pytest.approx(1)


def test_an_engine_that_does_not_fit_more_players_makes_room_for_one_that_does():
    table = Table("pig")
    assert table.session.seats[1].key == "value-iteration"
    table.session.begin(Play(general_games["pig"], {"players": 4}))
    keys = [seat.key for seat in table.session.in_play]
    assert keys[0] == ""
    assert all(keys[1:])


def test_where_moves_were_taken_back_everybody_waits():
    table = Table("rolit", {"players": 3}, people=())
    table.worker.work()
    table.session.step(-1)
    assert table.worker.jobs == []
    assert "waits: Move now goes on" in table.session.waits
    table.session.move_now()
    assert len(table.worker.jobs) == 1


def test_a_paused_game_of_engines_stands():
    table = Table("rolit", {"players": 4}, people=())
    table.session.pause()
    assert table.worker.jobs == []
    assert "Paused" in table.session.waits
    table.session.move_now()
    table.worker.work()
    assert len(table.moves) == 1
    assert table.worker.jobs == []


def test_what_a_search_failed_of_is_said_and_can_be_tried_again():
    table = Table("rolit", people=())
    table.worker.jobs[0].failed(Failure("Thinking", "ValueError: no", "…"))
    assert table.failures
    assert "Move now tries again" in table.session.waits
    table.session.move_now()
    assert table.session.waits == ""


def test_a_hint_says_what_every_move_is_worth_to_everybody():
    table = Table("any-tree", people=(0, 1, 2), start="three-players")
    assert table.session.ask_hint() == ""
    table.worker.work()
    assert table.session.hint == "1"
    assert table.session.play.expected == ("Max^n", (1.0, 2.0, 6.0))
    rows = table.session.play.findings[0].answer.rows
    assert [row.worth for row in rows] == [(1, 2, 6), (1, 5, 2)]


def test_taking_back_goes_to_where_a_person_chose():
    table = Table("pig", {"goal": 50})
    table.session.set_by_hand(True)
    for move in ("roll", "3", "roll", "4"):
        table.session.make(move)
    table.session.take_back()
    assert table.moves[: table.session.play.at] == ["roll", "3"]
    table.session.forward()
    assert table.session.play.at == 4


def test_an_answer_to_a_question_that_is_gone_is_not_heard():
    table = Table("rolit", people=())
    job = table.worker.jobs[0]
    table.session.new_game()
    job.done(job.work(stop=job.stop))
    assert table.moves == []


@pytest.mark.parametrize("entry", list(general_games), ids=lambda entry: entry.key)
def test_every_game_says_who_is_due_and_how_it_ended(entry):
    import random

    rng, play = random.Random(1), Play(entry)
    while not play.over and play.at < 3000:
        assert play.caption
        play.play(rng.choice(list(play.choices)) if play.to_move != CHANCE else play.rolled())
    assert play.over
    assert any(word in play.caption for word in ("wins", "even", "Worth"))
    assert play.expected[0] == "The rules"


def test_of_two_the_other_s_share_follows():
    play = Play(general_games["pig"])
    found = general_engines["expectiminimax"].create({"depth": 2}).search(play.game, play.position, Limits())
    play.findings[0] = Finding("Expectiminimax", "expectiminimax", {}, Limits(), found)
    assert None in found.worth
    assert sum(play.expected[1]) == pytest.approx(1)
