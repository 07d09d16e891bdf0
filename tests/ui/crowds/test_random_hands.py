"""Anything at any time: what hands do in no order, and the run still shows the level as drawn, and nobody overlaps."""

import random

import numpy as np
import pytest

from sandbox.agents.api import policies
from sandbox.level.edits import Rectangle, Resize
from sandbox.level.model import FLOOR, WALL
from sandbox.level.rect import Rect
from sandbox.settings import THEMES
from tests.ui.crowds.conftest import hall
from tests.ui.test_app import frames

KEYS = (
    "Space", "N", "Shift+N", ",", ".", "Home", "End", "1", "2", "3", "4", "5", "Shift+C", "Shift+R", "F", "V", "A", "T",
    "B", "Escape", "Ctrl+Z", "Ctrl+Y", "Shift+.", "Shift+,", "Ctrl+1", "Ctrl+2", "0", "Shift+Space",
)  # fmt: skip


def act(hands, dice):
    level, kind = hands.session.level, dice.randrange(10)
    spot = lambda: (dice.uniform(0.5, 22.5), dice.uniform(0.5, 10.5))  # noqa: E731
    if kind < 4:
        hands.press(dice.choice(KEYS))
    elif kind == 4:
        x, y = dice.randrange(level.width - 2), dice.randrange(level.height - 2)
        hands.tab.maps.editing.step("x", Rectangle(Rect(x, y, x + 2, y + 2), dice.choice((WALL, FLOOR))))
    elif kind == 5:
        hands.tab.heads[dice.randrange(2)].pick(dice.choice(policies.keys()))
    elif kind == 6 and hands.app.shell.current == "crowds":
        hands.drag(spot(), spot(), spot())
    elif kind == 7 and hands.app.shell.current == "crowds":
        hands.click(spot())
    elif kind == 8:
        hands.app.shell.show_look(dice.choice(THEMES), dice.choice((1.0, 2.0)))
    elif dice.random() < 0.3:
        hands.tab.maps.editing.step("size", Resize(dice.randrange(18, 26), dice.randrange(10, 14)))
    else:
        hands.timeline.go(dice.randrange(0, 200))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_any_order(hands, seed):
    dice = random.Random(seed)
    broken = []
    hands.app.root.stand_ins.on_failure = lambda name, error: broken.append((name, error))
    hands.session.choice.spawned = 20
    hands.show(hall(20))
    hands.gathered()
    for _ in range(150):
        act(hands, dice)
        frames(hands.app, dice.randrange(1, 6))
        assert not broken
        assert not hands.failures
        for lane in hands.run.lanes:
            assert not lane.verdict.faults or alone(hands), lane.verdict
    hands.app.shell.show("crowds")
    hands.session.begin()
    hands.gathered()
    frames(hands.app, 10)
    assert np.array_equal(hands.tab.panes[0]._shown.terrain, hands.session.level.terrain)


def alone(hands):
    """Whether a policy is shown under which overlaps are only counted."""
    return any(picked.key == "alone" for picked in hands.session.choice.policies)
