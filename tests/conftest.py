"""What all tests share: the data sets they may use, how hard Hypothesis tries, and no window on anyone's screen."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

if "PYTEST_XDIST_WORKER" in os.environ:  # what tests start is not to warn of the encodings of libraries
    os.environ.pop("PYTHONWARNDEFAULTENCODING", None)

JIT_OFF = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")

# A first call compiles, so no example has a deadline.
_COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("default", max_examples=15 if JIT_OFF else 60, **_COMMON)
settings.register_profile("ci", max_examples=25 if JIT_OFF else 100, derandomize=True, print_blob=True, **_COMMON)
settings.register_profile("nightly", max_examples=2000, print_blob=True, **_COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(scope="session")
def movingai() -> Path:
    """The folder of MovingAI maps and scenarios."""
    return _folder("MOVINGAI_DIR")


@pytest.fixture(scope="session")
def positions() -> Path:
    """The folder of game positions with known values."""
    return _folder("POSITIONS_DIR")


def _folder(variable: str) -> Path:
    value = os.environ.get(variable, "")
    if not value:
        pytest.skip(f"{variable} is not set")
    if not Path(value).is_dir():
        pytest.skip(f"{variable}={value} is not a folder")
    return Path(value)


@pytest.fixture(autouse=True, scope="module")
def _environment_as_it_was():
    """A pool makes the path of all later children a safe one; those that tests start are meant as they stand."""
    before = os.environ.copy()
    yield
    for name in os.environ.keys() - before.keys():
        del os.environ[name]
