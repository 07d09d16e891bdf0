"""Policies of the user's own as entries of the registry: `policies["own-polite"]` is what `polite.py` offers."""

from __future__ import annotations

from typing import Any

from sandbox.agents.api import policies
from sandbox.agents.own.policy import OwnPolicy
from sandbox.agents.resolver.rules import Rule
from sandbox.own.described import Described, class_of
from sandbox.own.entries import Offers, OwnEntries


def _made(what: Described, _offers: Offers) -> tuple[type, dict[str, Any]]:
    cls = class_of(OwnPolicy, what)
    cls.rule = Rule[what.rule.upper()]  # type: ignore[attr-defined]
    return cls, {}


_ENTRIES = OwnEntries(policies, ("policy",), _made)
find_own, find_all_own, register = _ENTRIES.find_own, _ENTRIES.find_all_own, _ENTRIES.register
