"""Which windows a session is asked for, depth after depth: answers alone would not tell."""

import pytest

from sandbox.games.two_words.rules import INFINITE
from sandbox.gametree import work as w
from sandbox.gametree.api import Limits
from sandbox.gametree.windowed.drivers import aspiration, driver, full_window

pytestmark = pytest.mark.small


class Session:
    """Knows the value of each depth, and answers as a search that stays within its window does."""

    def __init__(self, *values, certain_at=99):
        self.values, self.certain_at = values, certain_at
        self.stopped = False
        self.words = {w.NODES: 7}
        self.asked, self.finished = [], []

    def window(self, depth, low=-INFINITE, high=INFINITE):
        self.asked.append((depth, low, high))
        self.words[w.NODES] += 10
        return min(max(self.values[depth - 1], low), high)

    def finish_depth(self, depth, value, before, researches):
        self.finished.append((depth, value, before, researches))

    def certain(self, _value):
        return len(self.finished) >= self.certain_at


def drive(session, step, *, deepens=True):
    driver(len(session.values), Limits(depth=len(session.values)), step, deepens=deepens)(session)
    return session


def test_the_first_depth_has_no_value_to_expect():
    session = drive(Session(500, 503, 497), aspiration(20))
    assert session.asked == [(1, -INFINITE, INFINITE), (2, 480, 520), (3, 483, 523)]
    assert session.finished == [(1, 500, 7, 0), (2, 503, 17, 0), (3, 497, 27, 0)]


def test_a_value_on_the_edge_opens_the_window_on_that_side_alone():
    session = drive(Session(0, 90, -90), aspiration(10))
    assert session.asked[1:] == [(2, -10, 10), (2, -10, INFINITE), (3, 80, 100), (3, -INFINITE, 100)]
    assert session.finished == [(1, 0, 7, 0), (2, 90, 17, 1), (3, -90, 37, 1)]


def test_full_windows_and_one_depth():
    assert drive(Session(1, 2), full_window).asked == [(1, -INFINITE, INFINITE), (2, -INFINITE, INFINITE)]
    single = drive(Session(1, 2, 3), full_window, deepens=False)
    assert (single.asked, single.finished) == ([(3, -INFINITE, INFINITE)], [(3, 3, 0, 0)])


def test_what_is_certain_is_searched_no_deeper_and_what_was_stopped_is_not_finished():
    assert [depth for depth, *_ in drive(Session(1, 2, 3, certain_at=2), full_window).finished] == [1, 2]
    stopped = Session(1, 2, 3)
    stopped.stopped = True
    assert drive(stopped, full_window).finished == []
