"""What the right button offers, whatever tool is in hand: what can be done with what stands under the pointer."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from sandbox.level.edits import RemoveMarker, RemovePolygon, SetMarker, SetTimed
from sandbox.level.markers import Marker, MarkerKind
from sandbox.level.timed import Door
from sandbox.ui.kit import MenuItem
from sandbox.ui.maps.ends import ENDS
from sandbox.ui.maps.tools.parts import grips
from sandbox.ui.maps.tools.places import box_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandbox.level.obstacles import Obstacle
    from sandbox.ui.maps.tools.parts.api import At, Workbench

END_ICONS = {"goal": "flag", "start": "map-pin"}
REACH = 10  # dp around a point that is meant


def of_place(bench: Workbench, at: At | None) -> list[MenuItem]:
    """The menu of a place, in groups; off the map only what can be done anywhere."""
    if at is None or not (0 <= at[0] < bench.level.width and 0 <= at[1] < bench.level.height):
        return bench.offers()
    groups = [list(_ends(bench, at)), list(_things(bench, at)), list(_ground(bench, at)), bench.offers()]
    lines: list[MenuItem] = []
    for group in filter(None, groups):
        lines += [MenuItem.rule(), *group] if lines else group
    return lines


def _ends(bench: Workbench, at: At) -> Iterator[MenuItem]:
    """The query's ends come here."""
    place = Marker.at(math.floor(at[0]) + 0.5, math.floor(at[1]) + 0.5)
    for name, icon in END_ICONS.items() if bench.has_ends else ():
        move = partial(bench.editing.step, f"Move {name}", SetMarker(name, place))
        yield MenuItem(f"{name.capitalize()} here", move, icon)


def _things(bench: Workbench, at: At) -> Iterator[MenuItem]:
    """Polygons, areas, points and doors."""
    level, step = bench.level, bench.editing.step
    cell = math.floor(at[0]), math.floor(at[1])
    polygon = polygon_under(bench, at)
    if polygon is not None:
        name = f"polygon {polygon.id}" + (f" “{polygon.name}”" if polygon.name else "")
        yield MenuItem(f"Change {name}", partial(_change, bench, polygon.id), "mouse-pointer-2")
        yield MenuItem(f"Delete {name}", partial(step, "Delete polygon", RemovePolygon(polygon.id)), "trash-2")
    for name, marker in level.markers.items():
        if name not in ENDS and _is_at(bench, marker, at):
            yield MenuItem(f"Delete {name}", partial(step, f"Remove {name}", RemoveMarker(name)), "trash-2")
    for door in level.timed:
        if isinstance(door, Door) and door.area.holds(*cell):
            left = tuple(other for other in level.timed if other is not door)
            yield MenuItem(f"Delete {door.name}", partial(step, f"Remove {door.name}", SetTimed(left)), "trash-2")


def _change(bench: Workbench, polygon: int) -> None:
    bench.use("select")
    bench.selection.set([polygon])


def _is_at(bench: Workbench, marker: Marker, at: At) -> bool:
    """Whether an area, or a point, is what the pointer is on."""
    if marker.kind is MarkerKind.POINT:
        return math.dist(marker.point, at) <= REACH * bench.dp_in_cells
    return box_of(marker).holds(math.floor(at[0]), math.floor(at[1]))


def polygon_under(bench: Workbench, at: At) -> Obstacle | None:
    """The polygon the pointer is on."""
    reach = bench.dp_in_cells
    return grips.polygon_at(bench.nearby.near(bench.level, at, grips.EDGE * reach), at, reach)


def _ground(bench: Workbench, at: At) -> Iterator[MenuItem]:
    """The terrain, and the place in numbers."""
    x, y = math.floor(at[0]), math.floor(at[1])
    code = bench.level.code_at(x, y)
    yield MenuItem(f"Paint with {bench.level.palette[code].name}", partial(_paint_with, bench, code), "pipette")
    put = bench.canvas.root.clipboard.put
    yield MenuItem(f"Copy “{x},{y}”", partial(put, f"{x},{y}"), "copy")


def _paint_with(bench: Workbench, code: int) -> None:
    bench.paint.set(code=code)
    bench.use(bench.last_painting)
