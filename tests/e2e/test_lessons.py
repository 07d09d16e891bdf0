"""The twelve lessons at the real window, gone through from end to end by real keys."""

import time

import pytest

from sandbox.lessons.reading import load, shipped
from tests.e2e.person import NEEDED, Person

pytestmark = [*NEEDED, pytest.mark.slow]


@pytest.mark.parametrize("path", shipped(), ids=lambda path: path.stem)
def test_a_lesson_by_its_keys(path, display, tmp_path):
    lesson = load(path)
    person = Person(display, tmp_path, "--lesson", path.stem)
    time.sleep(5)
    presses = sum(1 if step.guess is None else 3 for step in lesson.steps)
    for _ in range(presses):
        person.key("alt+n")
        time.sleep(1.0)
        assert person.window.poll() is None
    person.key("alt+Home")  # nothing is left to begin again
    status, _, complaints = person.leave()
    assert (status, complaints.strip()) == (0, "")
