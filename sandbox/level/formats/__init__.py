"""Levels in files: ours, and those of the neighbours.

    level = load("caves.json")
    level = load("relief.png", mode="height", slope=30)
    lost = save(level, "caves.map")        # what the format could not say, in words

The format follows from the file's extension (`FORMATS`). A broken or hostile file is refused with a `BadInput`
that names line or key, what was found and what was expected; it never crashes, hangs or fills the memory.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandbox.errors import BadInput
from sandbox.files import write_atomically
from sandbox.level.formats.common.source import Source
from sandbox.level.model import Level
from sandbox.registry import Option, options_of

__all__ = ["FORMATS", "Format", "format_of", "load", "load_with_report", "losses", "problems", "read", "save"]


@dataclass(frozen=True, slots=True)
class Format:
    """One kind of file. `module` has `read(source[, options])` and `write(level)`, as far as it can do either."""

    title: str
    extensions: tuple[str, ...]
    module: str
    options_class: str = ""  # its dataclass of reading options, in `options_module`
    reads: bool = True
    writes: bool = True
    keeps: frozenset[str] = frozenset()  # of: terrains costs polygons markers timed words view

    @property
    def options(self) -> tuple[Option, ...]:
        """What may be told to `load`."""
        return options_of(self._class) if self.options_class else ()

    def parse_options(self, texts: Mapping[str, str]) -> dict[str, Any]:
        """Options from the words of a command line."""
        return {name: self._option(name).parse(text, f"option {name}") for name, text in texts.items()}

    def _option(self, name: str) -> Option:
        known = {option.name: option for option in self.options}
        if name not in known:
            raise BadInput(f"option {name}", "unknown for this format", "one of " + (", ".join(known) or "none"))
        return known[name]

    @property
    def _class(self) -> type:
        module, _, name = self.options_class.rpartition(".")
        found: type = getattr(_module(module), name)
        return found

    def reader(self, given: dict[str, Any]) -> Callable[[Source], Level]:
        """How to read a file with these options, each of them checked."""
        read_file = _module(self.module).read
        for name, value in given.items():
            self._option(name).check(value, f"option {name}")
        if not self.options_class:
            return lambda source: _level(read_file(source))
        options = self._class(**given)
        return lambda source: _level(read_file(source, options))


def _module(name: str) -> Any:
    return importlib.import_module(f"sandbox.level.formats.{name}")


def _level(value: Any) -> Level:
    assert isinstance(value, Level)
    return value


_CELLS = frozenset({"terrains"})
_ALL = frozenset({"terrains", "costs", "polygons", "markers", "timed", "words", "view"})
_VECTOR = "common.vector.VectorOptions"

FORMATS: dict[str, Format] = {
    extension: kind
    for kind in (
        Format("Level", (".json",), "level_json", keeps=_ALL),
        Format("MovingAI map", (".map",), "movingai", keeps=_CELLS),
        Format(
            "MovingAI scenario",
            (".scen",),
            "scenario_level",
            "scenario_level.ScenarioOptions",
            writes=False,
        ),
        Format("GeoJSON polygons", (".geojson",), "geojson", _VECTOR, keeps=frozenset({"polygons"})),
        Format("WKT polygons", (".wkt",), "wkt", _VECTOR, keeps=frozenset({"polygons"})),
        Format("PNG picture", (".png",), "image", "image.ImageOptions", keeps=_CELLS),
        Format("Tiled map", (".tmx",), "tiled.xml", writes=False),
        Format("Tiled map (JSON)", (".tmj",), "tiled.json", writes=False),
        Format("SVG picture", (".svg",), "svg", reads=False, keeps=_ALL),
    )
    for extension in kind.extensions
}


def format_of(path: Path) -> Format:
    """The format of a file's extension."""
    kind = FORMATS.get(path.suffix.lower())
    if kind is None:
        raise BadInput(str(path), f"extension {path.suffix!r}", "one of " + ", ".join(FORMATS))
    return kind


def load(path: str | Path, **options: Any) -> Level:
    """The level in a file."""
    return load_with_report(path, **options)[0]


def load_with_report(path: str | Path, **options: Any) -> tuple[Level, list[str]]:
    """The level in a file, and remarks on what was odd but no error (unknown keys, skipped shapes)."""
    kind = format_of(Path(path))
    source = Source.open(Path(path))
    return read(source, kind, **options), source.remarks


def read(source: Source, kind: Format, **options: Any) -> Level:
    """The level in a source of a known format."""
    if not kind.reads:
        raise BadInput(source.name, f"a file of format {kind.title}", "a format that can be read")
    try:
        return kind.reader(options)(source)
    except BadInput as error:
        if error.where.startswith((source.name, "option ")):
            raise
        raise BadInput(f"{source.name}: {error.where}", error.found, error.expected) from None


def save(level: Level, path: str | Path) -> list[str]:
    """Write a level, keeping the old file under a trailing "~"; returns what the format could not say."""
    kind = format_of(Path(path))
    if not kind.writes:
        raise BadInput(str(path), f"the format {kind.title} can only be read", "another extension")
    content: bytes = _module(kind.module).write(level)
    write_atomically(Path(path), content, backup=True)
    return losses(level, kind)


def losses(level: Level, kind: Format) -> list[str]:
    """What of this level a format cannot say, in words."""
    gone = {part: text for part, text in _parts(level).items() if text and part not in kind.keeps}
    if "polygons" in gone and "terrains" in kind.keeps:
        gone["polygons"] += " (as the cells they block)"
    misfits = [repr(t.name) for t in level.timed if "timed" in kind.keeps and not t.fits(level)]
    if misfits:
        gone["misfits"] = f"{', '.join(misfits)}, which no longer fits the level"
    return [f"not in a {kind.title}: {text}" for text in gone.values()]


def _parts(level: Level) -> dict[str, str]:
    used = [level.palette[code] for code in _codes_in(level)]
    return {
        "terrains": "terrain" if len(used) > 1 else "",
        "costs": "terrain costs" if any(t.cost > 1 for t in used) else "",
        "polygons": f"{len(level.polygons)} polygons" if level.polygons else "",
        "markers": f"{len(level.markers)} markers" if level.markers else "",
        "timed": f"{len(level.timed)} timed changes" if level.timed else "",
        "words": "title and notes" if level.notes else "",
        "view": "the view" if level.view else "",
    }


def _codes_in(level: Level) -> list[int]:
    import numpy as np

    return [int(code) for code in np.unique(level.terrain)]


def problems(path: str | Path, **options: Any) -> list[str]:
    """Everything wrong with a file: what keeps it from loading, what is odd, what is wrong with the level itself."""
    from sandbox.level.problems import problems_of

    kind = format_of(Path(path))
    source = Source.open(Path(path))
    source.found = []
    try:
        level = read(source, kind, **options)
    except BadInput as error:
        source.found.append(error)
        return [*map(str, source.found), *source.remarks]
    named = [f"{path}: {problem}" for problem in problems_of(level, kind.keeps)]
    return [*map(str, source.found), *source.remarks, *named]
