"""Generators of the user's own: their rows, made in a process of their own, read as those of a MovingAI map are."""

from __future__ import annotations

from typing import Any

from sandbox.errors import BadInput
from sandbox.level.formats import FORMATS, read
from sandbox.level.formats.common.source import Source as Content
from sandbox.level.generators import generators
from sandbox.level.generators.ground import check_size
from sandbox.level.model import Level
from sandbox.own.child import Child
from sandbox.own.described import Described, Own, class_of
from sandbox.own.entries import Offers, OwnEntries


class OwnGenerator(Own):
    """What every generator of the user's own is, beside its options."""

    def generate(self, width: int, height: int, seed: int) -> Level:
        """Ask its process for the rows."""
        check_size(width, height, 1)
        child = Child(self.what.source)
        request = {"do": "generate", "kind": "generator", "options": self.own_options}
        try:
            answer = child.ask({**request, "width": width, "height": height, "seed": seed}, seconds=self.what.seconds)
        finally:
            child.end()
        assert answer is not None  # nobody stopped it
        return self._level(answer["rows"], width, height)

    def _level(self, rows: list[Any], width: int, height: int) -> Level:
        where = f"{self.what.source.shown}: rows"
        if len(rows) != height:
            raise BadInput(where, f"{len(rows)} of them", f"{height}")
        for number, row in enumerate(rows):
            if len(row) != width:
                raise BadInput(where, f"row {number} has {len(row)} letters", f"{width}")
        text = "\n".join([f"type octile\nheight {height}\nwidth {width}\nmap", *map(str, rows), ""])
        level = read(Content(where, text.encode()), FORMATS[".map"])
        level.title = self.what.title
        return level


def _made(what: Described, _offers: Offers) -> tuple[type, dict[str, Any]]:
    return class_of(OwnGenerator, what), {}


_ENTRIES = OwnEntries(generators, ("generator",), _made)
find_own, find_all_own, register = _ENTRIES.find_own, _ENTRIES.find_all_own, _ENTRIES.register
