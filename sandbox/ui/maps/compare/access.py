"""The comparison as the maps' tab sees it: it takes the place of the one map, its player, and its player's keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sandbox.ui.maps.compare.state import Compare
from sandbox.ui.maps.compare.view import CompareView

if TYPE_CHECKING:
    from sandbox.ui.kit import Action, Widget
    from sandbox.ui.maps.session import Session


class Comparing:
    """What the tab is given."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.compare = Compare(session)
        self.view = CompareView(session, self.compare)
        self.widget, self.foot = self.view.widget, self.view.foot
        self.instead_of: Sequence[Widget] = ()  # what is there while nothing is compared
        self.compare.on_change.append(self._turn)

    @property
    def playing(self) -> bool:
        """Whether the recordings stand at another moment than their end."""
        timeline = self.compare.timeline
        return self.compare.shown and timeline.time < timeline.length

    def tick(self, now: float) -> None:
        """Ask, record and play on."""
        self.compare.tick(now)

    def _turn(self) -> None:
        """The panes instead of the map, or the map again."""
        for widget in self.instead_of:
            widget.visible = not self.compare.shown
        self.session.bench.pointed(None)  # whatever was under the pointer is no longer there
        if self.compare.shown:
            self.session.timeline.playing = 0
        self.session.bench.pointed(None)  # until the mouse moves over what is there now
        canvas = self.session.bench.canvas
        if canvas.is_mounted:
            self.session.root.focus.set(canvas, ring=False)

    def actions(self) -> list[Action]:
        """Its own; and the player's, which lead to whichever player is there."""
        one, many = self.session.timeline.actions(), self.compare.timeline.actions()
        played = [replace(a, run=self._either(a.run, b.run)) for a, b in zip(one, many, strict=True)]
        return [*self.view.actions(), *played]

    def _either(self, one: Callable[[], object], many: Callable[[], object]) -> Callable[[], object]:
        def run() -> object:
            chosen = many if self.compare.shown else one
            return chosen()

        return run
