"""Encounters as they are entered: who waits and then touches has met, not waited; and going back forgets it."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sandbox.agents.api import Settings, policies
from sandbox.agents.crowd import new_crowd
from sandbox.agents.muster import Muster
from sandbox.agents.record.encounters import NONE, Book, How, gather, gather_waits
from sandbox.agents.record.film import Film
from sandbox.agents.resolver.events import new_workspace
from sandbox.level.model import Level
from sandbox.planning.api import planners

CALM = 15  # ticks


class Meeting:
    """A few discs, and the book of what befalls them."""

    def __init__(self, agents=2):
        self.book, self.tick = Book(agents), 0
        self.crowd = new_crowd(np.array([[1.0 + n, 1.0] for n in range(agents)]), np.full(agents, 0.3), np.ones(agents))

    def pass_by(self, waiting=(), touching=()):
        """A tick: who waits for whom, and which two touch."""
        self.tick += 1
        self.book.prepare(self.tick, CALM, 9)
        table, ledger = self.book.table, self.book.ledger
        contacts, waits = new_workspace(9).contacts, np.full(self.crowd.size, NONE)
        for column in contacts:
            column[...] = 0
        for row, (i, j) in enumerate(touching):
            contacts.first[row], contacts.second[row], contacts.after[row, 0] = i, j, 7.0
        contacts.count[0] = len(touching)
        for i, j in waiting:
            waits[i] = j
        gather(contacts, self.crowd, table, ledger, self.tick, CALM, int(How.SLID))
        gather_waits(waits, self.crowd, table, ledger, self.tick, CALM)

    def waits(self, i, ticks=1):
        """The first or the second waits for the other."""
        for _ in range(ticks):
            self.pass_by(waiting=[(i, 1 - i)])

    def touches(self, ticks=1):
        """They touch."""
        for _ in range(ticks):
            self.pass_by(touching=[(0, 1)])

    @property
    def found(self):
        """(first, second, how, contacts, begin, last) of each encounter."""
        table = self.book.table
        columns = table.first, table.second, table.how, table.contacts, table.begin, table.last
        return [tuple(int(c[row]) for c in columns) for row in range(self.book.count)]


@pytest.mark.parametrize("waiting", [0, 1])
def test_a_wait_that_ends_in_a_contact_is_that_contact(waiting):
    meeting = Meeting()
    meeting.waits(waiting, 4)
    meeting.tick += CALM - 1
    meeting.touches(2)
    assert meeting.found == [(0, 1, How.SLID, 2, 1, CALM + 5)]
    assert meeting.book.table.scene[0, 0] == 7.0  # where they touched


@pytest.mark.parametrize("waiting", [0, 1])
def test_who_touched_and_waits_then_is_still_in_that_contact(waiting):
    meeting = Meeting()
    meeting.touches()
    meeting.waits(waiting, 3)
    meeting.touches()
    meeting.waits(1 - waiting)
    assert meeting.found == [(0, 1, How.SLID, 2, 1, 6)]


@pytest.mark.parametrize("waiting", [0, 1])
def test_a_contact_later_than_that_is_another_encounter(waiting):
    meeting = Meeting()
    meeting.waits(waiting)
    meeting.tick += CALM
    meeting.touches()
    assert [row[2] for row in meeting.found] == [How.WAITED, How.SLID]


def test_two_that_wait_for_each_other_are_two_waits():
    meeting = Meeting()
    meeting.waits(0)
    meeting.waits(1)
    assert [row[:3] for row in meeting.found] == [(0, 1, How.WAITED), (1, 0, How.WAITED)]


@pytest.mark.parametrize("waiting", [0, 1])
def test_before_the_contact_it_was_a_wait(waiting):
    meeting, again = Meeting(), Meeting()
    meeting.waits(waiting, 3)
    then, seen = meeting.book.still_open(0), meeting.found
    meeting.touches()
    again.book.back_to(meeting.book, then)
    assert again.found == seen
    again.tick = 3
    again.touches()
    assert again.found == meeting.found
    assert np.array_equal(again.book.table.scene[:1], meeting.book.table.scene[:1])


WAITS = st.lists(st.sampled_from([(0, 1), (1, 0), (1, 2), (2, 1)]), max_size=2)
TOUCHES = st.lists(st.sampled_from([(0, 1), (1, 2)]), max_size=1)
TICKS = st.lists(st.tuples(WAITS, TOUCHES, st.sampled_from([0, 0, 1, CALM - 1, CALM])), max_size=20)


ONE_WAIT_OVER = [([(1, 0)], [], 0), ([(0, 1)], [], 0), ([(1, 0)], [], CALM - 1), ([(1, 0)], [], 0), ([], [(0, 1)], 0)]


@given(before=TICKS, after=TICKS)
@example(before=ONE_WAIT_OVER, after=[([], [(0, 1)], 0)])
def test_after_going_back_the_same_befalls_them(before, after):
    meeting, again = Meeting(3), Meeting(3)

    def live(one, ticks):
        for waiting, touching, pause in ticks:
            one.pass_by(waiting, touching)
            one.tick += pause

    live(meeting, before)
    then, seen = meeting.book.still_open(meeting.tick - 4 * CALM), meeting.found
    again.tick = meeting.tick
    live(meeting, after)
    again.book.back_to(meeting.book, then)
    assert again.found == seen
    live(again, after)
    assert again.found == meeting.found
    count = meeting.book.count
    assert np.array_equal(again.book.table.scene[:count], meeting.book.table.scene[:count])


def test_a_film_shows_every_encounter_again_as_it_was():
    level, policy = Level.empty(14, 9), policies["stop-and-wait"].create()
    film = Film(level, Muster(agents=40).gather(level, 2), Settings(policy, planners["astar"].create()))
    for _ in range(400):
        film.step()
    count = film.world.book.count
    seen = [column[:count].copy() for column in film.world.book.table[:-1]]
    film.cut(200)
    for _ in range(200):
        film.step()
    table = film.world.book.table
    assert film.world.book.count == count
    assert all(np.array_equal(column[:count], then) for column, then in zip(table[:-1], seen, strict=True))
