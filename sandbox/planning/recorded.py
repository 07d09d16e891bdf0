"""A recorded search in a file, with all it takes to be shown again: its level, its planner, its path.

Beside the events lie the level as it was, and where what is recorded lies: triangles are numbered in the order in
which edits made them, so that another triangulation of the same level would not do.
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.kernels.arrays import Floats
from sandbox.kernels.playback import Playback
from sandbox.kernels.recording import BROKEN, LEVEL, STAGE, Recording, read_array
from sandbox.level.formats import FORMATS, read
from sandbox.level.formats.common.source import Source
from sandbox.level.model import Level

if TYPE_CHECKING:
    from sandbox.planning.api import Planner
    from sandbox.planning.prepared import Prepared
    from sandbox.registry import Entry

MOST_PLACES: Final = 1 << 26  # numbers in one array: a file that claims more is refused
MOST_BYTES: Final = 1 << 27  # of the level
MOST_CORNERS: Final = 64
_FLOATS, _BYTES = np.dtype(np.float64), np.dtype(np.uint8)
EXPECTED = "a recording of a search (.npz)"


@dataclass(frozen=True, slots=True)
class Recorded:
    """One recorded answer of one planner on one level."""

    recording: Recording
    level: Level
    planner: str  # its key
    title: str
    options: Mapping[str, str] = field(default_factory=dict)  # as a command line gives them
    path: Floats = field(default_factory=lambda: np.zeros((0, 2)))  # empty: none was found
    places: Mapping[int, Floats | None] = field(default_factory=dict)  # as `Prepared.places`, by level
    shapes: Mapping[int, Floats] = field(default_factory=dict)  # as `Prepared.shapes`

    def save(self, path: Path) -> None:
        """Write a .npz file, in one step."""
        write = FORMATS[".json"].write
        assert write is not None
        arrays: dict[str, NDArray[Any]] = {"level": np.frombuffer(write(self.level), np.uint8)}
        arrays["way"] = np.ascontiguousarray(self.path, np.float64).reshape(-1)
        arrays |= {f"places {n}": np.ravel(at).astype(np.float64) for n, at in self.places.items() if at is not None}
        arrays |= {f"shapes {n}": np.ravel(at).astype(np.float64) for n, at in self.shapes.items()}
        self.recording.about["search"] = {
            "planner": self.planner,
            "title": self.title,
            "options": dict(self.options),
            "levels": [[n, at is not None] for n, at in self.places.items()],
            "corners": [[n, at.shape[1]] for n, at in self.shapes.items()],
        }
        self.recording.save(path, arrays)

    @classmethod
    def load(cls, path: Path) -> Recorded:
        """Read what `save` wrote. Raises BadInput for anything else."""
        recording = Recording.load(path)
        facts = _Facts(path, recording.about.get("search"))
        try:
            with zipfile.ZipFile(path) as archive:
                way = _points(archive, path, "way", 2)
                places = {n: _points(archive, path, f"places {n}", 2) if some else None for n, some in facts.levels}
                shapes = {n: _shapes(archive, path, n, corners) for n, corners in facts.corners}
        except BROKEN as error:
            raise BadInput(str(path), f"not readable ({error})", EXPECTED) from None
        found = cls(recording, level_in(path), facts.planner, facts.title, facts.options, way, places, shapes)
        _check_subjects(found, str(path))
        return found


def level_in(path: Path) -> Level:
    """The level of a recording alone: its events, which may be many, are not read."""
    try:
        with zipfile.ZipFile(path) as archive:
            text = read_array(archive, path, "level", _BYTES, MOST_BYTES).tobytes()
    except BROKEN as error:
        raise BadInput(str(path), f"not readable ({error})", EXPECTED) from None
    return read(Source(f"{path}:level", text), FORMATS[".json"])


def holds_search(path: Path) -> bool:
    """Whether a file looks like the recording of a search with its level."""
    try:
        with zipfile.ZipFile(path) as archive:
            return {"events.npy", "level.npy"} <= set(archive.namelist())
    except BROKEN:
        return False


def whereabouts(prepared: Prepared, recording: Recording) -> tuple[dict[int, Floats | None], dict[int, Floats]]:
    """Where what is recorded lies, level by level, and what has an outline."""
    playback = Playback(recording)
    levels = {playback.act_at(int(start)).level for start in playback.act_starts}
    shapes = {level: shape for level in levels if (shape := prepared.shapes(level)) is not None}
    return {level: prepared.places(level) for level in levels}, shapes


def texts_of(entry: Entry[Planner], planner: Planner) -> dict[str, str]:
    """A planner's options that are not at their default, as a command line gives them."""
    values = {o.name: getattr(planner, o.name) for o in entry.options}
    changed = {o.name: values[o.name] for o in entry.options if values[o.name] != o.default}
    return {name: str(getattr(value, "value", value)) for name, value in changed.items()}


