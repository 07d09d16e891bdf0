"""A scene: what was asked on a level and how it was looked at, kept in the level's own file as its `view`.

So one file holds all of it: the level with its ends, the planners ticked with their options, the radius, which of
them was recorded and at which moment, which layers were shown, what of the level was in view, and at which time of its
doors and drifting blocks.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from sandbox.errors import BadInput, SandboxError
from sandbox.planning.api import planners

if TYPE_CHECKING:
    from sandbox.level.model import Level
    from sandbox.planning.api import Planner
    from sandbox.registry import Entry

KEY: Final = "scene"
MOST: Final = 1000  # planners, and layers, that a file may name
MOST_EVENTS: Final = 1 << 31
LONGEST: Final = 1e6  # seconds
_KEYS: Final = {"planners", "radius", "recorded", "moment", "layers", "seen", "time"}


@dataclass(frozen=True, slots=True)
class Asked:
    """A planner, and its options as a command line gives them."""

    key: str
    options: Mapping[str, str] = field(default_factory=dict)

    def made(self) -> tuple[Entry[Planner], Planner]:
        """The planner."""
        entry = planners[self.key]
        return entry, entry.parse(self.options)


@dataclass(frozen=True, slots=True)
class LayerWish:
    """Whether a layer is shown (None: as it comes), and how strong."""

    visible: bool | None = None
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Scene:
    """What a level's file tells beside the level."""

    planners: Sequence[Asked] = ()
    radius: float = 0.0
    recorded: str = ""  # the planner looked at closely
    moment: int | None = None  # events of its recording; None: its end
    layers: Mapping[str, LayerWish] = field(default_factory=dict)
    seen: tuple[float, float, float, float] | None = None  # left, top, right, bottom in cells; None: all of it
    time: float | None = None  # seconds of its doors and drifting blocks; None: as drawn

    def to_view(self) -> dict[str, Any]:
        """As a level's `view` holds it."""
        said: dict[str, Any] = {"planners": [{"key": a.key, "options": dict(a.options)} for a in self.planners]}
        said |= {"radius": self.radius} if self.radius else {}
        said |= {"recorded": self.recorded} if self.recorded else {}
        said |= {"moment": self.moment} if self.moment is not None else {}
        layers = {n: {"visible": w.visible, "opacity": w.opacity} for n, w in self.layers.items() if w != LayerWish()}
        said |= {"layers": layers} if layers else {}
        said |= {"seen": list(self.seen)} if self.seen is not None else {}
        said |= {"time": self.time} if self.time is not None else {}
        return {KEY: said}

    @classmethod
    def of_view(cls, view: Mapping[str, Any], where: str) -> Scene | None:
        """Read it back; None if the level tells nothing of the kind. Raises BadInput for what is none."""
        if KEY not in view:
            return None
        said = view[KEY]
        where = f"{where}:view.{KEY}"
        if not isinstance(said, dict) or set(said) - _KEYS:
            raise BadInput(where, f"{said!r:.60}", "an object with " + ", ".join(sorted(_KEYS)))
        asked = tuple(_asked(a, f"{where}.planners") for a in _list(said.get("planners", []), f"{where}.planners"))
        recorded, moment = said.get("recorded", ""), said.get("moment")
        if recorded not in ("", *(a.key for a in asked)):
            raise BadInput(f"{where}.recorded", f"{recorded!r:.60}", "one of its planners")
        if moment is not None and not (type(moment) is int and 0 <= moment < MOST_EVENTS):
            raise BadInput(f"{where}.moment", f"{moment!r:.60}", "a number of events")
        radius = _number(said.get("radius", 0.0), f"{where}.radius")
        if not 0 <= radius < 1e6:
            raise BadInput(f"{where}.radius", f"{radius:g}", "0 or more cells")
        layers = said.get("layers", {})
        if not isinstance(layers, dict) or len(layers) > MOST:
            raise BadInput(f"{where}.layers", f"{layers!r:.60}", "layers by name")
        wishes = {name: _wish(wish, f"{where}.layers.{name}") for name, wish in layers.items()}
        time = None if said.get("time") is None else _number(said["time"], f"{where}.time")
        if time is not None and not 0 <= time <= LONGEST:
            raise BadInput(f"{where}.time", f"{time:g}", f"0 to {LONGEST:g} seconds")
        return cls(asked, radius, recorded, moment, wishes, _box(said.get("seen"), f"{where}.seen"), time)

    def shown(self, level: Level) -> Level:
        """The level at the scene's time."""
        return level if self.time is None else level.at(self.time)


def _list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list) or len(value) > MOST:
        raise BadInput(where, f"{value!r:.60}", f"a list of at most {MOST}")
    return value


def _asked(said: Any, where: str) -> Asked:
    """A planner that is known, with options it has."""
    options = said.get("options", {}) if isinstance(said, dict) else None
    if not isinstance(options, dict) or not all(isinstance(v, str) for v in options.values()):
        raise BadInput(where, f"{said!r:.60}", 'objects such as {"key": "astar", "options": {"weight": "2"}}')
    asked = Asked(str(said.get("key")), options)
    try:
        asked.made()
    except SandboxError as error:
        raise BadInput(where, str(error), "planners and options there are") from None
    return asked


def _number(value: Any, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise BadInput(where, f"{value!r:.60}", "a finite number")
    return float(value)


def _wish(said: Any, where: str) -> LayerWish:
    visible: Any = said.get("visible") if isinstance(said, dict) else 0
    if not isinstance(said, dict) or not (visible is None or isinstance(visible, bool)):
        raise BadInput(where, f"{said!r:.60}", '{"visible": true, false or null, "opacity": 0 to 1}')
    return LayerWish(visible, min(max(_number(said.get("opacity", 1.0), f"{where}.opacity"), 0.0), 1.0))


def _box(value: Any, where: str) -> tuple[float, float, float, float] | None:
    if value is None:
        return None
    sides = [_number(v, where) for v in value] if isinstance(value, list) and len(value) == 4 else []
    if len(sides) != 4 or not (sides[0] < sides[2] and sides[1] < sides[3]):
        raise BadInput(where, f"{value!r:.60}", "left, top, right and bottom, in cells")
    left, top, right, bottom = sides
    return left, top, right, bottom
