"""An engine of the user's own: the whole search runs in its process, upon the game's plain-Python face.

What goes over the border is the game's name, its options and the position as it is written; what comes back is a move,
which has to be a legal one.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any, ClassVar, Final

from sandbox.gametree import work as w
from sandbox.gametree.api import Engine, engines
from sandbox.gametree.evaluation.judging import entry_of
from sandbox.gametree.windowed.search import search
from sandbox.gametree.windowed.session import Searching, Session, Settings
from sandbox.own.child import Child
from sandbox.own.described import Described
from sandbox.own.told import OwnCodeFailed

CHILD: Final = "process of own code"  # under which a report keeps it from move to move
SLACK: Final = 2.0  # seconds after its time in which it may still answer


class OwnEngine(Searching):
    """What every engine of the user's own is, beside its options."""

    what: ClassVar[Described]
    recorded: ClassVar[bool] = False

    @property
    def own_options(self) -> dict[str, Any]:
        """The options' values."""
        return {f.name: getattr(self, f.name) for f in fields(self)}  # type: ignore[arg-type]

    def __reduce__(self) -> tuple[Any, ...]:
        return made, (self.what.source.key, self.own_options)

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
        if move:
            session.choose(move)
        if spent:
            told = "the best move it had told" if move else "it had told no move"
            session.progress.notes["rule"] = f"Its time or nodes ran out: {told}."
        session.words[w.NODES] = nodes
        session.words[w.LIMIT] = nodes if spent else max(int(session.words[w.LIMIT]), nodes + 1)

    def _asked(self, session: Session) -> dict[str, Any] | None:
        limits, entry = session.limits, entry_of(session.game)
        known = {option.name: getattr(session.game, option.name) for option in entry.options}
        request = {
            "do": "choose",
            "kind": "engine",
            "options": self.own_options,
            "game": entry.key,
            "game_options": {name: getattr(value, "value", value) for name, value in known.items()},
            "position": session.face.print(session.position),
            "time": limits.seconds,
            "nodes": limits.nodes,
        }
        seconds = limits.seconds + SLACK if limits.seconds else self.what.seconds
        return self._child(session).ask(request, seconds=seconds, stop=limits.stop)

    def _child(self, session: Session) -> Child:
        memory = session.report.memory
        child = memory.get(CHILD)
        if not isinstance(child, Child) or child.source != self.what.source:
            child = memory[CHILD] = Child(self.what.source)
        return child


def made(key: str, options: dict[str, Any]) -> Engine:
    """One in another process of ours, which reads the source itself."""
    return engines[key].create(options)
