"""The game, the players and their options, as they were when the window closed."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sandbox.errors import SandboxError
from sandbox.games.api import games
from sandbox.gametree.play.time_control import TimeControl
from sandbox.settings import Settings
from sandbox.ui.boards.game.match import Match
from sandbox.ui.boards.seats import Seat, first_budget
from sandbox.ui.boards.session import Session

SLOWEST = 3.0  # seconds that two engines rest after each move


def remember(
    settings: Settings, session: Session, *, shapes: bool, duel: Sequence[Mapping[str, Any]] = (), page: str = ""
) -> None:
    """Write down what is chosen; `duel`: who takes part in one; `page`: the game of a page that stands before it."""
    match = session.match
    seats = [{"who": s.key, "options": s.options, "budget": s.budget} for s in session.seats]
    kept = {
        "game": match.entry.key,
        "options": match.options,
        "seats": seats,
        "shapes": shapes,
        "duel": list(duel),
        "pace": session.pace,
        "clock": session.time.control.words,
        "books": asdict(session.seats[0].habits),
        "page": page,
    }
    settings.boards = json.dumps(kept)


def recall(settings: Settings, session: Session) -> bool:
    """Set it up again, as far as it can be understood; whether stones carry shapes."""
    kept = _kept(settings)
    key, options, seats = kept.get("game"), kept.get("options"), kept.get("seats")
    if isinstance(key, str) and key in games:
        session.match = _match(key, options)
        for seat, chosen in zip(session.seats, seats if isinstance(seats, list) else [], strict=False):
            sit(seat, chosen, session.match)
        for seat in session.seats:
            seat.suit(session.match.entry, seat.key)
    if isinstance(clock := kept.get("clock"), str) and clock:
        with contextlib.suppress(SandboxError):
            session.time.control = TimeControl.parse(clock)
    if isinstance(books := kept.get("books"), dict):
        habits = session.seats[0].habits
        habits.vary, habits.learn = (books.get(name) is True for name in ("vary", "learn"))
    pace = kept.get("pace")
    session.pace = float(pace) if isinstance(pace, int | float) and 0 <= pace <= SLOWEST else 0.0
    return kept.get("shapes") is True


def contenders(settings: Settings) -> list[Mapping[str, Any]]:
    """Who took part in the last duel, as far as that can be understood; see `sit`."""
    duel = _kept(settings).get("duel")
    return [one for one in duel if isinstance(one, dict)] if isinstance(duel, list) else []


def page_of(settings: Settings) -> str:
    """The game of the page that was open; empty if none was."""
    page = _kept(settings).get("page")
    return page if isinstance(page, str) else ""


def _kept(settings: Settings) -> dict[str, Any]:
    try:
        kept = json.loads(settings.boards or "{}")
    except (ValueError, RecursionError):
        return {}
    return kept if isinstance(kept, dict) else {}


def _match(key: str, options: Any) -> Match:
    try:
        return Match.new(games[key], options if isinstance(options, dict) else {})
    except (SandboxError, OSError, TypeError):
        return Match.new(games[key])


def sit(seat: Seat, chosen: Any, match: Match) -> None:
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
    try:
        return values if (entry := seat.engine(engine)) is not None and entry.create(values) is not None else {}
    except (SandboxError, TypeError):
        return {}
