"""A tree in the place of a page, and the way back. Its viewer is imported and built when one is first asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from sandbox.ui.boards.pages.listed import Page
from sandbox.ui.kit import Action, Stack, Widget
from sandbox.ui.services import Services

if TYPE_CHECKING:
    from sandbox.ui.boards.general.tree import TreePage


class Viewer(Protocol):
    """What shows a tree."""

    content: Any

    def actions(self) -> Iterable[Action]:
        """What can be done with the tree, each with its keys."""


V = TypeVar("V", bound=Viewer)


def moved_in(viewer: V, services: Services, stack: Stack) -> V:
    """A viewer that was just built: it stands beside the page, and its keys are known."""
    stack.add(viewer.content)
    for action in viewer.actions():
        services.root.actions.add(action)
    return viewer


class TreePlace:
    """For trees with dice, several players or hidden cards, where `beside` stands; `keys`: where their keys work."""

    def __init__(self, services: Services, stack: Stack, beside: Widget, page: Page, keys: str) -> None:
        self.services, self.stack, self.beside, self.page, self.keys = services, stack, beside, page, keys
        self.viewer: TreePage | None = None

    @property
    def is_open(self) -> bool:
        """Whether a tree is shown."""
        return self.viewer is not None and self.viewer.is_open

    @property
    def settled(self) -> bool:
        """Nothing is searched."""
        return self.viewer is None or self.viewer.settled

    def enter(self) -> TreePage:
        """The viewer, instead of the page."""
        if self.viewer is None:
            from sandbox.ui.boards.general.tree import TreePage

            self.viewer = moved_in(TreePage(self.services, self.closed, self.keys), self.services, self.stack)
        self.beside.visible = False
        return self.viewer

    def closed(self) -> None:
        """The page is there again."""
        self.beside.visible = True
        self.services.root.actions.places = (self.page.place,)
        if self.stack.visible:
            self.page.attend()

    def attend(self) -> bool:
        """Take the keys, if a tree is shown; whether one is."""
        if self.viewer is not None and self.is_open:
            self.viewer.attend()
        return self.is_open

    def close(self) -> None:
        """Have the page back."""
        if self.viewer is not None and self.viewer.is_open:
            self.viewer.close()

    def tick(self) -> None:
        """Go on playing."""
        if self.viewer is not None:
            self.viewer.tick()
