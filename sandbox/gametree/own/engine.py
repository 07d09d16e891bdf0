"""An engine of the user's own: the whole search runs in its process, upon the game's plain-Python face.

What goes over the border is the game's name, its options and the position as it is written; what comes back is a move,
which has to be a legal one.
"""

from __future__ import annotations

import json
import math
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, Final

from sandbox.errors import SandboxError
from sandbox.games.two_words import rules
from sandbox.gametree import work as w
from sandbox.gametree.api import Engine, engines
from sandbox.gametree.evaluation.judging import entry_of
from sandbox.gametree.values import ONE_HALF
from sandbox.gametree.windowed.search import search
from sandbox.gametree.windowed.session import Searching, Session, Settings
from sandbox.own.child import Child
from sandbox.own.described import Described, Own
from sandbox.own.failures import OwnCodeFailed
from sandbox.registry import Option

CHILD: Final = "process of own code"  # under which a report keeps it from move to move
DEPTH: Final = Option("depth", "int", 4, 1, 40, help="plies it looks ahead at most")
COUNTS: Final = {w.LEAVES: "leaves", w.TERMINALS: "terminals", w.INTERIOR: "interior", w.GENERATED: "generated"}
SLACK: Final = 2.0  # seconds after its time in which it may still answer


class OwnEngine(Own, Searching):
    """What every engine of the user's own is, beside its options."""

    recorded: ClassVar[bool] = False
    judges: ClassVar[bool] = False

    @staticmethod
    def again(key: str, options: dict[str, Any]) -> Engine:
        """See Own."""
        return engines[key].create(options)

    def settings(self) -> Settings:
        """Any text: it is not run."""
        return Settings(search)

    def drive(self, session: Session) -> None:
        """Ask its process for a move."""
        if not session.words[w.LIMIT]:  # a rehearsal, for kernels to be compiled: there are none
            session.choose(session.moves[0])
            return
        answer = self._asked(session)
        if answer is None:
            return
        move, spent, nodes = answer["move"], answer["status"] == "budget", int(answer["nodes"])
        if move not in session.moves and (move or not spent):
            known = ", ".join(session.moves[:20])
            raise OwnCodeFailed(str(answer["where"]), f"choose returned {move!r:.40}", f"one of {known}")
        if move and session.progress.legal.get(session.best) != move:
            session.choose(move)
        if spent:
            reported = "the best move it had reported" if move else "it had reported no move"
            session.progress.notes["rule"] = f"Its time or nodes ran out: {reported}."
        session.words[w.NODES] = nodes
        session.words[w.LIMIT] = nodes if spent else max(int(session.words[w.LIMIT]), nodes + 1)

    def heard(self, session: Session, block: bytes) -> None:
        """Something it tells while it thinks: an engine nothing."""

    def asks(self, session: Session) -> dict[str, Any]:  # noqa: ARG002
        """What it is reported beside game, position and budget."""
        return {"options": self.own_options}

    def _asked(self, session: Session) -> dict[str, Any] | None:
        limits, entry = session.limits, entry_of(session.game)
        known = {option.name: getattr(session.game, option.name) for option in entry.options}
        request = {
            "do": "choose",
            "kind": self.what.kind,
            "game": entry.key,
            "game_options": {name: getattr(value, "value", value) for name, value in known.items()},
            "position": session.face.print(session.position),
            "time": limits.seconds,
            "nodes": limits.nodes,
            **self.asks(session),
        }
        seconds = limits.seconds + SLACK if limits.seconds else self.what.seconds
        heard = partial(self.heard, session)
        return self._child(session).ask(request, seconds=seconds, stop=limits.stop, events=heard)

    def _child(self, session: Session) -> Child:
        memory = session.report.memory
        child = memory.get(CHILD)
        if not isinstance(child, Child) or child.source != self.what.source:
            child = memory[CHILD] = Child(self.what.source)
        return child


class OwnJudged(OwnEngine):
    """Alpha-beta with an evaluation of the user's own; an option more says how deep it looks."""

    judges: ClassVar[bool] = True

    def asks(self, session: Session) -> dict[str, Any]:
        """How deep, and the evaluation's own options."""
        options = self.own_options
        depth = options.pop(DEPTH.name)
        return {"options": options, "depth": session.limits.depth or depth}

    def heard(self, session: Session, block: bytes) -> None:
        """A depth is done: its value and its line are reported."""
        try:
            reported = json.loads(block)
            line, value = [str(move) for move in reported["line"]], float(reported["value"])
            depth, nodes, exact = int(reported["depth"]), int(reported["nodes"]), bool(reported["exact"])
            show_line(session, line)
        except (ValueError, KeyError, TypeError, SandboxError):
            raise OwnCodeFailed(self.what.source.shown, "it sent a depth that is none", "alpha-beta's") from None
        before, session.words[w.NODES] = int(session.words[w.NODES]), nodes
        for place, name in COUNTS.items():
            session.words[place] = int(reported[name])
        session.words[w.DEPTH], session.words[w.DEEPEST] = depth, max(depth, int(session.words[w.DEEPEST]))
        session.horizon_met = not exact
        session.finish_depth(depth, score_of(value), before)


def show_line(session: Session, line: list[str]) -> None:
    """Put a line of moves behind the first of them. Raises what a face does if they are none."""
    face, position, words = session.face, session.position, session.words
    session.choose(line[0])
    row = w.ROOT_PV + session.best * w.LINE
    for number, move in enumerate(line[: w.LINE]):
        words[row + number] = face.bit_of(position, move).bit_length() - 1
        position = face.play(position, move)
    words[w.ROOT + session.best * w.ROOT_STRIDE + w.ROOT_PV_LENGTH] = min(len(line), w.LINE)


def score_of(value: float) -> int:
    """A value of `own.searches.alpha_beta` as scores are inside engines: what a person reads of it is the same."""
    if abs(value) >= 1.0:
        return rules.exact_score(round(value - math.copysign(1.0, value)))
    return round(ONE_HALF * value / (1.0 - abs(value)))


def with_depth(what: Described) -> Described:
    """An evaluation's description with the option of the search that is run with it."""
    return replace(what, options=(DEPTH, *what.options))
