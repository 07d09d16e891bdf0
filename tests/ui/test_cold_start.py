"""A window killed while its kernels compile leaves nobody behind."""

import contextlib
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 2.0  # seconds after which nobody may be there

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks into /proc")


def environment_of(home):
    """That of a user with nothing compiled."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    return clean | {"HOME": str(home), "NUMBA_CACHE_DIR": str(home / "cache"), "SDL_VIDEODRIVER": "dummy",
                    "NUMBA_DISABLE_JIT": "0", "SANDBOX_PREBUILT": "0"}  # fmt: skip


def left_of(home):
    """The processes that were started with this home, ended ones aside."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if f"HOME={home}\0".encode() in (process / "environ").read_bytes():
                found.append((process / "cmdline").read_text(encoding="utf-8").split("\0"))
    return found


def begun(home):
    """A window with nothing compiled."""
    home.mkdir()
    return subprocess.Popen(
        [sys.executable, ROOT / "main.py", "--tab", "maps"],
        env=environment_of(home),
        cwd=home,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def killed_after(home, seconds, least=1):
    """Open a window, kill it once it is so old and so many processes are there; what is left after a while."""
    window = begun(home)
    with contextlib.suppress(subprocess.TimeoutExpired):
        window.wait(seconds)
    end = time.monotonic() + 120
    while len(left_of(home)) < least and time.monotonic() < end:
        time.sleep(0.02)
    assert len(left_of(home)) >= least
    window.kill()
    assert window.wait() == -9, "it was still open"
    end = time.monotonic() + PATIENCE
    while left_of(home) and time.monotonic() < end:
        time.sleep(0.02)
    return left_of(home)


def try_often(tmp_path, times, longest):
    """At moments spread over the start; the last time the window, the child and its two workers are all there."""
    chance = random.Random(times)
    for number in range(times):
        moment = (number + chance.random()) / times * longest
        left = killed_after(tmp_path / str(number), moment, 4 if number == times - 1 else 1)
        assert not left, f"killed after {moment:.3f} s"


def test_a_window_killed_while_it_compiles_leaves_no_process(tmp_path):
    try_often(tmp_path, 5, 2.0)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_a_window_killed_at_any_of_a_hundred_moments_leaves_no_process(tmp_path):
    try_often(tmp_path, 100, 6.0)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("words", "first", "most"),
    [
        (("--tab", "maps", "--level", "flood"), "first_path", 80),
        (("--tab", "maps", "--level", "city"), "first_path", 100),
        (("--tab", "boards", "--game", "connect-four"), "first_move", 150),
    ],
)
def test_what_is_waited_for_comes_first_and_the_window_compiles_nothing(tmp_path, words, first, most):
    command = [sys.executable, str(ROOT / "main.py"), *words, "--until", "paths"]
    out = subprocess.run(
        command, env=environment_of(tmp_path), capture_output=True, encoding="utf-8", check=True
    ).stdout
    said = json.loads(out)
    assert said["compiled_here"] == 0
    assert said[f"{first}_ms"] is not None
    assert said[f"{first}_compiled"] < most
    assert set(said.get("paths_ms", ())) in (set(), {"astar", "jps", "hpa", "polyanya"})
