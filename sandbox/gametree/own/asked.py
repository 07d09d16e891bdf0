"""What an engine of the user's own is asked, in its process: the game in plain Python, the position, the budget."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandbox.games.api import games
from sandbox.own.report import Enough
from sandbox.own.thinking import Thinking


def answer(said: Mapping[str, Any], made: Any, watch: Callable[[Thinking], None]) -> dict[str, Any]:
    """A move, or the best one told so far."""
    face = games[said["game"]].create(said["game_options"]).face()
    report, status = Thinking(said["time"], said["nodes"]), "answered"
    watch(report)
    try:
        move = made.choose(face, face.parse(said["position"]), report)
    except Enough:
        move, status = report.so_far, "budget"
    return {"move": str(move), "nodes": report.nodes, "status": status}
