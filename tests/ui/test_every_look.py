"""The window starts in every tab, theme, scale and size, draws all of it, and what cannot be drawn ends nothing."""

import json
import random
from itertools import product

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.games.api import games
from sandbox.settings import SCALES, THEMES, Remembered, Settings
from sandbox.ui.app import App, Request
from sandbox.ui.kit import Label
from sandbox.ui.tabs import TABS

SIZES = (
    (300, 200),
    (100, 100),
    (640, 400),
    (960, 600),
    (1280, 720),
    (1440, 900),
    (1920, 1080),
    (300, 1200),
    (2560, 300),
)
CRASHED = (("projector", 3.0, (1440, 900)), ("projector", 2.5, (1280, 720)), ("dark", 1.0, (300, 200)))


@pytest.fixture
def config(tmp_path, monkeypatch):
    """The settings file of a user with an empty home."""
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    return Settings().path


class Window:
    """An app that a test closes again."""

    def __init__(self, request=None):
        self.app = App(request or Request())
        self.app.services.warmer.start = lambda: None
        self.app.services.warmer.state = type(self.app.services.warmer.state)(finished=True)
        self.failed = []
        self.app.root.stand_ins.on_failure = lambda name, error: self.failed.append((name, error))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.app.shell.close(remember=False)
        self.app.host.window.destroy()
        pygame.event.clear()

    def frames(self, count=2):
        for _ in range(count):
            self.app.host.pump()
            self.app.host.turn()


def draw_all(cases, names=()):
    """One window, taken through looks and sizes as a person would take it, these games (or all) on the board."""
    with Window() as window:
        shell, host = window.app.shell, window.app.host
        for tab in TABS:
            shell.show(tab)
            window.frames()
        names = names or games.keys()
        for number, (tab, theme, scale, size) in enumerate(cases):
            host.window.minimum_size = (1, 1)
            host.window.size = size
            host.resized()
            assert window.app.root.rect.size == size
            shell.show(tab)
            if tab == "boards":
                shell.tabs[tab].open_file(names[number % len(names)])
            shell.show_look(theme, scale)
            window.frames()
            assert not window.failed, (tab, theme, scale, size, window.failed)


def everything():
    return list(product(TABS, THEMES, SCALES, SIZES))


def test_a_sample_of_all_looks_is_drawn(config):
    crashed = [("boards", *case) for case in CRASHED for _ in games]
    draw_all([*crashed, *random.Random(7).sample(everything(), 60)])


@pytest.mark.slow
@pytest.mark.parametrize("shown", [*(tab for tab in TABS if tab != "boards"), *games.keys()])
def test_all_looks_are_drawn(config, shown):
    tab, names = (shown, ()) if shown in TABS else ("boards", (shown,))
    draw_all([case for case in everything() if case[0] == tab], names)


@pytest.mark.parametrize(("theme", "scale", "size"), CRASHED)
def test_what_was_set_starts_again(config, theme, scale, size):
    config.parent.mkdir(parents=True)
    config.write_text(json.dumps({"theme": theme, "scale": scale, "window": size, "tab": "boards"}), encoding="utf-8")
    with Window() as window:
        window.app.shell.show(window.app.settings.tab)
        window.frames()
        assert (window.app.root.look.theme.name, window.app.root.look.theme.scale) == (theme, scale)
        assert not window.failed


class Broken(Label):
    """A widget that fails in what it is told to."""

    def __init__(self, where):
        super().__init__("broken")
        setattr(self, where, self._fail)

    def _fail(self, *_):
        raise pygame.error("Invalid resolution for Surface")


