"""What a person's hands do to the map: everything goes through the window's event queue."""

import pygame

from sandbox.ui.kit import MemoryClipboard
from tests.ui.test_app import frames, key, mouse

MODS = {"Ctrl": pygame.KMOD_CTRL, "Shift": pygame.KMOD_SHIFT, "Alt": pygame.KMOD_ALT}
CODES = {
    "Enter": pygame.K_RETURN, "Escape": pygame.K_ESCAPE, "Space": pygame.K_SPACE, "Backspace": pygame.K_BACKSPACE,
    "Delete": pygame.K_DELETE, "Left": pygame.K_LEFT, "Right": pygame.K_RIGHT, "Up": pygame.K_UP,
    "Down": pygame.K_DOWN, "Insert": pygame.K_INSERT,
}  # fmt: skip


class Hands:
    """Mouse and keyboard over the maps tab; places are in cells."""

    def __init__(self, app):
        self.app, self.tab = app, app.shell.tabs["maps"]
        app.root.clipboard = MemoryClipboard()

    def show(self, level):
        """Another level, and nothing over it."""
        self.tab.show_level(level, "test")
        for box in list(self.app.root.floating):
            self.app.root.close(box)
        frames(self.app, 2)
        self.app.root.focus.set(self.tab.canvas)
        return self.tab

    def place(self, at):
        return self.tab.canvas.to_window(*at)

    def hold(self, *names):
        pygame.key.set_mods(sum(MODS[n] for n in names))

    def move(self, at):
        mouse(self.app, pygame.MOUSEMOTION, self.place(at))

    def down(self, at, button=1):
        self.move(at)
        mouse(self.app, pygame.MOUSEBUTTONDOWN, self.place(at), button)

    def up(self, at, button=1):
        mouse(self.app, pygame.MOUSEBUTTONUP, self.place(at), button)

    def click(self, *places, button=1, hold=()):
        for at in places:
            self.hold(*hold)
            self.down(at, button)
            self.up(at, button)
            self.hold()
            self.rest()

    def drag(self, *places, button=1, hold=()):
        self.hold(*hold)
        self.down(places[0], button)
        for at in places[1:]:
            self.move(at)
        self.up(places[-1], button)
        self.hold()
        self.rest()

    def double_click(self, at):
        for _ in range(2):
            mouse(self.app, pygame.MOUSEBUTTONDOWN, self.place(at))
            mouse(self.app, pygame.MOUSEBUTTONUP, self.place(at))
        self.rest()

    def rest(self):
        """So long that the next press is no double click."""
        self.app.root.translator._last = (0, -100, -100, -10.0)

    def press(self, *combos):
        for combo in combos:
            *mods, name = combo.split("+") if combo != "+" else ["+"]
            code = CODES.get(name) or pygame.key.key_code(name.lower())
            key(self.app, code, sum(MODS[m] for m in mods))

    def type(self, text):
        for letter in text:
            self.press("Shift+," if letter == "<" else "Space" if letter == " " else letter)
