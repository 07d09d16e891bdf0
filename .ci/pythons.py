"""The tests on the other Pythons of this machine and on Debian's: `python .ci/pythons.py [--whole]`.

Each Python that `start.py` would take gets a copy of the tree, an empty home and an environment of its own.
Where it may (root on Debian), Debian's next releases are put into a cache folder by debootstrap, from the mirror
that apt is set to, and their Pythons are used by a bare user. On each: the small tests with the JIT off and one
compiled tour of everything; with `--whole` the README's test command, and once more with the oldest libraries that
pyproject.toml allows. The last lines say what ran, what failed, and what was not to be had.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

TREE = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TREE), str(TREE / ".ci")]

from debian import CERTIFICATES, OLDER, SUITES, debian, inside  # noqa: E402

import start  # noqa: E402  (it stands beside this folder)

CACHE = Path.home() / ".cache" / "game-ai-sandbox-ci"
DATA = {name: os.environ[name] for name in ("MOVINGAI_DIR", "POSITIONS_DIR") if name in os.environ}
VERSIONS = (
    "import importlib.metadata as m; print(*(f'{n} {m.version(n)}' for n in ('numba', 'numpy', 'pygame-ce')), sep=', ')"
)
QUICK = (
    ("small tests, JIT off", {"NUMBA_DISABLE_JIT": "1"}, ("test", "-m", "small and not slow")),
    ("every kernel compiled", {}, ("warm",)),
    ("tour, compiled", {}, ("test", "-m", "tour")),
)
WHOLE = (("the README's test command", {}, ("test",)),)


@dataclass(frozen=True)
class Place:
    """A Python to run the tests on: one of this machine's, or one of a Debian in a folder."""

    name: str
    python: str
    minor: int
    root: Path | None = None
    lowest: bool = False  # with the oldest libraries allowed

    @property
    def home(self) -> Path:
        """An empty home, as this machine sees it; the copy of the tree lies in it."""
        return self.root / "home/bare" if self.root else CACHE / "homes" / re.sub(r"\W+", "-", self.name).strip("-")

    def command(self, words: tuple[str, ...], variables: dict[str, str]) -> list[str]:
        """What runs words there as somebody with an empty home and nothing set."""
        if self.root is None:
            return ["env", "-i", "-C", str(self.home / "tree"), *_set(self.home, DATA | variables), *words]
        data = {name: f"/{Path(folder).name}" for name, folder in DATA.items()}
        settings = _set(Path("/home/bare"), data | variables | {"PIP_CERT": CERTIFICATES})
        who = ["--userspec=bare:bare", str(self.root), "env", "-i", "-C", "/home/bare/tree"]
        return inside(self.root, *who, *settings, *words)


def _set(home: Path, variables: dict[str, str]) -> list[str]:
    pip = {n: v for n, v in os.environ.items() if n.startswith("PIP_") or n.lower().endswith("_proxy")}
    plain = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(home), "LANG": "C.UTF-8", "HYPOTHESIS_PROFILE": "ci"}
    return [f"{n}={v}" for n, v in {**pip, **plain, **variables}.items()]


@dataclass
class Outcome:
    """What came of one Python."""

    place: Place
    versions: str = ""
    said: list[str] = field(default_factory=list)
    failed: str = ""
    seconds: float = 0.0

    def __str__(self) -> str:
        result = f"FAILED: {self.failed}" if self.failed else "; ".join(self.said)
        return f"{self.place.name} ({self.versions or 'nothing installed'}): {result}, {self.seconds:.0f} s"


