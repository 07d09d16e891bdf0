"""The window's tabs, in their order, for all who list them: no pygame here. A new tab is its package and its line."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from sandbox.kernels.warming.order import Needs

if TYPE_CHECKING:
    from sandbox.ui.kit.overlays.menu_items import MenuItem
    from sandbox.ui.kit.shortcuts import Action
    from sandbox.ui.kit.widget import Widget
    from sandbox.ui.services import Services


class Tab(Protocol):
    """One tab of the window. Those that inherit this need only `content`."""

    key: str
    packages: frozenset[str] = frozenset()  # whose kernels it needs

    @property
    def needs(self) -> Needs:
        """Which warm-ups, in which order, are needed for what is shown now."""
        return Needs()

    def content(self) -> Widget:
        """What is shown; built on the first call."""

    def actions(self) -> list[Action]:
        """What can be done here, each with its keys; their `where` is the tab's key, or a place of its own."""
        return []

    def found(self) -> Sequence[MenuItem]:
        """What the palette finds here besides the actions: asked for with every letter that is typed there."""
        return ()

    def sought(self, *, going_on: bool) -> None:
        """The palette was opened, or closed again."""

    def shown(self) -> None:
        """The tab came to the front."""

    def hidden(self) -> None:
        """Another tab came to the front."""

    def tick(self) -> None:
        """Called before each frame while shown: follow what workers did."""

    def warmed(self) -> None:
        """Called once when all kernels are ready."""

    def open_file(self, path: str, *, strict: bool = False) -> bool:  # noqa: ARG002
        """Take a dropped or chosen file; False if it is none of this tab's. What is wrong in it is shown, or raised."""
        return False

    def may_close(self, proceed: Callable[[], None]) -> bool:  # noqa: ARG002
        """Whether the window may close now; if not, ask, and call `proceed` later."""
        return True

    def close(self) -> None:
        """The window closes: save what is to be kept."""

    @property
    def awaited(self) -> Mapping[str, bool]:
        """What a person waits for first, by name, and whether it is there (for `--until paths`)."""
        return {}

    def await_something(self) -> None:
        """Do what a person would have to, so that there is something to wait for."""

    @property
    def settled(self) -> bool:
        """Whether everything asked for has been shown (for pictures of the window)."""
        return True


@dataclass(frozen=True, slots=True)
class TabEntry:
    """A tab's title and icon, and the class that makes it from the window's services."""

    title: str
    icon: str
    module: str
    name: str

    def make(self, services: Services) -> Tab:
        """Import the tab, which takes a while, and build it."""
        made: Any = getattr(importlib.import_module(self.module), self.name)(services)
        tab: Tab = made
        return tab


TABS = {
    "maps": TabEntry("Maps", "map", "sandbox.ui.maps.tab", "MapsTab"),
    "crowds": TabEntry("Crowds", "users", "sandbox.ui.crowds.tab", "CrowdsTab"),
    "boards": TabEntry("Boards", "grid-3x3", "sandbox.ui.boards.tab", "BoardsTab"),
    "bench": TabEntry("Bench", "gauge", "sandbox.ui.benches.tab", "BenchTab"),
}
