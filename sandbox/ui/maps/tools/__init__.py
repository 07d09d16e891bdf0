"""The tools of the map. `TOOL_KINDS` is their order in the toolbar; adding a tool is adding its class here."""

from __future__ import annotations

from sandbox.ui.maps.tools.drifts import DriftTool
from sandbox.ui.maps.tools.ends import MoveEnds
from sandbox.ui.maps.tools.knife import Knife
from sandbox.ui.maps.tools.marquee import Marquee
from sandbox.ui.maps.tools.parts.api import MapTool, Workbench
from sandbox.ui.maps.tools.places import DoorTool, GoalArea, PointTool, SpawnArea
from sandbox.ui.maps.tools.polygon import PolygonTool
from sandbox.ui.maps.tools.regions import Eyedropper, Fill, RectangleTool, Replace
from sandbox.ui.maps.tools.round import Freehand, RoundTool
from sandbox.ui.maps.tools.select import SelectTool
from sandbox.ui.maps.tools.strokes import Brush, Eraser, LineTool

__all__ = ["TOOL_KINDS", "MapTool", "Workbench"]

TOOL_KINDS: tuple[type[MapTool], ...] = (
    MoveEnds, Marquee,
    Brush, Eraser, LineTool, RectangleTool, Fill, Replace, Eyedropper,
    SelectTool, PolygonTool, RoundTool, Freehand, Knife,
    SpawnArea, GoalArea, PointTool, DoorTool, DriftTool,
)  # fmt: skip
