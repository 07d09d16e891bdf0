"""A trace as a recorded search, to be played back on its level.

Whole coordinates are cells, others places of nodes. A trace of ours brings its level; to any other belongs the level of
the same name beside it, or the one it is opened on; where there is none, an empty one that is as large as its events.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from sandbox.errors import BadInput, SandboxError
from sandbox.kernels.arrays import Floats, Int32s
from sandbox.kernels.recording import LEVEL, NONE, RECORD, STAGE, Events, Recording
from sandbox.level.formats import FORMATS, load, read
from sandbox.level.formats.common.source import Source
from sandbox.level.markers import Marker
from sandbox.level.model import Level
from sandbox.planning.recorded import Recorded
from sandbox.planning.traces.kinds import ENDINGS, ENDS, KINDS, MOST_EVENTS, SILENT
from sandbox.planning.traces.lines import NULLS, Said, Trace

MOST_SIDE: Final = 2048  # cells of a level
BESIDE: Final = (".json", ".map")
NOTHING: Final = float("nan")
MOST: Final = 3.4028235e38  # costs are kept as 32-bit numbers: the largest of these, as it is written


def read_trace(path: Path, level: Level | None = None) -> Recorded:
    """Read one; `level` is what it is shown on unless it brings, or has beside it, its own. Raises BadInput."""
    trace = Trace(path)
    taking = _Taking(trace)
    for said in trace.events():
        if not taking.take(said):
            break
    if trace.ours is not None:
        return _Ours(path, trace.ours).recorded(taking)
    return _foreign(path, taking, _beside(path) or level)


def stem_of(path: Path) -> str:
    """A trace's name without its endings."""
    ending = next(ending for ending in ENDINGS if path.name.lower().endswith(ending))
    return path.name[: -len(ending)]


def _beside(path: Path) -> Level | None:
    """The level of the same name in the same folder."""
    for ending in BESIDE:
        file = path.with_name(stem_of(path) + ending)
        if file.is_file():
            return load(file)
    return None


