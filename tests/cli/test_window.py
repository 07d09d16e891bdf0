"""The window's command: what it hands over, and in what state it leaves the program."""

import gc
import os
import subprocess
import sys

import pygame
import pytest

from sandbox.cli.entry import run

LOOK = """
import gc, sys
from sandbox.cli import main
status = main(["--frames", "2", "--tab", "crowds"])
sys.stderr.write(f"{status} {gc.isenabled()} {gc.get_freeze_count() > 10_000}")
"""
END = """
import atexit, gc, sys
from sandbox.cli import main
main(["--version"])
before = gc.get_freeze_count()
atexit._run_exitfuncs()
sys.stderr.write(f"{before} {len(gc.get_objects())}")
"""


@pytest.mark.parametrize("words", [["--scale", "9"], ["--frames", "-1"], ["--level", "nowhere.json", "--frames", "1"]])
def test_a_wrong_wish_is_refused_and_garbage_collected_again(words: list[str], capsys, monkeypatch) -> None:
    monkeypatch.setattr("pygame.quit", pygame.display.quit)  # tests after this one still use their fonts
    assert run(words) == 2
    assert gc.isenabled()
    assert capsys.readouterr().err.count("\n") == 1


def test_what_is_loaded_at_the_start_is_never_looked_through(tmp_path) -> None:
    homes = dict.fromkeys(("XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"), str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", LOOK], env={**os.environ, **homes, "SDL_VIDEODRIVER": "dummy"},
        capture_output=True, encoding="utf-8", timeout=120, check=False,
    )  # fmt: skip
    assert done.stderr.splitlines()[-1] == "0 True True"


def test_what_goes_with_the_program_is_not_looked_through_at_its_end() -> None:
    done = subprocess.run([sys.executable, "-c", END], capture_output=True, encoding="utf-8", timeout=60, check=True)
    before, left = map(int, done.stderr.split())
    assert before == 0
    assert left < 1_000
