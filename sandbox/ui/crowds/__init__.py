"""The Crowds tab: an honest "not yet", and what can be done meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sandbox.ui.kit import Action, Button, Column, Icon, Label, Row, Spacer, Widget

if TYPE_CHECKING:
    from sandbox.ui.services import Services, Tab

WORDS = (
    "Crowds are not here yet. They will let many agents loose on a level, foresee every collision and show how "
    "each was resolved. Spawn areas, goal areas and radii can already be drawn and saved in levels."
)


def make(services: Services) -> Tab:
    """The tab."""
    return CrowdsTab(services)


class CrowdsTab:
    """Says what will be here."""

    key = "crowds"
    title = "Crowds"
    icon = "users"
    rooms: frozenset[str] = frozenset()
    settled = True

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

    def actions(self) -> list[Action]:
        """None yet."""
        return []

    def shown(self) -> None:
        """Nothing to start."""

    def hidden(self) -> None:
        """Nothing to stop."""

    def tick(self) -> None:
        """Nothing moves."""

    def warmed(self) -> None:
        """Nothing is compiled."""

    def open_file(self, path: str, *, strict: bool = False) -> bool:  # noqa: ARG002
        """Takes no files."""
        return False

    def may_close(self, proceed: Callable[[], None]) -> bool:  # noqa: ARG002
        """There is nothing to lose."""
        return True

    def close(self) -> None:
        """Nothing to keep."""