def main(words: list[str]) -> int:
    """Run them all; 1 if one of them is red."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--whole", action="store_true", help="the whole test command on every Python")
    options = parser.parse_args(words)
    CACHE.mkdir(parents=True, exist_ok=True)
    places, missing = chosen(options.whole)
    outcomes = [run(place, WHOLE if options.whole else QUICK) for place in places]
    report(outcomes, missing)
    return 1 if any(o.failed for o in outcomes) else 0


def report(outcomes: list[Outcome], missing: list[str]) -> None:
    """The last lines."""
    print("\nThe other Pythons:")
    print(*(f"  {outcome}" for outcome in outcomes), sep="\n")
    print(*(f"  not run: {line}" for line in missing), sep="\n", flush=True)


def chosen(whole: bool) -> tuple[list[Place], list[str]]:
    """Where to run: every Python there is, or one of each minor version; and what is left out, with the reason."""
    first = start.facts_of(start.PYTHON)
    places, missing = debians((*OLDER, *SUITES) if whole else SUITES)
    places += [p for p in locals_() if p.python != first["path"]]
    used = {} if whole else {first["minor"][1]: f"{first['path']}, which ran all tests"}
    taken = []
    for place in places:
        if place.minor in used and not whole:
            missing.append(f"{place.name}: the same minor version as {used[place.minor]}")
        else:
            used[place.minor] = place.name
            taken.append(place)
    if whole:
        taken.append(Place("the oldest libraries", str(first["path"]), first["minor"][1], lowest=True))
    there = {first["minor"][1], *(p.minor for p in taken)}
    missing += [f"Python 3.{minor}: none to be had" for minor in start.known_minors() if minor not in there]
    return taken, missing


def locals_() -> list[Place]:
    """The Pythons of this machine, the newest first."""
    return [Place(f"Python {f['version']} at {f['path']}", str(f["path"]), f["minor"][1]) for f in start.others()]


def run(place: Place, steps: tuple[tuple[str, dict[str, str], tuple[str, ...]], ...]) -> Outcome:
    """All steps on one Python, up to the first that fails."""
    print(f"\n-- {place.name}", flush=True)
    began, outcome = time.monotonic(), Outcome(place)
    fill(place)
    for title, variables, words in steps:
        command = place.command((place.python, "start.py", *words), variables)
        done = subprocess.run(command, cwd=TREE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        lines = done.stdout.decode(errors="replace").strip().splitlines() or [""]
        print(f"{title}: {lines[-1]}", flush=True)
        outcome.said.append(f"{title}: {lines[-1]}")
        if done.returncode:
            outcome.failed = title
            print(*lines[-80:], sep="\n", flush=True)
            break
    outcome.versions = said_by(place, (".venv/bin/python", "-c", VERSIONS))
    outcome.seconds = time.monotonic() - began
    return outcome


def said_by(place: Place, words: tuple[str, ...]) -> str:
    """What a command there prints."""
    done = subprocess.run(place.command(words, {}), cwd=TREE, capture_output=True, check=False)
    return done.stdout.decode(errors="replace").strip()


def fill(place: Place) -> None:
    """Give a Python a copy of the tree as git sees it, and nothing else."""
    tree = place.home / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    ask = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(ask, cwd=TREE, capture_output=True, check=True).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (TREE / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(TREE / name, tree / name)
    if place.lowest:
        project = tree / "pyproject.toml"
        project.write_text(lowest(project.read_text(encoding="utf-8")), encoding="utf-8")
    if place.root:
        subprocess.run(["chroot", str(place.root), "chown", "-R", "bare:bare", "/home/bare"], check=True)


def lowest(project: str) -> str:
    """A pyproject.toml that takes the oldest libraries it allows."""
    at, end = project.index("dependencies = ["), project.index("]", project.index("dependencies = ["))
    return project[:at] + re.sub(r">=([\d.]+)[^\"]*", r"==\1", project[at:end]) + project[end:]


def debians(suites: tuple[str, ...]) -> tuple[list[Place], list[str]]:
    """The Pythons of Debian's releases, and why one is not to be had."""
    places: list[Place] = []
    missing: list[str] = []
    for suite in suites:
        root, problem = debian(suite, CACHE, start.known_minors())
        if problem:
            missing.append(f"Debian {suite}: {problem}")
        else:
            places += pythons_of(suite, root)
    return places, missing


def pythons_of(suite: str, root: Path) -> list[Place]:
    """The Pythons a Debian has."""
    minors = [m for m in start.known_minors() if (root / f"usr/bin/python3.{m}").exists()]
    return [Place(f"Debian {suite}'s python3.{m}", f"/usr/bin/python3.{m}", m, root) for m in minors]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
