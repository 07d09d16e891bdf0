"""The funnel for discs: a slider beside its words, as long as the funnel is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sandbox.ui.kit import Label, Row, ValueSlider

if TYPE_CHECKING:
    from sandbox.ui.maps.session import Session

WIDEST, STEP = 3.0, 0.05  # cells


class FunnelRadius:
    """How wide the disc is; every planner is asked for the same one."""

    def __init__(self, session: Session, pull: Callable[[], None]) -> None:
        self.session, self.pull = session, pull
        tip = "The radius of the disc that goes through the channel: every planner is asked for it"
        self.slider = ValueSlider(0.0, 0.0, WIDEST, step=STEP, whole=False, unit="cells", on_change=self._set, tip=tip)
        self.slider.width = 220
        self.widget = Row([Label("Radius", style="small", role="dim"), self.slider], gap=8, visible=False)
        session.on_radius.append(self._follow)

    def _set(self, radius: float) -> None:
        self.pull()
        self.session.set_radius(radius)

    def _follow(self) -> None:
        if self.slider.value != self.session.radius:
            self.slider.value = min(self.session.radius, WIDEST)

    def show(self, shown: bool) -> None:
        """Only beside a funnel."""
        self.widget.visible = shown
