"""The next expansion, guessed by a click before it is shown."""

import pytest

from sandbox.kernels.playback import State
from sandbox.kernels.recording import EXPAND
from sandbox.kernels.story import Story, story_at
from sandbox.level.model import Level, Marker
from sandbox.ui.jobs import WarmState
from sandbox.ui.maps.lessons.predicting import _f_of, _why_not
from tests.ui.maps.hands import Hands
from tests.ui.test_app import frames, maps, settle


@pytest.fixture
def tab(app):
    tab = maps(app)
    level = Level.empty(16, 12)
    level.markers |= {"start": Marker.at(2.5, 2.5), "goal": Marker.at(13.5, 8.5)}
    for row in tab.rows:
        row.ticked = row.key == "astar"
    tab.asking.focus = next(row for row in tab.rows if row.key == "astar")
    app.services.warmer.state = WarmState(finished=True)
    tab.show_level(level, "test")
    frames(app, 2)
    settle(app)
    for box in list(app.root.floating):
        app.root.close(box)
    app.root.focus.set(tab.canvas)
    return tab


def next_place(tab):
    film = tab.timeline.film
    return film.place_of(film.playback.next_of(EXPAND, tab.timeline.time - 1))


def test_right_guesses_count_and_a_wrong_one_begins_anew(app, tab):
    hands, predicting = Hands(app), tab.predicting
    hands.press("Shift+G")
    assert predicting.on
    assert predicting.counter.visible
    before = tab.level.markers["start"], tab.session.history.labels
    for streak in (1, 2, 3):
        time, place = tab.timeline.time, next_place(tab)
        assert tab.timeline.film.recording.kind[time] == EXPAND, "it stands before an expansion, which is not shown yet"
        hands.click(place)
        assert predicting.streak == streak
        assert tab.timeline.time > time
    assert "Right: (" in app.shell.status.text
    hands.click((15.5, 0.5))
    assert (predicting.streak, predicting.best) == (0, 3)
    assert "No, it is (" in app.shell.status.text
    assert predicting.counter.text == "Streak 0, best 3"
    assert (tab.level.markers["start"], tab.session.history.labels) == before, "a click edits nothing"


def test_it_ends_with_a_key_a_tool_or_an_edit(app, tab):
    hands, predicting = Hands(app), tab.predicting
    for leave in (lambda: hands.press("Shift+G"), lambda: hands.press("Escape"), lambda: tab.use_tool("paint")):
        hands.press("Shift+G")
        assert predicting.on
        leave()
        assert not predicting.on
        assert tab.canvas.tool is tab.session.tool
        assert not predicting.counter.visible
    tab.use_tool("move")
    hands.press("Shift+G")
    tab.editing.undo()
    tab.timeline.load(None)
    assert not predicting.on


def test_the_last_one_is_said_and_without_a_recording_there_is_nothing(app, tab):
    hands, predicting = Hands(app), tab.predicting
    last = tab.timeline.film.playback.previous_of(EXPAND, len(tab.timeline.film))
    tab.timeline.stop(last)
    predicting.toggle()
    hands.click(next_place(tab))
    assert "the last one" in app.shell.status.text
    predicting.guess((1.0, 1.0))
    assert "Nothing more" in app.shell.status.text
    predicting.leave()
    tab.timeline.stop(len(tab.timeline.film))
    predicting.toggle()
    assert predicting.on, "from the end it begins anew"
    predicting.leave()
    tab.timeline.load(None)
    predicting.toggle()
    assert not predicting.on


def test_a_tie_is_told(app, tab):
    tab.predicting.toggle()
    film = tab.timeline.film
    for _ in range(2):
        tab.predicting.guess((15.5, 11.5))
    assert "yours is not open" in app.shell.status.text
    number = film.playback.next_of(EXPAND, tab.timeline.time - 1)
    act, _ = film.latest(number)
    real = int(film.recording.subject[number])
    f = _f_of(film, real, number)
    states = act.states_at(number - 1)
    told = {}
    for subject, state in zip(act.subjects.tolist(), states.tolist(), strict=True):
        if state == State.OPEN and subject != real:
            told[subject] = _why_not(f, story_at(film.recording, act, subject, number - 1))
    assert any("yours has f" in words for words in told.values())
    assert _why_not(f, Story(State.OPEN, f=f)) == "; yours has the same f"
    assert _why_not(f, Story(State.OPEN)) == "; yours is open, too"
    tab.predicting.guess((2.5, 2.5))
    assert "yours is closed" in app.shell.status.text, "what was expanded is no tie, whatever its f"
