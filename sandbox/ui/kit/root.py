"""The root: one window's page and what floats above it; takes events, keeps time, repaints what changed.

A program's loop is `handle` for every event, `update(now)`, `paint()`, and a sleep of `wake_in` seconds. When
nothing was touched, `paint` returns an empty list and has done nothing.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import pygame

from sandbox.ui.kit.overlays.floating import Floating
from sandbox.ui.kit.overlays.menu_items import MenuItem
from sandbox.ui.kit.overlays.stand_ins import StandIns
from sandbox.ui.kit.overlays.toasts import ToastAction, ToastKind, Toasts
from sandbox.ui.kit.overlays.tooltips import Tooltips
from sandbox.ui.kit.style.look import Look
from sandbox.ui.kit.style.theme import Colour
from sandbox.ui.kit.system.clipboard import MemoryClipboard, SystemClipboard

from .damage import left_over, merged
from .dispatch import Dispatcher
from .events import Event, Translator, nothing
from .focus import Focus
from .shortcuts import Actions
from .timers import Timer, Timers
from .widget import Widget

MOST_LAYOUTS = 8


class Alone(NamedTuple):
    """A widget that can be painted without what is around it: on one colour, in its visible part."""

    widget: Widget
    colour: Colour
    area: pygame.Rect


class Page(Widget):
    """The ground of the window, under its one content."""

    transparent = False
    clips = True

    def __init__(self) -> None:
        super().__init__()
        self._open: list[pygame.Rect] = []  # what no box covers
        self._open_for = -1  # the layout it was found for

    def layout(self) -> None:
        """Give the content the window."""
        for child in self.children:
            child.arrange(self.rect)

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Fill with the window's colour, but not what boxes will cover, which takes as long again."""
        fill, colour = self.look.painter.fill, self.look.colours.window
        if clip.w * clip.h * 4 < self.rect.w * self.rect.h:
            fill(surface, colour, clip)
            return
        if self._open_for != self.root.generation:
            self._open_for = self.root.generation
            self._open = left_over(self.rect, (s for child in self.children for s in _solids(child, self.rect)))
        for rect in self._open:
            if rect.colliderect(clip):
                fill(surface, colour, rect)

    def backdrop(self, rect: pygame.Rect) -> Colour | None:  # noqa: ARG002
        """Return the window's colour."""
        return self.look.colours.window


