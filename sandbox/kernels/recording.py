"""Record, then scrub: what a search did, event by event, written at full speed and looked at afterwards.

A kernel takes `Events` and calls `record(events, kind, subject, parent, g, f, aux)`. Bound to `record_event`
it writes a record, bound to `record_nothing` it compiles to nothing:

    search_recorded = specialise(search, record=record_event)

One record is 24 bytes, its fields side by side (a search pays one cache line where separate arrays cost
six). g and f are float32 in the search's own cost units; `Recording.unit` says how many make a cell, so
that integer costs are written as they are and divided when looked at.

    kind     EventKind
    subject  what it happened to: a cell, triangle, node, vertex, agent; NONE when nothing in particular
    parent   where it was reached from; NONE at a root
    g, f     cost so far, and estimate of the whole
    aux      whatever the search likes to add: direction of arrival, state, edge

A STAGE event (subject: the number of a name, see `Recording.stage_number`) opens a stage of the work, a
LEVEL event (subject: the level) says whose subjects follow. `playback.py` turns a recording into pictures.
"""

from __future__ import annotations

import io
import json
import lzma
import re
import zipfile
import zlib
from collections.abc import Mapping
from enum import IntEnum
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.files import write_atomically
from sandbox.kernels.jit import kernel

NONE: Final = -1


class EventKind(IntEnum):
    """What happened. Kernels use the plain numbers below; ranges of 16 are kept for each field of work."""

    GENERATE = 1  # seen for the first time, now open
    EXPAND = 2  # taken from the open list, now closed
    RELAX = 3  # reached more cheaply while open
    REOPEN = 4  # reached more cheaply after it was closed, open again
    CLOSE = 5  # closed without being expanded
    STAGE = 6  # a stage of the work begins
    LEVEL = 7  # from here on, subjects belong to this level
    PRUNE = 8  # set aside: it cannot beat what is known
    INCUMBENT = 9  # a solution of cost g was found
    LOCATE = 16  # mesh: the walk towards a point passes here
    FLIP = 17  # mesh: an edge was flipped
    APEX = 32  # funnel: a corner was fixed
    LEFT = 33  # funnel: the left side moved to a vertex
    RIGHT = 34  # funnel: the right side moved to a vertex
    FORESEE = 64  # crowd: a conflict was foreseen
    RESOLVE = 65  # crowd: a conflict was resolved


(
    GENERATE, EXPAND, RELAX, REOPEN, CLOSE, STAGE, LEVEL, PRUNE, INCUMBENT, LOCATE, FLIP, APEX, LEFT, RIGHT, FORESEE,
    RESOLVE,
) = map(int, EventKind)  # fmt: skip

RECORD = np.dtype([("kind", "<i4"), ("subject", "<i4"), ("parent", "<i4"), ("g", "<f4"), ("f", "<f4"), ("aux", "<i4")])
BROKEN = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, OSError, EOFError, ValueError, RuntimeError)
MOST_EVENTS: Final = 1 << 26  # 1.6 GB: a file that claims more is refused


class Events(NamedTuple):
    """What a kernel writes into."""

    rows: NDArray[Any]  # [capacity] of RECORD
    happened: NDArray[np.int64]  # [1] how many events; more than the capacity when some were not kept


def new_events(capacity: int) -> Events:
    """Room for so many events (memory is taken page by page as they come)."""
    return Events(np.zeros(capacity, RECORD), np.zeros(1, np.int64))


NO_EVENTS: Final = new_events(0)
"""What the clean run is given: nothing is ever written into it."""


@kernel
def record_event(events: Events, kind: int, subject: int, parent: int, g: float, f: float, aux: int) -> None:
    """Append one event, or only count it when there is no room."""
    number = events.happened[0]
    if number < events.rows.shape[0]:
        row = events.rows[number]
        row["kind"] = kind
        row["subject"] = subject
        row["parent"] = parent
        row["g"] = g
        row["f"] = f
        row["aux"] = aux
    events.happened[0] = number + 1


@kernel
def record_nothing(events: Events, kind: int, subject: int, parent: int, g: float, f: float, aux: int) -> None:
    """Do nothing: the clean run's binding of `record`."""


