"""The game, the players and their options, as they were when the window closed."""

from __future__ import annotations

import json
from typing import Any

from sandbox.errors import SandboxError
from sandbox.games.api import games
from sandbox.settings import Settings
from sandbox.ui.boards.game.match import Match
from sandbox.ui.boards.seats import Seat, first_budget
from sandbox.ui.boards.session import Session


def remember(settings: Settings, session: Session, *, shapes: bool) -> None:
    """Write down what is chosen."""
    match = session.match
    seats = [{"who": s.key, "options": s.options, "budget": s.budget} for s in session.seats]
    kept = {"game": match.entry.key, "options": match.options, "seats": seats, "shapes": shapes}
    settings.boards = json.dumps(kept)


def recall(settings: Settings, session: Session) -> bool:
    """Set it up again, as far as it can be understood; whether stones carry shapes."""
    try:
        kept = json.loads(settings.boards or "{}")
    except (ValueError, RecursionError):
        return False
    if not isinstance(kept, dict):
        return False
    key, options, seats = kept.get("game"), kept.get("options"), kept.get("seats")
    if isinstance(key, str) and key in games:
        session.match = _match(key, options)
        for seat, chosen in zip(session.seats, seats if isinstance(seats, list) else [], strict=False):
            _sit(seat, chosen, session.match)
        for seat in session.seats:
            seat.suit(session.match.entry, seat.key)
    return kept.get("shapes") is True


def _match(key: str, options: Any) -> Match:
    try:
        return Match.new(games[key], options if isinstance(options, dict) else {})
    except (SandboxError, OSError, TypeError):
        return Match.new(games[key])


def _sit(seat: Seat, chosen: Any, match: Match) -> None:
    """One chair; what is wrong is left at its default."""
    if not isinstance(chosen, dict):
        return
    who, options, budget = (chosen.get(name) for name in ("who", "options", "budget"))
    seat.suit(match.entry, who if isinstance(who, str) else "")
    if isinstance(options, dict) and all(isinstance(k, str) and isinstance(v, dict) for k, v in options.items()):
        seat.options = {k: _checked(seat, k, v) for k, v in options.items()}
    first = first_budget()
    if isinstance(budget, dict):
        seat.budget = {k: budget[k] if type(budget.get(k)) is type(v) else v for k, v in first.items()}
        if not (0 < seat.budget["seconds"] <= 60 and 0 < seat.budget["depth"] <= 40 and seat.budget["nodes"] > 0):
            seat.budget = first


def _checked(seat: Seat, engine: str, values: dict[str, Any]) -> dict[str, Any]:
    """The options an engine would take."""
    entry = next((e for e in seat.engines if e.key == engine), None)
    try:
        return values if entry is not None and entry.create(values) is not None else {}
    except (SandboxError, TypeError):
        return {}
