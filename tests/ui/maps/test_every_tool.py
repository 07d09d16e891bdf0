"""Both hands on every tool at random: nothing breaks, and undo brings back the level there was."""

import random

import pygame
import pytest

from sandbox.level.model import Level
from tests.ui.maps.hands import Hands
from tests.ui.test_app import frames

KEYS = [
    "Enter",
    "Escape",
    "Space",
    "Backspace",
    "Delete",
    "Left",
    "Right",
    "Up",
    "Down",
    "Insert",
    "N",
    "J",
    "U",
    "Shift+U",
    "Shift+R",
    "Shift+H",
    "Ctrl+D",
    "Ctrl+A",
]
TYPED = "123,.[]4<-"


def somewhere(chance, tab):
    return chance.uniform(-2, tab.level.width + 2), chance.uniform(-2, tab.level.height + 2)


def act(hands, chance, tools):
    """One thing a person might do."""
    kind = chance.random()
    if kind < 0.12:
        hands.tab.use_tool(chance.choice(tools))
    elif kind < 0.5:
        places = [somewhere(chance, hands.tab) for _ in range(chance.randrange(2, 5))]
        hands.drag(*places, button=chance.choice([1, 1, 1, 3]), hold=chance.choice([(), (), ("Shift",), ("Alt",)]))
    elif kind < 0.7:
        hands.click(somewhere(chance, hands.tab), hold=chance.choice([(), ("Shift",)]))
    elif kind < 0.9:
        hands.press(chance.choice(KEYS))
    elif kind < 0.95:
        hands.press(chance.choice(["Ctrl+Z", "Ctrl+Y"]))
    else:
        hands.type(chance.choices(TYPED, k=3))
    for box in list(hands.app.root.floating):
        hands.app.root.close(box)


@pytest.mark.parametrize("seed", [1, 2])
def test_hands_on_every_tool_at_random(app, seed):
    hands, chance = Hands(app), random.Random(seed)
    tab = hands.show(Level.empty(30, 24))
    before = tab.level.copy()
    tools = [name for name, tool in tab.tools.items() if tool.shelf]
    for _ in range(120):
        act(hands, chance, tools)
    hands.press("Escape", "Escape")
    frames(app, 2)
    assert tab.history.can_undo
    assert all(p.fits(tab.level.width, tab.level.height) for p in tab.level.polygons.values())
    tab.editing.go_to(0)
    assert tab.level.same_as(before)
    pygame.event.clear()
