"""MovingAI maps and scenarios: the grids and queries most of the literature measures on.

Nathan Sturtevant, "Benchmarks for Grid-Based Pathfinding", IEEE TCIAIG 2012 (movingai.com/benchmarks).
A map's letters: `.` and `G` passable, `@`, `O` and `T` blocked, `S` swamp (passable, costs as much), `W` water.
The paper lets water be crossed from water; no benchmark query uses that, and here water is blocked.
A scenario's lengths are optimal octile ones, diagonals √2, no corner cutting.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.level.formats.common.cells import codes_with_polygons
from sandbox.level.formats.common.format import CELLS, Format
from sandbox.level.formats.common.source import Source, shown
from sandbox.level.model import MAX_SIDE, Level
from sandbox.level.terrain import DEFAULT_PALETTE, Palette, Pattern, Terrain

LETTERS = ".G@OTSW"
NAMES = ("floor", "ground", "wall", "outside", "trees", "swamp", "water")
"""The terrain each letter becomes, in the order of `LETTERS`."""
_CODE = np.full(256, 255, np.uint8)  # index in LETTERS of a byte; 255: not a letter
_CODE[np.frombuffer(LETTERS.encode(), np.uint8)] = np.arange(len(LETTERS))
_EXPECTED_LETTERS = "one of " + " ".join(LETTERS)
Cells = NDArray[np.uint8]


def _palette() -> Palette:
    """The default terrains, those only MovingAI has, and a swamp that costs no more than floor: its lengths say so."""
    by_name = {terrain.name: terrain for terrain in DEFAULT_PALETTE}
    by_name["swamp"] = replace(by_name["swamp"], cost=1.0)
    by_name["ground"] = Terrain("ground", "#343a33", Pattern.PLAIN, 1)
    by_name["outside"] = Terrain("outside", "#5b6270", Pattern.HATCH, 0)
    return Palette(by_name.values())


PALETTE = _palette()
_TERRAIN_OF_LETTER = np.array([PALETTE.code(name) for name in NAMES], np.uint8)


def read(source: Source) -> Level:
    """The level in a `.map` file."""
    return Level(_TERRAIN_OF_LETTER[read_letters(source, MAX_SIDE)], palette=PALETTE, title=Path(source.name).stem)


def write(level: Level) -> bytes:
    """The `.map` file of a level: terrain by name, other terrain by whether it blocks, polygons as cells."""
    letter_of_code = np.zeros(256, np.uint8)
    letter_of_code[: len(level.palette)] = [_letter(terrain) for terrain in level.palette]
    return write_letters(letter_of_code[codes_with_polygons(level)])


def _letter(terrain: Terrain) -> int:
    return NAMES.index(terrain.name) if knows(terrain) else LETTERS.index("@" if terrain.blocked else ".")


def knows(terrain: Terrain) -> bool:
    """Whether a terrain has a letter of its own."""
    return terrain.name in NAMES and terrain.blocked == (LETTERS[NAMES.index(terrain.name)] in "@OTW")


def read_letters(source: Source, longest_side: int) -> Cells:
    """Indices into `LETTERS`, [height, width]."""
    data = source.data.removeprefix(b"\xef\xbb\xbf")
    head = data.split(b"\n", 4)  # never all lines at once: a hostile file has millions
    width, height = _sides(source, head, longest_side)
    rows = head[4].split(b"\n", height) if len(head) > 4 else []
    surplus = rows.pop() if len(rows) > height else b""
    rows = [row.removesuffix(b"\r") for row in rows]
    while rows and not rows[-1]:
        rows.pop()
    if len(rows) != height or surplus.strip():
        found = f"{len(rows)} rows" if len(rows) < height else "more rows"
        raise BadInput(source.line(5 + len(rows)), found, f"{height} as the header says")
    return _cells(source, rows, width)


def _sides(source: Source, lines: list[bytes], longest_side: int) -> tuple[int, int]:
    if not lines or lines[0].split()[:1] != [b"type"]:
        raise BadInput(source.line(1), _quoted(lines, 0), "'type octile'")
    sides = dict(_side(source, lines, i, longest_side) for i in (1, 2))
    if len(sides) != 2:
        raise BadInput(source.line(3), _quoted(lines, 2), "both 'height N' and 'width N'")
    if len(lines) < 4 or lines[3].strip() != b"map":
        raise BadInput(source.line(4), _quoted(lines, 3), "'map'")
    return sides[b"width"], sides[b"height"]


def _side(source: Source, lines: list[bytes], index: int, longest_side: int) -> tuple[bytes, int]:
    words = lines[index].split() if index < len(lines) else []
    if len(words) != 2 or words[0] not in (b"height", b"width"):
        raise BadInput(source.line(index + 1), _quoted(lines, index), "'height N' or 'width N'")
    if not (words[1].isdigit() and len(words[1]) < 7 and 1 <= int(words[1]) <= longest_side):
        found = f"{words[0].decode()} {_quoted([words[1]], 0)}"
        raise BadInput(source.line(index + 1), found, f"a whole number from 1 to {longest_side}")
    return words[0], int(words[1])


def _quoted(lines: list[bytes], index: int) -> str:
    if index >= len(lines):
        return "the end of the file"
    return shown(lines[index].decode("utf-8", "replace"))


def _cells(source: Source, rows: list[bytes], width: int) -> Cells:
    for number, row in enumerate(rows, start=5):
        if len(row) != width:
            raise BadInput(source.line(number), f"a row of {len(row)} letters", f"{width} as the header says")
    codes = _CODE[np.frombuffer(b"".join(rows), np.uint8)].reshape(len(rows), width)
    if codes.max() == 255:
        y, x = np.argwhere(codes == 255)[0]
        letter = shown(chr(rows[y][x]))
        raise BadInput(source.line(int(y) + 5), f"letter {letter} in column {x + 1}", _EXPECTED_LETTERS)
    return codes


def write_letters(codes: Cells) -> bytes:
    """The file of a map given as indices into `LETTERS`."""
    height, width = codes.shape
    rows = np.full((height, width + 1), ord("\n"), np.uint8)
    rows[:, :-1] = np.frombuffer(LETTERS.encode(), np.uint8)[codes]
    return f"type octile\nheight {height}\nwidth {width}\nmap\n".encode() + rows.tobytes()


@dataclass(frozen=True, slots=True)
class Scenario:
    """The queries of one `.scen` file, column by column; cells, (0, 0) top left."""

    path: str
    maps: tuple[str, ...]  # [n] file name of each query's map
    bucket: NDArray[np.int32]  # [n]
    size: NDArray[np.int32]  # [n, 2] width, height of the map
    start: NDArray[np.int32]  # [n, 2] x, y
    goal: NDArray[np.int32]  # [n, 2]
    optimal: NDArray[np.float64]  # [n] octile length

    def __len__(self) -> int:
        return len(self.maps)


_COLUMNS = "bucket, map, width, height, start x, y, goal x, y, optimal length"
MAX_QUERIES = 200_000  # the largest published file has some 60,000
_INTEGERS = (0, 2, 3, 4, 5, 6, 7)


def read_scenario(path: str | Path) -> Scenario:
    """Read a `.scen` file of version 1."""
    return parse_scenario(Source.open(Path(path)))


def parse_scenario(source: Source) -> Scenario:
    """Read the text of a `.scen` file."""
    lines = source.text().splitlines() if _few_lines(source) else []
    if not lines or lines[0].split()[:1] != ["version"] or lines[0].split()[1:] not in (["1"], ["1.0"]):
        raise BadInput(source.line(1), shown(lines[0]) if lines else "the end of the file", "'version 1'")
    numbered = [(number, line) for number, line in enumerate(lines[1:], start=2) if line and not line.isspace()]
    columns = _columns(source, numbered)
    integers = {c: _integers(source, numbered, columns[c], c) for c in _INTEGERS}
    scenario = Scenario(
        path=source.name,
        maps=tuple(columns[1]),
        bucket=integers[0],
        size=np.column_stack([integers[2], integers[3]]),
        start=np.column_stack([integers[4], integers[5]]),
        goal=np.column_stack([integers[6], integers[7]]),
        optimal=_lengths(source, numbered, columns[8]),
    )
    _check(source, scenario, [number for number, _ in numbered])
    return scenario


def _few_lines(source: Source) -> bool:
    """Refuse what would take seconds and gigabytes."""
    count = source.data.count(b"\n") + source.data.count(b"\r")
    if count > MAX_QUERIES:
        raise BadInput(source.line(MAX_QUERIES), f"{count:,} line ends", f"at most {MAX_QUERIES:,}")
    return True


def _columns(source: Source, numbered: list[tuple[int, str]]) -> list[list[str]]:
    """The nine columns: all at once where every row is as it should be, else row by row."""
    text = "\t".join([line for _, line in numbered])
    words = text.split("\t") if text else []
    if len(words) == 9 * len(numbered) and all(line.count("\t") == 8 for _, line in numbered):
        return [words[c::9] for c in range(9)]
    rows = [_fields(source, number, line) for number, line in numbered]
    return [[row[c] for row in rows] for c in range(9)]


def _fields(source: Source, number: int, line: str) -> list[str]:
    fields = line.split("\t")
    if len(fields) != 9:  # some files have spaces for tabs
        fields = line.split()
    if len(fields) != 9:
        raise BadInput(source.line(number), f"{len(fields)} columns", f"9: {_COLUMNS}")
    return fields


def _integers(source: Source, numbered: list[tuple[int, str]], words: list[str], column: int) -> NDArray[np.int32]:
    try:
        return np.array(list(map(int, words)), np.int32)
    except (ValueError, OverflowError):
        number, text = _first_odd(numbered, words, _is_small_integer)
        raise BadInput(source.line(number), f"{shown(text)} in column {column + 1}", "a whole number") from None


def _lengths(source: Source, numbered: list[tuple[int, str]], words: list[str]) -> NDArray[np.float64]:
    try:
        return np.array(list(map(float, words)), np.float64)
    except ValueError:
        number, text = _first_odd(numbered, words, _is_number)
        raise BadInput(source.line(number), f"{shown(text)} in column 9", "a length") from None


def _first_odd(numbered: list[tuple[int, str]], words: list[str], fits: Callable[[str], bool]) -> tuple[int, str]:
    return next((number, word) for (number, _), word in zip(numbered, words, strict=True) if not fits(word))


def _is_small_integer(text: str) -> bool:
    try:
        return abs(int(text)) < 2**31
    except ValueError:
        return False


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _check(source: Source, scenario: Scenario, numbers: list[int]) -> None:
    for name, cells in (("start", scenario.start), ("goal", scenario.goal)):
        outside = ((cells < 0) | (cells >= scenario.size)).any(axis=1)
        if outside.any():
            row = int(np.argmax(outside))
            x, y = cells[row].tolist()
            width, height = scenario.size[row].tolist()
            raise BadInput(source.line(numbers[row]), f"{name} ({x}, {y})", f"a cell of the {width} × {height} map")
    unsound = ~((scenario.optimal >= 0) & np.isfinite(scenario.optimal))
    if unsound.any():
        row = int(np.argmax(unsound))
        raise BadInput(source.line(numbers[row]), f"length {scenario.optimal[row]}", "a length of at least 0")


def write_scenario(scenario: Scenario) -> bytes:
    """The text of a `.scen` file."""
    table = np.column_stack([scenario.size, scenario.start, scenario.goal]).tolist()
    rows = zip(scenario.bucket.tolist(), scenario.maps, table, scenario.optimal.tolist(), strict=True)
    lines = ["\t".join([str(b), m, *map(str, t), f"{length:.8f}"]) for b, m, t, length in rows]
    return "\n".join(["version 1", *lines, ""]).encode()


FORMAT = Format(
    title="MovingAI map",
    extensions=(".map",),
    help="`.` floor, `G` ground, `@` wall, `O` outside, `T` trees, `S` swamp (costs 1, as in its benchmarks), `W` "
    "water (blocked). Letters survive the way to `.json` and back. Polygons go out as the cells they block",
    order=10,
    read=read,
    write=write,
    keeps=CELLS,
    knows=knows,
)
