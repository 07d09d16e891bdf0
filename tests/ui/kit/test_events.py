"""pygame's events in our words; the window's loop; a person gone mad."""

import gc
import random

import pygame
import pytest

from sandbox.ui.kit import Column, Host, Key, Label, MemoryClipboard, Mods, Pointer, Root, SystemClipboard, Text, Wheel
from sandbox.ui.kit.events import Close, Composing, Drop, Resized, Translator, key_name
from sandbox.ui.kit.gallery import Gallery

from .conftest import ASSETS


def event(kind: int, **values: object) -> pygame.Event:
    return pygame.Event(kind, **values)


def test_keys_are_named_with_their_modifiers() -> None:
    translator = Translator()
    made = translator.translate(event(pygame.KEYDOWN, key=pygame.K_k, mod=pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT), 0.0)
    assert made == Key("Ctrl+Shift+K", "K", Mods(ctrl=True, shift=True))
    assert translator.translate(event(pygame.KEYDOWN, key=pygame.K_LSHIFT, mod=0), 0.0) is None
    assert not translator.translate(event(pygame.KEYUP, key=pygame.K_SPACE, mod=0), 0.0).down


def test_a_held_key_repeats_until_it_is_let_go() -> None:
    translator = Translator()
    down, up = event(pygame.KEYDOWN, key=pygame.K_a, mod=0), event(pygame.KEYUP, key=pygame.K_a, mod=0)
    told = [translator.translate(e, 0.0).repeat for e in (down, down, up, down)]
    assert told == [False, True, False, False]
    translator.translate(event(pygame.WINDOWFOCUSLOST), 0.0)
    assert not translator.translate(down, 0.0).repeat


@pytest.mark.parametrize(
    ("code", "name"),
    [
        (pygame.K_RETURN, "Enter"),
        (pygame.K_KP_ENTER, "Enter"),
        (pygame.K_ESCAPE, "Escape"),
        (pygame.K_PAGEUP, "PageUp"),
        (pygame.K_F11, "F11"),
        (pygame.K_LEFT, "Left"),
        (pygame.K_KP5, "5"),
        (pygame.K_PLUS, "Plus"),
        (pygame.K_MINUS, "-"),
        (pygame.K_LEFTBRACKET, "["),
        (pygame.K_a, "A"),
        (pygame.K_SPACE, "Space"),
        (pygame.K_DELETE, "Delete"),
        (pygame.K_MENU, "Menu"),
    ],
)
def test_names_of_keys(code: int, name: str) -> None:
    assert key_name(code) == name


def test_clicks_are_counted_by_place_and_time() -> None:
    translator = Translator()

    def press(x: int, now: float, button: int = 1) -> int:
        made = translator.translate(event(pygame.MOUSEBUTTONDOWN, pos=(x, 5), button=button), now)
        assert isinstance(made, Pointer)
        return made.clicks

    assert [press(5, 0.0), press(6, 0.2), press(5, 0.4)] == [1, 2, 3]
    assert press(5, 1.5) == 1
    assert press(50, 1.6) == 1
    assert press(50, 1.7, button=3) == 1


def test_the_wheel_is_told_once() -> None:
    translator = Translator()
    assert translator.translate(event(pygame.MOUSEBUTTONDOWN, pos=(1, 1), button=4), 0.0) is None
    made = translator.translate(event(pygame.MOUSEWHEEL, x=0, y=1, precise_x=0.0, precise_y=0.5), 0.0)
    assert isinstance(made, Wheel)
    assert made.dy == 0.5


def test_points_are_in_the_surfaces_pixels() -> None:
    translator = Translator()
    translator.ratio = (2.0, 2.0)
    made = translator.translate(event(pygame.MOUSEMOTION, pos=(10, 20), rel=(0, 0), buttons=(0, 0, 0)), 0.0)
    assert made.at == (20, 40)


