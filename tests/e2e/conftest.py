"""A screen for the real window."""

import os
import subprocess

import pytest

from tests.e2e.person import Person
from tests.e2e.screen import XVFB, Screen


@pytest.fixture(scope="module")
def display():
    """A virtual screen."""
    read, write = os.pipe()
    server = subprocess.Popen(
        [*XVFB, str(write)], pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.close(write)
    with os.fdopen(read, encoding="utf-8") as pipe:
        number = pipe.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait()


@pytest.fixture
def screen(tmp_path):
    """A virtual screen that is looked at."""
    folder = tmp_path / "screen"
    folder.mkdir()
    made = Screen(folder)
    yield made
    made.close()


@pytest.fixture(autouse=True)
def _nobody_stays():
    yield
    Person.send_home()
