"""Formats are found by being there; the guide tells of all; what a file cannot hold is said when it is saved."""

import pkgutil
from pathlib import Path

import pytest
from hypothesis import given

from sandbox.cli.entry import run
from sandbox.errors import BadInput
from sandbox.level import formats
from sandbox.level.edits import AddPolygon
from sandbox.level.formats import movingai
from sandbox.level.formats.common import shapes, source, xml_tree
from sandbox.level.formats.common.format import ALL
from sandbox.level.formats.common.source import Source
from sandbox.level.formats.tiled import tiled_map
from sandbox.level.history import History
from sandbox.level.model import MAX_SIDE, Level
from sandbox.level.obstacles import Obstacle
from sandbox.level.terrain import DEFAULT_PALETTE, Palette
from tests.strategies.levels import levels

pytestmark = pytest.mark.small
ROOT = Path(__file__).resolve().parents[3]

THROW_AWAY = '''
"""Levels as two numbers."""

import numpy as np

from sandbox.level.formats.common.format import Format
from sandbox.level.model import Level


def read(source):
    return Level.empty(*map(int, source.text().split()))


def write(level):
    return f"{level.width} {level.height}".encode()


FORMAT = Format(
    title="Sizes", extensions=(".size",), help="only how large", order=5, read=read, write=write,
    keeps=frozenset({"size"}),
)
'''


@pytest.fixture
def one_more(tmp_path, monkeypatch):
    """One more format: one file, in a folder the package looks into."""
    (tmp_path / "throw_away.py").write_text(THROW_AWAY, encoding="utf-8")
    monkeypatch.setattr(formats, "__path__", [*formats.__path__, str(tmp_path)])
    monkeypatch.setattr(formats, "FORMATS", formats._Formats())


@pytest.mark.usefixtures("one_more")
def test_one_file_is_one_more_format(tmp_path, capsys):
    assert [kind.title for kind in formats.FORMATS.kinds][:2] == ["Level", "Sizes"]
    assert formats.save(Level.empty(7, 5), tmp_path / "a.size") == []
    assert formats.load(tmp_path / "a.size").same_as(Level.empty(7, 5))
    assert run(["convert", str(tmp_path / "a.size"), str(tmp_path / "b.json")]) == 0
    assert run(["convert", "--help"]) == 0
    assert ".json .size .map" in capsys.readouterr().out
    with pytest.raises(BadInput, match=r"expected one of \.json, \.size"):
        formats.load(tmp_path / "a.nothing")


def test_every_module_with_a_format_is_one_of_them():
    names = {module.name for module in pkgutil.iter_modules(formats.__path__) if not module.ispkg}
    found = {kind.read or kind.write for kind in formats.FORMATS.kinds}
    assert names <= {f.__module__.split(".")[3] for f in found}
    extensions = [e for kind in formats.FORMATS.kinds for e in kind.extensions]
    assert len(extensions) == len(set(extensions)) == len(formats.FORMATS)
    assert all(kind.keeps <= ALL for kind in formats.FORMATS.kinds)


