"""Mutated files against every reader: no crash, no hang, no glut, and every refusal names its place.

    python -m tests.level.formats.fuzz --count 100000 --seed 1

prints one JSON object: outcomes by format, the slowest read in CPU seconds, and the peak of memory. What is
accepted must survive print and parse. A failing file is written to --keep.
"""

import argparse
import base64
import json
import random
import re
import resource
import sys
import time
import zlib
from collections import Counter
from pathlib import Path

import numpy as np

from sandbox import png
from sandbox.errors import BadInput
from sandbox.level import formats
from sandbox.level.formats import level_json, movingai
from sandbox.level.formats.common.source import Source
from sandbox.level.generators import generators
from sandbox.level.markers import Marker, MarkerKind
from sandbox.level.model import Level
from sandbox.level.rect import Rect
from sandbox.level.terrain import DEFAULT_PALETTE, Palette, Terrain
from sandbox.level.timed import Door, Drift

TOKENS = [
    b"0", b"-1", b"1e999", b"NaN", b"Infinity", b"99999999999999999999", b"9" * 5000, b"4294967296", b"2049", b"2048",
    b"9" * 400, "٣".encode(), b"\xc2\xa0", b'<!DOCTYPE map SYSTEM "map.dtd">',
    b"0.5", b"null", b"true", b"[]", b"{}", b'""', b"[" * 2000, b'{"a":' * 500, b'"', b"\\ud800", b"\\u0000",
    b"\xff", b"\xef\xbb\xbf", b"\x00", b"\r", b"\n", b"<!DOCTYPE a [<!ENTITY b 'c'>]>", b"&b;", b"<a>" * 100, b"&#0;",
    b"EMPTY", b"((((", b"GEOMETRYCOLLECTION(" * 20, b"Z", b"width", b"height", b"blocked", b"polygon",
    b"\t", b"@", b",",
]  # fmt: skip
VALUES = [
    None, True, False, 0, -1, 1, 2049, 10**30, 0.5, -3.5, 1e308, "", "x", "wall", "\ud800", "a" * 3000, [], {}, [[]],
    [0, 0], [[0, 0], [1, 1], [0, 1], [1, 0]], [[0, 0], [4, 0], [4, 4]], {"x": 1},
    [None], {"at": [1, 1]}, ["...."], 10**400, -(10**400),
]  # fmt: skip
WORD = re.compile(rb"[A-Za-z]+")
NUMBER = re.compile(rb"-?\d+(\.\d+)?")


def sample_level():
    """One with everything."""
    level = generators["islands"].create({"count": 4, "size": 4.0}).generate(24, 18, 3)
    level.terrain[2:5, 8:14] = 1
    level.markers["west"] = Marker.area(MarkerKind.SPAWN, Rect(0, 0, 3, 3), target="east", agents=5)
    level.markers["east"] = Marker.area(MarkerKind.GOAL, Rect(20, 14, 24, 18))
    level.timed = (Door("gate", Rect(4, 4, 5, 6)), Drift("raft", 1, ((0.0, 0.0), (0.5, 0.0))))
    level.notes, level.view = "First line.\nSecond.", {"planners": ["astar"], "zoom": 2.5}
    return level


def tmx(width=6, height=4):
    tiles = np.arange(width * height, dtype="<u4") % 3
    data = base64.b64encode(zlib.compress(tiles.tobytes())).decode()
    csv = ",".join(map(str, tiles))
    layer = '<layer name="{}" width="{}" height="{}"><data encoding="{}">{}</data></layer>'
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<map orientation="orthogonal" width="{width}" height="{height}" tilewidth="16" tileheight="16" infinite="0">
<tileset firstgid="1" name="t"><tile id="1" type="wall"><properties><property name="cost" type="float" value="2"/>
</properties></tile></tileset>
{layer.format("ground", width, height, 'base64" compression="zlib', data)}
<group>{layer.format("walls", width, height, "csv", csv)}</group>
<objectgroup><object name="start" x="8" y="8"><point/></object><object x="9" y="9" width="30" height="20" rotation="5"/>
<object x="60" y="40"><polygon points="0,0 16,2 8,10"/></object>
<object x="3" y="3" width="9" height="9"><ellipse/></object><object x="-9" y="-9" width="999" height="12"/>
</objectgroup></map>""".encode()


def endless_tmx():
    """An infinite map: chunks on all sides of the origin."""
    chunk = '<chunk x="{}" y="{}" width="2" height="2">{}</chunk>'
    places = ((-2, -2, "1,2,0,0"), (0, 0, "2,2,2,2"), (4, -2, "0,0,1,0"))
    data = "".join(chunk.format(*place) for place in places)
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">
<map orientation="orthogonal" width="9" height="9" tilewidth="16" tileheight="16" infinite="1">
<tileset firstgid="1" name="t"><tile id="1" type="wall"/></tileset>
<layer name="ground" width="9" height="9"><data encoding="csv">{data}</data></layer>
<layer name="empty" width="9" height="9"><data encoding="csv"/></layer>
<objectgroup><object name="start" x="-8" y="-8"><point/></object></objectgroup></map>""".encode()


