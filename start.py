"""Start the Game AI Sandbox, or its tests, on a machine that has nothing but Python.

    python3 start.py                opens the window (any other words are handed to main.py)
    python3 start.py test           passes the tests (further words are handed to pytest)
    python3 start.py check          what a contributor runs: lint, types, imports

Makes `.venv` beside this file, or reuses it, so that the system's own Python stays untouched. pyproject.toml lists
the versions of Python this runs on; started by another one, this script starts itself again with one of them that is
installed, or says which to install. So that an old Python can do that too, it uses nothing newer than Python 3.6.
"""

import contextlib
import glob
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LOG = VENV / "pip.log"
PROJECT = HERE / "pyproject.toml"
EXTRAS = {"test": "[test]", "check": "[dev]"}
CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    ("lint-imports",),
)
FACTS = """
import importlib.util, json, os, sys, sysconfig
print(json.dumps({
    "path": os.path.realpath(getattr(sys, "_base_executable", sys.executable)),
    "kind": sys.implementation.name,
    "version": sys.version.split()[0],
    "minor": list(sys.version_info[:2]),
    "bits": 64 if sys.maxsize > 2**32 else 32,
    "free_threaded": bool(sysconfig.get_config_var("Py_GIL_DISABLED")),
    "pip": importlib.util.find_spec("ensurepip") is not None,
}))
"""
ELSEWHERE = ("PIP_PREFIX", "PIP_TARGET", "PIP_ROOT", "PIP_PYTHON")  # pip is to install into `.venv` alone
KNOWN = {"path", "kind", "version", "minor", "bits", "free_threaded", "pip"}
PLACES = (  # where systems and version managers keep their Pythons
    "/usr/bin/python3.*",
    "/usr/local/bin/python3.*",
    "/opt/homebrew/bin/python3.*",
    "/Library/Frameworks/Python.framework/Versions/3.*/bin/python3.*",
    "~/.pyenv/versions/*/bin/python3.*",
    "$PYENV_ROOT/versions/*/bin/python3.*",
    "~/.local/share/uv/python/*/bin/python3.*",
    "~/.asdf/installs/python/*/bin/python3.*",
    "$LOCALAPPDATA/Programs/Python/Python3*/python.exe",
    "$PROGRAMFILES/Python3*/python.exe",
    "$APPDATA/uv/python/*/python.exe",
)


def main(words: "list[str]") -> int:
    """Prepare the environment, then do what was asked."""
    task = words[0] if words and words[0] in EXTRAS else ""
    extra = EXTRAS.get(task, "")
    try:
        if not is_prepared(extra):
            mine = facts_of(sys.executable or os.path.realpath("/proc/self/exe"))
            if not suits(mine):
                return with_another(mine, words)
            with alone():
                problem = "" if is_prepared(extra) else prepare(extra, str(mine["path"]))
            if problem:
                return complain(problem)
    except KeyboardInterrupt:
        say("interrupted")
        return 130
    except OSError as error:
        return complain(f"{error.filename or HERE}: {error.strerror or error}.")
    return run(task, words)


def run(task: str, words: "list[str]") -> int:
    """Run the tests, the checks, or main.py, in the environment that is there now."""
    if task == "test":
        pytest = (PYTHON, "-m", "pytest", "-n", "2", "--dist", "loadscope")
        return call(*pytest, *words[1:], folder=HERE, variable="PYTHONWARNDEFAULTENCODING")  # tests fail on it
    if task == "check":
        red = [call(PYTHON.with_name(command[0]), *command[1:], folder=HERE) != 0 for command in CHECKS]
        return int(any(red))
    return call(PYTHON, HERE / "main.py", *words, variable="PYTHONSAFEPATH")  # import nothing from where we are


# Which Python


def known_minors() -> "list[int]":
    """The minor versions of Python 3 that pyproject.toml says are tested."""
    listed = re.findall(r"Python :: 3\.(\d+)", PROJECT.read_text(encoding="utf-8"))
    return sorted(map(int, listed))