@pytest.mark.parametrize("where", ["paint", "paint_over", "measure", "layout"])
def test_a_part_that_cannot_be_drawn_ends_nothing_and_is_not_remembered(config, capsys, where):
    with Window() as window:
        app = window.app
        app.root.stand_ins.on_failure = app.services.not_painted
        app.shell.show("bench")
        window.frames()
        app.shell.show_look("light", 1.5)
        window.frames()
        app.shell.add(Broken(where))
        app.shell.show_look("projector", 3.0)
        window.frames(3)
        titles = [w.text for box in app.root.floating for w in box.walk() if isinstance(w, Label)]
        assert titles.count("Showing Broken failed") == 1
        assert "Invalid resolution for Surface" in capsys.readouterr().err
        app.shell.close()
        kept = Settings()
        assert (kept.theme, kept.scale) == ("light", 1.5)


# Settings, whatever stands in the file

RUBBISH = [
    None,
    True,
    False,
    0,
    -1,
    5,
    10**400,
    1e308,
    float("nan"),
    float("inf"),
    "",
    "x",
    "\ud800",
    "a\0b",
    [],
    [1],
    {},
]
RUBBISH += [[None, None], [0, 0], [10**9, 10**9], [-5, 300], ["a", "b"], [[[[]]]], {"a": {"b": [None]}}, {"theme": 5}]
RUBBISH += [{"window.close": 5}, {"window.close": [5]}, {"window.close": [""]}, {"window.close": ["Hyper+Q", "+"]}]
RUBBISH += [{"window.close": ["\ud800", "Ctrl+\0"]}, ["/nowhere"], ["\ud800"], ["\0"]]
KEYS = sorted(name for name, known in vars(Settings).items() if isinstance(known, Remembered))

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(RUBBISH),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=6,
)


def starts(config, stored):
    """Start a window with these settings and take it through its tabs; return what was said of them."""
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text(json.dumps(stored), encoding="utf-8")
    with Window() as window:
        window.app.shell.show(window.app.settings.tab)
        window.frames()
        window.app.shell.open_settings()
        window.app.shell.next_theme()
        window.app.shell.scale_by(1)
        window.frames()
        assert not window.failed
        return window.app.settings.remarks


@pytest.mark.parametrize("number", range(0, len(RUBBISH), 7))
def test_no_values_of_settings_stop_the_window(config, number):
    stored = {key: RUBBISH[(number + at) % len(RUBBISH)] for at, key in enumerate(KEYS)}
    for remark in starts(config, stored):
        assert len(remark.splitlines()) == 1
        assert any(f"{config}: {key}: " in remark for key in KEYS)


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_no_value_of_a_setting_stops_the_window(config, key):
    for value in RUBBISH:
        assert all(f"{config}: {key}: " in remark for remark in starts(config, {key: value}))


@pytest.mark.parametrize(
    ("stored", "expected"),
    [
        ({"theme": "solarized"}, 'theme: "solarized", expected one of dark, light, projector; the default is taken'),
        ({"scale": "big"}, 'scale: "big", expected a number from 0.5 to 3; the default is taken'),
        ({"recent": 5}, "recent: 5, expected a list of texts; the default is taken"),
        ({"keys": 5}, "keys: 5, expected an object of lists of texts; the default is taken"),
        ({"window": "x"}, 'window: "x", expected width and height from 100 to 8192; the default is taken'),
        ({"tab": "attic"}, 'tab: "attic", expected one of maps, crowds, boards, bench; the default is taken'),
        ({"theme": None}, "theme: null, expected one of dark, light, projector; the default is taken"),
    ],
)
def test_a_wrong_value_is_said_in_one_line(config, capsys, stored, expected):
    assert starts(config, stored) == [f"{config}: {expected}"]
    assert capsys.readouterr().err == f"Settings: {config}: {expected}\n"


@given(stored=st.dictionaries(st.sampled_from(KEYS), anything))
def test_whatever_is_stored_every_setting_reads_as_what_it_is(tmp_path_factory, stored):
    path = tmp_path_factory.mktemp("settings") / "settings.json"
    path.write_text(json.dumps(stored), encoding="utf-8")
    settings = Settings(path)
    for key in KEYS:
        known = vars(Settings)[key]
        assert known.read(getattr(settings, key)) == getattr(settings, key)
    assert settings.save()
    again = Settings(path)
    assert again.values == settings.values
    assert not again.remarks
