"""From the words of a command line to one command, run so that Ctrl-C always ends it."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import pkgutil
import re
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import NoReturn

import numpy as np

from sandbox import __version__
from sandbox.cli import commands
from sandbox.cli.letters import prepare_streams
from sandbox.cli.output import Output, note, say
from sandbox.errors import SandboxError

OK, CHECK_FAILED, BAD_USAGE, INTERRUPTED = 0, 1, 2, 130
_BOARD = re.compile("-[-XOxo]{2,}")  # may be a position: argparse takes it for an option, unless a space is in it
NOBODY_READS = 141  # what a shell says of programs that a closed pipe ends
GRACE_SECONDS = 0.3  # what an interrupted command may take to finish its line


def run(arguments: Sequence[str] | None = None) -> int:
    """Do what the words say; return the exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    prepare_streams()
    try:
        return _guarded(lambda: _all_said(_dispatch(words)))
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else OK


def _all_said(status: int) -> int:
    """The status, once all that was printed is where it should be."""
    say("", end="")
    return status


def _dispatch(words: list[str]) -> int:
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help", "--version")):
        return _run_window(words)
    if words[0] in ("-h", "--help"):
        say(overview())
        return OK
    if words[0] == "--version":
        return _version(words[1:])
    if words[0] not in command_names():
        return _fail(f"no command {words[0]!r}, expected one of {', '.join(command_names())}")
    return _run_command(words[0], words[1:])


def _version(words: list[str]) -> int:
    """The version; with --verbose all that a report of a fault should say."""
    if words not in ([], ["--verbose"]):
        return _fail(f"{words[0]!r} after --version, expected --verbose or nothing")
    if not words:
        say(f"game-ai-sandbox {__version__}")
        return OK
    from sandbox.cli.about import about

    say("\n".join(about()))
    return OK


def command_names() -> list[str]:
    """Every command there is a file for; opening the window goes by no name."""
    return sorted(m.name for m in pkgutil.iter_modules(commands.__path__) if m.name != "window")


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"sandbox.cli.commands.{name}")


def overview() -> str:
    """What `--help` prints."""
    lines = [
        "usage: game-ai-sandbox [--tab maps|crowds|boards|bench] [--level FILE] [--lesson FILE] [--game KEY]",
        "       game-ai-sandbox COMMAND ...      (COMMAND --help tells its options)",
        "       game-ai-sandbox --version [--verbose]     (what a report of a fault should hold)",
        "",
        "Without a command the window opens. Commands, all without a window:",
        *(f"  {name:<11} {_module(name).HELP}" for name in command_names()),
        "",
        "Exit status: 0 fine, 1 a check failed, 2 bad usage or input, 130 interrupted, 141 nobody reads the output.",
    ]
    return "\n".join(lines)


class _Parser(argparse.ArgumentParser):
    """Complains in our one line."""

    def _print_message(self, message: str, file: object = None) -> None:  # noqa: ARG002  (it drops what fails)
        say(message, end="")

    def error(self, message: str) -> NoReturn:
        raise SystemExit(_fail(f"{self.prog}: {message} (see {self.prog} --help)"))


def _run_window(words: list[str]) -> int:
    window = _module("window")
    parser = _Parser(prog="game-ai-sandbox", description=window.HELP)
    window.add_arguments(parser)
    # SDL wants the main thread, so the window is not run beside it.
    return int(window.run(parser.parse_args(words)))


def _run_command(name: str, words: list[str]) -> int:
    command = _module(name)
    parser = _Parser(prog=f"game-ai-sandbox {name}", description=command.HELP)
    parser.add_argument("--json", action="store_true", help="one JSON object per line on stdout, nothing else")
    command.add_arguments(parser)
    arguments = parser.parse_intermixed_args([f"{word} " if _BOARD.fullmatch(word) else word for word in words])
    boards = {name: value[:-1] for name, value in vars(arguments).items() if _BOARD.fullmatch(str(value)[:-1])}
    vars(arguments).update(boards)
    if arguments.json:
        prepare_streams("utf-8")  # whatever the system's encoding: programs read it
    arguments.out = Output(json=arguments.json)
    arguments.stop = np.zeros(1, np.uint8)
    arguments.command_line = [name, *words]
    return _Interruptible(lambda: _guarded(lambda: _ran(command, arguments)), arguments.stop).run()


def _ran(command: ModuleType, arguments: argparse.Namespace) -> int:
    """The command's status; where work is shared out elsewhere, its workers are let go at the end."""
    if not getattr(arguments, "on", ""):
        return int(command.run(arguments))
    from sandbox.cli.options import at_least
    from sandbox.cluster import workers

    at_least(arguments, jobs=1)
    with workers(arguments.on, arguments.jobs) as arguments.jobs:
        return int(command.run(arguments))


def _guarded(action: Callable[[], int]) -> int:
    """Turn what a person can correct into one line, and the rest into a report with its traceback."""
    try:
        return action()
    except SandboxError as error:
        return _fail(str(error))
    except BrokenPipeError:
        _end_children()
        return NOBODY_READS
    except OSError as error:
        return _fail(_of_system(error))
    except MemoryError:
        return _fail("out of memory")


def _of_system(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason


def _fail(message: str) -> int:
    note("error: " + " ".join(message.split()))
    return BAD_USAGE


@dataclass
class _Interruptible:
    """A command in a thread of its own: kernels do not see signals, but the main thread does."""

    action: Callable[[], int]
    stop: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]
    status: int = CHECK_FAILED
    thread: threading.Thread = field(init=False)

    def run(self) -> int:
        self.thread = threading.Thread(target=self._work, name="command", daemon=True)
        try:
            self.thread.start()
            while self.thread.is_alive():
                self.thread.join(0.05)
        except KeyboardInterrupt:
            return self._interrupted()
        return self.status

    def _work(self) -> None:
        try:
            self.status = self.action()
        except SystemExit as end:
            self.status = end.code if isinstance(end.code, int) else OK
        except BaseException:  # noqa: BLE001  (a fault of ours: show all of it)
            traceback.print_exc()
            self.status = CHECK_FAILED

    def _interrupted(self) -> int:
        self.stop[0] = 1
        self.thread.join(GRACE_SECONDS)
        _end_children()
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError, AttributeError):
                stream.flush()
        if self.thread.is_alive():
            os._exit(INTERRUPTED)  # a kernel that is still busy would hold up the interpreter's own exit
        return INTERRUPTED


def _end_children() -> None:
    if "multiprocessing" in sys.modules:
        for child in sys.modules["multiprocessing"].active_children():
            child.kill()