def facts_of(python: "str | Path") -> "dict[str, object]":
    """What an interpreter says of itself; nothing if it cannot."""
    try:
        said = subprocess.run(
            [str(python), "-I", "-c", FACTS], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=20, check=True
        ).stdout
        facts = json.loads(said.decode())
    except (OSError, ValueError, subprocess.SubprocessError):
        return {}
    return facts if isinstance(facts, dict) and set(facts) >= KNOWN else {}


def suits(facts: "dict[str, object]") -> bool:
    """Whether everything we stand on is there, ready made, for an interpreter."""
    wanted = {"kind": "cpython", "bits": 64, "free_threaded": False}
    return wanted.items() <= facts.items() and facts.get("minor") in [[3, minor] for minor in known_minors()]


def others() -> "list[dict[str, object]]":
    """The suitable Pythons of this machine: the newest first, those with pip before those without."""
    names = [f"python3.{minor}" for minor in known_minors()] + ["python3", "python"]
    found = [shutil.which(name) for name in names]
    found += [path for place in PLACES for path in glob.glob(os.path.expanduser(os.path.expandvars(place)))]
    paths = {os.path.realpath(path) for path in found if path and re.search(r"python[\d.]*(\.exe)?$", path)}
    facts = {str(facts["path"]): facts for facts in map(facts_of, sorted(paths)) if suits(facts)}
    return sorted(facts.values(), key=lambda it: (it["pip"], it["minor"], it["path"]), reverse=True)


def with_another(mine: "dict[str, object]", words: "list[str]") -> int:
    """Start again with a Python that will do, and say so; or say which one is needed."""
    first, last = known_minors()[0], known_minors()[-1]
    needed = f"CPython 3.{first} to 3.{last} is needed (64 bit, not free-threaded); this is {described(mine)}"
    for other in others():
        say(f"{needed}: taking {other['path']} ({described(other)}) instead.")
        return call(str(other["path"]), HERE / "start.py", *words)
    return complain(f"{needed}.")


def described(facts: "dict[str, object]") -> str:
    """An interpreter in a few words."""
    kind = {"cpython": "Python", "pypy": "PyPy"}.get(str(facts.get("kind")), str(facts.get("kind", "Python")))
    version = facts.get("version", sys.version.split()[0])
    oddities = ["32 bit"] * (facts.get("bits") == 32) + ["free-threaded"] * (facts.get("free_threaded") is True)
    return ", ".join([f"{kind} {version}", *oddities])


# Its environment


def stamp_of(extra: str) -> Path:
    """The file that says what was installed, and for which Python."""
    return VENV / f"installed{extra.strip('[]')}.toml"


def wanted_stamp() -> bytes:
    """What that file holds: first where all is, for a Python may be replaced by its system and a checkout be moved."""
    return place() + b"\n" + PROJECT.read_bytes()


def place() -> bytes:
    """Where the environment and its Python really are."""
    return os.fsencode(f"{os.path.realpath(str(PYTHON))} for {HERE}")


@contextlib.contextmanager
def alone() -> "Iterator[None]":
    """Let one process at a time prepare the environment; the system ends the lock of one that was killed."""
    with PROJECT.open("rb") as held:
        if not locked(held, wait=False):
            say("Another start.py prepares the environment: waiting for it ...")
            while not locked(held, wait=True):
                pass
        yield