def _points(archive: zipfile.ZipFile, path: Path, name: str, columns: int) -> Floats:
    numbers = read_array(archive, path, name, _FLOATS, MOST_PLACES)
    if len(numbers) % columns:
        raise BadInput(f"{path}:{name}", f"{len(numbers)} numbers", f"{columns} for each")
    return numbers.reshape(-1, columns)


def _shapes(archive: zipfile.ZipFile, path: Path, level: int, corners: int) -> Floats:
    return _points(archive, path, f"shapes {level}", 2 * corners).reshape(-1, corners, 2)


class _Facts:
    """What is said of a search, each part checked."""

    def __init__(self, path: Path, said: Any) -> None:
        where = f"{path}:search"
        if not isinstance(said, dict):
            raise BadInput(where, "missing", EXPECTED)
        self.planner, self.title = (_text(where, said, name) for name in ("planner", "title"))
        options = said.get("options")
        if not isinstance(options, dict) or not all(isinstance(v, str) for v in options.values()):
            raise BadInput(f"{where}.options", f"{options!r:.60}", "texts by name")
        self.options: dict[str, str] = options
        self.levels = _pairs(where, said, "levels", 1)
        self.corners = _pairs(where, said, "corners", MOST_CORNERS)
        if any(corners < 3 for _, corners in self.corners):
            raise BadInput(f"{where}.corners", "fewer than 3", "3 or more")


def _text(where: str, said: dict[str, Any], name: str) -> str:
    value = said.get(name)
    if not isinstance(value, str) or len(value) > 1000:
        raise BadInput(f"{where}.{name}", f"{value!r:.60}", "a short text")
    return value


def _pairs(where: str, said: dict[str, Any], name: str, most: int) -> list[tuple[int, int]]:
    """[level, number] pairs, the number from 0 to `most`; true and false are 1 and 0."""
    value: Any = said.get(name)
    sound = isinstance(value, list) and all(
        isinstance(pair, list)
        and len(pair) == 2
        and all(isinstance(n, int) for n in pair)
        and abs(pair[0]) < 1 << 31
        and 0 <= pair[1] <= most
        for pair in value
    )
    if not sound or len(value) > 1000:
        raise BadInput(f"{where}.{name}", f"{value!r:.60}", f"pairs of a level and a number up to {most}")
    return [(int(level), int(number)) for level, number in value]


def _check_subjects(found: Recorded, where: str) -> None:
    """Every subject must have its place, and every level its places, so that nobody has to ask again."""
    recording, playback = found.recording, Playback(found.recording)
    for start in playback.act_starts.tolist():
        act = playback.act_at(start)
        if act.level not in found.places:
            raise BadInput(f"{where}:events[{start}]", f"level {act.level}", "one whose places are reported")
        places = found.places[act.level]
        if places is None:
            continue
        rows = slice(act.start, act.stop)
        real = ~np.isin(recording.kind[rows], (STAGE, LEVEL))
        for column in (recording.subject[rows][real], recording.parent[rows][real]):
            if len(column) and not -2 < int(column.min()) <= int(column.max()) < len(places):
                raise BadInput(f"{where}:events[{start}…]", "a subject without a place", f"-1 to {len(places) - 1}")
