"""Planners of the user's own on the list: they come, change and go with their files; what is wrong stands below."""

from __future__ import annotations

import contextlib
from functools import partial
from typing import TYPE_CHECKING, Any

from sandbox.errors import SandboxError
from sandbox.own.folder import folder
from sandbox.planning.api import planners
from sandbox.ui.kit import Action, Button, IconButton, Label, Widget
from sandbox.ui.kit import Row as RowBox
from sandbox.ui.maps.entries import Row
from sandbox.ui.own import write_new
from sandbox.ui.own_dialog import tell

if TYPE_CHECKING:
    from sandbox.planning.api import Planner
    from sandbox.registry import Entry
    from sandbox.ui.maps.panels.planners_panel import PlannerList
    from sandbox.ui.maps.session import Session


class OwnRows:
    """Keeps a session's rows in step with the folder."""

    def __init__(self, session: Session, listed: PlannerList) -> None:
        self.session, self.listed = session, listed
        self.own = session.services.own
        listed.foot = self.foot
        listed.below = self.below
        self.own.on_change.append(self._changed)
        for key in self.own.known:
            self._changed(key)
        listed.rebuild()

    # The folder ----------------------------------------------------------------------------------------

    def _changed(self, key: str) -> None:
        rows, row = self.session.rows, next((row for row in self.session.rows if row.key == key), None)
        there = key in planners
        if row is None and there:
            rows.append(self._joined(planners[key]))
        elif row is not None and there:
            self._renew(row, planners[key])
        elif row is not None:
            self._leave(row)
        self.listed.rebuild()

    def _joined(self, entry: Entry[Planner]) -> Row:
        chosen = self.session.services.chosen
        chosen.join(entry.key)
        row = Row(entry, entry.key in chosen.ticked, chosen.options[entry.key], colours=chosen.colours)
        for action in self.listed.actions_of(row):
            if action.id not in self.session.root.actions:
                self.session.root.actions.add(action)
        if row.ticked:
            self.session.root.after(0.0, partial(self.session.asking.row_changed, row))
        return row

    def _leave(self, row: Row) -> None:
        if row.ticked:
            row.ticked = False
            self.session.asking.row_changed(row)
        self.session.rows.remove(row)
        for action in self.listed.actions_of(row):
            if action.id in self.session.root.actions:
                self.session.root.actions.remove(action.id)

    def _renew(self, row: Row, entry: Entry[Planner]) -> None:
        """It was saved anew: the map follows."""
        row.renew(entry)
        _keep_what_fits(row)
        if row.ticked:
            self.session.asking.row_changed(row)
        trouble = self.trouble(row)
        self.session.say(f"{entry.title}: {trouble}" if trouble else f"{entry.title} was read again")

    # What is shown -------------------------------------------------------------------------------------

    def trouble(self, row: Row) -> str:
        """What is wrong with it, in a line; "" as far as is known nothing."""
        known = self.own.known.get(row.key)
        if known is not None and known.trouble is not None:
            return str(known.trouble)
        if row.answer is not None and row.entry.info.get("own"):
            return row.answer.trouble or (row.plan.refused if row.plan is not None else "")
        return ""

    def below(self, row: Row) -> Widget | None:
        """What is said below a planner's line."""
        line = self.trouble(row)
        if not line:
            return None
        words = Label(line, style="small", role="bad", wrap=True, grow=1, name=f"trouble-{row.key}")
        more = IconButton("message-square", compact=True, on_click=partial(self._tell, row), tip="The whole traceback")
        parts: list[Widget] = [words, more] if self._details(row) else [words]
        return RowBox(parts, gap=4, pad=(24, 0, 0, 4), cross="start")

    def _details(self, row: Row) -> str:
        known = self.own.known.get(row.key)
        if known is not None and known.trouble is not None:
            return known.trouble.details
        return row.answer.details if row.answer is not None else ""

    def _tell(self, row: Row) -> None:
        tell(self.session.root, row.entry.title, self.trouble(row), self._details(row))

    def foot(self) -> list[Widget]:
        """The way to more of them."""
        tip = "Write a working start into your folder; saving it there runs it at once"
        button = Button(
            "New planner",
            icon="file-plus",
            compact=True,
            on_click=partial(self.write, "planner"),
            tip=tip,
            name="new-own",
        )
        return [RowBox([button], gap=4, pad=(0, 4, 0, 0))]

    def write(self, kind: str) -> None:
        """Write a start under a name that is free, tick it, and say where it is."""
        key = write_new(self.session.root, kind)
        if key and kind in LISTED:
            self.session.services.chosen.remember(key)

    def _copy_folder(self) -> None:
        self.session.root.clipboard.put(str(folder()))
        self.session.say(f"Copied {folder()}")

    def actions(self) -> list[Action]:
        """The same by name."""
        new = [
            Action(f"maps.new-{kind}", f"New {kind} of your own", (), partial(self.write, kind), where="maps",
                   icon="file-plus")
            for kind in HERE
        ]  # fmt: skip
        folder_of = Action(
            "maps.own-folder", "Copy the path of the folder for your own code", (), self._copy_folder, where="maps",
            icon="folder",
        )  # fmt: skip
        return [*new, folder_of]


HERE = ("planner", "heuristic", "generator")  # what is made use of on this tab
LISTED = ("planner", "heuristic")  # what the list of planners shows; generators are where levels are generated


def _keep_what_fits(row: Row) -> None:
    """Options that are no longer what they were are at their defaults."""
    known: dict[str, Any] = {option.name: option for option in row.entry.options}
    for name in list(row.options):
        fits = False
        with contextlib.suppress(SandboxError, KeyError):
            known[name].check(row.options[name], name)
            fits = True
        if not fits:
            del row.options[name]
