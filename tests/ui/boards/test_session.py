"""The game at the board without a window: whose answers count, and that nobody's turn is ever lost."""

import random
from types import SimpleNamespace

import numpy as np
import pytest

from sandbox.games.api import games
from sandbox.gametree.api import Limits, Result, RootMove, Status
from sandbox.gametree.evaluation.api import those_for
from sandbox.gametree.report import Snapshot
from sandbox.ui.boards.game.match import Match
from sandbox.ui.boards.seats import Seat
from sandbox.ui.boards.session import Listeners, Session
from sandbox.ui.jobs import Failure

BROKEN = Failure("Thinking", "ValueError: no", "Traceback …")


class Puppet:
    """A worker whose jobs end when, and as, the test says."""

    def __init__(self):
        self.jobs = []

    def submit(self, job):
        self.jobs.append(job)

    def cancel(self, slot):
        assert slot == "think"


@pytest.fixture
def at_board():
    """A session that writes down what it is told to tell."""
    told = SimpleNamespace(changed=0, searched=0, played=[], failed=[])

    def count(name):
        return lambda: setattr(told, name, getattr(told, name) + 1)

    listeners = Listeners(
        count("changed"), count("searched"), lambda _, result: told.played.append(result.best), told.failed.append
    )
    session = Session(Puppet(), listeners)
    session.ready = True
    return SimpleNamespace(session=session, told=told, puppet=session.thinking.worker)


def answer(job, best):
    job.done(Result(best, 0.0, exact=False, pv=(), status=next(iter(Status)), seconds=0.1, report=Snapshot()))


def best_of(session):
    return session.match.face.moves(session.match.position)[0]


def searching(session):
    """The position somebody thinks about."""
    return session.thinking.search and session.thinking.search.position


def seat_engines(session, *chosen):
    for seat, number in zip(session.seats, chosen, strict=True):
        seat.chosen = number
        session.reseat(seat)


def test_the_engine_answers_a_move(at_board):
    session, puppet = at_board.session, at_board.puppet
    session.play("4")
    assert searching(session) is session.match.position
    answer(puppet.jobs[-1], "3")
    assert session.match.moves == ["4", "3"]
    assert at_board.told.played == ["3"]
    assert searching(session) is None


def test_a_move_made_while_values_are_looked_for_is_answered(at_board):
    session, puppet = at_board.session, at_board.puppet
    session.set_analysis(True)
    assert not session.thinking.search.plays
    session.play("4")
    assert session.thinking.search.plays
    answer(puppet.jobs[0], "1")
    assert session.match.moves == ["4"]
    answer(puppet.jobs[-1], "3")
    assert session.match.moves == ["4", "3"]
    assert not session.thinking.search.plays  # and the values of the next position are looked for


def test_values_tell_and_play_nothing(at_board):
    session, puppet = at_board.session, at_board.puppet
    session.set_analysis(True)
    answer(puppet.jobs[-1], "1")
    assert session.match.moves == []
    assert at_board.told.searched == 1


def test_each_search_has_a_report_and_limits_of_its_own_and_its_seats_memory(at_board):
    session, puppet = at_board.session, at_board.puppet
    session.play("4")
    first = session.thinking.search
    answer(puppet.jobs[-1], "3")
    session.play("4")
    second = session.thinking.search
    assert first.report is not second.report
    assert first.finding.report is None  # what is kept of a search holds none of the engine's memory
    assert first.limits.stop is not second.limits.stop
    assert first.memory is second.memory is second.report.memory
    session.reseat(session.seats[1])
    third = session.thinking.search
    assert third.memory is not second.memory  # whoever still runs keeps the one it has


def test_stopping_raises_the_flag_the_engine_looks_at(at_board):
    session = at_board.session
    session.play("4")
    search = session.thinking.search
    session.take_back()
    assert search.limits.stop[0]
    assert searching(session) is None


def test_move_now_hurries_who_thinks(at_board):
    session = at_board.session
    session.play("4")
    assert session.move_now() == ""
    assert session.thinking.search.limits.stop[0]
    assert len(at_board.puppet.jobs) == 1


@pytest.mark.parametrize("again", ["move_now", "take back and forward"])
def test_after_a_failure_the_game_goes_on(at_board, again):
    session, puppet = at_board.session, at_board.puppet
    session.play("4")
    puppet.jobs[-1].failed(BROKEN)
    assert at_board.told.failed == [BROKEN]
    assert "failed" in session.waits
    assert searching(session) is None
    if again == "move_now":
        assert session.move_now() == ""
    else:
        session.take_back()
        assert session.match.at == 0
        session.forward()
    assert searching(session) is session.match.position
    answer(puppet.jobs[-1], "3")
    assert session.match.moves == ["4", "3"]


