"""The twelve lessons at the real window, gone through from end to end by real keys and guesses.

A twin without a display does the same: after each step the window's pane, and the map where there is one, must show
what the twin's do.
"""

import time

import pytest

from sandbox.lessons.model import OnMap
from sandbox.lessons.reading import load, shipped
from sandbox.ui.lessons.pane import ChoiceBox
from tests.e2e.person import NEEDED
from tests.e2e.screen import until
from tests.e2e.test_maps import alike, at_home, left, twin  # noqa: F401

pytestmark = NEEDED
USUAL = {"03-jumps", "09-windows"}  # a guess on the map, and a board; the others by night
LESSONS = [
    pytest.param(path, id=path.stem, marks=[] if path.stem in USUAL else [pytest.mark.slow]) for path in shipped()
]


def begun(twin, path):  # noqa: F811
    """The twin's player, at the first step."""
    assert twin.app.shell.take_lesson(path)
    end = time.monotonic() + 60
    while twin.app.shell.player.lesson is None:
        twin.frames()
        time.sleep(0.005)
        assert time.monotonic() < end
    twin.frames(3)
    return twin.app.shell.player


def answer(player, twin):  # noqa: F811
    """Where the right answer is clicked; the twin has given it."""
    guess = player.step.guess
    if guess.places:
        place = guess.places[0]
        at = twin.cell((place.x0 + place.x1) / 2, (place.y0 + place.y1) / 2)
        player._pointed(((place.x0 + place.x1) / 2, (place.y0 + place.y1) / 2))
    else:
        boxes = [w for w in player.pane.walk() if isinstance(w, ChoiceBox)]
        at = boxes[guess.right].rect.center
        player.choose(guess.right)
    twin.frames(3)
    return at


@pytest.mark.timeout(900)
@pytest.mark.parametrize("path", LESSONS)
def test_a_lesson_is_gone_through_by_real_keys(path, screen, tmp_path, twin):  # noqa: F811
    lesson, player = load(path), begun(twin, path)
    person = at_home(screen, tmp_path, "--lesson", path.stem)

    def is_seen():
        """What this step shows is on the screen."""
        person.look_away()
        until(lambda: alike(screen, person, twin, player.pane.rect))
        if isinstance(lesson.shown_at(number, guessed=not player.waits), OnMap):
            twin.settle()
            until(lambda: alike(screen, person, twin, twin.tab.canvas.rect))

    for number, step in enumerate(lesson.steps):
        assert player.at == number
        is_seen()
        if step.guess is not None:
            person.click(answer(player, twin))
            is_seen()
        person.key("alt+n")
        player.forward()
        twin.frames(3)
    assert player.lesson is None
    left(person)