@pytest.mark.parametrize(
    ("raw", "ours"),
    [
        (event(pygame.TEXTINPUT, text="é"), Text("é")),
        (event(pygame.TEXTEDITING, text="に", start=1), Composing("に", 1)),
        (event(pygame.DROPFILE, file="/a/b"), Drop("/a/b")),
        (event(pygame.WINDOWSIZECHANGED, x=3, y=4), Resized(3, 4)),
        (event(pygame.WINDOWCLOSE), Close()),
        (event(pygame.USEREVENT), None),
    ],
)
def test_other_events(raw: pygame.Event, ours: object) -> None:
    assert Translator().translate(raw, 0.0) == ours


def test_the_clipboard_keeps_every_letter() -> None:
    for clipboard in (MemoryClipboard(), SystemClipboard()):
        clipboard.put("héllo → 漢字 🙂")
        assert clipboard.get() == "héllo → 漢字 🙂"


def test_a_window_shows_resizes_and_closes(look) -> None:
    host = Host("Test", (700, 500))
    root = Root(host.surface, look, Column([Label("x")]))
    host.attach(root)
    pygame.event.clear()
    assert host.frame()
    assert host.frame() == []
    host.window.size = (800, 600)
    host.frame()
    assert root.rect.size == (800, 600)
    pygame.event.post(event(pygame.QUIT))
    host.run()
    assert host.closing
    host.window.destroy()


KEYS = (
    "Tab",
    "Shift+Tab",
    "Space",
    "Enter",
    "Escape",
    "Left",
    "Right",
    "Up",
    "Down",
    "Home",
    "End",
    "PageUp",
    "PageDown",
    "Backspace",
    "Delete",
    "Ctrl+A",
    "Ctrl+C",
    "Ctrl+V",
    "Ctrl+X",
    "Ctrl+Z",
    "Ctrl+Y",
    "Ctrl+K",
    "Ctrl+M",
    "F1",
    "Menu",
    "Shift+F10",
    "Alt+Up",
    "Alt+Down",
)


def go_mad(root: Root, rng: random.Random, count: int) -> None:
    """Do anything, `count` times."""
    now = 0.0
    for _ in range(count):
        kind = rng.random()
        at = rng.randrange(root.rect.w), rng.randrange(root.rect.h)
        if kind < 0.6:
            what = rng.choice(["move", "move", "down", "up"])
            root.dispatch(
                Pointer(what, *at, 0 if what == "move" else rng.choice([1, 1, 1, 2, 3]), rng.choice([1, 1, 2, 3]))
            )
        elif kind < 0.85:
            combo = rng.choice(KEYS)
            *mods, name = combo.split("+")
            root.dispatch(Key(combo, name, Mods("Ctrl" in mods, "Shift" in mods, "Alt" in mods)))
        elif kind < 0.9:
            root.dispatch(Text(rng.choice("ab1-.é漢")))
        elif kind < 0.97:
            root.dispatch(Wheel(*at, rng.choice([0, 0, 1]), rng.choice([-3, -1, 1, 3])))
        else:
            now += rng.random() * 2
            root.update(now)
        if rng.random() < 0.5:
            root.paint()


def gallery(look, size: tuple[int, int] = (900, 600)) -> Root:
    return Root(
        pygame.Surface(size), look, Gallery(ASSETS, "dark", 1.0), clipboard=MemoryClipboard(), clock=lambda: 0.0
    )


@pytest.mark.parametrize("seed", range(3))
def test_nothing_a_person_does_breaks_the_gallery(look, seed: int) -> None:
    go_mad(gallery(look), random.Random(seed), 1500)


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_a_hundred_thousand_events_leak_nothing(look) -> None:
    root, rng = gallery(look), random.Random(9)
    counts = []
    for _ in range(4):
        go_mad(root, rng, 25_000)
        gc.collect()
        counts.append(len(gc.get_objects()))
    assert counts[-1] < counts[1] * 1.05
