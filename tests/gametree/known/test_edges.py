"""The table of Othello's edges: what it calls stable stays, whatever is played there, and nothing else does."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from sandbox.cli.entry import run
from sandbox.errors import BadInput
from sandbox.gametree.known import edges
from sandbox.gametree.known.shipped import folder

pytestmark = pytest.mark.small
SHIPPED = folder() / "othello.edges"


def reached(own: int, other: int) -> set[tuple[int, int]]:
    """Every edge that can follow, by walking on from square to square."""
    found, waiting = {(own, other)}, [(own, other)]
    while waiting:
        mine, theirs = waiting.pop()
        for square in range(8):
            if not (mine | theirs) >> square & 1:
                first = with_disc(mine, theirs, square)
                second = with_disc(theirs, mine, square)[::-1]
                for edge in (first, second):
                    if edge not in found:
                        found.add(edge)
                        waiting.append(edge)
    return found


def with_disc(mover: int, other: int, square: int) -> tuple[int, int]:
    """As text: M, O and dots, the run of O up to an M turned on either side."""
    cells = ["M" if mover >> i & 1 else "O" if other >> i & 1 else "." for i in range(8)]
    cells[square] = "M"
    for part in (range(square + 1, 8), range(square - 1, -1, -1)):
        run_of = []
        for i in part:
            if cells[i] != "O":
                if cells[i] == "M":
                    for j in run_of:
                        cells[j] = "M"
                break
            run_of.append(i)
    return tuple(sum(1 << i for i, c in enumerate(cells) if c == side) for side in "MO")  # type: ignore[return-value]


def test_what_is_stable_stays_and_nothing_else() -> None:
    table, draw = edges.load(SHIPPED), random.Random(5)
    for _ in range(150):
        cells = [draw.choice("MO.") for _ in range(8)]
        own, other = (sum(1 << i for i, c in enumerate(cells) if c == side) for side in "MO")
        kept = own
        for mine, _theirs in reached(own, other):
            kept &= mine
        assert table[own | other << 8] == kept, "".join(cells)


def test_corners_full_edges_and_overlaps() -> None:
    table = edges.load(SHIPPED)
    assert table[0b10000001] == 0b10000001
    assert table[0b00000111] == 0b00000111  # from a corner inward
    assert table[0b00000110] == 0
    assert table[0b01010101 | 0b10101010 << 8] == 0b01010101  # nothing is empty
    assert table[3 | 2 << 8] == 0


@pytest.mark.slow
def test_the_table_that_ships_is_what_the_command_makes(tmp_path: Path) -> None:
    assert run(["table", "othello", "-o", str(tmp_path / "made")]) == 0
    assert (tmp_path / "made").read_bytes() == SHIPPED.read_bytes()


def test_a_spoilt_file_is_one_line(tmp_path: Path) -> None:
    path, good = tmp_path / "bad.edges", SHIPPED.read_bytes()
    for content in (b"", b"[]\n", good[:-1], good.replace(b"edges 1", b"edges 9")):
        path.write_bytes(content)
        with pytest.raises(BadInput, match=r"bad\.edges"):
            edges.load(path)
    with pytest.raises(BadInput, match="nowhere"):
        edges.load(tmp_path / "nowhere.edges")
