"""Files made to hang a reader or fill the memory: each is read, or refused, within bounds."""

import base64
import json
import subprocess
import sys
import zlib

import numpy as np
import pytest

from sandbox import png

M = 1 << 20
SQUARE = {"orientation": "orthogonal", "width": 2048, "height": 2048, "tilewidth": 16, "tileheight": 16}
LEVEL = {
    "format": "game-ai-sandbox level", "version": 1, "width": 2048, "height": 2048,
    "palette": [{"letter": ".", "name": "f", "colour": "#000000", "cost": 1}], "terrain": ["." * 2048] * 2048,
}  # fmt: skip


def with_polygons(*rings):
    return json.dumps(
        {**LEVEL, "polygons": [{"id": i, "ring": ring} for i, ring in enumerate(rings, start=1)]}
    ).encode()


def zigzag(corners):
    return [[x * 2000 / corners, 100 if x % 2 else 1000] for x in range(corners)] + [[2000, 2000], [0, 2000]]


def spiral(turns):
    return [
        [1024 + s * r, 1024 + t * r]
        for r in range(1000, 1000 - turns, -1)
        for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 0.9))
    ]


def crowd(count):
    return [[[i % 2000, i // 2000], [i % 2000 + 0.5, i // 2000], [i % 2000, i // 2000 + 0.5]] for i in range(count)]


def tiled_layers(count):
    data = base64.b64encode(zlib.compress(bytes(4 * 2048 * 2048))).decode()
    layer = f'<layer width="2048" height="2048"><data encoding="base64" compression="zlib">{data}</data></layer>'
    head = " ".join(f'{key}="{value}"' for key, value in SQUARE.items())
    return f"<map {head}>{layer * count}</map>".encode()


def picture(body, chunks=1):
    head = png._chunk(b"IHDR", b"\0\0\x08\0\0\0\x08\0\x08\x02\0\0\0")
    return (
        png.SIGNATURE + head + png._chunk(b"IDAT", body) + png._chunk(b"aaaa", b"") * chunks + png._chunk(b"IEND", b"")
    )


def tileset(tiles):
    tile = '<tile id="{}" type="wall"/>'
    return f"<tileset>{''.join(tile.format(i) for i in range(tiles))}</tileset>".encode()


def references(count, name="t.tsx"):
    head = " ".join(f'{key}="{value}"' for key, value in (SQUARE | {"width": 1, "height": 1}).items())
    named = "".join(f'<tileset firstgid="{1 + 149_000 * i}" source="{name}"/>' for i in range(count))
    return f'<map {head}>{named}<layer width="1" height="1"><data encoding="csv">1</data></layer></map>'.encode()


BESIDE = {"t.tsx": lambda: tileset(149_000)}
FILES = {
    "brackets.json": lambda: b"[" * (60 * M),
    "lists.json": lambda: b"[" + b"[]," * (20 * M) + b"1]",
    "strings.json": lambda: b"[" + b'"ab",' * (999_000) + b"1]",
    "objects.json": lambda: b"{" + b",".join(b'"k%d":{}' % i for i in range(299_000)) + b"}",
    "digits.json": lambda: b"9" * (60 * M),
    "blank.json": lambda: b"\n" * (60 * M),
    "zigzag.json": lambda: with_polygons(zigzag(49_000)),
    "spiral.json": lambda: with_polygons(spiral(990)),
    "crowd.json": lambda: with_polygons(*crowd(10_000)),
    "crowd2.json": lambda: with_polygons(*crowd(10_001)),
    "lines.map": lambda: b"type octile\nheight 2048\nwidth 2048\nmap\n" + b"\n" * (60 * M),
    "newlines.map": lambda: b"\n" * (60 * M),
    "spaces.wkt": lambda: b" " * (60 * M),
    "numbers.wkt": lambda: b"POLYGON((" + b"0 0," * (10 * M),
    "empties.wkt": lambda: b"POLYGON EMPTY " * (4 * M),
    "ring.geojson": lambda: json.dumps({"type": "Polygon", "coordinates": [zigzag(60_000)]}).encode(),
    "deep.tmx": lambda: b"<map>" * (4 * M),
    "attributes.tmx": lambda: b"<map " + b" ".join(b'a%d=""' % i for i in range(399_000)) + b"/>",
    "elements.tmx": lambda: b"<map>" + b"<b/>" * (149_000) + b"</map>",
    "text.tmx": lambda: b"<map>" + b"x" * (23 * M) + b"</map>",
    "five.tmx": lambda: tiled_layers(5),
    "many.tmx": lambda: tiled_layers(300),
    "tilesets.tmx": lambda: references(25),
    "chunks.tmx": lambda: (
        references(0)
        .replace(b"1</data>", b'<chunk x="1" y="1" width="1" height="1">1</chunk>' * 90_000 + b"</data>")
        .replace(b"<map", b'<map infinite="1"')
    ),
    "list.tmj": lambda: json.dumps(
        {**SQUARE, "layers": [{"type": "tilelayer", "width": 2048, "height": 2048, "data": [1] * 2048**2}]}
    ).encode(),
    "colours.png": lambda: png.encode(np.random.default_rng(0).integers(0, 256, (2048, 2048, 3), np.uint8)),
    "bomb.png": lambda: picture(zlib.compress(bytes(256 * M))),
    "chunks.png": lambda: picture(b"", 3 * M),
}

CODE = """
import json, resource, sys, time
from sandbox.errors import BadInput
from sandbox.level import formats
began = time.process_time()
try:
    outcome = repr(formats.load(sys.argv[1]))
except BadInput as error:
    outcome = str(error)
unit = 1 << 10 if sys.platform != "darwin" else 1 << 20
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
print(json.dumps({"seconds": time.process_time() - began, "peak_mb": peak, "outcome": outcome}))
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_a_hostile_file_costs_little(name, tmp_path):
    path = tmp_path / name
    path.write_bytes(FILES[name]())
    for beside, content in BESIDE.items():
        (tmp_path / beside).write_bytes(content())
    done = subprocess.run([sys.executable, "-c", CODE, str(path)], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    print(found)
    assert found["peak_mb"] < 500, found
    assert found["seconds"] < 5, found  # so generous because machines differ; what this finds takes minutes
    assert found["outcome"].startswith(("<Level", str(path))), found
