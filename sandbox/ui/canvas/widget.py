"""The canvas as a widget: shows a picture, turns wheel and drag into camera moves, hands the rest to a tool."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

import pygame

from sandbox.ui.canvas.camera import Box, Camera
from sandbox.ui.canvas.colours import Rgb, palette
from sandbox.ui.canvas.panning import Panning
from sandbox.ui.canvas.picture import Picture
from sandbox.ui.canvas.scene import Scene
from sandbox.ui.canvas.searched.playback import PlaybackRaster
from sandbox.ui.canvas.several.reach import ReachRaster
from sandbox.ui.kit.events import LEFT, MIDDLE, Key, Pointer, Wheel, nothing
from sandbox.ui.kit.overlays.menu_items import MenuItem
from sandbox.ui.kit.style.theme import Colour
from sandbox.ui.kit.widget import Widget

WHEEL_FACTOR = 1.2
KEY_PAN = 64  # dp


class Tool(Protocol):
    """What the left button does on the canvas. Positions are in cells."""

    cursor: str

    @property
    def own_right(self) -> bool:
        """Whether the right button does something of the tool's."""
        return False

    def pointer(self, canvas: Canvas, event: Pointer, at: tuple[float, float]) -> bool:
        """Answer a press, a move, a release; True on "down" captures the drag."""

    def key(self, canvas: Canvas, event: Key) -> bool:
        """Answer a key while the canvas has the focus."""

    def menu(self) -> Sequence[MenuItem]:
        """What can be done with what stands under the pointer."""


Overlay = Callable[["Canvas", pygame.Surface, pygame.Rect], None]


