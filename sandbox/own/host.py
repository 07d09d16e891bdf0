"""The process that runs one file of the user's: `python -P -m sandbox.own.host PLACE NOTES`, spoken to over its pipes.

Requests come by standard input, answers go out where standard output was; whatever the file prints goes to standard
error. A watchdog of the interpreter's own (in C: it needs no turn of Python's) writes into NOTES where the file is, and
ends the process, when a request has lasted too long: so it ends also when nobody is left to end it. The end of standard
input ends it at once.
"""

from __future__ import annotations

import contextlib
import faulthandler
import importlib
import importlib.util
import marshal
import os
import queue
import random
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any, Final

from sandbox.children import ORPHANED
from sandbox.errors import SandboxError
from sandbox.own.crowd import Crowd
from sandbox.own.failures import HOST, of_error
from sandbox.own.grid import Grid
from sandbox.own.offered import METHODS, Offer, taken
from sandbox.own.playing import Playing
from sandbox.own.report import Enough, Report, Stopped
from sandbox.own.searches import best_first
from sandbox.own.thinking import Thinking
from sandbox.own.wire import Message, read

GAMES: Final = "sandbox.gametree.own.asked"  # who knows what an engine is asked
FARTHEST: Final = 1 << 31  # of a cell's numbers; no map is so large
MOST_MEMORY: Final = 4 << 30  # bytes of addresses, where the system counts them