def locked(held: "IO[bytes]", *, wait: bool) -> bool:
    """Lock a file until it is closed; Windows waits for ten seconds at most."""
    try:
        import fcntl
    except ImportError:
        import msvcrt

        held.seek(1 << 30)  # behind its end, where nobody reads
        try:
            msvcrt.locking(held.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError:
            return False
        return True
    try:
        fcntl.flock(held, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


def is_prepared(extra: str) -> bool:
    """Whether `.venv` was installed into for this very pyproject.toml."""
    stamp = stamp_of(extra)
    return PYTHON.exists() and stamp.exists() and stamp.read_bytes() == wanted_stamp()


def prepare(extra: str, python: str) -> str:
    """Make `.venv` with a Python and install into it; return what went wrong, in one line."""
    if not is_usable():
        problem = make_environment(python)
        if problem:
            return problem
    say("Installing (once) ...")
    pip = ("-I", "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check")
    wheels = ("--only-binary", ":all:")  # a compiler is never run
    with LOG.open("wb") as log:
        status = step(PYTHON, *pip, *wheels, "-e", "." + extra, output=log)
    if status != 0:
        return what_pip_said()
    step(PYTHON, "-I", "-m", "compileall", "-q", "-j", "0", "sandbox", output=subprocess.DEVNULL)
    stamp_of(extra).write_bytes(wanted_stamp())
    return ""


def is_usable() -> bool:
    """Whether `.venv` was made here, with a Python that will do, and has pip."""
    stamps = [stamp.read_bytes().split(b"\n")[0] for stamp in VENV.glob("installed*.toml")]
    if any(stamp != place() for stamp in stamps) or not suits(facts_of(PYTHON)):
        return False
    return step(PYTHON, "-I", "-m", "pip", "--version", output=subprocess.DEVNULL) == 0


def what_pip_said() -> str:
    """The one line of pip's that matters."""
    said = LOG.read_text(encoding="utf-8", errors="replace")
    if re.search(r"Retrying|NewConnectionError|Temporary failure", said):
        return f"The package index could not be reached (all pip said: {LOG})."
    missing = re.findall(r"No matching distribution found for ([\w.-]+)", said)
    if "setuptools" in missing:  # which is there for every Python
        return f"The package index did not serve what was asked for (all pip said: {LOG})."
    if missing:
        return f"{missing[0]} has no build for {described(facts_of(PYTHON))} on this machine ({machine()})."
    errors = re.findall(r"(?im)^ *\w*(?:error|exception): *(.*\S)", said) or ["it did not say why"]
    return f"pip could not install what is needed: {errors[-1].strip()} (all it said: {LOG})."


def machine() -> str:
    """System and processor."""
    import platform  # not at every start: it takes its time

    return f"{platform.system()}, {platform.machine()}"


def make_environment(python: str) -> str:
    """Make `.venv`; Debian keeps the part of Python that can do so in a package of its own."""
    try:
        import ensurepip  # noqa: F401
    except ImportError:
        problem = install_debian_package(f"python{sys.version_info[0]}.{sys.version_info[1]}-venv")
        if problem:
            return problem
    if VENV.is_symlink() or VENV.is_file():
        VENV.unlink()
    shutil.rmtree(str(VENV), ignore_errors=True)
    if step(python, "-I", "-m", "venv", VENV, output=sys.stderr) != 0:
        return f"The environment {VENV} could not be made; the lines above say why."
    return ""


def install_debian_package(name: str) -> str:
    """Install a package with apt, as root or through sudo; return what went wrong."""
    if shutil.which("apt-get") is None:
        return "Python's ensurepip is missing: install your system's package for Python virtual environments."
    rights = () if os.geteuid() == 0 else ("sudo",)
    if rights and shutil.which("sudo") is None:
        return f"Python's ensurepip is missing. As root: apt-get install {name}"
    step(*rights, "apt-get", "update", "-qq", output=sys.stderr)
    if step(*rights, "apt-get", "install", "-y", "-qq", name, output=sys.stderr) != 0:
        return f"apt-get could not install {name}; the lines above say why."
    return ""


def call(*words: "str | Path", folder: "Path | None" = None, variable: str = "") -> int:
    """Run what was asked for, from here or from another folder, with a variable set; an interrupt is its business."""
    settings = dict(os.environ, **({variable: "1"} if variable else {}))
    process = subprocess.Popen([str(w) for w in words], cwd=folder and str(folder), env=settings)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue


def step(*words: "str | Path", output: "IO[Any] | int | None" = None) -> int:
    """Run a program on the way there, from the project's folder; an interrupt ends it, and all."""
    settings = {name: value for name, value in os.environ.items() if name not in ELSEWHERE}
    settings["PIP_USER"] = "0"
    process = subprocess.Popen([str(w) for w in words], cwd=str(HERE), stdout=output, stderr=output, env=settings)
    try:
        return process.wait()
    except KeyboardInterrupt:
        process.wait()
        raise


def say(line: str) -> None:
    """A line beside the output, which may be for a program, and in any letters."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(line, file=sys.stderr, flush=True)


def complain(line: str) -> int:
    """One line, and the exit status for bad usage."""
    say(f"error: {line}")
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
