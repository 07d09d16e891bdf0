"""The other end of `host`: starts it, asks it, stops it, and knows how it ended.

One thread asks at a time. Nothing here waits longer than the request may last: a timer ends the process whatever it is
doing, and the end of a process is an answer too.
"""

from __future__ import annotations

import contextlib
import os
import pathlib
import queue
import signal
import subprocess
import tempfile
import threading
import time
import weakref
from collections.abc import Callable, Mapping
from typing import IO, Any, Final

from sandbox.children import command, environment
from sandbox.own.failures import OwnCodeFailed, last_line
from sandbox.own.folder import Source, folder
from sandbox.own.wire import Broken, Message, read

LOOK: Final = 0.02  # seconds between two looks at a stop flag
PATIENCE: Final = 0.4  # that a search has to notice that it was stopped
LATE: Final = 2.0  # after its budget, before it is ended from here
MOST_SAID: Final = 64_000  # bytes of what it printed last
FLOOD: Final = 1 << 20  # bytes printed in one request, after which printing is slowed down
STARTING: Final = 10.0  # seconds that reading the file may take


class Child:
    """A process for one source, started when first asked and again after it ended."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._running: _Running | None = None
        self._finalizer: Any = None

    def ask(
        self,
        words: Mapping[str, Any],
        data: bytes = b"",
        *,
        seconds: float = STARTING,
        stop: Any = None,
        events: Callable[[bytes], None] = lambda _: None,
    ) -> dict[str, Any] | None:
        """The answer; None if it was stopped. Raises OwnCodeFailed for whatever else came of it."""
        running = self._started()
        try:
            answer = running.exchange(Message({**words, "seconds": seconds}, data), seconds, stop, events)
        except BaseException:
            self.end()
            raise
        if answer is None:
            self.end()
            return None
        if answer["said"] == "failed":
            raise self._failed(answer)
        return answer if answer["said"] == "done" else None

    @property
    def fresh(self) -> bool:
        """Whether whoever asks next speaks to a process that knows nothing yet."""
        return self._running is None or self._running.ended

    def end(self) -> None:
        """End the process, if there is one."""
        if self._running is not None:
            self._finalizer()
            self._running = None

    def _started(self) -> _Running:
        if self._running is None or self._running.ended:
            self.end()
            self._running = _Running(self.source)
            self._finalizer = weakref.finalize(self, self._running.end)
        return self._running

    def _failed(self, answer: Mapping[str, Any]) -> OwnCodeFailed:
        where = str(answer["where"]) or self.source.shown
        return OwnCodeFailed(where, str(answer["found"]), "", str(answer["details"]))


class _Running:
    """One process, with a thread for each of its pipes."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.answers: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self.said = bytearray()  # what it printed last
        self.printed = 0  # bytes, in this request
        self.ended = self.late = False  # late: its own watchdog did not end it in time
        here = folder()
        handle, self._notes = tempfile.mkstemp(prefix="game-ai-sandbox-", suffix=".txt")
        os.close(handle)
        self._process = subprocess.Popen(  # noqa: S603  (our own interpreter, our own module)
            command("sandbox.own.host", source.place, self._notes),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=here if here.is_dir() else None,
            env=environment() | {"OPENBLAS_NUM_THREADS": "1", "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"},
            start_new_session=os.name == "posix",
        )
        self._threads = [
            threading.Thread(target=_hear, args=(self._process.stdout, self.answers), daemon=True),
            threading.Thread(target=_drain, args=(self._process.stderr, weakref.proxy(self)), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def exchange(
        self, message: Message, seconds: float, stop: Any, events: Callable[[bytes], None]
    ) -> dict[str, Any] | None:
        """Ask, and wait for what comes of it."""
        self.printed = 0
        late = threading.Timer(seconds + LATE, self._end_late)
        late.daemon = True
        late.start()
        try:
            with contextlib.suppress(OSError):
                assert self._process.stdin is not None
                message.write(self._process.stdin)
            return self._heard(stop, events, seconds)
        finally:
            late.cancel()

    def _heard(self, stop: Any, events: Callable[[bytes], None], seconds: float) -> dict[str, Any] | None:
        stopping = 0.0
        while True:
            try:
                answer = self.answers.get(timeout=LOOK)
            except queue.Empty:
                if stop is not None and stop[0] and not stopping:
                    stopping = time.monotonic() + PATIENCE
                    self._ask_to_stop()
                if stopping and time.monotonic() > stopping:
                    return None
                continue
            if answer is None:
                raise self._how_it_ended(seconds)
            if answer.words.get("said") == "events":
                events(answer.data)
            else:
                return answer.words

    def _ask_to_stop(self) -> None:
        with contextlib.suppress(OSError):
            assert self._process.stdin is not None
            Message({"do": "stop"}).write(self._process.stdin)

    def _how_it_ended(self, seconds: float) -> OwnCodeFailed:
        """It ended by itself: for what reason, and where it was."""
        self._kill()
        self._process.wait()
        noted = self._noted()
        self.end()
        printed = bytes(self.said).decode(errors="replace")
        details = noted + (f"\nprinted last:\n{printed}" if printed else "")
        where = last_line(noted, self._is_own) or self.source.shown
        return OwnCodeFailed(where, _ending(noted, self._process.returncode, seconds, late=self.late), "", details)

    def _noted(self) -> str:
        """What the watchdog, or a crash, wrote down."""
        try:
            with pathlib.Path(self._notes).open(encoding="utf-8", errors="replace") as notes:
                return notes.read(MOST_SAID)
        except OSError:
            return ""

    def _is_own(self, file: str) -> bool:
        return file.startswith(str(folder())) or (self.source.path is None and self.source.module.split(".")[0] in file)

    def _end_late(self) -> None:
        self.late = True
        self._kill()

    def _kill(self) -> None:
        with contextlib.suppress(OSError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def end(self) -> None:
        """End it and whatever it has started; nothing of it is left."""
        if self.ended:
            return
        self.ended = True
        self._kill()
        self._process.wait()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(LATE)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert pipe is not None
            with contextlib.suppress(OSError):
                pipe.close()
        with contextlib.suppress(OSError):
            pathlib.Path(self._notes).unlink()


def _ending(noted: str, status: int, seconds: float, *, late: bool = False) -> str:
    """How a process ended, in words."""
    if late or noted.startswith("Timeout ("):
        return f"no answer after {seconds:g} seconds"
    if "Fatal Python error: " in noted:
        word = noted.partition("Fatal Python error: ")[2].partition("\n")[0]
        return f"the interpreter crashed ({word.strip()})"
    if status < 0:
        name = signal.Signals(-status).name if -status in set(signal.Signals) else f"signal {-status}"
        return f"its process was ended by {name}"
    return f"its process ended by itself, with status {status}"


def _hear(pipe: IO[bytes] | None, answers: queue.SimpleQueue[Message | None]) -> None:
    assert pipe is not None
    with contextlib.suppress(Broken, OSError, ValueError):
        while (message := read(pipe)) is not None:
            answers.put(message)
    answers.put(None)


def _drain(pipe: Any, running: Any) -> None:
    """Keep what was printed last; a flood of it waits at the dam."""
    with contextlib.suppress(OSError, ValueError, ReferenceError):
        while block := os.read(pipe.fileno(), 1 << 16):
            running.said += block
            del running.said[:-MOST_SAID]
            running.printed += len(block)
            if running.printed > FLOOD:
                time.sleep(LOOK)
