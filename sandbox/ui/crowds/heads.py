"""Over each lane: its policy with the form of its options, and how it fares."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from sandbox.agents.api import policies
from sandbox.agents.record.encounters import NONE
from sandbox.agents.record.series import DELAY
from sandbox.ui.crowds.run.running import State
from sandbox.ui.forms import OptionButton
from sandbox.ui.kit import Action, Column, Dropdown, Icon, IconButton, Label, Row, Spacer
from sandbox.ui.own import write_new

if TYPE_CHECKING:
    from sandbox.agents.api import Policy
    from sandbox.registry import Entry
    from sandbox.ui.crowds.run.running import Lane
    from sandbox.ui.crowds.session import Session


class Head:
    """The line over one lane."""

    def __init__(self, session: Session, lane: int) -> None:
        self.session, self.lane = session, lane
        self.entries = list(policies)
        self.box = Dropdown([e.title for e in self.entries], self._at, on_change=self._pick, name=f"policy-{lane}")
        self.box.tip = "The policy: how agents avoid each other"
        self.place = Row(gap=0)
        self.facts = Label("", style="small", role="dim")
        self.facts.shrink = 1.0
        self.shield = Icon("shield-check", role="good")
        self.badge = Label("", style="small", role="good", name=f"badge-{lane}")
        self.badge.tip = "An independent judge looks at every tick, within it too"
        self.letter = Label("AB"[lane], style="strong", role="dim")
        self.verdict = Row([self.shield, self.badge], gap=6)
        self.new = IconButton("file-plus", compact=True, on_click=self.write, name=f"new-policy-{lane}")
        self.new.tip = "New policy of your own: write a working start, and walk by it"
        self.first = Row([self.letter, self.box, self.place, self.new, Spacer(), self.verdict], gap=6)
        self.widget = Column([self.first, self.facts], gap=2, pad=(10, 4, 10, 6), fill="panel")
        self._show_form()

    @property
    def _at(self) -> int:
        key = self.session.choice.policies[self.lane].key
        return next(i for i, entry in enumerate(self.entries) if entry.key == key)

    def follow(self) -> None:
        """Code of the user's own came, changed or went."""
        self.entries = list(policies)
        self.box.choices = [entry.title for entry in self.entries]
        self.box.value = self._at
        self._show_form()

    def write(self) -> None:
        """Write a start of a policy, and walk by it as soon as it is read."""
        key = write_new(self.session.root, "policy")
        if key:
            self.session.choice.remember(self.lane, (key,))

    def _show_form(self) -> None:
        entry = self.entries[self.box.value]
        values = self.session.choice.policies[self.lane].values
        self.place.replace_children([OptionButton(entry, values, self.session.chosen)])
        self.box.tip = f"{entry.title}: {entry.summary}"

    def _pick(self, at: int) -> None:
        self.session.choice.pick(self.lane, self.entries[at].key)
        self._show_form()
        self.session.say(f"{self.entries[at].title}: {self.entries[at].summary}")
        self.session.chosen()

    def pick(self, key: str) -> None:
        """Take a policy."""
        at = next(i for i, entry in enumerate(self.entries) if entry.key == key)
        self.box.value = at
        self._pick(at)

    def refresh(self) -> None:
        """Follow the run."""
        run = self.session.run
        ready = run.state is State.READY and self.lane < len(run.lanes)
        self.shield.visible = self.badge.visible = ready
        self._place_verdict()
        if not ready:
            self.facts.text = " "
            return
        lane, tick = run.lanes[self.lane], self.session.tick
        self.facts.text = facts(lane, tick, len(run.agents) if run.agents is not None else 0)
        self.facts.role = "warn" if lane.wayless else "dim"
        self._show_badge(lane)

    def _place_verdict(self) -> None:
        """Beside the policy; below it where two lanes share the width."""
        compared = self.session.choice.compared
        self.letter.visible = compared
        place = self.widget if compared else self.first
        if self.verdict.parent is not place:
            place.add(self.verdict)

    def _show_badge(self, lane: Lane) -> None:
        verdict = lane.verdict
        bad = sum(verdict.faults.values())
        overlaps = verdict.faults.get("overlap", 0)
        unit = "agent-s" if self.session.choice.compared else "agent-seconds"
        words = f"{overlaps:,} overlaps in {verdict.agent_seconds:,.0f} {unit}"
        others = bad - overlaps
        self.badge.text = words + (f", {others:,} other faults" if others else "")
        role = "bad" if bad else "good"
        self.badge.role = role
        self.badge.tip = verdict.first or "An independent judge looks at every tick, within it too: nothing overlaps"
        if self.shield.role != role:
            self.shield.icon, self.shield.role = "triangle-alert" if bad else "shield-check", role
            self.shield.touch()


def action_of(head: Head, entry: Entry[Policy]) -> Action:
    """Taking a policy, for the palette."""
    run = partial(head.pick, entry.key)
    return Action(f"crowds.policy-{entry.key}", f"Policy: {entry.title}", (), run, where="crowds")


def facts(lane: Lane, tick: int, agents: int) -> str:
    """How a lane fares at a tick."""
    if not agents:
        return "nobody"
    arrived = int(np.count_nonzero((lane.arrived != NONE) & (lane.arrived < tick)))
    rows = lane.rows
    delay = float(rows[min(tick, len(rows) - 1), DELAY]) if len(rows) else 0.0
    locks = f" · {lane.deadlocks} deadlock{'s' * (lane.deadlocks > 1)}" if lane.deadlocks else ""
    lost = f" · {lane.wayless:,} found no way" if lane.wayless else ""
    return f"{arrived:,} of {agents:,} arrived · delay {delay:.1f} s{locks}{lost}"
