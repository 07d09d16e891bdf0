"""What all tests share: the data sets they may use, how hard Hypothesis tries, and no window on anyone's screen."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

# Nobody's settings, levels or code of their own: each process of the tests has a user of its own.
_USER = tempfile.mkdtemp(prefix="sandbox-tests-")
atexit.register(shutil.rmtree, _USER, ignore_errors=True)
for _name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
    os.environ[_name] = str(Path(_USER) / _name)

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


# Where TESTS_NEED names it (`.ci/run` does), a test may not be skipped for want of it.
NEEDS = {"data": ("MOVINGAI_DIR", "POSITIONS_DIR"), "window": ("Xvfb", "xdotool", "xclip")}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    """A skip that should not be is a failure, and says so."""
    report = yield
    reason = report.longrepr[2] if report.skipped and isinstance(report.longrepr, tuple) else ""
    for need in os.environ.get("TESTS_NEED", "").split():
        if any(word in reason for word in NEEDS[need]):
            report.outcome = "failed"
            report.longrepr = f"{reason.removeprefix('Skipped: ')}, and TESTS_NEED says it must be"
    return report


@pytest.fixture(autouse=True, scope="module")
def _environment_as_it_was():
    """A pool makes the path of all later children a safe one; those that tests start are meant as they stand."""
    before = os.environ.copy()
    yield
    for name in os.environ.keys() - before.keys():
        del os.environ[name]
