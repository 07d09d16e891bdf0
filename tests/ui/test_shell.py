"""The window's frame: keys that were changed, the line at the foot."""

import argparse
import importlib
import json
import subprocess
import sys

import pygame
import pytest

from sandbox.cli.commands.window import add_arguments
from sandbox.settings import config_file
from sandbox.ui.app import App, Request
from sandbox.ui.kit import KeyButton, key_label
from sandbox.ui.preferences import KeyList
from sandbox.ui.tabs import TABS, TabEntry
from tests.ui.test_app import click, frames, key


@pytest.fixture
def window(tmp_path, monkeypatch):
    """Opens windows of one user, one after the other: the one before is gone when the next one comes."""
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    opened = []

    def close_last():
        if opened:
            last = opened.pop()
            last.shell.close(remember=False)
            last.host.window.destroy()
            pygame.event.clear()

    def open_one(tab):
        close_last()
        app = App(Request(size=(1280, 720)))
        opened.append(app)
        app.services.warmer.start = lambda: None
        app.shell.show(tab)
        frames(app, 2)
        return app

    yield open_one
    close_last()


def closed(app):
    app.shell.close(remember=True)
    return json.loads(config_file().read_text("utf-8"))["keys"]


def test_keys_of_tabs_not_opened_this_time_are_remembered(window):
    app = window("boards")
    app.root.actions.rebind("boards.now", ["F7"])
    assert closed(app) == {"boards.now": ["F7"]}
    app = window("bench")
    app.root.actions.rebind("window.theme", ["F8"])
    assert closed(app) == {"boards.now": ["F7"], "window.theme": ["F8"]}
    app = window("boards")
    assert app.root.actions["boards.now"].keys == ("F7",)


def test_a_key_taken_from_another_action_is_shown_once(window):
    app, keys, actions = settings_of(window("boards"))
    app.root.focus.reveal(keys.fields["boards.swap"])
    frames(app, 2)
    click(app, keys.fields["boards.swap"])
    key(app, pygame.K_z, pygame.KMOD_CTRL)
    assert "Take back" in keys.said.text, "asked first"
    assert actions["boards.back"].keys == ("Ctrl+Z",)
    key(app, pygame.K_ESCAPE)
    click(app, keys.fields["boards.swap"])
    key(app, pygame.K_z, pygame.KMOD_CTRL)
    assert actions["boards.back"].keys == ("Ctrl+Z",), "and asked again"
    key(app, pygame.K_z, pygame.KMOD_CTRL)
    assert (actions["boards.swap"].keys, actions["boards.back"].keys) == (("Ctrl+Z",), ())
    assert (keys.fields["boards.swap"].keys, keys.fields["boards.back"].keys) == (("Ctrl+Z",), ())
    assert "Take back" in keys.said.text
    assert app.services.settings.keys == {"boards.swap": ("Ctrl+Z",), "boards.back": ()}
    assert all(keys.fields[action.id].keys == action.keys for action in actions.all())


def settings_of(app):
    """The window with its settings open, the list of keys in it, and the actions."""
    app.shell.open_settings()
    frames(app, 2)
    keys = next(w for box in app.root.floating for w in box.walk() if isinstance(w, KeyList))
    return app, keys, app.root.actions


def test_keys_are_added_taken_away_and_put_back(window):
    app, keys, actions = settings_of(window("boards"))
    own = actions["boards.now"].keys
    keys._wait_for_more(keys.fields["boards.now"])
    key(app, pygame.K_F7)
    assert actions["boards.now"].keys == (*own, "F7")
    keys._bind("boards.now", ())
    assert keys.fields["boards.now"].keys == actions["boards.now"].keys == ()
    keys._bind("boards.now", actions.own("boards.now"))
    assert actions.rebound() == {}
    keys.fields["boards.now"].on_press("F8")
    keys.reset()
    assert keys.fields["boards.now"].keys == own


