"""The timeline over recordings that are whole, and over those that grow while they are played."""

import math

import pytest

from sandbox.ui.timeline import KEPT, Paces, Timeline


class Growing:
    """So many events, perhaps more to come."""

    def __init__(self, length=0, growing=True):
        self.length, self.growing = length, growing

    def __len__(self):
        return self.length

    def count(self, time):
        return f"{time} of {self.length}"

    def words(self, time):
        return f"event {time}"

    def like(self, time, by):
        return time + 10 * by


@pytest.fixture
def said():
    return []


def timeline(said, film, rates=(10.0, 1000.0, math.inf)):
    made = Timeline("here", said.append, Paces(rates, tuple(map(str, rates)), first=0, unit="tick", kind="meeting"))
    made.load(film)
    return made


def test_at_its_end_a_growing_recording_is_waited_for(said):
    film = Growing(0)
    line = timeline(said, film)
    line.toggle()
    assert line.playing == 1
    line.tick(0.0)
    line.tick(1.0)
    assert (line.time, line.playing) == (0, 1)
    film.length = 4
    line.extended()
    line.tick(1.21)
    assert line.time == 2
    line.tick(1.25)
    assert line.between == pytest.approx(0.5)
    film.growing = False
    line.tick(3.0)
    assert (line.time, line.playing) == (4, 0)
    assert said[-1] == "event 4"


def test_it_says_how_much_of_the_pace_is_kept(said):
    film = Growing(0)
    line = timeline(said, film)
    line.faster(1)
    line.toggle()
    for step in range(200):
        film.length = step * 2  # of ten
        line.tick(step * 0.01)
    assert line.kept == pytest.approx(0.2, abs=0.05)
    assert "%" in line.pace.text
    for step in range(200, 500):
        film.length = step * 50
        line.tick(step * 0.01)
    assert line.kept > KEPT
    assert "%" not in line.pace.text


def test_as_fast_as_it_goes_shows_whatever_there_is(said):
    film = Growing(0)
    line = timeline(said, film)
    line.faster(2)
    line.toggle()
    line.tick(0.0)
    film.length = 777
    line.tick(0.01)
    assert line.time == 777
    film.length = 500  # it was cut
    line.extended()
    assert line.time == 500


def test_its_words_are_the_recordings(said):
    line = timeline(said, Growing(30, growing=False))
    assert line.count.text == "30 of 30"
    titles = [action.title for action in line.actions()]
    assert "Next tick" in titles
    assert "Next meeting" in titles
    line.stop(5)
    line.step_kind(1)
    assert line.time == 15
    line.load(None)
    assert line.count.text == "No recording"