def main() -> None:
    """Serve until standard input ends."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)  # the file's own `input()` finds nothing, and waits for nothing
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    notes = Path(sys.argv[2]).open("w", encoding="utf-8")  # noqa: SIM115  (until the end)
    faulthandler.enable(notes)
    limit_memory()
    Host(sys.argv[1], answers, notes).serve(requests)


def limit_memory() -> None:
    """Have the system refuse more memory than anybody needs, where it can."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def end() -> None:
    """End on the spot, with whatever processes the file has started."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(ORPHANED)


class Host:
    """One file, and those whose engines its game is played by, each read once; and the map it was given last."""

    def __init__(self, place: str, answers: IO[bytes], notes: IO[str]) -> None:
        self.place, self._answers, self._notes = place, answers, notes
        self._places = {place}  # of all that has been read
        self._read: dict[str, list[Offer]] = {}  # what each offers
        self._waiting: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self._grid: Grid | None = None
        self._memory: dict[Any, Any] = {}  # a policy's, from tick to tick
        self._report: Report | Thinking | None = None
        self._writing = threading.Lock()

    def serve(self, requests: IO[bytes]) -> None:
        """Answer one request after the other."""
        threading.Thread(target=self._listen, args=(requests,), name="lifeline", daemon=True).start()
        while True:
            message = self._waiting.get()
            faulthandler.dump_traceback_later(float(message.words["seconds"]), exit=True, file=self._notes)
            try:
                answer = Message(self._done(message))
            except Stopped:
                answer = Message({"said": "stopped"})
            except BaseException as error:  # noqa: BLE001  (whatever the user's code raises)
                trouble = of_error(error, self.is_own)
                answer = Message(
                    {"said": "failed", **trouble, "where": trouble["where"] or self._method(message.words)}
                )
            faulthandler.cancel_dump_traceback_later()
            self._send(answer)

    def _listen(self, requests: IO[bytes]) -> None:
        try:
            while (message := read(requests)) is not None:
                if message.words["do"] == "stop":
                    if self._report is not None:
                        self._report.stopped = True
                else:
                    self._waiting.put(message)
        finally:
            end()

    def _send(self, message: Message) -> None:
        with self._writing:
            message.write(self._answers)

    def is_own(self, file: str) -> bool:
        """Whether a file is neither ours nor one that comes with Python or a package."""
        return any(_belongs(file, place) for place in self._places)

    # What can be asked ---------------------------------------------------------------------------------

    def _done(self, message: Message) -> dict[str, Any]:
        self._offers()
        do: dict[str, Callable[[Message], dict[str, Any]]] = {
            "describe": self._describe, "map": self._map, "search": self._search, "generate": self._generate,
            "choose": self._choose, "wish": self._wish, "play": self._play,
        }  # fmt: skip
        return {"said": "done", **do[message.words["do"]](message)}

    def _offers(self, place: str = "") -> list[Offer]:
        """What a file offers, or a module; read when first asked for. Without one: that which this process is for."""
        place = place or self.place
        if place not in self._read:
            self._places.add(place)
            found = _imported(place)
            if not found:
                raise SandboxError("it offers nothing: put @planner, @engine or another over a class")
            self._read[place] = found
        return self._read[place]

    def _offer(self, kind: str, place: str = "") -> Offer:
        return next(offer for offer in self._offers(place) if offer.kind == kind)

    def _method(self, said: Mapping[str, Any]) -> str:
        """Where the method begins that was called; in a game, that of the engine or evaluation from another file."""
        beside = said.get("beside") or {"place": self.place}
        kind = beside.get("kind") or ("engine" if said.get("engine") == "own" else said.get("kind"))
        for offer in self._read.get(beside["place"], ()):
            if offer.kind == kind:
                code = getattr(offer.cls, METHODS[offer.kind]).__code__
                return f"{Path(code.co_filename).name}:{code.co_firstlineno}"
        return ""

    def _describe(self, message: Message) -> dict[str, Any]:  # noqa: ARG002
        return {"offers": [offer.description for offer in self._offers()]}

    def _map(self, message: Message) -> dict[str, Any]:
        """Another map, or the same one after an edit."""
        said, half = message.words, len(message.data) // 2
        moves, cost8 = message.data[:half], message.data[half:]
        size = int(said["width"]), int(said["height"])
        self._grid = Grid(*size, moves, cost8, int(said["lowest8"]), weighted=bool(said["weighted"]))
        return {}

    def _search(self, message: Message) -> dict[str, Any]:
        said, grid = message.words, self._grid
        assert grid is not None
        offer = self._offer(said["kind"])
        made = offer.cls(**said["options"])
        report = self._report = Report(grid, said["expansions"], said["room"], self._send_events)
        start, goal = (tuple(said[name]) for name in ("start", "goal"))
        began, status = time.perf_counter_ns(), "answered"
        way: Any = None
        try:
            if offer.kind == "heuristic":
                way = best_first.search(made.estimate, grid, start, goal, report)
            else:
                way = made.search(grid, start, goal, report)
        except Enough:
            status = "budget"
        spent = time.perf_counter_ns() - began
        self._report = None
        report.flush()
        counts = {name: getattr(report, name) for name in ("expanded", "generated", "reopened", "happened")}
        return {"status": status, "way": _cells(way), "ns": spent, **counts}

    def _send_events(self, block: bytes) -> None:
        self._send(Message({"said": "events"}, block))

    def _choose(self, message: Message) -> dict[str, Any]:
        """A move; games, which lie above this room, are loaded when one is first played."""
        asked = importlib.import_module(GAMES)
        made = self._offer(message.words["kind"]).cls(**message.words["options"])
        answer: dict[str, Any] = asked.answer(message.words, made, self._watch, self._send_events)
        self._report = None
        return answer | {"where": self._method(message.words)}

    def _wish(self, message: Message) -> dict[str, Any]:
        """What a crowd's agents would like to do in a tick; back go their wishes, and what the policy remembers.

        That is written as bytes which only a process like this one reads again: time may be turned back.
        """
        said = message.words
        if said["kept"]:
            kept = message.data[len(message.data) - said["kept"] :]
            self._memory = marshal.loads(kept)  # noqa: S302  (its own)
        made = self._offer("policy").cls(**said["options"])
        crowd = Crowd(said, message.data, self._grid, self._memory)
        made.wish(crowd)
        self._memory = crowd.memory
        self._send(Message({"said": "events"}, crowd.wishes() + marshal.dumps(crowd.memory)))
        return {"where": self._method(message.words)}

    def _play(self, message: Message) -> dict[str, Any]:
        """Something about a game, which takes its engines along."""
        said, made = message.words, self._offer("game").cls(**message.words["options"])
        judge, engine = self._players(said.get("beside"))
        playing, report = Playing(made, judge, engine, self._send_events), Thinking(said["time"], said["nodes"])
        self._watch(report)
        if said["ask"] == "look":
            return playing.look(said["moves"])
        if said["ask"] == "think":
            return playing.think(said["moves"], said, report) | {"where": self._method(message.words)}
        return {"count": playing.count(said["moves"], said["depth"], report, finished=said["finished"])}

    def _players(self, beside: Mapping[str, Any] | None) -> tuple[Any, Any]:
        """Who judges and who plays: an evaluation and an engine of the game's own file, or one of another's."""
        if beside is None:
            judge, engine = (
                next((o.cls() for o in self._offers() if o.kind == k), None) for k in ("evaluation", "engine")
            )
            return judge, engine
        made = self._offer(beside["kind"], beside["place"]).cls(**beside["options"])
        return (made, None) if beside["kind"] == "evaluation" else (None, made)

    def _watch(self, report: Thinking) -> None:
        self._report = report

    def _generate(self, message: Message) -> dict[str, Any]:
        said = message.words
        made = self._offer("generator").cls(**said["options"])
        rows = made.rows(said["width"], said["height"], random.Random(said["seed"]))
        return {"rows": ["".join(map(str, row)) for row in rows]}


def _belongs(file: str, place: str) -> bool:
    """Whether a file is the user's, where a place is: of the same folder, or the very module."""
    path = Path(file)
    if place.endswith(".py"):
        return path.parent == Path(place).parent
    return path.is_file() and not file.startswith(HOST) and file == getattr(sys.modules.get(place), "__file__", "")


def _imported(place: str) -> list[Offer]:
    """Read a file or a module; what it offers itself, whatever else of the user's it imports."""
    taken()
    if not place.endswith(".py"):
        importlib.import_module(place)
        return taken()
    path = Path(place)
    _import_file(path)
    beside = {other.stem for other in path.parent.glob("[!_]*.py")}  # these offer what they have by themselves
    return [offer for offer in taken() if offer.cls.__module__ not in beside]


def _import_file(path: Path) -> None:
    """Run the file as a module; others of its folder can be imported, after all that is installed."""
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    sys.dont_write_bytecode = True
    spec = importlib.util.spec_from_file_location(f"own_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)


def _cells(way: Any) -> list[tuple[int, int]] | None:
    """What a search returned, as cells."""
    if way is None:
        return None
    try:
        cells = [(_whole(x), _whole(y)) for x, y in way]
    except (TypeError, ValueError, OverflowError):
        cells = []
    if not cells:
        raise TypeError(f"search returned {way!r:.80}, expected the cells (x, y) of a way, or None")
    return cells


def _whole(number: Any) -> int:
    if number != int(number) or abs(number) > FARTHEST:
        raise ValueError
    return int(number)


if __name__ == "__main__":
    main()
