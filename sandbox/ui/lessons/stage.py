"""Puts what a step shows onto the tabs, by the ways a person has: from then on it is theirs to change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandbox.gametree.api import engines
from sandbox.gametree.document import notation
from sandbox.lessons.model import InCrowd, OnBoard, OnMap
from sandbox.lessons.scenes import same_ground

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sandbox.agents.api import Policy
    from sandbox.lessons.model import Searcher, Shown
    from sandbox.level.model import Level
    from sandbox.planning.scene import Asked
    from sandbox.registry import Entry
    from sandbox.ui.services import Services
    from sandbox.ui.tabs import Tab


class Stage:
    """The tabs, as a lesson uses them. Their types are asked for where they are used: none is built in vain."""

    def __init__(self, services: Services, show_tab: Callable[[str], Tab]) -> None:
        self.services, self._show_tab = services, show_tab

    def show(self, shown: Shown, title: str) -> None:
        """Put a scene where it belongs, and that tab in front."""
        if isinstance(shown, OnMap):
            self._on_map(shown, title)
        elif isinstance(shown, OnBoard):
            self._on_board(shown)
        else:
            self._in_crowd(shown, title)

    @property
    def maps(self) -> Any:
        """The Maps tab."""
        return self.services.tab("maps")

    def _ground(self, level: Level, title: str) -> None:
        """The level; where it stands already, untouched, the planners keep what they know of it."""
        session = self.maps.session
        if same_ground(level, session.level) and session.level.title == title:
            return
        copy = level.copy()
        copy.title, copy.notes = title, ""  # what there is to see is the lesson's to tell
        self.maps.files.take_generated(copy, title)

    def _on_map(self, shown: OnMap, title: str) -> None:
        self._show_tab("maps")
        maps = self.maps
        self._ground(shown.level, title)
        maps.use_tool(next(iter(maps.tools)))
        if shown.scene.seen is None:
            maps.canvas.fit()
        maps.recordings.restore(shown.scene)

    def _on_board(self, shown: OnBoard) -> None:
        tab: Any = self._show_tab("boards")
        tab.trees.leave()
        tab.pages.shut()
        tab.duels.close()
        from sandbox.ui.boards.game.match import Match
        from sandbox.ui.boards.seats import Chair, first_budget

        match = Match(notation.read(shown.game, shown.position))
        match.here = match.line[-1]
        tab.session.seat(match, [Chair("", {}, first_budget(), "You", {})] * 2)  # nobody moves by themselves
        if shown.engines:
            tab.duels.stage([_contender(one) for one in shown.engines])

    def _in_crowd(self, shown: InCrowd, title: str) -> None:
        from sandbox.agents.api import policies

        self._ground(shown.level, title)
        tab: Any = self._show_tab("crowds")
        session = tab.session
        session.timeline.playing = 0
        choice = session.choice
        for picked, asked in zip(choice.policies, shown.policies, strict=False):
            picked.key = asked.key
            picked.options[asked.key] = _values(policies[asked.key], asked)
        choice.compared = len(shown.policies) > 1
        choice.muster = {"agents": shown.agents} if shown.agents else {}
        choice.walking = {"seed": shown.seed} if shown.seed else {}
        session.chosen()
        session.play()


def _contender(one: Searcher) -> Mapping[str, Any]:
    """Who takes part in a duel, as the boards remember them."""
    asked = one.asked
    budget = {"stop": "depth", "depth": one.depth} if one.depth else {"stop": "nodes", "nodes": one.nodes}
    return {"who": asked.key, "options": {asked.key: _values(engines[asked.key], asked)}, "budget": budget}


def _values(entry: Entry[Policy] | Entry[Any], asked: Asked) -> dict[str, Any]:
    """The options that are said, as values."""
    made = entry.parse(asked.options)
    return {name: getattr(made, name) for name in asked.options}
