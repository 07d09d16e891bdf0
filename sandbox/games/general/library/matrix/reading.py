"""Reads the text of a matrix game: a line a row, a number or a pair for each column.

           rock  paper  scissors        names of the columns, if wanted
    rock      0     -1         1        a lone number: the column player has the opposite
    paper     1      0        -1

    3,2  0,0                            a pair: what the row player has, and the column player
    0,0  2,3

Numbers are whole, decimal or fractions (1/2). Rows may also be divided by semicolons. Lines that begin with # are
remarks. Names begin with a letter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from sandbox.errors import BadInput
from sandbox.games.texts import Texts
from sandbox.games.two_words.notation import shortened

MOST = 12  # rows, or columns
LONGEST_NAME = 16
LARGEST = 1_000_000
EXAMPLE = "rock-paper-scissors"
_NUMBER = re.compile(r"[-+]?\d{1,7}(?:\.\d{1,6}|/[1-9]\d{0,6})?", re.ASCII)
_EXPECTED = "a number such as -1, 0.5 or 1/2, or a pair such as 3,2"

Rows = tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True, slots=True)
class Payoffs:
    """What both have, for each choice of both; told apart by the text."""

    text: str
    rows: tuple[str, ...] = field(compare=False)
    columns: tuple[str, ...] = field(compare=False)
    first: Rows = field(compare=False)  # the row player's
    second: Rows = field(compare=False)

    @property
    def zero_sum(self) -> bool:
        """Whether what both have always adds up to the same."""
        sums = {
            a + b for mine, yours in zip(self.first, self.second, strict=True) for a, b in zip(mine, yours, strict=True)
        }
        return len(sums) == 1


def _of_file(path: Path) -> Payoffs:
    return read(path.read_text(encoding="utf-8"), str(path))


_TEXTS = Texts(_of_file, "a file with a matrix", "matrices", kept=16)
shipped, load = _TEXTS.shipped, _TEXTS.load


def read(text: str, where: str) -> Payoffs:
    """Read a matrix, or say what is wrong with it."""
    kept = [(n, line) for n, line in enumerate(text.splitlines(), start=1) if not line.lstrip().startswith("#")]
    lines = [(n, part.split()) for n, line in kept for part in line.split(";") if part.split()]
    if not lines:
        raise BadInput(where, "no rows", "a line a row")
    columns = tuple(lines.pop(0)[1]) if all(_is_name(word) for word in lines[0][1]) else ()
    rows, first, second = list[str](), list[tuple[Fraction, ...]](), list[tuple[Fraction, ...]]()
    if not lines:
        raise BadInput(where, "names without rows", "a line a row")
    for number, words in lines:
        named = _is_name(words[0])
        rows.append(words[0] if named else f"row{len(rows) + 1}")
        pairs = [_pair(word, f"{where}:{number}") for word in words[named:]]
        width = len(columns) or len(first[0] if first else pairs)
        if len(pairs) != width or not pairs:
            raise BadInput(f"{where}:{number}", f"{len(pairs)} columns", f"{max(width, 1)}, as above")
        first.append(tuple(a for a, _ in pairs))
        second.append(tuple(b for _, b in pairs))
    if not 1 <= len(rows) <= MOST or not 1 <= len(first[0]) <= MOST:
        raise BadInput(where, f"{len(rows)} rows of {len(first[0]) if first else 0}", f"1 to {MOST} of each")
    columns = columns or tuple(f"column{i + 1}" for i in range(len(first[0])))
    _checked(where, rows)
    _checked(where, columns)
    return Payoffs(_written(tuple(rows), columns, first, second), tuple(rows), columns, tuple(first), tuple(second))


def _is_name(word: str) -> bool:
    return word[0].isalpha()


def _checked(where: str, names: Sequence[str]) -> None:
    for name in names:
        if len(name) > LONGEST_NAME or not name.isprintable() or names.count(name) > 1:
            raise BadInput(
                where, f"the name {shortened(name)!r}", f"names of {LONGEST_NAME} letters at most, each once"
            )


def _pair(word: str, where: str) -> tuple[Fraction, Fraction]:
    parts = word.split(",")
    if len(parts) > 2 or not all(_NUMBER.fullmatch(part) for part in parts):
        raise BadInput(where, repr(shortened(word)), _EXPECTED)
    found = [Fraction(part) for part in parts]
    if any(abs(value) > LARGEST for value in found):
        raise BadInput(where, repr(shortened(word)), f"numbers from -{LARGEST} to {LARGEST}")
    return found[0], found[1] if len(found) == 2 else -found[0]


def _written(
    rows: tuple[str, ...],
    columns: tuple[str, ...],
    first: Sequence[tuple[Fraction, ...]],
    second: Sequence[tuple[Fraction, ...]],
) -> str:
    """The text on one line."""
    lines = [" ".join(columns)]
    for name, mine, yours in zip(rows, first, second, strict=True):
        cells = (str(a) if a == -b else f"{a},{b}" for a, b in zip(mine, yours, strict=True))
        lines.append(" ".join([name, *cells]))
    return "; ".join(lines)
