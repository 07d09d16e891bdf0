"""How what the user's files offer becomes entries of a registry: asked for by a key, or all there are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from sandbox.errors import BadInput, SandboxError
from sandbox.own.described import Described, all_described, described
from sandbox.own.failures import OwnCodeFailed
from sandbox.own.folder import Source, source
from sandbox.registry import Entry, Registry

T = TypeVar("T")
ORDER: Final = 1000  # behind all of ours
Offers = tuple[Described, ...]


@dataclass(frozen=True, slots=True)
class OwnEntries(Generic[T]):
    """Those of one registry, made by `make` of what is offered of these kinds, the first that there is."""

    registry: Registry[T]
    kinds: tuple[str, ...]
    make: Callable[[Described, Offers], tuple[type, dict[str, Any]]]
    """The class for an offer, given all of its file's, and what it is registered with beside the offer's own words."""

    def find_own(self, key: str) -> None:
        """Register one by its key. Raises BadInput if there is none, OwnCodeFailed if it cannot be read."""
        of = source(key)
        if self.register(of, described(of)) is None:
            expected = " or ".join(f"@{kind}" for kind in self.kinds)
            raise BadInput(of.shown, f"it offers no {self.registry.noun}", expected)

    def find_all_own(self) -> list[SandboxError]:
        """Register all there are; tell what is wrong with the others."""
        troubles: list[SandboxError] = []
        for of, offers in all_described():
            if isinstance(offers, OwnCodeFailed):
                troubles.append(offers)
            else:
                self.register(of, offers)
        return troubles

    def register(self, of: Source, offers: Offers) -> Entry[T] | None:
        """Put what a source offers in the place of what it offered before; None if nothing of these kinds."""
        self.registry.drop(of.key)
        what = next((offer for offer in offers if offer.kind in self.kinds), None)
        if what is None:
            return None
        cls, facts = self.make(what, offers)
        said: dict[str, Any] = {
            "title": what.title,
            "paper": what.paper,
            "summary": what.summary,
            "order": ORDER,
            "own": True,
        }
        self.registry.register(of.key, **(said | facts))(cls)
        return self.registry[of.key]
