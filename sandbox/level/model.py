"""The one model of a map: terrain per cell, polygon obstacles, markers, timed changes.

    level = Level.empty(64, 48)
    undo = level.apply(Rectangle(Rect(3, 4, 10, 5), WALL))
    level.derived.connected((0.5, 0.5), (9.5, 9.5))
    level.apply(undo)

A level changes through edits alone (`sandbox.level.edits`); each apply returns the inverse edit, tells the
subscribers, and lets `derived` know what to repair. Nothing here compiles or loads a kernel before
`derived` is asked for something, but for the edit that fills a region.

    (0, 0) ── x ──▶        terrain[y, x] is the cell whose top-left corner is (x, y);
      │                    polygons have vertices in 1/512 cell;
      y                    markers are points in cells, (x + ½, y + ½) a cell's centre.
      ▼
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sandbox.errors import BadInput
from sandbox.level.markers import Marker, MarkerKind
from sandbox.level.obstacles import UNITS, DrawnAs, Obstacle
from sandbox.level.rect import Rect
from sandbox.level.terrain import DEFAULT_PALETTE, FLOOR, WALL, Palette, Terrain

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from sandbox.level.derived import Derived
    from sandbox.level.edits.effect import Edit
    from sandbox.level.timed import Timed

__all__ = [
    "DEFAULT_PALETTE",
    "FLOOR",
    "MAX_SIDE",
    "UNITS",
    "WALL",
    "DrawnAs",
    "Level",
    "Marker",
    "MarkerKind",
    "Obstacle",
    "Palette",
    "Rect",
    "Terrain",
    "check_size",
]  # fmt: skip

MAX_SIDE = 2048


def check_size(width: int, height: int, where: str = "level") -> None:
    """Refuse a size before anything is allocated for it."""
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise BadInput(where, f"{width} × {height} cells", f"1 to {MAX_SIDE} a side")


class Level:
    """A map. Read its attributes freely; change them through `apply`."""

    def __init__(
        self,
        terrain: NDArray[np.uint8],
        *,
        palette: Palette = DEFAULT_PALETTE,
        polygons: dict[int, Obstacle] | None = None,
        markers: dict[str, Marker] | None = None,
        timed: tuple[Timed, ...] = (),
        title: str = "",
        notes: str = "",
        view: dict[str, Any] | None = None,
    ) -> None:
        """Take over `terrain` (uint8[height, width], codes of the palette)."""
        _check_terrain(terrain, palette)
        self.terrain = np.ascontiguousarray(terrain)
        self.palette = palette
        self.polygons: dict[int, Obstacle] = dict(polygons or {})
        self.markers: dict[str, Marker] = dict(markers or {})
        self.timed = timed
        self.title = title
        self.notes = notes
        self.view: dict[str, Any] = dict(view or {})
        self.version = 0  # grows with every edit, undone ones included
        self._derived: Derived | None = None
        self._subscribers: list[Callable[[Edit, Rect], None]] = []

    @classmethod
    def empty(cls, width: int, height: int, code: int = FLOOR, *, palette: Palette = DEFAULT_PALETTE) -> Level:
        """A level of one terrain."""
        check_size(width, height)
        return cls(np.full((height, width), code, np.uint8), palette=palette)

    @property
    def width(self) -> int:
        """Columns of cells."""
        return int(self.terrain.shape[1])

    @property
    def height(self) -> int:
        """Rows of cells."""
        return int(self.terrain.shape[0])

    @property
    def bounds(self) -> Rect:
        """All cells."""
        return Rect(0, 0, self.width, self.height)

    @property
    def start(self) -> Marker | None:
        """Where a path starts, if marked."""
        return self.markers.get("start")

    @property
    def goal(self) -> Marker | None:
        """Where a path ends, if marked."""
        return self.markers.get("goal")

    @property
    def derived(self) -> Derived:
        """What follows from the level, built when first asked for and repaired after edits."""
        if self._derived is None:
            from sandbox.level.derived import Derived

            self._derived = Derived(self)
        return self._derived

    @property
    def uniform(self) -> bool:
        """Whether all passable cells cost the same, so that lengths compare like weighted costs."""
        return self.derived.uniform

    def apply(self, edit: Edit) -> Edit:
        """Perform an edit; return the one that takes it back. A refused edit (BadInput) changes nothing."""
        effect = edit.perform(self)
        self.version += 1
        if self._derived is not None:
            self._derived.note(effect)
        for callback in tuple(self._subscribers):
            callback(edit, effect.dirty)
        return effect.inverse

    def subscribe(self, callback: Callable[[Edit, Rect], None]) -> Callable[[], None]:
        """Be told of every edit and the cells it may have changed; the result ends the subscription."""
        self._subscribers.append(callback)
        return lambda: self._subscribers.remove(callback)

    def at(self, time: float) -> Level:
        """A copy as the world is at a moment: doors opened or closed, blocks drifted."""
        from sandbox.level.timed import Timeline

        moment = self.copy()
        edit = Timeline(moment).edit_to(time)
        if edit is not None:
            moment.apply(edit)
        return moment

    def copy(self) -> Level:
        """An independent level with the same content and version, without subscribers; a few 100 µs at most."""
        twin = Level.__new__(Level)
        twin.__setstate__(self.__getstate__())
        twin.terrain = self.terrain.copy()
        return twin

    def same_as(self, other: Level) -> bool:
        """Whether the content is equal, whatever happened to get there."""
        mine, theirs = self.__getstate__(), other.__getstate__()
        for state in (mine, theirs):
            state.pop("version")
        same_cells = np.array_equal(mine.pop("terrain"), theirs.pop("terrain"))
        return same_cells and bool(mine == theirs)

    def free_id(self) -> int:
        """The id the next polygon gets."""
        return max(self.polygons, default=0) + 1

    def obstacle(self, number: int) -> Obstacle:
        """The polygon with this id."""
        if number not in self.polygons:
            raise BadInput(f"polygon {number}", "no such polygon", f"one of {_some(sorted(self.polygons))}")
        return self.polygons[number]

    def code_at(self, x: float, y: float) -> int:
        """The terrain code of the cell that contains a point."""
        column, row = int(x // 1), int(y // 1)
        if not (0 <= column < self.width and 0 <= row < self.height):
            raise BadInput("point", f"({x:g}, {y:g})", f"inside {self.width} × {self.height} cells")
        return int(self.terrain[row, column])

    def __repr__(self) -> str:
        name = repr(self.title) if self.title else "untitled"
        return f"<Level {name} {self.width}×{self.height}, {len(self.polygons)} polygons, version {self.version}>"

    def __getstate__(self) -> dict[str, Any]:
        return {
            "terrain": self.terrain,
            "palette": self.palette,
            "polygons": dict(self.polygons),
            "markers": dict(self.markers),
            "timed": self.timed,
            "title": self.title,
            "notes": self.notes,
            "view": dict(self.view),
            "version": self.version,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, value)
        self._derived = None
        self._subscribers = []


def _check_terrain(terrain: NDArray[np.uint8], palette: Palette) -> None:
    if terrain.ndim != 2 or terrain.dtype != np.uint8:
        raise BadInput("terrain", f"{terrain.dtype}{list(terrain.shape)}", "uint8[height, width]")
    check_size(terrain.shape[1], terrain.shape[0])
    highest = int(terrain.max())
    if highest >= len(palette):
        raise BadInput("terrain", f"code {highest}", f"codes below {len(palette)}, the palette's size")


def _some(ids: list[int]) -> str:
    shown = ", ".join(map(str, ids[:8])) or "none"
    return shown + (", …" if len(ids) > 8 else "")
