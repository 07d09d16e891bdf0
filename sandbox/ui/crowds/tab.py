"""The Crowds tab: an honest "not yet", and what can be done meanwhile."""

from __future__ import annotations

from sandbox.ui.kit import Button, Column, Icon, Label, Row, Spacer, Widget
from sandbox.ui.services import Services
from sandbox.ui.tabs import Tab

WORDS = (
    "Crowds are not here yet. They will let many agents loose on a level, foresee every collision and show how "
    "each was resolved. Spawn areas, goal areas and radii can already be drawn and saved in levels."
)


class CrowdsTab(Tab):
    """Says what will be here."""

    key = "crowds"

    def __init__(self, services: Services) -> None:
        self.services = services
        go = Button("Back to the maps", icon="map", kind="primary", on_click=self._to_maps)
        sheet = Column(
            [
                Row([Spacer(), Icon("users", size=40, role="dim"), Spacer()]),
                Label("Crowds: not yet", style="display", justify="centre"),
                Label(WORDS, role="dim", wrap=True, justify="centre"),
                Row([Spacer(), go, Spacer()]),
            ],
            gap=16,
            width=520,
        )
        self._content = Column([Spacer(), Row([Spacer(), sheet, Spacer()]), Spacer(), Spacer()])

    def _to_maps(self) -> None:
        if self.services.show_tab is not None:
            self.services.show_tab("maps")

    def content(self) -> Widget:
        """The words."""
        return self._content