def test_an_answer_without_a_move_is_said_and_can_be_asked_for_again(at_board):
    session, puppet = at_board.session, at_board.puppet
    session.play("4")
    answer(puppet.jobs[-1], "")
    assert "no move" in session.waits
    session.move_now()
    assert searching(session) is session.match.position


def test_an_old_failure_is_nobodys(at_board):
    session, puppet = at_board.session, at_board.puppet
    session.play("4")
    session.take_back()
    session.play("5")
    puppet.jobs[0].failed(BROKEN)
    assert at_board.told.failed == []
    assert searching(session) is session.match.position


def test_forward_goes_as_far_as_take_back_went(at_board):
    session, puppet = at_board.session, at_board.puppet
    session.play("4")
    answer(puppet.jobs[-1], "3")
    session.take_back()
    assert session.match.at == 0
    session.forward()
    assert session.match.at == 2
    session.forward()
    assert session.match.moves == ["4", "3"]


def test_two_engines_wait_where_moves_were_taken_back(at_board):
    session, puppet = at_board.session, at_board.puppet
    seat_engines(session, 1, 1)
    for move in "434":
        answer(puppet.jobs[-1], move)
    session.take_back()
    session.take_back()
    assert session.match.at == 1
    assert searching(session) is None
    assert "Move now" in session.waits
    session.forward()
    assert searching(session) is None
    session.forward()
    assert searching(session) is session.match.position  # at the end of the line they play on
    session.take_back()
    session.move_now()
    answer(puppet.jobs[-1], "7")
    assert session.match.moves == ["4", "3", "7"]


def test_a_pasted_position_where_an_engine_moves_is_thought_about(at_board):
    session = at_board.session
    session.play("4")
    session.begin(Match.of("connect-four", "445"))
    assert searching(session) is session.match.position
    assert session.match.at == 0


def test_swapping_exchanges_engine_options_and_budget_and_the_engine_thinks(at_board):
    session = at_board.session
    session.seats[1].budget["seconds"] = 7.0
    session.seats[1].options["alphabeta"] = {"depth": 3}
    memory = session.seats[1].memory
    session.swap()
    assert [seat.entry and seat.entry.key for seat in session.seats] == ["alphabeta", None]
    assert session.seats[0].budget["seconds"] == 7.0
    assert session.seats[0].options == {"alphabeta": {"depth": 3}}
    assert session.seats[0].memory is not memory
    assert session.thinking.search.limits.seconds == 7.0


def test_a_swap_in_mid_thought_gives_the_person_the_move(at_board):
    session, puppet = at_board.session, at_board.puppet
    session.seats[1].budget["seconds"] = 7.0
    session.play("4")
    thought = session.thinking.search
    session.swap()
    assert thought.limits.stop[0]
    assert searching(session) is None
    assert session.mover.entry is None
    answer(puppet.jobs[0], "1")  # too late
    assert session.match.moves == ["4"]
    session.play("3")
    assert searching(session) is session.match.position
    assert session.thinking.search.limits.seconds == 7.0
    answer(puppet.jobs[-1], "5")
    assert session.match.moves == ["4", "3", "5"]


def test_options_of_another_game_are_forgotten_those_of_the_same_kept(at_board):
    session = at_board.session
    session.seats[1].options["alphabeta"] = {"depth": 3}
    session.begin(Match.of("connect-four", "44"))
    assert session.seats[1].options == {"alphabeta": {"depth": 3}}
    session.begin(Match.new(games["othello"]))
    assert session.seats[1].options == {}
    assert session.seats[1].entry.key == "alphabeta"


def test_a_person_stays_seated_in_another_position(at_board):
    session = at_board.session
    seat_engines(session, 0, 0)
    session.begin(Match.of("connect-four", "445"))
    assert [seat.entry for seat in session.seats] == [None, None]


def test_searches_are_remembered_by_position_in_every_variation(at_board):
    session, puppet = at_board.session, at_board.puppet
    session.play("4")
    answer(puppet.jobs[-1], "3")
    assert known_at(session) == {1}
    session.play("4")
    answer(puppet.jobs[-1], "3")
    assert known_at(session) == {1, 3}
    session.take_back()
    session.take_back()
    assert known_at(session) == {1, 3}
    session.play("5")
    assert known_at(session) == {1}
    assert session.match.findings[session.match.here] is session.thinking.search.finding
    session.take_back()
    session.play("4")  # the variation is still there, with all that was said of it
    assert session.match.moves == ["4", "3", "4", "3"]
    assert known_at(session) == {1, 3}
    session.begin(Match.of("connect-four", "44"))
    assert known_at(session) == set()