class Root:
    """Holds the widget tree of one surface."""

    def __init__(
        self,
        surface: pygame.Surface,
        look: Look,
        content: Widget | None = None,
        *,
        clipboard: MemoryClipboard | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.surface, self.look, self.clock = surface, look, clock
        self.heard = -math.inf  # when the last of pygame's events came
        self.rect = surface.get_rect()
        self.clipboard = clipboard or SystemClipboard()
        self.actions = Actions()
        self.timers = Timers()
        self.translator = Translator()
        self.now = clock()
        self.touched: dict[Widget, pygame.Rect | None] = {}  # a part of it, or None for all
        self.floating: list[Floating] = []
        self.needs_layout = True
        self.generation = 0  # counts layouts, scrolls and looks: what was derived from them is stale after
        self.on_close: Callable[[], None] = nothing
        self.on_drop: Callable[[str], bool] = lambda _: False
        self.on_text_input: Callable[[bool, pygame.Rect], None] = nothing
        self._damage: list[pygame.Rect] = []
        self._all = True
        self._lost = False
        self.focus = Focus(self)
        self.dispatcher = Dispatcher(self)
        self.tooltips = Tooltips(self)
        self.toasts = Toasts(self)
        self.stand_ins = StandIns(self)
        self.page = Page()
        self.page.mount(self)
        if content is not None:
            self.content = content

    # Content -----------------------------------------------------------------------------------------

    @property
    def content(self) -> Widget:
        """The page's one widget."""
        return self.page.children[0]

    @content.setter
    def content(self, widget: Widget) -> None:
        self.page.replace_children([widget])

    def dp(self, length: float) -> int:
        """Return a length in pixels."""
        return self.look.theme.dp(length)

    def restyle(self, look: Look) -> None:
        """Take another theme or scale: everything is measured and drawn again."""
        self.look = look
        self.stand_ins.forget()
        for top in (self.page, *self.floating):
            _restyle(top)
        self.needs_layout = True
        self.damage_all()

    def resize(self, surface: pygame.Surface) -> None:
        """Take another surface, of any size."""
        self.surface, self.rect = surface, surface.get_rect()
        self.stand_ins.forget()
        self.tooltips.hide()
        self.close_popups()
        self.page.relayout()
        self.damage_all()

    def forget(self, widget: Widget) -> None:
        """Let go of a widget (and everything below it) that leaves the tree or hides."""
        self.touched.pop(widget, None)
        focused = self.focus.widget
        if focused is not None and any(around is widget for around in focused.above()):
            self.focus.set(None)
        self.dispatcher.forget(widget)

    def enabled_changed(self, widget: Widget) -> None:
        """A widget was switched on or off: a focus inside it is lost."""
        focused = self.focus.widget
        if focused is not None and not focused.active:
            self.focus.set(None)
        self.damage(widget.ink)

    # Time --------------------------------------------------------------------------------------------

    def after(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Call once, later."""
        return self.timers.add(self.now + seconds, call)

    def every(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Call again and again."""
        return self.timers.add(self.now + seconds, call, seconds)

    def update(self, now: float | None = None) -> None:
        """Run the timers that are due."""
        self.now = self.clock() if now is None else now
        self.timers.run(self.now)

    def wake_in(self, now: float | None = None) -> float | None:
        """Return the seconds until something is to do without an event: 0 now, None never."""
        if self.dirty:
            return 0.0
        due = self.timers.next_due()
        return None if due is None else max(0.0, due - (self.clock() if now is None else now))

    # Events ------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> bool:
        """Take one of pygame's events; True if something answered it."""
        self.now = self.heard = self.clock()
        ours = self.translator.translate(event, self.now)
        return self.dispatcher.dispatch(ours) if ours is not None else False

    def dispatch(self, event: Event) -> bool:
        """Take one of our own events."""
        return self.dispatcher.dispatch(event)

    def focus_scope(self) -> Widget:
        """Return the widget Tab stays in: the topmost dialog or popup, or the page."""
        return next((f for f in reversed(self.floating) if not f.passive), self.page)

    def text_input(self, wanted: bool) -> None:
        """Switch the input method on or off."""
        widget = self.focus.widget
        self.on_text_input(wanted, widget.rect if widget is not None else self.rect)

    # Floating boxes ----------------------------------------------------------------------------------

    def open(self, box: Floating) -> Floating:
        """Show a floating box; it gets the focus unless it is passive."""
        if not box.passive:
            self.tooltips.hide()
            box.return_to = self.focus.widget
        self.floating.append(box)
        box.mount(self)
        box.place(self.rect)
        self.generation += 1
        self.damage(box.ink)
        if not box.passive:
            self.focus.set(None)
            if box.modal:
                self.dispatcher.release()
        return box

    def close(self, box: Floating) -> None:
        """Take a floating box away, and everything opened from it."""
        if box not in self.floating:
            return
        if not box.passive:
            above = self.floating[self.floating.index(box) + 1 :]
            for later in reversed([f for f in above if not f.passive]):
                self.close(later)
        self.floating.remove(box)
        self.damage(box.ink)
        self.generation += 1
        box.mount(None)
        if not box.passive:
            self._give_back_focus(box)
        box.on_close()

    def _give_back_focus(self, box: Floating) -> None:
        back = box.return_to
        if back is not None and back.is_mounted and back.active:
            self.focus.set(back)

    def close_popups(self) -> None:
        """Close everything a click elsewhere closes."""
        for box in reversed(self.floating):
            if not box.passive and not box.modal:
                self.close(box)

    def menu(self, items: Sequence[MenuItem], anchor: pygame.Rect, *, at_point: bool = False) -> Floating:
        """Open a menu below an anchor, or at a point."""
        from sandbox.ui.kit.overlays.menus import open_menu

        return open_menu(self, items, anchor, at_point=at_point)

    def toast(
        self, title: str, text: str = "", kind: ToastKind = "info", actions: Sequence[ToastAction] = ()
    ) -> Floating:
        """Say something in the corner for a while."""
        return self.toasts.show(title, text, kind, actions)

    # Painting ----------------------------------------------------------------------------------------

    @property
    def dirty(self) -> bool:
        """Whether `paint` has something to do."""
        return self._all or self._lost or self.needs_layout or bool(self._damage) or bool(self.touched)

    def damage(self, rect: pygame.Rect) -> None:
        """Repaint a rectangle."""
        if rect.w and not self._all:
            self._damage.append(rect.copy())

    def damage_all(self) -> None:
        """Repaint everything."""
        self._all = True
        self._damage.clear()

    def show_again(self) -> None:
        """Show what is painted already: the screen lost it, the surface did not."""
        self._lost = True

    def layout(self) -> None:
        """Measure and place what is stale."""
        self.needs_layout = False
        self.generation += 1
        self.page.arrange(self.rect)
        for box in self.floating:
            before = box.ink
            box.place(self.rect)
            if box.ink != before:
                self.damage(before)
                self.damage(box.ink)
        self.toasts.stack()

    def paint(self) -> list[pygame.Rect]:
        """Repaint what changed since the last time; return the rectangles to be shown."""
        for _ in range(MOST_LAYOUTS):  # a layout may show or hide a bar and so ask for another
            if self.needs_layout:
                self.layout()
        if self._all:
            areas, alone = [self.rect.copy()], list[Alone]()
        elif self._damage or self.touched:
            areas, alone = self._split()
        else:
            shown = [self.rect.copy()] if self._lost else []
            self._lost = False
            return shown
        self._all = self._lost = False
        self._damage.clear()
        self.touched.clear()
        for area in areas:
            self._paint_area(area)
        return areas + self._paint_alone(alone)

    def _split(self) -> tuple[list[pygame.Rect], list[Alone]]:
        """Sort what changed into areas to paint from the ground up and widgets that can be painted alone."""
        blockers = [box.ink for box in self.floating]
        if self.focus.widget is not None and self.focus.ring_shown:
            blockers.append(self.focus.widget.ink)
        alone: list[Alone] = []
        for widget, part in self.touched.items():
            area = part or widget.rect
            ground = widget.ground() if area.collidelist(blockers) < 0 else None
            if ground is not None:
                alone.append(Alone(widget, ground[1], ground[2] if part is None else ground[2].clip(part)))
            elif not self._painted_with_more(widget):
                self._damage.append(widget.shown_ink() if part is None else part.clip(widget.shown()))
        areas = merged(self._damage, self.rect)
        return areas, [entry for entry in alone if not any(area.contains(entry.area) for area in areas)]

    def _painted_with_more(self, widget: Widget) -> bool:
        """Tell whether something around a widget is to be painted anyway, with the whole widget in it."""
        for around in widget.above():
            if around is not widget and around in self.touched:
                part = self.touched[around]
                if part is None or part.contains(widget.rect):
                    return True
        return False

    def _paint_area(self, area: pygame.Rect) -> None:
        surface = self.surface
        surface.set_clip(area)
        self.page.paint_tree(surface, area)
        for box in self.floating:
            box.paint_tree(surface, area)
        surface.set_clip(None)

    def _paint_alone(self, alone: list[Alone]) -> list[pygame.Rect]:
        surface, fill = self.surface, self.look.painter.fill
        areas = []
        for widget, colour, area in alone:
            if not area.w or not area.h or not widget.visible:
                continue
            surface.set_clip(area)
            if not widget.opaque:
                fill(surface, colour, area)
            widget.paint_tree(surface, area)
            areas.append(area)
        surface.set_clip(None)
        return areas


def _solids(widget: Widget, shown: pygame.Rect) -> Iterator[pygame.Rect]:
    """Yield the outermost boxes that will be filled, without their corners, as far as they show."""
    if not widget.visible or not widget.rect.colliderect(shown):
        return
    solid = widget.solid()
    if solid is not None:
        yield solid.clip(shown)
        return
    inside = shown.clip(widget.viewport) if widget.clips else shown
    for child in widget.children:
        yield from _solids(child, inside)


def _restyle(widget: Widget) -> None:
    widget.restyle()
    for child in widget.children:
        _restyle(child)
