"""The Maps tab: a level, any planners on it, their live paths, what they know, and a recording to scrub."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandbox.ui.services import Services, Tab


def make(services: Services) -> Tab:
    """The tab."""
    from sandbox.ui.maps.tab import MapsTab

    return MapsTab(services)
