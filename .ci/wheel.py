"""What people install: the wheel, built here, in an environment of its own, an empty home and no compiler on the path.

`python .ci/wheel.py`: its version, its levels, a path, and the window's first frames, each from a folder that is not
this one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

TREE = Path(__file__).resolve().parents[1]
NEEDED = ("HOME", "PATH", "LANG", "SYSTEMROOT", "TEMP", "TMP")


def main() -> int:
    """Build, install, use."""
    with tempfile.TemporaryDirectory(prefix="wheel-") as folder:
        place = Path(folder)
        wheel = build(place)
        use(install(place, wheel), place)
    print(f"{wheel.name}: installed and used")
    return 0


def build(place: Path) -> Path:
    """The wheel, from a copy: building leaves things behind."""
    copy = place / "tree"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=TREE, capture_output=True, check=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes((TREE / name).read_bytes())
    words = ["-m", "pip", "wheel", "-q", "--no-deps", "-w", str(place / "dist"), str(copy)]
    subprocess.run([sys.executable, *words], check=True)
    (wheel,) = (place / "dist").glob("*.whl")
    return wheel


def install(place: Path, wheel: Path) -> Path:
    """An environment with the wheel in it; where its programs are."""
    venv.create(place / "venv", with_pip=True)
    programs = place / "venv" / ("Scripts" if os.name == "nt" else "bin")
    words = ["-m", "pip", "install", "-q", "--only-binary", ":all:", str(wheel)]
    subprocess.run([str(programs / "python"), *words], check=True)
    return programs


def use(programs: Path, place: Path) -> None:
    """Everything a first hour needs, and where it should come from."""
    home, here = place / "home", place / "here"
    home.mkdir()
    here.mkdir()
    known = {name: os.environ[name] for name in NEEDED if name in os.environ}
    settings = known | {"HOME": str(home), "PATH": str(programs), "SDL_VIDEODRIVER": "dummy"}
    settings["XDG_RUNTIME_DIR"] = folder(home)

    def run(*words: str) -> str:
        done = subprocess.run(words, cwd=here, env=settings, capture_output=True, encoding="utf-8", timeout=600)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout

    program, python = str(programs / "game-ai-sandbox"), str(programs / "python")
    about = run(program, "--version", "--verbose")
    assert "installed as a package" in about, about
    assert "missing" not in about, about
    assert run(python, "-m", "sandbox", "--version") == about.partition("\n")[0] + "\n"
    levels = [json.loads(line) for line in run(program, "list", "levels", "--json").splitlines()]
    assert len(levels) >= 12, len(levels)
    plan = json.loads(run(program, "plan", "flood", "--json"))
    assert plan["checked"] is True, plan
    run(program, "new", "planner", "mine")
    assert json.loads(run(program, "plan", "flood", "--planner", "own-mine", "--json"))["checked"] is True
    frames = json.loads(run(program, "--frames", "3"))
    assert frames["frames"] == 3, frames
    print(f"first frame after {frames['first_frame_ms']:.0f} ms")


def folder(home: Path) -> str:
    """Where programs keep what lasts as long as a session."""
    runtime = home / "runtime"
    runtime.mkdir(mode=0o700)
    return str(runtime)


if __name__ == "__main__":
    sys.exit(main())
