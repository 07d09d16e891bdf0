"""Levels in files: ours, and those of the neighbours.

    level = load("caves.json")
    level = load("relief.png", mode="height", slope=30)
    lost = save(level, "caves.map")        # what the format could not say, in words

The format follows from the file's extension (`FORMATS`). A broken or hostile file is refused with a `BadInput`
that names line or key, what was found and what was expected; it never crashes, hangs or fills the memory.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from sandbox.errors import BadInput
from sandbox.files import write_atomically
from sandbox.level.formats import level_json
from sandbox.level.formats.common.format import Format
from sandbox.level.formats.common.source import Source
from sandbox.level.model import Level
from sandbox.registry import Option

__all__ = [
    "FORMATS", "Format", "format_of", "load", "load_with_report", "losses", "options_for", "problems", "read", "save"
]  # fmt: skip

MOST_NAMED = 8  # terrains, in what is said to be lost


class _Formats(Mapping[str, Format]):
    """Formats by extension: what the modules in this package call `FORMAT`, searched when first asked for."""

    @cached_property
    def kinds(self) -> tuple[Format, ...]:
        """Every format once, in the order a person should meet them."""
        modules = [importlib.import_module(m.name) for m in pkgutil.walk_packages(__path__, f"{__name__}.")]
        return tuple(sorted((m.FORMAT for m in modules if hasattr(m, "FORMAT")), key=lambda kind: kind.order))

    @cached_property
    def _by_extension(self) -> dict[str, Format]:
        return {extension: kind for kind in self.kinds for extension in kind.extensions}

    def __getitem__(self, extension: str) -> Format:
        own = level_json.FORMAT  # what is opened at every start is found without loading the readers of all others
        return own if extension in own.extensions else self._by_extension[extension]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_extension)

    def __len__(self) -> int:
        return len(self._by_extension)


FORMATS = _Formats()


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


def options_for(path: Path, kind: Format) -> Sequence[Option]:
    """The options `load` takes for one file: of a scenario no query that it does not have."""
    try:
        return kind.options_for(Source.open(path))
    except (BadInput, OSError):  # reading it says so
        return kind.options


def read(source: Source, kind: Format, **options: Any) -> Level:
    """The level in a source of a known format."""
    try:
        return kind.level_in(source, options)
    except BadInput as error:
        if error.where.startswith((source.name, "option ")):
            raise
        raise BadInput(f"{source.name}: {error.where}", error.found, error.expected) from None


def save(level: Level, path: str | Path) -> list[str]:
    """Write a level, keeping the old file under a trailing "~"; returns what the format could not say."""
    kind = format_of(Path(path))
    if kind.write is None:
        raise BadInput(str(path), f"the format {kind.title} can only be read", "another extension")
    write_atomically(Path(path), kind.write(level), backup=True)
    return losses(level, kind)


def losses(level: Level, kind: Format) -> list[str]:
    """What of this level a format cannot say, in words."""
    gone = {part: text for part, text in _parts(level).items() if text and part not in kind.keeps}
    if "polygons" in gone:
        gone.pop("names", "")
        as_cells = "terrains" in kind.keeps and any(terrain.blocked for terrain in level.palette)
        gone["polygons"] += " (as the cells they block)" if as_cells else ""
    others = _strangers(level, kind)
    if others:
        more = f" and {len(others) - MOST_NAMED} more" if len(others) > MOST_NAMED else ""
        gone["others"] = f"terrain that comes back as another: {', '.join(others[:MOST_NAMED])}{more}"
    misfits = [repr(t.name) for t in level.timed if "timed" in kind.keeps and not t.fits(level)]
    if misfits:
        gone["misfits"] = f"{', '.join(misfits)}, which no longer fits the level"
    return [f"not in a {kind.title}: {text}" for text in gone.values()]


def _parts(level: Level) -> dict[str, str]:
    from sandbox.level.formats.common.vector import size_is_seen

    size = f"width={level.width} height={level.height}"
    used = [level.palette[code] for code in _codes_in(level)]
    return {
        "size": "" if size_is_seen(level) else f"the size: read it with fit=cells {size}",
        "terrains": "terrain" if any(t.name != "floor" or t.blocked for t in used) else "",
        "costs": "terrain costs" if any(t.cost > 1 for t in used) else "",
        "polygons": f"{len(level.polygons)} polygons" if level.polygons else "",
        "names": "names of polygons" if any(p.name for p in level.polygons.values()) else "",
        "markers": f"{len(level.markers)} markers" if level.markers else "",
        "timed": f"{len(level.timed)} timed changes" if level.timed else "",
        "words": "title and notes" if level.notes else "",
        "view": "the view" if level.view else "",
    }


def _strangers(level: Level, kind: Format) -> list[str]:
    """The terrains in use that a format does not know."""
    knows = kind.knows
    if knows is None:
        return []
    return [repr(level.palette[code].name) for code in _codes_in(level) if not knows(level.palette[code])]


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
