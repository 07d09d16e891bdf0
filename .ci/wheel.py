"""What people install: the wheel, built here, in an environment of its own, an empty home and no compiler on the path.

`python .ci/wheel.py [--with-kernels]`: its version, its levels, a path, and the window's first frames, each from a
folder that is not this one. With `--with-kernels` the wheel carries its kernels, and a home that has none compiles
nothing, to the last path the window is asked for.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable
from pathlib import Path

TREE = Path(__file__).resolve().parents[1]
NEEDED = ("HOME", "PATH", "LANG", "SYSTEMROOT", "TEMP", "TMP")
FIRST = (
    ("first_path_ms", "--tab", "maps", "--level", "flood"),
    ("first_move_ms", "--tab", "boards", "--game", "connect-four"),
    ("first_run_ms", "--tab", "crowds", "--level", "crossing"),
)


def main(words: list[str]) -> int:
    """Build, install, use."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--with-kernels", action="store_true", help="the wheel for this Python, system and libraries")
    carries = parser.parse_args(words).with_kernels
    with tempfile.TemporaryDirectory(prefix="wheel-") as folder:
        place = Path(folder)
        wheel = build(place, carries=carries)
        use(install(place, wheel), place, carries=carries)
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB, installed and used")
    return 0


def build(place: Path, *, carries: bool) -> Path:
    """The wheel, from a copy: building leaves things behind."""
    copy = place / "tree"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=TREE, capture_output=True, check=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes((TREE / name).read_bytes())
    words = ["-m", "pip", "wheel", "-q", "--no-deps", "-w", str(place / "dist"), str(copy)]
    subprocess.run([sys.executable, *words], env=os.environ | {"SANDBOX_WITH_KERNELS": str(int(carries))}, check=True)
    (wheel,) = (place / "dist").glob("*.whl")
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    assert f"-{python}-{python}" in wheel.name if carries else wheel.name.endswith("-py3-none-any.whl"), wheel.name
    return wheel


def install(place: Path, wheel: Path) -> Path:
    """An environment with the wheel in it; where its programs are."""
    venv.create(place / "venv", with_pip=True)
    programs = place / "venv" / ("Scripts" if os.name == "nt" else "bin")
    words = ["-m", "pip", "install", "-q", "--only-binary", ":all:", str(wheel)]
    subprocess.run([str(programs / "python"), *words], check=True)
    return programs


def use(programs: Path, place: Path, *, carries: bool) -> None:
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
    assert (" for x86-64-v3\n" in about) == carries, about
    levels = [json.loads(line) for line in run(program, "list", "levels", "--json").splitlines()]
    assert len(levels) >= 12, len(levels)
    plan = json.loads(run(program, "plan", "flood", "--json"))
    assert plan["checked"] is True, plan
    run(program, "new", "planner", "mine")
    assert json.loads(run(program, "plan", "flood", "--planner", "own-mine", "--json"))["checked"] is True
    frames = json.loads(run(program, "--frames", "3"))
    assert frames["frames"] == 3, frames
    print(f"first frame after {frames['first_frame_ms']:.0f} ms")
    if carries:
        use_kernels(run, program)


def use_kernels(run: Callable[..., str], program: str) -> None:
    """Nothing is compiled where kernels came along."""
    warm = json.loads(run(program, "warm", "--json").splitlines()[-1])
    assert (warm["compiled"], warm["prebuilt"] > 500) == (0, True), warm
    for first, *words in FIRST:
        said = json.loads(run(program, *words, "--until", "paths"))
        assert (said["compiled"], said["compiled_here"], said["prebuilt"] > 0) == (0, 0, True), said
        assert said[first], said
        print(f"{' '.join(words)}: {said['prebuilt']} kernels that came along, first answer after {said[first]:.0f} ms")


def folder(home: Path) -> str:
    """Where programs keep what lasts as long as a session."""
    runtime = home / "runtime"
    runtime.mkdir(mode=0o700)
    return str(runtime)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
