"""Sections of the Maps tab's right side. Adding one is writing it and naming it in `SIDE_SECTIONS`.

A section is made once with the session, stands under "Level" and "Planners", and follows the level by subscribing
to `session.editing.on_step` (or `applied`, for what must follow within a gesture).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from sandbox.ui.maps.sections.areas import AreasSection
from sandbox.ui.maps.sections.problems import ProblemsSection
from sandbox.ui.maps.sections.steps import StepsSection
from sandbox.ui.maps.sections.timed import TimedSection

if TYPE_CHECKING:
    from sandbox.ui.kit import Action, Widget
    from sandbox.ui.maps.session import Session


class SideSection(Protocol):
    """What the tab needs to know of a section."""

    title: str
    open: bool  # unfolded when the program starts

    @property
    def widget(self) -> Widget:
        """What is shown under the title."""

    def actions(self) -> list[Action]:
        """Commands of its own, for the palette and the sheet of keys."""


SIDE_SECTIONS: tuple[Callable[[Session], SideSection], ...] = (
    ProblemsSection,
    TimedSection,
    AreasSection,
    StepsSection,
)