def test_the_guide_tells_of_every_format():
    rows = ["| extension | in | out | what becomes of it |", "|---|---|---|---|"]
    for kind in formats.FORMATS.kinds:
        names = ", ".join(f"`{extension}`" for extension in kind.extensions)
        rows.append(f"| {names} | {'✓' if kind.reads else ''} | {'✓' if kind.writes else ''} | {kind.help} |")
    assert "\n".join(["", *rows, ""]) in (ROOT / "docs" / "level-format.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("extension", [".map", ".png"])
@given(level=levels(polygons=False))
def test_terrain_that_is_not_said_to_come_back_as_another_comes_back(extension, level):
    kind = formats.FORMATS[extension]
    options = {"mode": "palette"} if extension == ".png" else {}
    again = formats.read(Source(f"a{extension}", kind.write(level)), kind, **options)
    said = " ".join(formats.losses(level, kind))
    used = {level.palette[code].name for code in level.terrain.ravel().tolist()}
    lost = {name for name in used if repr(name) in said}
    assert ("comes back as another" in said) == bool(lost)
    if " more" not in said:
        pairs = zip(level.terrain.ravel().tolist(), again.terrain.ravel().tolist(), strict=True)
        names = {(level.palette[before].name, again.palette[after].name) for before, after in pairs}
        assert [(before, after) for before, after in names if before != after and before not in lost] == []


@pytest.mark.parametrize(("terrains", "words"), [(2, "1 polygons (as the cells they block)"), (1, "1 polygons")])
def test_polygons_become_cells_only_where_a_terrain_blocks(terrains, words):
    level = Level.empty(5, 5, palette=Palette(DEFAULT_PALETTE[:terrains]))
    level.apply(AddPolygon(Obstacle.of_cells([(1, 1), (4, 1), (4, 4)])))
    kind = formats.FORMATS[".map"]
    assert f"not in a MovingAI map: {words}" in formats.losses(level, kind)
    assert (b"@" in kind.write(level)) == ("cells" in words)


def test_the_guide_tells_the_bounds_that_are_held():
    bounds = (
        (ROOT / "docs" / "level-format.md").read_text(encoding="utf-8").partition("## Bounds")[2].replace("\n", " ")
    )
    told = [
        f"{source.MAX_BYTES >> 20} MB a file ({xml_tree.MAX_BYTES >> 20} MB of XML), {MAX_SIDE} cells a side",
        f"{shapes.MAX_POLYGONS:,} polygons of {shapes.MAX_VERTICES:,} vertices in all, {shapes.MAX_RING:,} a ring",
        f"{movingai.MAX_QUERIES:,} queries a scenario, {tiled_map.MAX_TILES // 10**6} million tiles in all layers",
    ]
    assert [text for text in told if text not in bounds] == []


def read_back(level, extension):
    """Print and read, as `losses` says one has to."""
    kind = formats.FORMATS[extension]
    lost = formats.losses(level, kind)
    told = next((text for text in lost if ": the size: read it with " in text), "")
    options = dict(word.split("=") for word in told.split() if "=" in word)
    return formats.read(Source(f"a{extension}", kind.write(level)), kind, **kind.parse_options(options)), lost


@pytest.mark.parametrize("extension", [".geojson", ".wkt", ".json", ".map", ".png"])
@given(level=levels())
def test_what_is_not_said_to_be_lost_is_there_again(extension, level):
    again, lost = read_back(level, extension)
    said = " ".join(lost)
    assert (again.width, again.height) == (level.width, level.height)
    if "polygons" not in said.replace("names of polygons", ""):
        pairs = list(zip([p for _, p in sorted(level.polygons.items())], again.polygons.values(), strict=True))
        assert all(a.same_shape(b) for a, b in pairs)
        assert "names of polygons" in said or all(a.name == b.name for a, b in pairs)
    if "terrain" not in said and extension in (".geojson", ".wkt"):
        assert (again.palette.cost8()[again.terrain] == level.palette.cost8()[level.terrain]).all()
    if not lost and extension == ".json":
        assert again.same_as(level)


@pytest.mark.parametrize("extension", [".geojson", ".wkt"])
@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 3), (1, 2048), (64, 48)])
@pytest.mark.parametrize("filled", [0.0, 0.25, 1.0])
def test_small_saves_come_back_in_their_size(extension, width, height, filled):
    level = Level.empty(width, height)
    if filled:
        x, y = width * filled, height * filled
        level.apply(AddPolygon(Obstacle.of_cells([(0, 0), (x, 0), (x, y), (0, y)])))
    again, lost = read_back(level, extension)
    assert (again.width, again.height) == (width, height)
    assert len(again.polygons) == len(level.polygons)
    seen = extension == ".geojson" or (filled == 1.0 and width >= 2)
    assert (lost == []) == (seen or (filled == 1.0 and height >= 2))


def test_a_level_all_of_wall_is_no_empty_one():
    level = Level.empty(3, 3)
    level.terrain[:] = 1
    assert "not in a WKT polygons: terrain" in formats.losses(level, formats.FORMATS[".wkt"])


@pytest.mark.parametrize("extension", [".json", ".geojson"])
def test_vertices_drawn_twice_are_one_from_the_start(extension):
    level = Level.empty(8, 8)
    twice = [(0, 0), (0, 0), (4, 0), (4, 0), (4, 4), (4, 4), (0, 4), (0, 4), (0, 0)]
    level.apply(AddPolygon(Obstacle.of_cells(twice)))
    assert len(level.polygons[1].outer) == 4
    again, _ = read_back(level, extension)
    assert again.polygons[1].same_shape(level.polygons[1])
    history = History(level)
    history.do(AddPolygon(Obstacle.of_cells([(5, 5), (6, 5), (6, 5), (5, 6)])))
    history.undo()
    history.redo()
    assert len(level.polygons[2].outer) == 3
    with pytest.raises(BadInput, match="three"):
        level.apply(AddPolygon(Obstacle.of_cells([(5, 5), (6, 5), (6, 5), (5, 5)])))
