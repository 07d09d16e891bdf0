"""A scene block, which is TOML, as what it means. What is wrong with it is reported by key."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from sandbox.agents.api import policies
from sandbox.errors import BadInput, SandboxError
from sandbox.games.api import games
from sandbox.gametree.api import engines
from sandbox.lessons.model import InCrowd, OnBoard, OnMap, Searcher, Shown
from sandbox.level.edits import AddPolygon, Rectangle, SetMarker
from sandbox.level.markers import Marker
from sandbox.level.model import DEFAULT_PALETTE, FLOOR, WALL, Level
from sandbox.level.obstacles import UNITS, Obstacle
from sandbox.level.rect import Rect
from sandbox.planning.scene import KEY, Asked, Scene
from sandbox.settings import levels_folder

LETTERS = {"#": WALL, "@": WALL, ".": FLOOR, "S": FLOOR, "G": FLOOR}
TERRAINS = {"T": "trees", "W": "water", "~": "swamp", "*": "rubble"}
ENDS = {"S": "start", "G": "goal"}
BUDGET, DEEPEST = ("depth", "nodes"), 40
LARGEST = 256  # cells a side of a map drawn in a lesson
MAP_KEYS = ("level", "map", "walls", "floor", "polygons", "start", "goal")
ON_MAP = (*MAP_KEYS, "planners", "radius", "recorded", "moment", "layers", "seen", "time", "repair")
ON_BOARD = ("game", "position", "engines", "depth", "nodes")
IN_CROWD = (*MAP_KEYS, "policies", "agents", "seed", "seconds")
Said = Mapping[str, Any]


def read_scene(said: Said, where: str, folder: Path) -> Shown:
    """What a scene block shows; files it names lie beside the lesson."""
    if "game" in said:
        return _on_board(said, where)
    level = _level(said, where, folder)
    return _in_crowd(said, where, level) if "policies" in said else _on_map(said, where, level)


def known(said: Said, keys: Sequence[str], where: str) -> None:
    """Refuse a key that means nothing here."""
    for key in said:
        if key not in keys:
            raise BadInput(f"{where}: {key}", "no such key", "one of " + ", ".join(keys))


def number(said: Said, key: str, where: str, *, low: float = 0, high: float = 1e9, usual: float = 0) -> float:
    """A number in a range."""
    value = said.get(key, usual)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
        raise BadInput(f"{where}: {key}", f"{value!r:.60}", f"a number from {low:g} to {high:g}")
    return value


def whole(said: Said, key: str, where: str, *, high: float = 1e9) -> int:
    """A whole number from 0."""
    value = number(said, key, where, high=high)
    if not isinstance(value, int):
        raise BadInput(f"{where}: {key}", f"{value!r:.60}", "a whole number")
    return value


def text(said: Said, key: str, where: str, usual: str | None = None) -> str:
    """Some words."""
    value = said.get(key, usual)
    if not isinstance(value, str):
        raise BadInput(f"{where}: {key}", "nothing" if value is None else f"{value!r:.60}", "a text in quotes")
    return value


def boxes(value: Any, where: str) -> list[Rect]:
    """Rectangles of cells, as left, top, right and bottom; the last two are outside."""
    found = [_box(one, where) for one in _listed(value, where)]
    return [Rect(*one) for one in found]


def _box(one: Any, where: str) -> tuple[int, int, int, int]:
    if not (isinstance(one, list) and len(one) == 4 and all(type(v) is int and 0 <= v <= 4096 for v in one)):
        raise BadInput(where, f"{one!r:.60}", "left, top, right, bottom in cells, such as [3, 0, 4, 9]")
    left, top, right, bottom = one
    if not (left < right and top < bottom):
        raise BadInput(where, f"{one!r:.60}", "left less than right, top less than bottom")
    return left, top, right, bottom


def _listed(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list) or len(value) > 1000:
        raise BadInput(where, f"{value!r:.60}", "a list")
    return value


# The map -----------------------------------------------------------------------------------------------


def _level(said: Said, where: str, folder: Path) -> Level:
    """A level by name or file, or drawn in letters; then its changes."""
    if ("level" in said) == ("map" in said):
        raise BadInput(where, "both level and map" if "level" in said else "nothing to show", "level, map or game")
    level = _drawn(text(said, "map", where), f"{where}: map") if "map" in said else _opened(said, where, folder)
    for key, code in (("walls", WALL), ("floor", FLOOR)):
        for box in boxes(said.get(key, []), f"{where}: {key}"):
            level.apply(Rectangle(box, code))
    for ring in _listed(said.get("polygons", []), f"{where}: polygons"):
        level.apply(AddPolygon(_polygon(ring, f"{where}: polygons")))
    for name in ENDS.values():
        if name in said:
            level.apply(SetMarker(name, Marker.at(*_point(said[name], f"{where}: {name}"))))
    return level


def _opened(said: Said, where: str, folder: Path) -> Level:
    name = text(said, "level", where)
    shipped, beside = levels_folder() / f"{name}.json", folder / name
    if not (shipped.is_file() or beside.is_file()):
        raise BadInput(f"{where}: level", f"{name!r:.60}", "a level that ships, or a file beside the lesson")
    return _loaded(shipped if shipped.is_file() else beside).copy()


@cache
def _loaded(path: Path) -> Level:
    from sandbox.level import formats

    level = formats.load(path)
    level.view = {}
    return level


def _drawn(rows_text: str, where: str) -> Level:
    rows = rows_text.strip("\n").split("\n")
    width = max(map(len, rows))
    if not (1 <= width <= LARGEST and len(rows) <= LARGEST):
        raise BadInput(where, f"{width} × {len(rows)} cells", f"1 to {LARGEST} a side")
    level = Level.empty(width, len(rows))
    codes = LETTERS | {letter: DEFAULT_PALETTE.names.index(name) for letter, name in TERRAINS.items()}
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter not in codes:
                raise BadInput(where, f"{letter!r} in row {y + 1}", "one of " + " ".join(codes))
            level.terrain[y, x] = codes[letter]
            if letter in ENDS:
                level.markers[ENDS[letter]] = Marker.at(x + 0.5, y + 0.5)
    return level


def _polygon(ring: Any, where: str) -> Obstacle:
    points = [_point(corner, where) for corner in _listed(ring, where)]
    return Obstacle(0, np.rint(np.array(points) * UNITS).astype(np.int32))


def _point(value: Any, where: str) -> tuple[float, float]:
    numbers = isinstance(value, list) and len(value) == 2 and all(type(v) in (int, float) for v in value)
    if not numbers or not all(0 <= v <= 4096 for v in value):
        raise BadInput(where, f"{value!r:.60}", "a cell such as [3, 4], or a point such as [3.5, 4.5]")
    x, y = (v + 0.5 if isinstance(v, int) else v for v in value)
    return x, y


def _on_map(said: Said, where: str, level: Level) -> OnMap:
    known(said, ON_MAP, where)
    asked = [_asked(one, f"{where}: planners") for one in _listed(said.get("planners", []), f"{where}: planners")]
    names = ("radius", "recorded", "moment", "seen", "time")
    view: dict[str, Any] = {name: said[name] for name in names if name in said}
    view["planners"] = [{"key": one.key, "options": dict(one.options)} for one in asked]
    layers = _listed(said.get("layers", []), f"{where}: layers")
    if not all(isinstance(name, str) and "/" in name for name in layers):
        raise BadInput(f"{where}: layers", f"{layers!r:.60}", "names such as hpa/sectors")
    view["layers"] = {name: {"visible": True} for name in layers}
    scene = Scene.of_view({KEY: view}, where)
    assert scene is not None
    if scene.planners and not (level.start and level.goal):
        raise BadInput(where, "no start or no goal", "both: S and G in a map, or start and goal")
    box = boxes([said["repair"]], f"{where}: repair")[0] if "repair" in said else None
    return OnMap(level, scene, box)


def _asked(one: Any, where: str) -> Asked:
    """A key, or a table with the key and its options."""
    if isinstance(one, str):
        return Asked(one)
    if not isinstance(one, dict) or not isinstance(one.get("key"), str):
        raise BadInput(where, f"{one!r:.60}", 'keys, or tables such as {key = "astar", weight = 2}')
    return Asked(one["key"], {name: _texted(value) for name, value in one.items() if name not in ("key", "name")})


def _texted(value: Any) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


# Crowds and boards -------------------------------------------------------------------------------------


def _in_crowd(said: Said, where: str, level: Level) -> InCrowd:
    known(said, IN_CROWD, where)
    chosen = [_asked(one, f"{where}: policies") for one in _listed(said["policies"], f"{where}: policies")]
    if not 1 <= len(chosen) <= 2:
        raise BadInput(f"{where}: policies", f"{len(chosen)}", "one, or two to compare")
    for one in chosen:
        _made(lambda one=one: policies[one.key].parse(one.options), f"{where}: policies")  # type: ignore[misc]
    seconds = number(said, "seconds", where, high=600, usual=60)
    return InCrowd(
        level, chosen, whole(said, "agents", where, high=10_000), whole(said, "seed", where, high=999), seconds
    )


def _on_board(said: Said, where: str) -> OnBoard:
    known(said, ON_BOARD, where)
    key, listed = text(said, "game", where), _listed(said.get("engines", []), f"{where}: engines")
    game = _made(lambda: games[key], f"{where}: game").create()
    position = text(said, "position", where, "-")
    _made(lambda: game.face().parse(position), f"{where}: position")
    budget = {name: whole(said, name, where) for name in BUDGET}
    chosen = [_searcher(one, budget, f"{where}: engines") for one in listed]
    names = [one.name for one in chosen]
    if len(set(names)) < len(names):
        raise BadInput(f"{where}: engines", f"{', '.join(names)}", 'a name = "…" of its own for each')
    return OnBoard(key, position, chosen)


def _searcher(one: Any, budget: Mapping[str, int], where: str) -> Searcher:
    """An engine; what it says of its budget goes before what the scene says."""
    own = one if isinstance(one, dict) else {}
    said = {name: whole(own, name, where) if name in own else usual for name, usual in budget.items()}
    asked = _asked({k: v for k, v in own.items() if k not in BUDGET} or one, where)
    _made(lambda: engines[asked.key].parse(asked.options), where)
    if not any(said.values()) or said["depth"] > DEEPEST:
        raise BadInput(f"{where}: {asked.key}", f"depth {said['depth']}", f"depth from 1 to {DEEPEST}, or nodes")
    return Searcher(asked, str(own.get("name", asked.key)), said["depth"], said["nodes"])


def _made(make: Callable[[], Any], where: str) -> Any:
    try:
        return make()
    except SandboxError as error:
        raise BadInput(where, str(error)) from None


def same_ground(mine: Level, other: Level) -> bool:
    """Whether nothing is drawn otherwise."""
    return bool(
        mine.terrain.shape == other.terrain.shape
        and np.array_equal(mine.terrain, other.terrain)
        and mine.polygons.keys() == other.polygons.keys()
        and all(np.array_equal(ring.outer, other.polygons[n].outer) for n, ring in mine.polygons.items())
        and mine.markers == other.markers
    )
