"""Which planner is recorded, and who makes the pictures of it."""

import threading

import pytest

from sandbox.level.model import Level
from sandbox.ui.canvas.film import Film
from sandbox.ui.canvas.searched.playback import PlaybackRaster
from sandbox.ui.jobs import WarmState
from sandbox.ui.maps.overlays.film_strip import NOTHING
from tests.ui.maps.hands import Hands
from tests.ui.test_app import click, frames, maps, settle


@pytest.fixture
def tab(app):
    """Two planners on a plain level; the first of them is recorded."""
    tab = maps(app)
    for row in tab.rows:
        row.ticked = row.key in ("bfs", "astar")
    app.services.warmer.state = WarmState(finished=True)
    tab.said = []
    app.services.say_listeners.append(tab.said.append)
    Hands(app).show(Level.empty(40, 30))
    frames(app, 2)
    tab.asking.focus_on(row_of(tab, "astar"))
    settle(app)
    assert tab.timeline.film.title == "A*"
    return tab


def row_of(tab, key):
    return next(row for row in tab.rows if row.key == key)


def untick(app, tab, key):
    box = tab.panel.planners.boxes[key]
    app.root.focus.reveal(box)
    frames(app, 2)
    click(app, box)


def test_when_the_recorded_planner_is_unticked_it_is_said_who_is_recorded_next(app, tab):
    strip = tab.session.strip
    tab.timeline.to_start()
    tab.timeline.step(1)
    before = strip.words.text
    assert before not in ("", NOTHING)
    del tab.said[:]
    untick(app, tab, "astar")
    assert f"Recording {row_of(tab, 'bfs').title}" in tab.said
    assert tab.timeline.film is None or tab.timeline.film.title != "A*"
    assert strip.words.text != before, "its words go with it"
    settle(app)
    assert tab.timeline.film.title == row_of(tab, "bfs").title
    assert strip.words.text == tab.timeline.film.words(tab.timeline.time)
    untick(app, tab, "bfs")
    settle(app)
    assert "Nothing is recorded" in tab.said
    assert tab.timeline.film is None
    assert strip.words.text == NOTHING


def test_unticking_another_planner_leaves_the_recording_as_it_stands(app, tab):
    film = tab.timeline.film
    tab.timeline.stop(7)
    untick(app, tab, "bfs")
    settle(app)
    assert (tab.timeline.film, tab.timeline.time) == (film, 7)


def test_the_pictures_of_a_recording_are_made_beside_the_window(app, tab, monkeypatch):
    """Else the frame in which it arrives is late."""
    made, developed = [], []
    first, whole = PlaybackRaster.__init__, Film.developed

    def begin(raster, *words):
        made.append(threading.current_thread())
        first(raster, *words)

    def develop(film, *words):
        developed.append(threading.current_thread())
        return whole(film, *words)

    monkeypatch.setattr(PlaybackRaster, "__init__", begin)
    monkeypatch.setattr(Film, "developed", develop)
    before = tab.timeline.film
    tab.asking.focus_on(row_of(tab, "bfs"))
    settle(app)
    frames(app, 3)
    assert tab.timeline.film is not before
    assert len(made) == len(developed) >= 1, "its pixels are not made again when they are shown"
    assert threading.main_thread() not in made + developed
