"""How weights are fitted to labels: registered dataclasses."""

from __future__ import annotations
