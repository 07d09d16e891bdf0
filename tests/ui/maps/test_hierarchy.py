"""The hierarchy: one key shows a level of HPA* or PRA*, again the next one, after the last none."""

import numpy as np
import pygame
import pytest

from sandbox.level.model import WALL, Level, Marker
from sandbox.ui.jobs import WarmState
from tests.ui.maps.hands import Hands
from tests.ui.test_app import frames, key, maps, settle

SIDE = 72


@pytest.fixture
def tab(app):
    level = Level(np.where(np.random.default_rng(8).random((SIDE, SIDE)) < 0.1, WALL, 0).astype(np.uint8))
    level.terrain[:3, :3] = level.terrain[-3:, -3:] = 0
    level.markers |= {"start": Marker.at(0.5, 0.5), "goal": Marker.at(SIDE - 0.5, SIDE - 0.5)}
    tab = maps(app)
    for row in tab.rows:
        row.ticked = row.key in ("astar", "ta")
    hpa = next(row for row in tab.rows if row.key == "hpa")
    hpa.options.update(sector=8, levels=2)
    app.services.warmer.state = WarmState(finished=True)
    tab.show_level(level, "test")
    frames(app, 2)
    settle(app)
    app.root.focus.set(tab.canvas)
    return tab


def shown(tab, key):
    """What is seen of a planner's abstraction."""
    names = {one.layer.name for one in tab.canvas.scene.visible()}
    return {name.removeprefix(f"{key}/") for name in names if name.startswith(f"{key}/")}


def test_one_key_shows_hpa_although_nobody_ticked_it_then_the_next_level_then_none(app, tab):
    hands = Hands(app)
    hands.press("z")
    settle(app)
    assert tab.asking.focus.key == "hpa"
    assert tab.asking.focus.ticked
    first = {"sectors", "transitions", "abstract nodes", "abstract graph", "abstract path"}
    assert first <= shown(tab, "hpa")
    hands.press("z")
    assert {f"level 2 {what}" for what in first} <= shown(tab, "hpa")
    assert not first & shown(tab, "hpa")
    hands.press("z")
    assert not any(name.endswith(tuple(first)) for name in shown(tab, "hpa"))
    hands.press("z")
    assert first <= shown(tab, "hpa")


def test_it_is_the_one_looked_at_and_follows_an_edit(app, tab):
    pra = next(row for row in tab.rows if row.key == "pra")
    tab.asking.focus_on(pra)
    settle(app)
    hands = Hands(app)
    hands.press("z")
    assert {"level 1 graph", "level 1 nodes"} <= shown(tab, "pra")
    hands.press("z")
    assert {"level 2 graph", "level 2 nodes"} <= shown(tab, "pra")
    hands.press("b")
    hands.drag((20.5, 20.5), (30.5, 20.5))
    settle(app)
    assert {"level 2 graph", "level 2 nodes"} <= shown(tab, "pra")
    assert not {"level 1 graph", "level 1 nodes"} & shown(tab, "pra")


def test_pressed_twice_before_the_answer_it_shows_the_first_level(app, tab):
    key(app, pygame.K_z, times=2)
    settle(app)
    assert "abstract graph" in shown(tab, "hpa")