def tmj():
    tiles = [0, 1, 2, 1, 0, 2]
    flat = base64.b64encode(np.array(tiles, "<u4").tobytes()).decode()
    base = {"type": "tilelayer", "width": 3, "height": 2}
    layers = [
        {**base, "name": "ground", "data": tiles},
        {**base, "name": "water", "data": flat, "encoding": "base64", "compression": ""},
        {"type": "objectgroup", "objects": [{"name": "goal", "x": 20, "y": 20, "point": True},
         {"x": 1, "y": 1, "polygon": [{"x": 0, "y": 0}, {"x": 9, "y": 1}, {"x": 4, "y": 9}]}]},
    ]  # fmt: skip
    sets = [{"firstgid": 1, "tiles": [{"id": 0, "properties": [{"name": "blocked", "type": "bool", "value": True}]}]}]
    head = {"orientation": "orthogonal", "width": 3, "height": 2, "tilewidth": 16, "tileheight": 16}
    return json.dumps({**head, "infinite": False, "layers": layers, "tilesets": sets}, indent=1).encode()


def endless_tmj():
    chunks = [{"x": -2, "y": 1, "width": 2, "height": 1, "data": [1, 2]}, {"x": 0, "y": 0, "width": 1, "height": 1,
              "data": base64.b64encode(bytes(4)).decode()}]  # fmt: skip
    head = {"orientation": "orthogonal", "width": 3, "height": 2, "tilewidth": 16, "tileheight": 16, "infinite": True}
    layer = {"type": "tilelayer", "width": 3, "height": 2, "chunks": chunks[:1]}
    other = {"type": "tilelayer", "width": 3, "height": 2, "chunks": chunks[1:], "encoding": "base64"}
    return json.dumps({**head, "layers": [layer, other], "tilesets": []}, indent=1).encode()


def scen():
    rows = ["version 1", *(f"{k}\ta.map\t9\t7\t{k}\t1\t{k + 1}\t5\t{4 + k}.41421356" for k in range(6)), ""]
    return "\n".join(rows).encode()


def seeds():
    """Healthy files of every format, by extension."""
    level = sample_level()
    plain = generators["caves"].create().generate(20, 16, 1)
    from sandbox.level.formats import geojson, image, wkt

    own = Level(plain.terrain, palette=Palette([Terrain("mud", "#705030", cost=1.5), *DEFAULT_PALETTE[1:]]))
    relief = (np.add.outer(np.arange(16) ** 2, np.arange(20) ** 2) % 256).astype(np.uint8)
    return {
        ".json": [level_json.write(level), level_json.write(plain)],
        ".map": [movingai.write(plain), b"type octile\nheight 2\nwidth 7\nmap\n.G@OTSW\n.......\n"],
        ".scen": [scen()],
        ".geojson": [geojson.write(level)],
        ".wkt": [wkt.write(level), b"GEOMETRYCOLLECTION(MULTIPOLYGON(((0 0,4 0,4 4,0 0),(1 .5,2 .5,2 1,1 .5))))"],
        ".png": [image.write(plain), image.write(own), png.encode(relief), png.encode(np.dstack([relief] * 3))],
        ".tmx": [tmx(), endless_tmx()],
        ".tmj": [tmj(), endless_tmj()],
    }


class Mutator:
    """Breaks files in the ways files break, and in the ways attackers break them."""

    def __init__(self, seed):
        self.dice = random.Random(seed)
        self.blunt = [self.flip, self.cut, self.insert, self.repeat, self.truncate, self.swap]

    def __call__(self, data, extension):
        subtle = [self.number, self.tree] if b'{"' in data[:400] or b"{\n" in data[:4] else [self.number, self.word]
        for _ in range(self.dice.choice((1, 1, 1, 2, 3, 6))):
            ways = subtle if self.dice.random() < 0.6 else self.blunt
            data = self.dice.choice(ways)(data)
        return repaired_png(data) if extension == ".png" and self.dice.random() < 0.7 else data

    def place(self, data):
        return self.dice.randrange(len(data) + 1)

    def flip(self, data):
        at = self.place(data)
        return data[:at] + bytes([self.dice.randrange(256)]) + data[at + 1 :]

    def cut(self, data):
        at = self.place(data)
        return data[:at] + data[at + self.dice.choice((1, 2, 8, 60)) :]

    def insert(self, data):
        at = self.place(data)
        return data[:at] + self.dice.choice(TOKENS) + data[at:]

    def repeat(self, data):
        at = self.place(data)
        piece = data[at : at + self.dice.choice((1, 5, 40, 400))]
        return data[:at] + piece * self.dice.choice((2, 3, 50)) + data[at:]

    def number(self, data):
        found = list(NUMBER.finditer(data))
        if not found:
            return self.flip(data)
        match = self.dice.choice(found)
        return data[: match.start()] + self.dice.choice(TOKENS[:11]) + data[match.end() :]

    def tree(self, data):
        """Replace, remove or double one value of a JSON file that still parses."""
        try:
            root = json.loads(data)
        except (ValueError, RecursionError):
            return self.flip(data)
        holder, key = self.dice.choice(list(_slots(root)) or [([root], 0)])
        if self.dice.random() < 0.2:
            del holder[key]
        elif self.dice.random() < 0.3 and isinstance(holder, list):
            holder.insert(key, holder[key])
        else:
            holder[key] = self.dice.choice(VALUES)
        return json.dumps(root, indent=self.dice.choice((None, 1))).encode()

    def word(self, data):
        """Replace one word by another of the same file."""
        found = list(WORD.finditer(data))
        if len(found) < 2:
            return self.flip(data)
        old, new = self.dice.choice(found), self.dice.choice(found)
        return data[: old.start()] + new[0] + data[old.end() :]

    def truncate(self, data):
        return data[: self.place(data)]

    def swap(self, data):
        """Exchange two neighbouring pieces."""
        a = self.place(data)
        b, c = a + self.dice.choice((1, 5, 40)), a + self.dice.choice((50, 100, 300))
        return data[:a] + data[b:c] + data[a:b] + data[c:]


