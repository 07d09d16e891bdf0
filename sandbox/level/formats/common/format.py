"""What a file format says of itself: a module in `formats/` with a `FORMAT` is one more format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sandbox.errors import BadInput
from sandbox.level.formats.common.source import Source
from sandbox.level.model import Level
from sandbox.level.terrain import Terrain
from sandbox.registry import Option, options_of

ALL = frozenset({"terrains", "costs", "polygons", "names", "size", "markers", "timed", "words", "view"})
CELLS = frozenset({"terrains", "size"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One kind of file. `read` takes the source and, if there are options, one of their class."""

    title: str
    extensions: tuple[str, ...]
    help: str  # what becomes of a file, or of a level: for the guide
    order: int  # in which a person should meet it
    read: Callable[..., Level] | None = None
    write: Callable[[Level], bytes] | None = None
    options_class: type | None = None  # a dataclass of reading options
    limits: Callable[[Source], Mapping[str, tuple[float, float]]] | None = None  # of options, in one file
    keeps: frozenset[str] = frozenset()  # of `ALL`
    knows: Callable[[Terrain], bool] | None = None  # whether a terrain comes back as itself; None: every one does

    @property
    def reads(self) -> bool:
        """Whether files of this kind can be read."""
        return self.read is not None

    @property
    def writes(self) -> bool:
        """Whether levels can be written so."""
        return self.write is not None

    @property
    def options(self) -> tuple[Option, ...]:
        """The options that `load` takes."""
        return options_of(self.options_class) if self.options_class else ()

    def options_for(self, source: Source) -> tuple[Option, ...]:
        """The same, as far as they go in one file."""
        limits = self.limits(source) if self.limits is not None else {}
        return tuple(
            replace(option, low=limits[option.name][0], high=limits[option.name][1])
            if option.name in limits
            else option
            for option in self.options
        )

    def parse_options(self, texts: Mapping[str, str]) -> dict[str, Any]:
        """Options from the words of a command line."""
        return {name: self._option(name).parse(text, f"option {name}") for name, text in texts.items()}

    def _option(self, name: str) -> Option:
        known = {option.name: option for option in self.options}
        if name not in known:
            raise BadInput(f"option {name}", "unknown for this format", "one of " + (", ".join(known) or "none"))
        return known[name]

    def level_in(self, source: Source, given: Mapping[str, Any]) -> Level:
        """The level in a file, read with these options, each of them checked."""
        if self.read is None:
            raise BadInput(source.name, f"a file of format {self.title}", "a format that can be read")
        for name, value in given.items():
            self._option(name).check(value, f"option {name}")
        return self.read(source, self.options_class(**given)) if self.options_class else self.read(source)
