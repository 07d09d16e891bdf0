"""The child process that compiles what is cold, so that the window seldom has to: told what is needed, and heard."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import subprocess
import tempfile
import threading
import traceback
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sandbox.kernels.warming.order import Needs
from sandbox.ui.gate import lower_priority
from sandbox.ui.jobs import PATIENCE, Failure, WarmState

MOST_SAID = 64_000  # bytes of what the compiling child said last


def _load_compiler() -> None:
    """What loads kernels is there when the first of them is compiled."""
    from sandbox.kernels.warming.loading import load_compiler

    lower_priority()
    load_compiler()


class Warmer:
    """Compiles what is cold in a child process, so that the window seldom has to.

    The child hangs on a pipe that this process holds open (`sandbox.kernels.warming.lifeline`): it ends when the window
    does, and its workers with it, however the window ends. By the same pipe it is told what is needed first. What
    went wrong there is put into `failures`, once, when the child has ended; what is still cold then is compiled by
    whoever first needs it.
    """

    def __init__(self, wake: Callable[[], None]) -> None:
        self.state = WarmState()
        self.failures: deque[Failure] = deque()
        self._wake = wake
        self.needs = Needs()
        self.begun = False
        self._telling = threading.Lock()
        self._child: subprocess.Popen[str] | None = None
        self._closed = False

    def need(self, needs: Needs) -> None:
        """Have this compiled first, from now on."""
        if needs != self.needs:
            self.needs = needs
            if self._child is not None:
                self._tell(self._child)

    def _tell(self, child: subprocess.Popen[str]) -> None:
        """Say what is needed; a child that has ended needs to know nothing."""
        assert child.stdin is not None
        with self._telling, contextlib.suppress(OSError, ValueError):
            line = self.needs.to_json() + "\n"
            os.write(child.stdin.fileno(), line.encode())  # nothing is left in a buffer, to fail when that is closed

    def start(self) -> None:
        """Begin; `state` tells how far it is."""
        self.begun = True
        threading.Thread(target=self._work, name="warmer", daemon=True).start()

    def _work(self) -> None:
        try:
            self._warm()
        except Exception as error:  # noqa: BLE001  (a thread's end nobody sees: the window would wait for ever)
            self._fail(f"{type(error).__name__}: {error}", traceback.format_exc())
        self.state = replace(self.state, name="", cold=frozenset(), finished=True)
        self._wake()

    def _warm(self) -> None:
        from sandbox.kernels import warm
        from sandbox.kernels.warming import crew

        if warm.is_warm():
            return
        with tempfile.TemporaryFile() as errors:
            self._child = crew.child("warm", "--json", "--leashed", errors=errors)
            self._tell(self._child)
            if self._closed:
                self.close()
            loading = threading.Thread(target=_load_compiler, name="loading", daemon=True)
            loading.start()
            atexit.register(loading.join, PATIENCE)  # ending the interpreter under it would crash
            self._listen(self._child)
            errors.seek(max(0, errors.seek(0, os.SEEK_END) - MOST_SAID))
            self._judge(self._child.returncode, errors.read().decode(errors="replace"))

    def _listen(self, child: subprocess.Popen[str]) -> None:
        assert child.stdout is not None
        with child:  # which closes its pipes, and waits for its end
            try:
                for line in child.stdout:
                    self._hear(json.loads(line))
            except BaseException:
                child.kill()
                raise

    def _hear(self, said: dict[str, Any]) -> None:
        if not said.get("summary"):
            self.state = self.state.after(said)
            self._wake()

    def _judge(self, status: int, said: str) -> None:
        """Tell what went wrong: which warm-ups, or that the child ended before its time."""
        broken = self.state.broken
        if broken:
            more = f" (and {len(broken) - 1} more)" if len(broken) > 1 else ""
            self._fail(broken[0].splitlines()[0] + more, "\n\n".join([*broken, said]))
        elif status:
            self._fail(f"the compiling process ended with status {status}", said)

    def _fail(self, line: str, details: str) -> None:
        if not self._closed:
            self.failures.append(Failure("Preparing the algorithms", line, details))

    def close(self) -> None:
        """End the child, and the processes it compiles in, with the window."""
        self._closed = True
        if self._child is not None:
            self._child.kill()