def _slots(value):
    """Every (holder, key) of a JSON tree."""
    if isinstance(value, dict):
        children = list(value.items())
    else:
        children = list(enumerate(value)) if isinstance(value, list) else []
    for key, child in children:
        yield value, key
        yield from _slots(child)


def repaired_png(data):
    """With right lengths and checksums, so that mutations reach what lies behind them."""
    if not data.startswith(png.SIGNATURE):
        return data
    parts, at = [png.SIGNATURE], len(png.SIGNATURE)
    while at + 8 <= len(data):
        length, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        body = data[at + 8 : at + 8 + min(length, 1 << 20)]
        parts.append(png._chunk(kind, body))
        at += 12 + len(body)
    return b"".join(parts)


def options(extension, dice):
    if extension == ".png":
        return {"mode": dice.choice(["auto", "palette", "threshold", "height"])}
    if extension in (".geojson", ".wkt"):
        return {"fit": dice.choice(["auto", "cells", "scale"])}
    return {}


def read(extension, data, given, *, gather=False):
    """The level, or the refusals."""
    source = Source(f"fuzz{extension}", data)
    source.found = [] if gather else None
    if extension == ".scen":  # its map lies beside it; the reader of the rows is what is tried
        return movingai.parse_scenario(source), source
    return formats.read(source, formats.FORMATS[extension], **given), source


def check_refusal(error, extension):
    name = f"fuzz{extension}"
    assert error.where == name or error.where.startswith(f"{name}:"), error
    assert error.found, error
    assert len(str(error)) < 400, error


def check_accepted(value, extension):
    if extension == ".scen":
        again = movingai.parse_scenario(Source("again.scen", movingai.write_scenario(value)))
        assert (again.start == value.start).all()
        assert (again.goal == value.goal).all()
        return
    assert int(value.terrain.max()) < len(value.palette)
    assert all(shape.fits(value.width, value.height) for shape in value.polygons.values())
    again = level_json.read(Source("again.json", level_json.write(value)))
    assert again.same_as(value)


def one(extension, data, given, *, gather):
    """Read one file; returns what came of it."""
    try:
        value, source = read(extension, data, given, gather=gather)
    except BadInput as error:
        check_refusal(error, extension)
        return "refused"
    for error in source.found or []:
        check_refusal(error, extension)
    if source.found:
        return "gathered"
    check_accepted(value, extension)
    return "accepted"


def soak(count, seed, keep=None):
    """Read this many mutated files; returns the tally."""
    dice, mutate, healthy = random.Random(seed), Mutator(seed), seeds()
    tally, slowest = Counter(), (0.0, "")
    for number in range(count):
        extension = dice.choice(list(healthy))
        data = mutate(dice.choice(healthy[extension]), extension)
        given, gather = options(extension, dice), dice.random() < 0.25
        begin = time.process_time()
        try:
            tally[f"{extension} {one(extension, data, given, gather=gather)}"] += 1
        except Exception:
            if keep:
                Path(keep).mkdir(parents=True, exist_ok=True)
                (Path(keep) / f"{seed}-{number}{extension}").write_bytes(data)
            print(f"file {number} of seed {seed}: {extension} {given} gather={gather}", file=sys.stderr)
            raise
        slowest = max(slowest, (time.process_time() - begin, f"{extension} {number}"))
    return {"count": count, "seed": seed, "slowest_s": slowest[0], "slowest": slowest[1], "peak_mb": peak_mb(), **tally}


def peak_mb():
    """The most memory this process had. (On Linux getrusage also counts what the parent had when it forked.)"""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text(encoding="utf-8").splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 10 if sys.platform != "darwin" else 1 << 20)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    arguments = parser.parse_args()
    print(json.dumps(soak(arguments.count, arguments.seed, arguments.keep), indent=1))


if __name__ == "__main__":
    main()