class Canvas(Widget):
    """A pane onto a scene."""

    focusable = True
    clips = True
    opaque = True
    transparent = False
    ring_radius = 0
    ink_margin = 0

    def __init__(self, scene: Scene | None = None) -> None:
        super().__init__(grow=1.0, name="canvas")
        self.scene = scene or Scene()
        self.fitted = True  # keeps everything in view until the person moves it
        self.tool: Tool | None = None
        self.on_hover: Callable[[tuple[float, float] | None], None] = nothing
        self.on_restyle: Callable[[], None] = nothing  # another theme: whoever coloured the scene does so again
        self.overlays: list[Overlay] = []
        self.fast = False
        self.space_held = False
        self._tap = ""  # the shortcut that Space is, if nothing is panned with it
        self._camera = Camera(1, 1)
        self._picture: Picture | None = None
        self._pan = Panning()

    # Camera ------------------------------------------------------------------------------------------

    @property
    def camera(self) -> Camera:
        """The camera in this pane's size."""
        camera, size = self._camera, (max(self.rect.w, 1), max(self.rect.h, 1))
        return camera if (camera.width, camera.height) == size else camera.resized(*size)

    def look_at(self, camera: Camera) -> None:
        """Move the camera; the middle of the view stays on the world's box."""
        self.fitted = False
        self._move(camera.held(self.scene.world))

    def fit(self, box: Box | None = None) -> None:
        """Show all of the world, and keep it so when the pane is resized; or all of a box."""
        self.fitted = box is None
        self._move(self.camera.fitted(box or self.scene.world))

    def _move(self, camera: Camera) -> None:
        if camera != self._camera:
            self._camera = camera
            self.touch()

    def to_world(self, x: int, y: int) -> tuple[float, float]:
        """A pixel of the window in cells."""
        return self.camera.to_world(x - self.rect.x, y - self.rect.y)

    def to_window(self, x: float, y: float) -> tuple[int, int]:
        """A world point in the window's pixels."""
        px, py = self.camera.to_screen(x, y)
        return round(px) + self.rect.x, round(py) + self.rect.y

    def layout(self) -> None:
        """Keep a fitted world fitted."""
        self._camera = Camera(*self.rect.size).fitted(self.scene.world) if self.fitted else self.camera

    def restyle(self) -> None:
        """Repaint in the new theme."""
        super().restyle()
        self._picture = None
        self.on_restyle()

    @property
    def focus_box(self) -> pygame.Rect:
        """The ring runs inside, or every frame of a pan would repaint the neighbours."""
        inset = 2 * self.dp(2 + self.look.theme.metrics.focus)
        return self.rect.inflate(-inset, -inset)

    # Painting ----------------------------------------------------------------------------------------

    def adopt(self, raster: PlaybackRaster | ReachRaster) -> None:
        """Take the pixels of a layer that is about to be shown, made elsewhere."""
        self._kept().adopt(raster)

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Blit the kept picture, then what is live, then overlays (handles, hover)."""
        clip = clip.clip(self.rect)
        picture = self._kept()
        picture.fast = self.fast
        picture.update(self.camera)
        surface.blit(picture.surface, clip.topleft, clip.move(-self.rect.x, -self.rect.y))
        if self.scene.live:
            picture.paint_live(surface, self.window_camera(), clip)
        for overlay in self.overlays:
            overlay(self, surface, clip)

    def window_camera(self) -> Camera:
        """The camera for drawing straight onto the window: its corner is the window's."""
        camera = self.camera
        x, y = camera.to_world(-self.rect.x, -self.rect.y)
        return replace(camera, x=x, y=y)

    def _kept(self) -> Picture:
        if self._picture is None:
            look = self.look
            self._picture = Picture(self.scene, palette(look.theme.name), look.theme.scale, write=self._write)
        return self._picture

    def _write(self, surface: pygame.Surface, text: str, colour: Rgb, at: tuple[int, int]) -> None:
        self.look.fonts.draw(surface, text, "mono_small", Colour(*colour), at)

    # Events ------------------------------------------------------------------------------------------

    def context_menu(self) -> Sequence[MenuItem]:
        """What the tool offers, if it leaves the right button alone."""
        return self.tool.menu() if self.tool is not None and not self.tool.own_right else ()

    def on_wheel(self, event: Wheel) -> bool:
        """Zoom at the pointer; with Shift, pan sideways."""
        camera = self.camera
        if event.mods.shift:
            self.look_at(camera.panned(event.dy * self.dp(KEY_PAN), 0))
        else:
            factor = WHEEL_FACTOR**event.dy
            self.look_at(camera.zoomed(factor, event.x - self.rect.x, event.y - self.rect.y))
        return True

    def on_pointer(self, event: Pointer) -> bool:
        """Pan with the middle button or with space held; the left button is the tool's."""
        self._tell_hover(event)
        if event.kind == "down" and (event.button == MIDDLE or (event.button == LEFT and self.space_held)):
            self._pan.begin(event.at)
            self._tap = ""
            return True
        if self._pan.held:
            self._pan.follow(self, event)
            return True
        if self.tool is None or event.kind in ("enter", "leave"):
            return False
        return self.tool.pointer(self, event, self.to_world(event.x, event.y))

    def _tell_hover(self, event: Pointer) -> None:
        if event.kind in ("move", "enter", "leave"):
            self.on_hover(None if event.kind == "leave" else self.to_world(event.x, event.y))

    def on_key(self, event: Key) -> bool:
        """Move and zoom by keyboard: arrows with Ctrl pan, + and - zoom, 0 fits."""
        if event.name == "Space":
            return self._space(event)
        if not event.down:
            return False
        if self.tool is not None and self.tool.key(self, event):
            return True
        return self._menu_by_key(event.combo) or self._move_by_key(event.combo)

    def _menu_by_key(self, name: str) -> bool:
        """The Menu key opens what the tool offers, where the pointer is."""
        items = self.tool.menu() if self.tool is not None and name in ("Menu", "Shift+F10") else ()
        if not items:
            return False
        at = self.root.dispatcher.at
        x, y = at if self.rect.collidepoint(at) else self.rect.center
        self.root.menu(items, pygame.Rect(x, y, 1, 1), at_point=True)
        return True

    def _space(self, event: Key) -> bool:
        """Held, it pans; let go without a pan, it is the shortcut that it is elsewhere."""
        self.space_held = event.down
        if event.down:
            if not event.repeat or not self._tap:
                taken = self.tool is not None and self.tool.key(self, event)
                self._tap = "" if taken or event.repeat else event.combo
        else:
            tap, self._tap = self._tap, ""
            if tap:
                self.root.dispatcher.shortcut(tap)
        return True

    def on_focus(self, gained: bool) -> None:
        """Whoever left lets go of Space."""
        del gained
        self.space_held, self._tap = False, ""

    def _move_by_key(self, name: str) -> bool:
        step = self.dp(KEY_PAN)
        moves = {"Ctrl+Left": (step, 0), "Ctrl+Right": (-step, 0), "Ctrl+Up": (0, step), "Ctrl+Down": (0, -step)}
        zooms = {"Plus": WHEEL_FACTOR, "=": WHEEL_FACTOR, "Shift+=": WHEEL_FACTOR, "-": 1 / WHEEL_FACTOR}
        if name in moves:
            self.look_at(self.camera.panned(*moves[name]))
        elif name in zooms:
            self.look_at(self.camera.zoomed(zooms[name], self.rect.w / 2, self.rect.h / 2))
        elif name == "0":
            self.fit()
        else:
            return False
        return True
