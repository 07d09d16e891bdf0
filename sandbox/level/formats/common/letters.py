"""Which letter stands for which terrain: for maps drawn as text."""

from __future__ import annotations

from collections.abc import Sequence

from sandbox.level.terrain import Palette

FORBIDDEN = set('"\\[]{},')
"""They would need escaping in JSON, or look like its brackets to whoever counts them."""

KNOWN = {
    "floor": ".",
    "wall": "#",
    "water": "~",
    "swamp": "%",
    "road": "=",
    "grass": "'",
    "sand": ":",
    "shallows": "-",
    "trees": "T",
    "rubble": "*",
    "void": " ",
    "ground": "G",
    "outside": "O",
}
_PRINTABLE = [chr(c) for c in range(33, 127)] + [chr(c) for c in range(0xA1, 0x250) if c != 0xAD]
_SPARE = [c for c in _PRINTABLE if c not in FORBIDDEN and c not in KNOWN.values()]


def letters_for(palette: Palette) -> list[str]:
    """A letter for each terrain, always the same for the same palette: known ones, those in its name, then any."""
    given: dict[str, str] = {}
    for name in palette.names:
        _give(given, name, [KNOWN.get(name, "")])
    for name in palette.names:
        _give(given, name, [c.upper() for c in name] + [c.lower() for c in name] + _SPARE)
    return [given[name] for name in palette.names]


def _give(given: dict[str, str], name: str, wishes: Sequence[str]) -> None:
    if name in given:
        return
    taken = set(given.values())
    free = (c for c in wishes if len(c) == 1 and c not in taken and (c in _SPARE_SET or c == KNOWN.get(name)))
    letter = next(free, "")
    if letter:
        given[name] = letter


_SPARE_SET = set(_SPARE)