def known_at(session):
    """The plies of the line that an engine has looked at."""
    return {at for at, ply in enumerate(session.match.line) if ply in session.match.findings}


def test_what_an_engine_loaded_is_put_aside_once(at_board, monkeypatch):
    session, puppet, frozen = at_board.session, at_board.puppet, []
    monkeypatch.setattr("sandbox.ui.boards.thinking.gc.freeze", lambda: frozen.append(len(puppet.jobs)))
    for move, reply in (("4", "3"), ("4", "3")):
        session.play(move)
        answer(puppet.jobs[-1], reply)
    assert frozen == [1]
    session.seats[1].suit(session.match.entry, "pvs")
    session.play("4")
    answer(puppet.jobs[-1], "3")
    assert frozen == [1, 3]


def test_an_engine_that_cannot_be_made_fails_in_the_worker(at_board):
    session, puppet = at_board.session, at_board.puppet
    session.seats[1].options["alphabeta"] = {"depth": "deep"}
    session.play("4")
    with pytest.raises(Exception, match="depth"):
        puppet.jobs[-1].work(np.zeros(1, np.uint8))


def test_move_now_says_why_not(at_board):
    session = at_board.session
    assert session.move_now() == "It is your move"
    session.begin(Match.of("connect-four", "1212121"))
    assert session.move_now() == "The game is over"
    session.ready = False
    session.begin(Match.of("connect-four", "4"))
    assert session.move_now() == "The engines are being prepared"
    session.ready = True
    assert session.move_now() == ""


class Hands:
    """Everything anybody can do, in any order."""

    def __init__(self, at_board, seed):
        self.session, self.puppet, self.told = at_board.session, at_board.puppet, at_board.told
        self.chance = random.Random(seed)

    def anything(self):
        names = [name for name in dir(self) if name.startswith("do_")]
        getattr(self, self.chance.choice(names))()

    def do_play(self):
        if not self.session.match.over and self.session.mover.entry is None:
            self.session.play(best_of(self.session))

    def do_walk(self):
        self.chance.choice([self.session.take_back, self.session.forward])()

    def do_paste(self):
        self.session.begin(Match.of("tic-tac-toe", self.chance.choice(["-", "XO-------X", "XXXOO----O"])))

    def do_other_game(self):
        self.session.begin(Match.new(games[self.chance.choice(["nim", "tic-tac-toe", "connect-four"])]))

    def do_go_somewhere(self):
        self.session.go(self.chance.choice(list(self.session.match.document.plies)))

    def do_hint(self):
        self.session.ask_hint()

    def do_pause(self):
        self.session.pause(not self.session.paused)

    def do_resign(self):
        self.session.resign()

    def do_rematch(self):
        self.session.rematch()

    def do_new(self):
        self.session.new_game()

    def do_swap(self):
        self.session.swap()

    def do_reseat(self):
        seat = self.chance.choice(self.session.seats)
        seat.chosen = self.chance.randrange(len(seat.engines) + 1)
        self.session.reseat(seat)

    def do_analyse(self):
        self.session.set_analysis(not self.session.analyse)

    def do_leave_and_return(self):
        self.session.thinking.stop()
        self.session.think_if_due()

    def do_move_now(self):
        self.session.move_now()

    def do_end_the_search(self):
        if self.session.thinking.search is not None:
            job = self.puppet.jobs[-1]
            how = self.chance.choice(["answer", "answer", "nothing", "fail"])
            job.failed(BROKEN) if how == "fail" else answer(job, best_of(self.session) if how == "answer" else "")

    do_end_the_search_too = do_end_it_again = do_end_the_search

    def do_end_an_old_search(self):
        current = self.session.thinking.search
        old = [job for job in self.puppet.jobs if job.work is not current]
        if old:
            before = (list(self.session.match.moves), current, len(self.told.failed), len(self.told.played))
            job = self.chance.choice(old)
            self.chance.choice([lambda: answer(job, "1"), lambda: job.failed(BROKEN)])()
            after = (self.session.match.moves, self.session.thinking.search)
            assert (*after, len(self.told.failed), len(self.told.played)) == before

    def check(self):
        session, search = self.session, self.session.thinking.search
        if search is not None:
            assert search.position is session.match.position
            assert search.game is session.match.game
            assert session.match.findings[session.match.here] is search.finding
            assert search is self.puppet.jobs[-1].work
            assert search.plays == (session.mover.entry is not None)
            assert not session.match.over
        elif not session.idle_because:
            assert session.waits
            assert session.move_now() == ""
            assert session.thinking.search.plays
        else:
            assert session.move_now() == session.idle_because
            assert session.thinking.search is None


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_done_the_side_to_move_thinks_or_move_now_helps(at_board, seed):
    hands = Hands(at_board, seed)
    for _ in range(120):
        hands.anything()
        hands.check()


