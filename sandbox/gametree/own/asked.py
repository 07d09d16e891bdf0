"""What an engine or an evaluation of the user's own is asked, in its process.

It gets the game in plain Python, the position, the budget. An evaluation is asked by an alpha-beta that is there too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from sandbox.games.api import games
from sandbox.own.report import Enough
from sandbox.own.searches.alpha_beta import AlphaBeta, Found
from sandbox.own.thinking import Thinking


def answer(
    said: Mapping[str, Any], made: Any, watch: Callable[[Thinking], None], send: Callable[[bytes], None]
) -> dict[str, Any]:
    """A move, or the best one reported so far."""
    face = games[said["game"]].create(said["game_options"]).face()
    report, status = Thinking(said["time"], said["nodes"]), "answered"
    watch(report)
    position = face.parse(said["position"])
    try:
        if said["kind"] == "evaluation":
            search = AlphaBeta(face, made.estimate, report)
            move = search.deepen(position, said["depth"], lambda found: send(_packed(found)))
        else:
            move = made.choose(face, position, report)
    except Enough:
        move, status = report.so_far, "budget"
    return {"move": str(move), "nodes": report.nodes, "status": status}


def _packed(found: Found) -> bytes:
    """A depth that is done, as it goes over the border."""
    return json.dumps(found._asdict()).encode()
