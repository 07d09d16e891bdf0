"""Where things are in the window: a twin without a display, of the same size and in the same state, is asked.

A person sees where the button is; a script does not. The twin is the same program under SDL's dummy driver, taken
through the same steps, so that its widgets lie where those of the real window do.
"""

import os
import time
from pathlib import Path

from sandbox.ui.app import App, Request
from sandbox.ui.kit import Button, Scroll, Wheel
from sandbox.ui.maps.files.gallery import CardBox


class Twin:
    """The same window, where nobody sees it."""

    patience = 4.0  # seconds to give the real gallery: what this one's took tells how busy the machine is

    def __init__(self, home, size=(1280, 720)):
        self.before = dict(os.environ)
        os.environ.setdefault("XDG_CACHE_HOME", str(Path.home() / ".cache"))  # kernels stay where they are compiled
        os.environ |= {"HOME": str(home), **{f"XDG_{n}_HOME": str(home / n) for n in ("CONFIG", "DATA")}}
        self.app = App(Request(size=size))
        self.app.services.warmer.start = lambda: None
        self.app.shell.show("maps")
        self.frames(2)

    def frames(self, count=1):
        for _ in range(count):
            self.app.host.frame()

    @property
    def tab(self):
        return self.app.shell.tabs["maps"]

    def start(self):
        """Somebody sits down: the first time, the gallery opens."""
        self.app.services.start()
        self.frames(2)

    def widgets(self):
        boxes = self.app.root.floating or [self.app.root.page]
        return [w for box in boxes for w in box.walk()]

    def card(self, name, seconds=20):
        """The middle of a card of the gallery."""
        begin = time.monotonic()
        while time.monotonic() < begin + seconds:
            self.frames()
            for widget in self.widgets():
                if isinstance(widget, CardBox) and widget.card.path.stem == name:
                    self.frames(2)
                    self.patience = 1.0 + 2.0 * (time.monotonic() - begin)
                    self.turned = self._into_view(widget)
                    return widget.rect.center
            time.sleep(0.02)
        raise AssertionError(f"no card {name!r}")

    def _into_view(self, widget):
        """Where to turn the wheel, and how far, for a widget to be seen whole; turned here as well."""
        scroll, count = next(w for w in widget.above() if isinstance(w, Scroll)), 0
        while not scroll.rect.contains(widget.rect) and count < 50:
            assert scroll.on_wheel(Wheel(*scroll.rect.center, 0.0, -1.0))
            self.frames()
            count += 1
        return scroll.rect.center, count

    def named(self, name):
        """The middle of a widget, by its name."""
        return next(w.rect.center for w in self.widgets() if w.name == name)

    def button(self, text):
        """The middle of a button, by its words."""
        return next(w.rect.center for w in self.widgets() if isinstance(w, Button) and w.text == text)

    def notches(self, text):
        """Where to turn the wheel, and how far, for a button of the panel to come into view; turned here as well."""
        button = next(w for w in self.widgets() if isinstance(w, Button) and w.text == text)
        scroll = next(w for w in button.above() if isinstance(w, Scroll))
        count = 0
        while not scroll.rect.inflate(0, -scroll.rect.h // 4).contains(button.rect):
            assert scroll.on_wheel(Wheel(*scroll.rect.center, 0.0, -1.0)), f"{text!r} never shows"
            count += 1
        return scroll.rect.center, count

    def tip(self, text):
        """The middle of a widget, by its tooltip."""
        return next(w.rect.center for w in self.widgets() if w.tip == text)

    def cell(self, x, y):
        """A place of the map."""
        return self.tab.canvas.to_window(x, y)

    def close(self):
        self.app.shell.close(remember=False)
        self.app.host.window.destroy()
        os.environ.clear()
        os.environ.update(self.before)
