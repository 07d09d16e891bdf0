"""The widget: a box in a retained tree, which measures, places, paints itself and answers events.

Life of a change: a widget calls `touch` (my looks changed) or `relayout` (my size may have changed); the root
gathers both and, at the next `paint`, measures and places what is stale and repaints exactly the boxes that
changed. Nothing happens for widgets nobody touched.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal, TypedDict, Unpack

import pygame

from sandbox.ui.kit.style.look import Look
from sandbox.ui.kit.style.theme import Colour

from .answers import Answers

if TYPE_CHECKING:
    from .root import Root

Align = Literal["start", "centre", "end", "stretch"]
Size = tuple[int, int]
STUB = 28  # dp left of what gives way in a narrow row
INK_MARGIN = 5  # dp around a widget its focus ring may use


class Common(TypedDict, total=False):
    """What every widget's constructor takes: lengths in dp, its share of the room left, where it stands across."""

    width: float | None
    height: float | None
    grow: float
    align: Align | None
    tip: str
    tip_key: str
    enabled: bool
    visible: bool
    name: str


class Widget(Answers):
    """Base of everything on the screen. Lengths given to constructors are dp, `rect` is in pixels."""

    look: Look  # the theme, fonts and painter to draw with, once in a root
    focusable = False
    opaque = False  # paints every pixel of its box but, at most, rounded corners on what is behind
    clips = False  # children are cut at `viewport`
    transparent = True  # paints nothing behind its children
    wants_text = False  # typed text and input methods go here while focused
    cursor = "arrow"
    ink_margin = INK_MARGIN  # dp around it that its focus ring and shadow may paint
    shrink = 0.0  # share in what is missing when a row is too narrow
    greedy = ""  # takes a share of the room left, unless this of its lengths ("width", "height") is given
    ring_radius = 6  # dp

    def __init__(self, **common: Unpack[Common]) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.ink = pygame.Rect(0, 0, 0, 0)
        self.parent: Widget | None = None
        self.children: list[Widget] = []
        self.width, self.height = common.get("width"), common.get("height")
        greedy = self.greedy and common.get(self.greedy) is None
        self.grow, self.align = common.get("grow", 1.0 if greedy else 0.0), common.get("align")
        self.tip = common.get("tip", "")
        self.tip_key = common.get("tip_key", "")  # the shortcut shown beside the tip
        self.name = common.get("name", "")
        self.scope = ""  # shortcuts of this scope work while the focus is inside
        self.hovered = False
        self.pressed = False
        self.focused = False
        self._enabled, self._visible = common.get("enabled", True), common.get("visible", True)
        self.active = self._enabled  # switched on, with everything around it
        self._root: Root | None = None
        self._stale = True
        self._sizes: dict[int | None, Size] = {}
        self._ground: tuple[int, Colour, pygame.Rect] | None = None

    # The tree ----------------------------------------------------------------------------------------

    def add(self, child: Widget, at: int | None = None) -> None:
        """Put a child in, last by default."""
        if child.parent is not None:
            child.parent.remove(child)
        self.children.insert(len(self.children) if at is None else at, child)
        child.parent = self
        child._find_active()
        child.mount(self._root)
        self.relayout()

    def remove(self, child: Widget) -> None:
        """Take a child out."""
        if self._root is not None:
            self._root.damage(child.ink)
        self.children.remove(child)
        child.parent = None
        child._find_active()
        child.mount(None)
        self.relayout()

    def replace_children(self, children: Sequence[Widget]) -> None:
        """Take all children out and put others in."""
        for child in list(self.children):
            self.remove(child)
        for child in children:
            self.add(child)

    def mount(self, root: Root | None) -> None:
        """Tell the whole subtree which root it belongs to."""
        before = self._root
        if before is root:
            return
        if before is not None:
            before.forget(self)
        self._root = root
        if root is not None:
            self.look = root.look
        self._forget()
        for child in self.children:
            child.mount(root)
        if root is not None:
            self.mounted()

    def mounted(self) -> None:
        """Start what needs the root (timers, subscriptions)."""

    def restyle(self) -> None:
        """Drop what was measured and drawn in an older theme or scale."""
        self.look = self.root.look
        self._forget()

    def _forget(self) -> None:
        self.rect, self.ink = pygame.Rect(0, 0, 0, 0), pygame.Rect(0, 0, 0, 0)
        self._stale, self._ground = True, None
        self._sizes.clear()

    @property
    def root(self) -> Root:
        """The root this widget is mounted in."""
        if self._root is None:
            raise RuntimeError(f"{type(self).__name__} is not in a root yet")
        return self._root

    @property
    def is_mounted(self) -> bool:
        """Whether the widget is in a root."""
        return self._root is not None

    def dp(self, length: float) -> int:
        """Return a length in pixels."""
        return self.look.theme.dp(length)

    def walk(self) -> Iterator[Widget]:
        """Yield this widget and all visible ones below, parents first."""
        if not self._visible:
            return
        yield self
        for child in self.children:
            yield from child.walk()

    def above(self) -> Iterator[Widget]:
        """Yield this widget and its ancestors, inner first."""
        widget: Widget | None = self
        while widget is not None:
            yield widget
            widget = widget.parent

    # State -------------------------------------------------------------------------------------------

    @property
    def visible(self) -> bool:
        """Whether the widget takes part in layout, painting and events."""
        return self._visible

    @visible.setter
    def visible(self, value: bool) -> None:
        if value == self._visible:
            return
        self._visible = value
        if self._root is not None:
            self._root.damage(self.ink)
            if not value:
                self._root.forget(self)
        self.relayout()

    @property
    def enabled(self) -> bool:
        """Whether the widget itself is switched on."""
        return self._enabled

    @enabled.setter
    def enabled(self, value: bool) -> None:
        if value != self._enabled:
            self._enabled = value
            self._find_active()
            if self._root is not None:
                self._root.enabled_changed(self)

    def _find_active(self) -> None:
        self.active = self._enabled and (self.parent is None or self.parent.active)
        for child in self.children:
            child._find_active()  # noqa: SLF001

    # Layout ------------------------------------------------------------------------------------------

    def size_for(self, width: int | None = None) -> Size:
        """Return the size wanted, in pixels, when given a width (or free to choose one)."""
        found = self._sizes.get(width)
        if found is None:
            try:
                found = self._sizes[width] = self._fixed(width)
            except Exception as error:  # noqa: BLE001  (one broken widget is not the window)
                self.root.stand_ins.take(self, error)
                found = (0, 0)
        return found

    def _fixed(self, width: int | None) -> Size:
        fixed = self.dp(self.width) if self.width is not None else None
        if fixed is not None and self.height is not None:
            return fixed, self.dp(self.height)
        w, h = self.measure(fixed if fixed is not None else width)
        return w if fixed is None else fixed, h if self.height is None else self.dp(self.height)

    def measure(self, width: int | None) -> Size:  # noqa: ARG002
        """Return the natural size, in pixels."""
        return 0, 0

    def least_width(self) -> int:
        """Return how narrow a row may make this widget where room is short, in pixels."""
        return self.dp(STUB)

    def arrange(self, rect: pygame.Rect) -> None:
        """Take a place on the screen."""
        if rect != self.rect:
            before, self.rect = self.ink, rect.copy()
            margin = 2 * self.dp(self.ink_margin)
            self.ink = rect.inflate(margin, margin)
            self._stale = True
            self.moved(before)
        if self._stale:
            self._stale = False
            self._ground = None
            try:
                self.layout()
            except Exception as error:  # noqa: BLE001
                self.root.stand_ins.take(self, error)

    def moved(self, before: pygame.Rect) -> None:
        """Repaint where the ink was before, and where it is now."""
        self.root.damage(before)
        self.root.damage(self.ink)

    def layout(self) -> None:
        """Place the children inside `rect`."""

    def shift(self, dx: int, dy: int) -> None:
        """Move with everything below, without a new layout; the mover repaints."""
        self.rect.move_ip(dx, dy)
        self.ink.move_ip(dx, dy)
        self._ground = None
        for child in self.children:
            child.shift(dx, dy)

    def relayout(self) -> None:
        """Measure and place again: something here may have another size."""
        widget: Widget | None = self
        while widget is not None:
            widget._stale = True  # noqa: SLF001
            widget._sizes.clear()  # noqa: SLF001
            widget = widget.parent
        if self._root is not None:
            self._root.needs_layout = True

    @property
    def viewport(self) -> pygame.Rect:
        """Where children show, if this widget clips."""
        return self.rect

    # Painting ----------------------------------------------------------------------------------------

    def touch(self) -> None:
        """Repaint this widget at the next paint."""
        if self._root is not None and self.rect.w:
            self._root.touched[self] = None

    def damage(self, rect: pygame.Rect) -> None:
        """Repaint a part of this widget."""
        part = rect.clip(self.rect)
        if self._root is None or not part.w or not part.h:
            return
        touched = self._root.touched
        before = touched.get(self, part)
        touched[self] = part.union(before) if before is not None else None

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Draw this widget, below its children; the surface's clip is already `clip`."""

    def paint_over(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Draw what lies over the children."""

    def paint_tree(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Draw this widget and everything below it inside a clip."""
        if not self._visible or not clip.colliderect(self.ink):
            return
        try:
            self.paint(surface, clip)
            if self.children:
                self._paint_children(surface, clip)
            self.paint_over(surface, clip)
            if self.focused and self._root is not None and self._root.focus.ring_shown:
                self.paint_focus(surface)
        except Exception as error:  # noqa: BLE001
            self.root.stand_ins.take(self, error)
            self.root.stand_ins.paint(self, surface, clip)

    def _paint_children(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        if not self.clips:
            for child in self.children:
                child.paint_tree(surface, clip)
            return
        inner = clip.clip(self.viewport)
        if inner.w and inner.h:
            surface.set_clip(inner)
            for child in self.children:
                child.paint_tree(surface, inner)
            surface.set_clip(clip)

    def paint_frame(self, surface: pygame.Surface) -> None:
        """Draw a line around a box full of pixels, and what is behind it over its square corners."""
        look, ground = self.look, self.parent.backdrop(self.rect) if self.parent is not None else None
        radius = look.dp(look.theme.metrics.radius) if ground is not None else 0
        if ground is not None:
            look.painter.mask_corners(surface, self.rect, ground, radius)
        look.painter.box(surface, self.rect, None, look.colours.line, radius, look.dp(1))

    def paint_focus(self, surface: pygame.Surface) -> None:
        """Draw the focus ring."""
        look = self.look
        gap, width = look.dp(2), look.dp(look.theme.metrics.focus)
        ring = self.focus_box.inflate(2 * gap, 2 * gap)
        radius = look.dp(self.ring_radius) + gap
        look.painter.box(surface, ring, line=look.colours.focus, radius=radius, width=width)

    @property
    def focus_box(self) -> pygame.Rect:
        """What the focus ring goes around."""
        return self.rect

    def solid(self) -> pygame.Rect | None:
        """Return a part of `rect` that is always painted over completely, if there is one worth knowing."""
        return self.rect.inflate(0, -2 * self.dp(self.ring_radius)) if self.opaque else None

    def backdrop(self, rect: pygame.Rect) -> Colour | None:
        """Return the one colour behind `rect`, or None where it is not one or not known."""
        if not self.transparent or self.parent is None:
            return None
        return self.parent.backdrop(rect)

    def ground(self) -> tuple[int, Colour, pygame.Rect] | None:
        """Return what a repaint of this widget alone needs: the layout it holds for, backdrop, visible part."""
        generation = self.root.generation
        if self._ground is not None and self._ground[0] == generation:
            return self._ground
        colour = self.parent.backdrop(self.rect) if self.parent is not None else None
        if colour is None:
            return None
        self._ground = (generation, colour, self.shown())
        return self._ground

    def shown(self) -> pygame.Rect:
        """Return the part of `rect` no ancestor cuts off or hides."""
        return self._uncovered(self.rect)

    def shown_ink(self) -> pygame.Rect:
        """Return the part of `ink` no ancestor cuts off or hides."""
        return self._uncovered(self.ink)

    def _uncovered(self, rect: pygame.Rect) -> pygame.Rect:
        for widget in self.above():
            if not widget.visible:
                return pygame.Rect(0, 0, 0, 0)
            if widget.clips and widget is not self:
                rect = rect.clip(widget.viewport)
        return rect

    # Events ------------------------------------------------------------------------------------------

    def hit(self, x: int, y: int) -> Widget | None:
        """Return the innermost widget at a point."""
        if not self._visible or not self.rect.collidepoint(x, y):
            return None
        if not self.clips or self.viewport.collidepoint(x, y):
            for child in reversed(self.children):
                found = child.hit(x, y)
                if found is not None:
                    return found
        return self
