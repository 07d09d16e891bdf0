"""Policies of the user's own among ours: they come, change and go with their files, and the run begins anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.agents.api import policies
from sandbox.registry import OWN
from sandbox.ui.crowds.heads import action_of
from sandbox.ui.kit import Action

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandbox.ui.crowds.heads import Head
    from sandbox.ui.crowds.session import Session


class OwnPolicies:
    """Keeps what can be chosen in step with the folder."""

    def __init__(self, session: Session, heads: Sequence[Head]) -> None:
        self.session, self.heads = session, heads
        own = session.services.own
        own.on_change.append(self._changed)
        for key in own.known:
            self._changed(key)

    def _changed(self, key: str) -> None:
        listed = {entry.key for head in self.heads for entry in head.entries}
        if key not in policies and key not in listed:
            return
        walked = self.session.choice.follow(key)
        for head in self.heads:
            head.follow()
        self._follow_actions(key)
        if walked:
            self._walk(key)

    def _walk(self, key: str) -> None:
        """Whoever walks by it does so as it is now, from the start."""
        known = self.session.services.own.known.get(key)
        title = policies[key].title if key in policies else key.removeprefix(OWN)
        trouble = known.trouble if known is not None else None
        became = "was read again" if known is not None else "is gone"
        self.session.say(f"{title}: {trouble}" if trouble else f"{title} {became}")
        self.session.chosen()

    def _follow_actions(self, key: str) -> None:
        actions = self.session.root.actions
        if f"crowds.policy-{key}" in actions:
            actions.remove(f"crowds.policy-{key}")
        if key in policies:
            actions.add(action_of(self.heads[0], policies[key]))

    def action(self) -> Action:
        """A new one, by name."""
        return Action("crowds.new-policy", "New policy of your own, to walk by", (), self.heads[0].write,
                      where="crowds", icon="file-plus")  # fmt: skip
