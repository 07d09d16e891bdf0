"""What a tool of the map is: it answers the left button and keys, draws its preview, and says what to do next.

A tool is a class made once with the `Workbench`; naming it in `TOOL_KINDS` (tools/__init__.py) gives it a
button, a key, its place in the command palette and on the sheet of keys. `MapTool` has defaults for all but
the name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    import pygame

    from sandbox.level.model import Level
    from sandbox.ui.canvas.colours import Palette
    from sandbox.ui.canvas.widget import Canvas
    from sandbox.ui.kit import Action, Widget
    from sandbox.ui.kit.events import Key, Pointer
    from sandbox.ui.maps.editing import Editing

At = tuple[float, float]  # in cells


@dataclass
class PaintSettings:
    """What all painting tools share: the terrain in hand and the brush."""

    code: int = 1
    size: int = 1


@dataclass
class Workbench:
    """What every tool may use."""

    editing: Editing
    canvas: Canvas
    say: Callable[[str], None]  # what just happened
    hint: Callable[[str], None]  # what can be done now
    colours: Callable[[], Palette]
    paint: PaintSettings = field(default_factory=PaintSettings)

    @property
    def level(self) -> Level:
        """The level being edited."""
        return self.editing.level

    def repaint(self) -> None:
        """The preview changed."""
        self.canvas.touch()


class MapTool:
    """A tool; subclasses override what they need."""

    name: ClassVar[str]  # stable, for commands: maps.tool-<name>
    title: ClassVar[str]
    icon: ClassVar[str]
    keys: ClassVar[tuple[str, ...]] = ()
    group: ClassVar[str] = ""  # tools of one group stand together in the toolbar
    shelf: ClassVar[bool] = True  # has a button in the toolbar; otherwise a section or a command takes it in hand
    cursor: str = "crosshair"

    def __init__(self, bench: Workbench) -> None:
        self.bench = bench

    @property
    def editing(self) -> Editing:
        """Where edits go."""
        return self.bench.editing

    @property
    def level(self) -> Level:
        """The level being edited."""
        return self.bench.editing.level

    @property
    def hint(self) -> str:
        """One line: what the next click or key does."""
        return self.title

    def pointer(self, canvas: Canvas, event: Pointer, at: At) -> bool:  # noqa: ARG002
        """Answer a press, a move, a release; True on "down" captures the drag."""
        return False

    def key(self, canvas: Canvas, event: Key) -> bool:  # noqa: ARG002
        """Answer a key while the canvas has the focus."""
        return False

    def paint(self, canvas: Canvas, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Draw the preview over the picture."""

    def options(self) -> list[Widget]:
        """What can be set, shown beside the tools while this one is in hand."""
        return []

    def actions(self) -> list[Action]:
        """Commands of its own, besides taking it in hand."""
        return []

    def taken(self) -> None:
        """It was taken in hand."""

    def laid_away(self) -> None:
        """Another tool was taken: drop what is unfinished."""
