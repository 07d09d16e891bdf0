"""Start the Game AI Sandbox, or its tests, on a machine that has nothing but Python.

    python3 start.py                opens the window (any other words are handed to main.py)
    python3 start.py test           passes the tests (further words are handed to pytest)
    python3 start.py check          what a contributor runs: lint, types, floors

Makes `.venv` beside this file, or reuses it, so that the system's own Python stays untouched.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
EXTRAS = {"test": "[test]", "check": "[dev]"}
CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    ("lint-imports",),
)


def main(words: list[str]) -> int:
    """Prepare the environment, then do what was asked."""
    if sys.version_info < (3, 11):
        return complain(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}.")
    task = words[0] if words and words[0] in EXTRAS else ""
    if not prepare(EXTRAS.get(task, "")):
        return complain("The environment could not be made; the lines above say why.")
    if task == "test":
        return call(PYTHON, "-m", "pytest", "-n", "2", "--dist", "loadscope", *words[1:])
    if task == "check":
        return max(call(PYTHON.with_name(command[0]), *command[1:]) for command in CHECKS)
    return call(PYTHON, HERE / "main.py", *words)


def prepare(extra: str) -> bool:
    """Make `.venv` and install into it, unless that was done for this very pyproject.toml."""
    stamp = VENV / f"installed{extra.strip('[]')}.toml"
    wanted = (HERE / "pyproject.toml").read_bytes()
    if PYTHON.exists() and stamp.exists() and stamp.read_bytes() == wanted:
        return True
    if not (PYTHON.exists() and call(PYTHON, "-m", "pip", "--version", quiet=True) == 0) and not make_environment():
        return False
    print("Installing (once) ...", flush=True)
    if call(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-e", f".{extra}") != 0:
        return False
    call(PYTHON, "-m", "compileall", "-q", "-j", "0", "sandbox")  # the first start need not
    stamp.write_bytes(wanted)
    return True


def make_environment() -> bool:
    """Make `.venv`; Debian keeps the part of Python that can do so in a package of its own."""
    try:
        import ensurepip  # noqa: F401
    except ImportError:
        if not install_debian_package(f"python{sys.version_info.major}.{sys.version_info.minor}-venv"):
            return False
    shutil.rmtree(VENV, ignore_errors=True)
    if "ensurepip" in sys.modules:
        venv.create(VENV, with_pip=True)
        return True
    return call(sys.executable, "-m", "venv", VENV) == 0


def install_debian_package(name: str) -> bool:
    """Install a package with apt, as root or through sudo, or say how."""
    if shutil.which("apt-get") is None:
        print("Python's ensurepip is missing: install your system's package for Python virtual environments.")
        return False
    rights = () if os.geteuid() == 0 else ("sudo",)
    if rights and shutil.which("sudo") is None:
        print(f"As root: apt-get install {name}")
        return False
    call(*rights, "apt-get", "update", "-qq")
    return call(*rights, "apt-get", "install", "-y", "-qq", name) == 0


def call(*words: str | Path, quiet: bool = False) -> int:
    """Run a program from the project's folder; an interrupt is its business."""
    sink = subprocess.DEVNULL if quiet else None
    process = subprocess.Popen([str(w) for w in words], cwd=HERE, stdout=sink, stderr=sink)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue


def complain(line: str) -> int:
    """One line, and the exit status for bad usage."""
    print(f"error: {line}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