class _Taking:
    """Events as columns; subjects numbered in the order in which their ids come."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.kind, self.subject, self.parent, self.aux = array("i"), array("i"), array("i"), array("i")
        self.g, self.f = array("f"), array("f")
        self.numbers: dict[str, int] = {}
        self.ids: list[str] = []
        self.x, self.y = array("d"), array("d")  # of each subject
        self.ends: dict[str, int] = {}
        self.stages: list[str] = []
        self.happened = 0
        self.unknown: dict[str, int] = {}  # types that are nothing to us, and how many events are of each

    def take(self, said: Said) -> bool:
        """One more; False when there is no room for any."""
        keys = said.keys
        word = keys.get("type")
        kind = KINDS.get(word) if isinstance(word, str) else None
        if kind is None and word not in SILENT:
            if not isinstance(word, str):
                raise self._wrong(said, "type", word, "a text such as expanding")
            self.unknown[word] = self.unknown.get(word, 0) + 1
            return True
        if kind in (STAGE, LEVEL):
            self._mark(said, kind)
            return True
        if keys.get("id") is None or isinstance(keys["id"], bool | dict | list):
            if word == "end":
                return True
            raise self._wrong(said, "id", keys.get("id"), "a number or a text")
        subject = self._number(str(keys["id"]), said)
        if kind is None:
            self.ends[str(word)] = subject
            return True
        if self.happened >= MOST_EVENTS:
            self.happened += 1
            return False
        origin = keys.get("pId")
        self._add(kind, subject, NONE if origin is None or origin in NULLS else self._number(str(origin), None),
                  self._cost(said, "g"), self._cost(said, "f"), self._cost(said, "aux", 0))  # fmt: skip
        return True

    def _add(self, kind: int, subject: int, parent: int, g: float, f: float, aux: float) -> None:
        self.kind.append(kind)
        self.subject.append(subject)
        self.parent.append(parent)
        self.g.append(g)
        self.f.append(f)
        self.aux.append(int(aux))
        self.happened += 1

    def _mark(self, said: Said, kind: int) -> None:
        """A stage, or a level, begins."""
        if kind == LEVEL:
            number = self._cost(said, "level")
            if math.isnan(number) or abs(number) > 1 << 30 or number != int(number):
                raise self._wrong(said, "level", said.keys.get("level"), "a whole number")
        else:
            name = str(said.keys.get("name"))
            if name not in self.stages:
                self.stages.append(name)
            number = self.stages.index(name)
        self._add(kind, int(number), NONE, 0.0, 0.0, 0)

    def _number(self, name: str, said: Said | None) -> int:
        """The number of an id; where it lies is given by the first event that says so."""
        number = self.numbers.get(name)
        if number is None:
            number = self.numbers[name] = len(self.ids)
            self.ids.append(name)
            self.x.append(NOTHING)
            self.y.append(NOTHING)
        if said is not None and math.isnan(self.x[number]):
            self.x[number], self.y[number] = self._place(said)
        return number

    def _place(self, said: Said) -> tuple[float, float]:
        keys = said.keys
        if "x1" in keys and "x" not in keys:
            x1, y1, x2, y2 = (self._cost(said, name) for name in ("x1", "y1", "x2", "y2"))
            return (x1 + x2) / 2, (y1 + y2) / 2
        return self._cost(said, "x"), self._cost(said, "y")

    def _cost(self, said: Said, name: str, missing: float = NOTHING) -> float:
        """A number; never an expression, which is nobody's to evaluate."""
        value = said.keys.get(name)
        if value is None or value in NULLS:
            return missing
        try:
            number = float(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else None
        except (ValueError, OverflowError):
            number = None
        if number is None:
            raise self._wrong(said, name, value, "a number (expressions are not evaluated)")
        if abs(number) > MOST:
            raise self._wrong(said, name, value, f"a number up to {MOST:.2g}")
        return number

    def _wrong(self, said: Said, key: str, found: Any, expected: str) -> BadInput:
        shown = "missing" if found is None else f"{found!r:.60}"
        return self.trace.wrong(said.line, f"{key}: {shown}", expected)

    def recording(self, subject: Int32s, parent: Int32s, happened: int = 0) -> Recording:
        """With subjects as they are numbered at last."""
        rows = np.zeros(len(self.kind), RECORD)
        for name in ("kind", "g", "f", "aux"):
            rows[name] = np.frombuffer(getattr(self, name), RECORD[name])
        rows["subject"], rows["parent"] = subject, parent
        recording = Recording(0)
        recording.events = Events(rows, np.array([max(self.happened, happened)], np.int64))
        recording.stages = list(self.stages)
        return recording

    def columns(self) -> tuple[Int32s, Int32s]:
        """Subjects and parents, by number."""
        return np.frombuffer(self.subject, np.int32), np.frombuffer(self.parent, np.int32)


# What another program wrote ------------------------------------------------------------------------------


def _foreign(path: Path, taking: _Taking, level: Level | None) -> Recorded:
    """On a level that is given, or one as large as its events."""
    at = np.stack([np.frombuffer(taking.x), np.frombuffer(taking.y)], axis=1).reshape(-1, 2)
    if not taking.kind:
        raise BadInput(str(path), f"no event of a known type{_left_out(taking)}", "some that are " + ", ".join(KINDS))
    known = np.isfinite(at).all(axis=1)
    cells = bool(known.any() and (at[known] == np.floor(at[known])).all())
    if not known.all():
        missing = taking.ids[int(np.flatnonzero(~known)[0])]
        raise BadInput(str(path), f"no x and y for id {missing:.40}", "a place in its first event")
    level = _sized(path, at, level, cells=cells)
    numbers = np.arange(len(at), dtype=np.int32)
    if cells:
        numbers = ((at[:, 1] + 1) * (level.width + 2) + at[:, 0] + 1).astype(np.int32)
    _mark_ends(level, at, taking.ends, cells=cells)
    subject, parent = taking.columns()
    marks = np.isin(np.frombuffer(taking.kind, np.int32), (STAGE, LEVEL))
    whole = np.append(numbers, NONE).astype(np.int32)  # the last one is for NONE
    real = np.where(marks, subject, whole[np.where(marks, -1, subject)])
    recording = taking.recording(real, whole[parent])
    middle = at + 0.5 if cells else at
    levels = {int(number) for number in recording.subject[recording.kind == LEVEL]} | {NONE}
    return Recorded(
        recording,
        level,
        "",
        stem_of(path) + _left_out(taking),
        {},
        _way(taking, middle),
        dict.fromkeys(levels, None if cells else at),
        {},
    )


def _left_out(taking: _Taking) -> str:
    """What of a file says nothing to us."""
    most = ", ".join(f"{count:,} {word[:20]}" for word, count in list(taking.unknown.items())[:3])
    return f" (left out: {most}{' …' if len(taking.unknown) > 3 else ''})" if most else ""


def _sized(path: Path, at: Floats, level: Level | None, *, cells: bool) -> Level:
    """The level, if all that happened has room on it."""
    least, most = at.min(axis=0), at.max(axis=0) + (1 if cells else 0)
    if level is not None and (least < 0).any():
        raise BadInput(str(path), f"a place at ({least[0]:g}, {least[1]:g})", "0 or more")
    if level is not None and most[0] <= level.width and most[1] <= level.height:
        return level.copy()
    if (least < 0).any() or (most > MOST_SIDE).any():
        corners = " to ".join(f"({x:g}, {y:g})" for x, y in (least.tolist(), most.tolist()))
        raise BadInput(str(path), f"places from {corners}", f"within {MOST_SIDE} cells")
    return Level.empty(*(max(math.ceil(side), 1) for side in most))


def _mark_ends(level: Level, at: Floats, ends: Mapping[str, int], *, cells: bool) -> None:
    for word, name in zip(ENDS, ("start", "goal"), strict=True):
        if word in ends:
            x, y = at[ends[word]].tolist()
            level.markers[name] = Marker.at(x + 0.5, y + 0.5) if cells else Marker.at(x, y)


def _way(taking: _Taking, at: Floats) -> Floats:
    """From the destination along the parents that were named last; empty if it was never reached."""
    goal = taking.ends.get("destination", NONE)
    origin = dict(zip(taking.subject, taking.parent, strict=True))
    way, seen = [goal], {goal}
    while (way[-1] in origin) and origin[way[-1]] not in {NONE, *seen}:
        way.append(origin[way[-1]])
        seen.add(way[-1])
    return at[way[::-1]] if len(way) > 1 else np.zeros((0, 2))


# What we wrote -------------------------------------------------------------------------------------------


class _Ours:
    """What stands under our key, each part checked."""

    def __init__(self, path: Path, said: Mapping[str, Any]) -> None:
        self.path, self.said = path, said

    def recorded(self, taking: _Taking) -> Recorded:
        """As it was when it was written."""
        level = self._level()
        places = {self._index(n): None if at is None else self._rows(f"places.{n}", at, 2).reshape(-1, 2)
                  for n, at in self._object("places").items()}  # fmt: skip
        shapes = {self._index(n): self._shapes(n, at) for n, at in self._object("shapes").items()}
        subject, parent = self._numbered(taking, level, places)
        happened = self.said.get("happened", 0)
        if type(happened) is not int or not 0 <= happened < 1 << 62:
            raise self._wrong("happened", happened, "a whole number")
        recording = taking.recording(self._staged(taking, subject), parent, happened)
        recording.stages = list(self.said["stages"])
        options = self._object("options")
        if not all(isinstance(value, str) for value in options.values()):
            raise self._wrong("options", options, "texts by name")
        path = self._rows("path", self.said.get("path"), 2).reshape(-1, 2)
        planner, title = self._text("planner"), self._text("title")
        return Recorded(recording, level, planner, title, options, path, places, shapes)

    def _level(self) -> Level:
        import json

        text = json.dumps(self._object("level")).encode()
        return read(Source(f"{self.path}:sandbox.level", text), FORMATS[".json"])

    def _numbered(self, taking: _Taking, level: Level, places: Mapping[int, Floats | None]) -> tuple[Int32s, Int32s]:
        """Subjects by the number in their ids, each one that the level or its places know."""
        cells = (level.width + 2) * (level.height + 2)
        numbers = np.zeros(len(taking.ids) + 1, np.int32)
        numbers[-1] = NONE
        for at, name in enumerate(taking.ids):
            where, slash, number = name.rpartition("/")
            found = int(number) if number.lstrip("-").isdigit() and len(number) < 10 else -2
            known = places.get(int(where)) if slash and where.lstrip("-").isdigit() else None
            if not -1 <= found < (cells if not slash else 0 if known is None else len(known)):
                raise BadInput(str(self.path), f"id {name!r:.40}", "one of the level's cells, or of sandbox.places")
            numbers[at] = found
        subject, parent = taking.columns()
        marks = np.isin(np.frombuffer(taking.kind, np.int32), (STAGE, LEVEL))
        return np.where(marks, subject, numbers[np.where(marks, -1, subject)]), numbers[parent]

    def _staged(self, taking: _Taking, subject: Int32s) -> Int32s:
        """Stages by their numbers of before, whichever came first."""
        stages = self.said.get("stages")
        if not isinstance(stages, list) or not all(isinstance(name, str) for name in stages):
            raise self._wrong("stages", stages, "a list of names")
        if missing := set(taking.stages) - set(stages):
            raise self._wrong("stages", stages, f"{min(missing)!r:.40} among them")
        numbers = np.array([stages.index(name) for name in taking.stages] + [0], np.int32)
        mark = np.frombuffer(taking.kind, np.int32) == STAGE
        return np.where(mark, numbers[np.where(mark, subject, -1)], subject)

    def _object(self, name: str) -> dict[str, Any]:
        value = self.said.get(name)
        if not isinstance(value, dict):
            raise self._wrong(name, value, "an object")
        return value

    def _text(self, name: str) -> str:
        value = self.said.get(name)
        if not isinstance(value, str) or len(value) > 1000:
            raise self._wrong(name, value, "a short text")
        return value

    def _index(self, name: str) -> int:
        if not (name.lstrip("-").isdigit() and len(name) < 10):
            raise self._wrong("places", name, "levels by number")
        return int(name)

    def _rows(self, name: str, value: Any, width: int) -> Floats:
        try:
            rows = np.array(value, np.float64)
        except (TypeError, ValueError):
            rows = np.zeros((1, 0))
        if rows.size and rows.shape[1:] != (width,):
            raise self._wrong(name, value, "pairs of numbers")
        return rows

    def _shapes(self, name: str, value: Any) -> Floats:
        try:
            rows = np.array(value, np.float64)
        except (TypeError, ValueError):
            rows = np.zeros(0)
        if rows.ndim != 3 or rows.shape[2] != 2 or not 3 <= rows.shape[1] <= 64:
            raise self._wrong(f"shapes.{name}", value, "outlines of 3 corners or more")
        return rows

    def _wrong(self, name: str, found: Any, expected: str) -> SandboxError:
        return BadInput(f"{self.path}:sandbox.{name}", f"{found!r:.60}", expected)
