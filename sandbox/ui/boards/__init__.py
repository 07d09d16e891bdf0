"""The Boards tab: any game, any engine on either side, and the real search open beside the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandbox.ui.services import Services, Tab


def make(services: Services) -> Tab:
    """The tab."""
    from sandbox.ui.boards.tab import BoardsTab

    return BoardsTab(services)
