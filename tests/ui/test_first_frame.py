"""What no first frame waits for: each of these cost every start some milliseconds."""

import os
import subprocess
import sys

import pytest

from sandbox.ui.app import prepare_sdl

FIRST_FRAME = """
import sys
from sandbox.ui.app import App, Request
app = App(Request(tab={tab!r}, frames=1))
app.shell.show({tab!r})
app.host.turn()
app.shell.tick()
print(*sys.modules)
app.shell.close(remember=False)
"""
LATER = {
    "boards": (
        "numpy.random",
        "sandbox.bench",
        "sandbox.games.general.library",
        "sandbox.games.library.othello",
        "sandbox.games.own.found",
        "sandbox.games.worlds.library",
        "sandbox.gametree.engines.pvs",
        "sandbox.gametree.evaluation.patterns.othello",
        "sandbox.gametree.montecarlo.search",
        "sandbox.gametree.solving.games",
        "sandbox.own.child",
    ),
    "maps": (
        "sandbox.bench",
        "sandbox.planning.traces.read",
        "sandbox.planning.why.chain",
        "sandbox.planning.why.work",
        "sandbox.ui.maps.files.sight",
    ),
}


@pytest.mark.parametrize("tab", LATER)
def test_the_first_frame_waits_for_what_it_shows_alone(tab, tmp_path):
    quiet = {"SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1", "HOME": str(tmp_path)}
    clean = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    words = [sys.executable, "-c", FIRST_FRAME.format(tab=tab)]
    done = subprocess.run(words, env=clean | quiet, capture_output=True, encoding="utf-8", check=True)
    there = done.stdout.split()
    assert f"sandbox.ui.{tab}.tab" in there
    assert [name for name in LATER[tab] if name in there] == []


def test_sdl_is_told_to_be_quiet_unless_somebody_has_said_otherwise(monkeypatch):
    monkeypatch.setattr(os, "environ", {})
    prepare_sdl()
    assert os.environ == {"PYGAME_HIDE_SUPPORT_PROMPT": "1", "SDL_AUDIODRIVER": "dummy"}
    own = dict.fromkeys(os.environ, "own")
    monkeypatch.setattr(os, "environ", dict(own))
    prepare_sdl()
    assert os.environ == own
