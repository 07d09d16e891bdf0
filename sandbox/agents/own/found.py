"""Policies of the user's own as entries of the registry: `policies["own-polite"]` is what `polite.py` offers."""

from __future__ import annotations

from sandbox.agents.api import policies
from sandbox.agents.own.policy import OwnPolicy
from sandbox.agents.resolver.rules import Rule
from sandbox.errors import BadInput, SandboxError
from sandbox.own.described import Described, all_described, class_of, described
from sandbox.own.folder import Source, source
from sandbox.own.told import OwnCodeFailed

ORDER = 1000  # behind all of ours


def find_own(key: str) -> None:
    """Register one by its key. Raises BadInput if there is none, OwnCodeFailed if it cannot be read."""
    of = source(key)
    if not register(of, described(of)):
        raise BadInput(of.shown, "it offers no policy", "@policy")


def find_all_own() -> list[SandboxError]:
    """Register all there are; tell what is wrong with the others."""
    troubles: list[SandboxError] = []
    for of, offers in all_described():
        if isinstance(offers, OwnCodeFailed):
            troubles.append(offers)
        else:
            register(of, offers)
    return troubles


def register(of: Source, offers: tuple[Described, ...]) -> bool:
    """Put what a source offers in the place of what it offered before; False if that is no policy."""
    policies.drop(of.key)
    what = next((offer for offer in offers if offer.kind == "policy"), None)
    if what is None:
        return False
    cls = class_of(OwnPolicy, what)
    cls.rule = Rule[what.rule.upper()]  # type: ignore[attr-defined]
    policies.register(of.key, title=what.title, paper=what.paper, summary=what.summary, order=ORDER, own=True)(cls)
    return True