def test_the_menu_beside_an_actions_keys_clears_them_adds_one_and_restores_them(window, monkeypatch):
    app, keys, actions = settings_of(window("boards"))
    offered, own, now = [], actions.own("boards.now"), keys.fields["boards.now"]
    monkeypatch.setattr(app.root, "menu", lambda items, _: offered.extend(items))
    keys._offer("boards.now", now)
    more, none, back = offered
    assert back.text == f"Its own: {'  '.join(map(key_label, own))}"
    none.run()
    assert now.keys == actions["boards.now"].keys == ()
    back.run()
    assert now.keys == actions["boards.now"].keys == own
    more.run()
    key(app, pygame.K_F7)
    assert now.keys == actions["boards.now"].keys == (*own, "F7")


def test_commands_are_found_by_their_words_and_by_their_keys(window):
    _, keys, _ = settings_of(window("boards"))
    for text, found in (("show crowds", "window.crowds"), ("ctrl+k", "window.palette")):
        keys.filter.text = text
        keys.filter.on_change(text)
        shown = [w for w in keys.walk() if isinstance(w, KeyButton)]
        assert [w.name for w in shown] == [f"keys {found}"]


def test_every_tip_of_a_key_names_the_one_that_works_now(window):
    app = window("boards")
    now = next(w for w in app.root.page.walk() if w.tip.startswith("Play the best"))
    app.root.actions.rebind("boards.now", ["F7"])
    assert app.root.actions.label_of(now.tip_key) == "F7"


def test_the_foot_of_the_window_is_the_tabs_own(window):
    app = window("maps")
    app.shell._said_until = 0.0
    app.shell._show_hint()
    hint = app.shell.status.text or app.shell.tabs["maps"].toolbox.hint.text
    assert hint
    for other, silent in (("crowds", False), ("boards", False), ("bench", True)):
        app.shell.show(other)
        frames(app)
        assert app.shell.status.text != hint
        app.shell._show_hint()
        assert (app.shell.status.text == "") is silent
    app.shell.show("maps")
    frames(app)
    assert hint in (app.shell.status.text, app.shell.tabs["maps"].toolbox.hint.text), "beside the options, or below"


def test_what_was_said_is_gone_when_it_is_no_news(window):
    app = window("bench")
    app.shell.say("Something happened")
    assert app.shell.status.text == "Something happened"
    app.shell._said_until = 0.0
    app.shell._show_hint()
    assert app.shell.status.text == ""


def test_a_key_changed_works(window):
    app = window("boards")
    app.root.actions.rebind("window.crowds", ["F9"])
    key(app, pygame.K_F9)
    assert app.shell.current == "crowds"


TOY = """
from sandbox.ui.kit import Label
from sandbox.ui.tabs import Tab

class ToyTab(Tab):
    key = "toy"

    def __init__(self, services):
        self.label = Label("A toy")

    def content(self):
        return self.label
"""


def test_a_tab_is_its_module_and_one_line(window, monkeypatch, tmp_path):
    (tmp_path / "toy_tab.py").write_text(TOY, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(TABS, "toy", TabEntry("Toy", "users", "toy_tab", "ToyTab"))
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    assert parser.parse_args(["--tab", "toy"]).tab == "toy"
    app = window("crowds")
    key(app, pygame.K_0 + len(TABS), pygame.KMOD_CTRL)
    tab = app.shell.tabs["toy"]
    assert app.shell.current == "toy"
    assert tab.label.visible
    assert app.shell.may_close(lambda: None)
    assert not app.shell.open_file(str(tmp_path / "nothing"))
    app.shell.open_keys()
    frames(app, 2)


def test_the_tabs_are_listed_without_pygame():
    words = "import sys; from sandbox.ui.tabs import TABS; print(len(TABS), 'pygame' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.split() == [str(len(TABS)), "False"]


@pytest.mark.parametrize("name", TABS)
def test_every_tab_lies_where_its_line_says_and_knows_its_key(name):
    assert getattr(importlib.import_module(TABS[name].module), TABS[name].name).key == name