def test_a_budget_becomes_the_limits(at_board):
    session = at_board.session
    session.seats[1].budget.update(seconds=0.5, depth=3, nodes=1000)
    for stop, expected in (("time", (0.5, 0, 0)), ("depth", (0, 3, 0)), ("nodes", (0, 0, 1000))):
        session.new_game()
        session.seats[1].budget["stop"] = stop
        session.play("4")
        limits = session.thinking.search.limits
        assert (limits.seconds, limits.depth, limits.nodes) == expected
        assert isinstance(limits, Limits)


def test_a_level_plays_as_it_is_and_its_budget_is_its_own(at_board):
    session = at_board.session
    seat = session.seats[1]
    seat.suit(session.match.entry, "level beginner")
    assert (seat.level.key, seat.title, seat.entry.key) == ("beginner", "Beginner", "monte-carlo")
    session.play("4")
    search = session.thinking.search
    assert (search.who, search.options) == ("Beginner", dict(seat.level.options))
    session.begin(Match.new(games["othello"]))
    assert session.seats[1].key == "level beginner"


def test_two_engines_stand_while_paused_and_step(at_board):
    session, puppet = at_board.session, at_board.puppet
    seat_engines(session, 1, 1)
    session.pause(True)
    assert searching(session) is None
    assert "Paused" in session.waits
    session.move_now()
    answer(puppet.jobs[-1], "4")
    assert session.match.moves == ["4"]
    assert searching(session) is None
    session.pause(False)
    assert searching(session) is session.match.position


def test_whoever_resigns_has_lost_until_another_move_is_made(at_board):
    session = at_board.session
    assert session.resign() == ""
    assert session.match.over
    assert session.resign() == "The game is over"
    session.play("4")
    assert session.match.moves == []
    session.rematch()
    assert not session.match.over
    assert session.seats[0].entry is not None  # the chairs are exchanged


def test_a_hint_is_a_move_and_plays_nothing(at_board):
    session, puppet = at_board.session, at_board.puppet
    assert session.ask_hint() == ""
    answer(puppet.jobs[-1], "4")
    assert (session.hint, session.match.moves) == ("4", [])
    session.play("3")
    assert session.hint == ""


def test_a_hint_where_the_values_are_known_is_there_at_once(at_board):
    session, puppet = at_board.session, at_board.puppet
    session.set_analysis(True)
    report = Snapshot(seconds=20.0, best="4", root=(RootMove("4", 0.2),))
    puppet.jobs[-1].done(Result("4", 0.2, exact=False, pv=(), status=next(iter(Status)), seconds=20.0, report=report))
    session.thinking.search = None
    session.match.findings[session.match.here].ended = report
    asked = len(puppet.jobs)
    assert session.ask_hint() == ""
    assert (session.hint, len(puppet.jobs)) == ("4", asked)


def test_after_a_hint_the_values_go_on(at_board):
    session, puppet = at_board.session, at_board.puppet
    session.set_analysis(True)
    session.ask_hint()
    answer(puppet.jobs[-1], "4")
    assert session.hint == "4"
    assert (session.thinking.search.plays, session.thinking.search.limits.seconds) == (False, 20.0)


def test_a_shallower_answer_never_replaces_a_deeper_one_of_the_same_kind(at_board):
    session = at_board.session
    session.play("4")
    ply, first = session.match.here, session.thinking.search
    first.finding.ended = Snapshot(depth=9, nodes=900, best="3", root=(RootMove("3", 0.1),))
    session.take_back()
    session.forward()
    session.move_now()
    second = session.thinking.search.finding
    assert session.match.findings[ply] is second  # live
    second.ended = Snapshot(depth=2, nodes=20, best="3", root=(RootMove("3", 0.1),))
    session.take_back()
    assert session.match.findings[ply] is first.finding


def test_clocks_count_each_sides_moves_and_follow_a_takeback(at_board):
    session, now = at_board.session, [100.0]
    session.time.now = lambda: now[0]
    session.new_game()
    now[0] += 3.0
    session.play("4")
    now[0] += 5.0
    answer(at_board.puppet.jobs[-1], "3")
    assert session.clocks == pytest.approx((3.0, 5.0))
    now[0] += 2.0
    assert session.clocks == pytest.approx((5.0, 5.0))
    session.take_back()
    assert session.clocks == pytest.approx((0.0, 0.0))


def test_evaluations_offered_are_those_of_the_game():
    for game in games:
        seat = Seat()
        seat.suit(game, "alphabeta")
        evaluation = next(option for option in seat.offered if option.name == "evaluation")
        assert set(evaluation.choices) == {"best", "strongest", *(e.key for e in those_for(game.key))}
