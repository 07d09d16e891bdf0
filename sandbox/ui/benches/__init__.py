"""The Bench tab: scenario runs, matches and growth curves, with progress, in processes beside the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandbox.ui.services import Services, Tab


def make(services: Services) -> Tab:
    """The tab."""
    from sandbox.ui.benches.tab import BenchTab

    return BenchTab(services)