@kernel(counted=False)
def record_when_asked(events: Events, kind: int, subject: int, parent: int, g: float, f: float, aux: int) -> None:
    """Append one event if there is any room at all: one text, compiled once, for the clean and the recorded run.

    A branch that always goes the same way costs a search 3 % at most; compiling it twice costs more.
    """
    if events.rows.shape[0] > 0:
        record_event(events, kind, subject, parent, g, f, aux)


class Recording:
    """One recorded run: its events, the names of its stages, and what it is a recording of."""

    def __init__(self, capacity: int = 1 << 20, *, unit: float = 1.0, about: dict[str, Any] | None = None) -> None:
        self.events = new_events(capacity)
        self.unit = unit  # how many cost units make the length of one cell
        self.about: dict[str, Any] = about or {}  # JSON: planner, query, level
        self.stages: list[str] = []

    @property
    def count(self) -> int:
        """How many events were kept."""
        return min(self.happened, len(self.events.rows))

    @property
    def happened(self) -> int:
        """How many events there were, kept or not."""
        return int(self.events.happened[0])

    @property
    def truncated(self) -> bool:
        """Whether the room did not suffice: the recording shows only the beginning."""
        return self.happened > len(self.events.rows)

    @property
    def kind(self) -> NDArray[np.int32]:
        """What happened, event by event."""
        return self._column("kind")

    @property
    def subject(self) -> NDArray[np.int32]:
        """To what it happened."""
        return self._column("subject")

    @property
    def parent(self) -> NDArray[np.int32]:
        """From where it was reached."""
        return self._column("parent")

    @property
    def aux(self) -> NDArray[np.int32]:
        """What the search added."""
        return self._column("aux")

    @property
    def g(self) -> NDArray[np.float32]:
        """Cost so far, in cells."""
        return self._costs("g")

    @property
    def f(self) -> NDArray[np.float32]:
        """Estimate of the whole cost, in cells."""
        return self._costs("f")

    def _column(self, name: str) -> NDArray[Any]:
        return self.events.rows[name][: self.count]

    def _costs(self, name: str) -> NDArray[np.float32]:
        return (self._column(name) / np.float32(self.unit)).astype(np.float32, copy=False)

    def clear(self) -> None:
        """Forget everything, keep the room."""
        self.events.happened[0] = 0
        self.stages.clear()

    def stage_number(self, name: str) -> int:
        """The number by which a STAGE event names a stage (the same for the same name)."""
        if name not in self.stages:
            self.stages.append(name)
        return self.stages.index(name)

    def stage(self, name: str) -> None:
        """Say that a stage of the work begins here."""
        self.add(STAGE, self.stage_number(name))

    def level(self, level: int) -> None:
        """Say that from here on subjects belong to this level."""
        self.add(LEVEL, level)

    def add(self, kind: int, subject: int = NONE, parent: int = NONE, g: float = 0.0, f: float = 0.0) -> None:
        """Append one event from outside a kernel."""
        if self.happened < len(self.events.rows):
            self.events.rows[self.happened] = (kind, subject, parent, g, f, 0)
        self.events.happened[0] += 1

    def save(self, path: Path, beside: Mapping[str, NDArray[Any]] | None = None) -> None:
        """Write a .npz file, in one step; other arrays may lie beside the events."""
        facts = {"version": 1, "unit": self.unit, "happened": self.happened, "stages": self.stages, "about": self.about}
        note = np.frombuffer(json.dumps(facts, sort_keys=True).encode(), np.uint8)
        out = io.BytesIO()
        arrays: dict[str, Any] = {"events": self.events.rows[: self.count], "facts": note, **(beside or {})}
        np.savez_compressed(out, **arrays)
        write_atomically(path, out.getvalue())

    @classmethod
    def load(cls, path: Path) -> Recording:
        """Read what `save` wrote. Raises BadInput, before any big allocation, for anything else."""
        try:
            with zipfile.ZipFile(path) as archive:
                rows = read_array(archive, path, "events", RECORD, MOST_EVENTS)
                note = read_array(archive, path, "facts", np.dtype(np.uint8), 1 << 24)
        except BROKEN as e:
            raise BadInput(str(path), f"not readable ({e})", "a recording (.npz)") from None
        return cls._from_facts(path, rows, note.tobytes())

    @classmethod
    def _from_facts(cls, path: Path, rows: NDArray[Any], note: bytes) -> Recording:
        facts = _facts(path, note)
        recording = cls(0, unit=facts["unit"], about=facts["about"])
        recording.events = Events(rows, np.array([max(len(rows), facts["happened"])], np.int64))
        recording.stages = facts["stages"]
        recording._check_names(str(path))
        return recording

    def _check_names(self, where: str) -> None:
        """Kinds and stages must be some that have a name, so that nobody has to ask again."""
        unknown = np.flatnonzero(~np.isin(self.kind, list(EventKind)))
        if len(unknown):
            raise BadInput(f"{where}:events[{unknown[0]}]", f"kind {self.kind[unknown[0]]}", "a known kind of event")
        named = (self.subject >= 0) & (self.subject < len(self.stages))
        nameless = np.flatnonzero((self.kind == STAGE) & ~named)
        if len(nameless):
            found = f"stage {self.subject[nameless[0]]}"
            raise BadInput(f"{where}:events[{nameless[0]}]", found, f"one of {len(self.stages)} stages")


