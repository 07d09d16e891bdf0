"""The window's frame: tabs on top, the status line below, the palette and the keys over everything."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sandbox.settings import SCALES, THEMES, assets_folder
from sandbox.ui.jobs import Job
from sandbox.ui.kit import (
    Action,
    Button,
    Column,
    CommandPalette,
    IconButton,
    KeySheet,
    Label,
    ProgressBar,
    Row,
    Spacer,
    Stack,
    Widget,
    load_look,
)
from sandbox.ui.kit.overlays.palette import PaletteBox
from sandbox.ui.kit.timers import Timer
from sandbox.ui.services import Services
from sandbox.ui.tabs import TABS, Tab

if TYPE_CHECKING:
    import pygame

    from sandbox.ui.lessons.player import Player

NEWS_SECONDS = 4.0
LESSON = ".md"


class Whole(Label):
    """Words that are there whole or not at all."""

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Draw them where they have room."""
        if self.rect.w >= self.look.fonts.width(self.text, self.style):
            super().paint(surface, clip)

    def least_width(self) -> int:
        """Nothing: a part of it is not shown."""
        return 0


class Shell(Column):
    """Everything in the window. A tab is imported and built when it first comes to the front."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.tabs: dict[str, Tab] = {}
        self.current = ""
        self.buttons = {key: self._tab_button(number, key) for number, key in enumerate(TABS, 1)}
        self.stack = Stack(grow=1)
        self.status = Label("Ready", style="small", role="dim", grow=1)
        self.warm_text = Label("", style="small", role="dim", visible=False)
        self.warm_bar = ProgressBar(0.0, width=120, visible=False)
        self.player: Player | None = None  # made with the first lesson
        self.middle = Row([self.stack], gap=0, grow=1, cross="stretch")
        super().__init__([self._top(), self.middle, self._bottom()], gap=0)
        services.say_listeners.append(self.say)
        services.hint_listeners.append(self.hint)
        self._hint = ""
        self._palette: PaletteBox | None = None
        self._findable = 0  # how much more than the actions it could find
        self._said_until = 0.0
        self._fading: Timer | None = None
        services.show_tab, services.tab_of, services.take_lesson = self.show, self.tab, self.take_lesson
        self._warm: set[str] = set()
        self._drawn = (THEMES[0], 1.0)  # the last look in which everything could be drawn
        self._add_actions()
        services.at_start(self._follow_own)
        for problem in services.root.actions.restore(services.settings.keys):
            services.remark("Settings", f"keys: {problem}; its own keys are kept")

    # Frame -------------------------------------------------------------------------------------------

    def _top(self) -> Widget:
        title = Whole("Game AI Sandbox", style="strong")
        palette = Button("Commands", icon="search", kind="quiet", on_click=self.open_palette, tip_key="Ctrl+K")
        palette.tip = "Every command, by name"
        right = [
            palette,
            IconButton("contrast", on_click=self.next_theme, tip="Dark, light, projector"),
            IconButton("settings", on_click=self.open_settings, tip="Settings", tip_key="Ctrl+,"),
            IconButton("circle-help", on_click=self.open_keys, tip="Keys that work here", tip_key="F1"),
        ]
        row = [title, Spacer(12), *self.buttons.values(), Spacer(), *right]
        return Row(row, gap=6, pad=(12, 6), fill="window")

    def _tab_button(self, number: int, key: str) -> Button:
        title, icon = TABS[key].title, TABS[key].icon
        button = Button(title, icon=icon, on=False, kind="quiet", on_click=partial(self.show, key), name=f"tab-{key}")
        button.tip, button.tip_key = f"The {title} tab", f"Ctrl+{number}"
        return button

    def _bottom(self) -> Widget:
        return Row([self.status, self.warm_text, self.warm_bar], gap=12, pad=(12, 4), fill="window")

    def _add_actions(self) -> None:
        add = self.services.root.actions.add
        for number, (key, tab) in enumerate(TABS.items(), 1):
            run = partial(self.show, key)
            add(Action(f"window.{key}", f"Show {tab.title}", (f"Ctrl+{number}",), run, icon=tab.icon))
        add(Action("window.palette", "Commands", ("Ctrl+K",), self.open_palette, icon="search"))
        add(Action("window.keys", "Show the keys", ("F1",), self.open_keys, icon="keyboard"))
        add(Action("window.settings", "Settings", ("Ctrl+,",), self.open_settings, icon="settings"))
        add(Action("window.theme", "Next theme: dark, light, projector", (), self.next_theme, icon="contrast"))
        add(Action("window.larger", "Larger", ("Ctrl+Plus", "Ctrl+="), partial(self.scale_by, 1), icon="zoom-in"))
        add(Action("window.smaller", "Smaller", ("Ctrl+-",), partial(self.scale_by, -1), icon="zoom-out"))
        add(Action("window.lessons", "Lessons", ("Alt+L",), self.open_lessons, icon="graduation-cap"))
        add(Action("window.close", "Quit", ("Ctrl+Q",), self._quit, icon="x"))

    def _follow_own(self) -> None:
        """The user's own code, whatever tab is in front; what that takes is loaded beside the frame."""

        def loaded(_: object) -> None:
            self.services.own  # noqa: B018  (asked for, it is followed)

        load = Job("Loading", "own code", lambda stop: importlib.import_module("sandbox.ui.own"), loaded)  # noqa: ARG005
        self.services.reader.submit(load)

    def _quit(self) -> None:
        self.services.root.on_close()

    # Tabs --------------------------------------------------------------------------------------------

    def show(self, key: str) -> Tab:
        """Bring a tab to the front, the first one if there is none of that name."""
        key = key if key in TABS else next(iter(TABS))
        tab = self.tab(key)
        if key != self.current:
            if self.current:
                self.tabs[self.current].hidden()
            self.current = key
            for name, button in self.buttons.items():
                button.on = name == key
            for child in self.stack.children:
                child.visible = child is tab.content()
            self.services.root.actions.places = (key,)
            self.services.settings.tab = key
            self.hint("", now=True)
            tab.shown()
        return tab

    def tab(self, key: str) -> Tab:
        """A tab, built if it has not been yet."""
        return self.tabs.get(key) or self._build(key)

    def _build(self, key: str) -> Tab:
        tab = self.tabs[key] = TABS[key].make(self.services)
        tab.content().visible = False
        self.stack.add(tab.content())
        for action in tab.actions():
            self.services.root.actions.add(action)
        return tab

    def say(self, text: str) -> None:
        """Show the last event in words, for as long as it is news."""
        root = self.services.root
        self.status.text = text
        self._said_until = root.clock() + NEWS_SECONDS
        if self._fading is not None:
            self._fading.cancel()
        self._fading = root.after(NEWS_SECONDS + 0.01, self._show_hint)

    def hint(self, text: str, now: bool = False) -> None:
        """Show what can be done, at once or when what was said is no news any more."""
        self._hint = text
        if now:
            self._said_until = 0.0
        self._show_hint()

    def _show_hint(self) -> None:
        if self.services.root.clock() >= self._said_until:
            self.status.text = self._hint

    # Every frame -------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Follow the workers and the compiling child."""
        self.services.poll()
        self._say_needs()
        self._show_warming()
        if self.current:
            self.tabs[self.current].tick()
            self._follow_palette(self.tabs[self.current])

    def _say_needs(self) -> None:
        """What the tab in front needs is compiled first, and its packages before the others."""
        warmer = self.services.warmer
        if self.current and not warmer.state.finished:
            tab = self.tabs[self.current]
            warmer.need(tab.needs._replace(packages=tuple(sorted(tab.packages))))

    def _show_warming(self) -> None:
        state = self.services.warmer.state
        busy = state.total > 0 and not state.finished
        self.warm_bar.visible = self.warm_text.visible = busy
        if busy:
            self.warm_bar.value = state.done / state.total
            self.warm_text.text = state.words(self.services.warmer.needs)
        for key, tab in self.tabs.items():
            if key not in self._warm and state.ready(tab.packages):
                self._warm.add(key)
                tab.warmed()

    @property
    def settled(self) -> bool:
        """Whether there is nothing left that would change the picture by itself."""
        idle = not any(worker.busy for worker in self.services.workers)
        return self.services.warmer.state.finished and idle and (not self.current or self.tabs[self.current].settled)

    # Commands ----------------------------------------------------------------------------------------

    def open_palette(self) -> None:
        """Every command by name, and what else the tab in front lets be found."""
        tab, root = self.tabs[self.current], self.services.root
        tab.sought(going_on=True)
        self._palette = CommandPalette.of_actions(root, tab.found).open(root, partial(tab.sought, going_on=False))
        self._findable = len(tab.found())

    def _follow_palette(self, tab: Tab) -> None:
        """What is looked for may only be known a moment after the palette was opened."""
        if self._palette is not None and self._palette.is_mounted and len(tab.found()) != self._findable:
            self._findable = len(tab.found())
            self._palette.refresh()

    def open_keys(self) -> None:
        """The keys of the tab that is shown."""
        actions = self.services.root.actions
        titles = {"": "Everywhere", self.current: f"On {TABS[self.current].title}"}
        KeySheet(actions.here(), titles).open(self.services.root)

    def open_settings(self) -> None:
        """Theme, scale, keys."""
        from sandbox.ui.preferences import open_preferences

        open_preferences(self)

    def next_theme(self) -> None:
        """Dark, light, projector, and round again."""
        now = THEMES.index(self.services.settings.theme)
        self.show_look(theme=THEMES[(now + 1) % len(THEMES)])

    def scale_by(self, steps: int) -> None:
        """Make everything larger or smaller."""
        now = self.services.settings.scale
        nearest = min(range(len(SCALES)), key=lambda i: abs(SCALES[i] - now))
        self.show_look(scale=SCALES[min(max(nearest + steps, 0), len(SCALES) - 1)])

    def show_look(self, theme: str | None = None, scale: float | None = None) -> None:
        """Take another theme or scale, and remember it."""
        settings, root = self.services.settings, self.services.root
        self._drawn = self._drawn if root.stand_ins.known else (settings.theme, settings.scale)
        settings.theme, settings.scale = theme or settings.theme, scale or settings.scale
        root.restyle(load_look(assets_folder(), settings.theme, settings.scale))
        self.say(f"Theme {settings.theme}, {round(100 * settings.scale)} %")

    def open_lessons(self) -> None:
        """The gallery, at its lessons."""
        from sandbox.ui.maps.files.gallery import LESSONS

        self.show("maps")
        self.services.open_gallery(LESSONS)

    def take_lesson(self, path: Path) -> bool:
        """Begin a lesson; False for what is none."""
        if path.suffix.lower() != LESSON or not path.is_file():
            return False
        if self.player is None:
            from sandbox.ui.lessons.player import Player

            self.player = Player(self.services, self.show)
            self.middle.add(self.player.pane)
            for action in self.player.actions():
                self.services.root.actions.add(action)
        self.player.open(path)
        return True

    def open_file(self, path: str) -> bool:
        """Hand a dropped file to the tab shown, or to whichever takes it."""
        if self.take_lesson(Path(path)):
            return True
        order = [self.current, *(key for key in TABS if key != self.current)]
        return any(self._offer(key, path) for key in order)

    def _offer(self, key: str, path: str) -> bool:
        tab = self.tab(key)
        taken = tab.open_file(path)
        if taken:
            self.show(key)
        return taken

    def may_close(self, proceed: Callable[[], None]) -> bool:
        """Ask every tab whether something would be lost."""
        return all(tab.may_close(proceed) for tab in self.tabs.values())

    def close(self, *, remember: bool = True) -> None:
        """Stop everything; remember how it was left, unless nobody sat here."""
        for tab in self.tabs.values():
            tab.close()
        self.services.settings.keys = self.services.root.actions.rebound()
        if self.services.root.stand_ins.known:
            self.services.settings.theme, self.services.settings.scale = self._drawn
        if remember and not self.services.settings.save():
            self.services.note(f"{self.services.settings.path}: the settings could not be saved")
        self.services.close()
