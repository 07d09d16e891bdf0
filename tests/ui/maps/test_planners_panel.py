"""Planners that are ticked together: the five that abstract, and nobody else."""

import pytest

from sandbox.level.model import Level
from sandbox.ui.maps.panels.planners_panel import FIVE
from tests.ui.test_app import frames, maps


@pytest.mark.parametrize("ticked", [("astar", "bfs", "jps"), (), FIVE])
def test_the_five_are_ticked_at_once_and_the_others_not(app, ticked, monkeypatch):
    tab = maps(app)
    tab.show_level(Level.empty(20, 10), "plain")
    for row in tab.rows:
        row.ticked = row.key in ticked
    panel, changed = tab.panel.planners, []
    monkeypatch.setattr(panel, "changed", lambda row: changed.append((row.key, row.ticked)))
    panel.tick_five()
    assert {row.key for row in tab.rows if row.ticked} == set(FIVE)
    gone, new = [key for key in ticked if key not in FIVE], [key for key in FIVE if key not in ticked]
    assert sorted(changed) == sorted([(key, False) for key in gone] + [(key, True) for key in new])
    assert changed[: len(gone)] == [(row.key, False) for row in tab.rows if row.key in gone], "first room is made"
    frames(app)