def read_array(archive: zipfile.ZipFile, path: Path, name: str, dtype: np.dtype[Any], most: int) -> NDArray[Any]:
    """One array of the archive, its claims checked before its bytes are read."""
    where = f"{path}:{name}"
    if f"{name}.npy" not in archive.namelist():
        raise BadInput(where, "missing", f"an array {name!r}")
    with archive.open(f"{name}.npy") as file:
        length = _read_length(file, where, dtype)
        if length > most:
            raise BadInput(where, f"{length} entries", f"at most {most}")
        return _read_rows(file, where, dtype, length)


def _read_length(file: Any, where: str, dtype: np.dtype[Any]) -> int:
    """How many entries an array has; its header must be the one NumPy writes for a row of this type."""
    lead = file.read(10)
    header = file.read(int.from_bytes(lead[8:], "little")).decode("latin-1").strip()
    claim = re.search(r"'shape': \((\d{1,18}),\)", header)
    length = int(claim[1]) if claim else 0
    facts = {"descr": np.lib.format.dtype_to_descr(dtype), "fortran_order": False, "shape": (length,)}
    expected = repr(facts)[:-1] + ", }"
    if lead[:8] != b"\x93NUMPY\x01\x00" or header != expected:
        raise BadInput(where, f"an array that begins with {header:.300}", expected)
    return length


def _read_rows(file: Any, where: str, dtype: np.dtype[Any], length: int) -> NDArray[Any]:
    """Read in blocks, so that a small file that claims to be huge costs nothing."""
    blocks: list[bytes] = []
    missing = length * dtype.itemsize
    while missing:
        block = file.read(min(missing, 1 << 22))
        if not block:
            raise BadInput(where, f"{missing} bytes missing", f"{length} entries")
        blocks.append(block)
        missing -= len(block)
    return np.frombuffer(bytearray(b"".join(blocks)), dtype)


def _facts(path: Path, note: bytes) -> dict[str, Any]:
    """The JSON beside the events, checked key by key."""
    where = f"{path}:facts"
    try:
        facts = json.loads(note)
    except (ValueError, RecursionError):
        raise BadInput(where, "not JSON", "an object") from None
    if not isinstance(facts, dict) or facts.get("version") != 1:
        raise BadInput(where, "another kind of object or version", "version 1")
    _check(where, "unit", facts.get("unit"), _is_positive, "a positive number")
    _check(where, "happened", facts.get("happened"), _is_count, "a whole number")
    _check(where, "stages", facts.get("stages"), _are_names, "a list of names")
    _check(where, "about", facts.get("about"), lambda v: isinstance(v, dict), "an object")
    return facts


def _check(where: str, key: str, value: Any, accepts: Any, expected: str) -> None:
    if not accepts(value):
        raise BadInput(f"{where}.{key}", f"{value!r:.60}", expected)


def _is_positive(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < 1e18


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 62


def _are_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)
