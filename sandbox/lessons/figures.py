"""What a lesson says in figures, computed: by the code that `plan`, `why`, `solve` and `simulate` run.

- `KEY.cost expanded generated reopened points status lower_bound` of a planner's answer
- `KEY.loss optimum why.TERM` of its ledger, and `KEY.repair`: what following the scene's `repair` touched
- `NAME.value best nodes leaves terminals depth cutoffs …` of an engine's search, as `solve --json` has them; and
  `NAME.visits.MOVE`
- `KEY.arrived agents makespan deadlocks mean_delay …` of a crowd, as `simulate --json` has them; `KEY.met`, all its
  conflicts, and `KEY.crossing` and the like, those of a kind
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sandbox.errors import BadInput, SandboxError
from sandbox.lessons.model import Figure, InCrowd, Lesson, OnBoard, OnMap, Shown

if TYPE_CHECKING:
    from sandbox.agents.run import Run

WAYS: Mapping[str, Callable[[float, float], float]] = {
    " / ": lambda a, b: a / b if b else math.inf,
    " - ": lambda a, b: a - b,
}


def faults(lesson: Lesson) -> Iterator[BadInput]:
    """Every figure that is not what is computed, or that the step does not say."""
    known: dict[int, Facts] = {}
    for number, step in enumerate(lesson.steps):
        shown = lesson.shown_at(number)
        for figure in step.figures:
            where = f"{lesson.path}:{figure.line}: {figure.name}"
            if shown is None:
                yield BadInput(where, "no scene to compute it in", "a scene in this step or before it")
                continue
            facts = known.setdefault(id(shown), Facts(shown))
            if (fault := _fault(figure, facts, where)) is not None:
                yield fault
            elif not said_in(figure, step.words):
                yield BadInput(where, f"the step nowhere says {written(figure.value)}", "it in the words")


def _fault(figure: Figure, facts: Facts, where: str) -> BadInput | None:
    try:
        value = facts.of(figure.name)
    except SandboxError as error:
        return BadInput(where, str(error))
    if isinstance(figure.value, str) or isinstance(value, str):
        same = str(value) == str(figure.value)
    else:
        same = math.isclose(round(value, decimals(figure.value)), figure.value, rel_tol=1e-12, abs_tol=1e-12)
    return (
        None
        if same
        else BadInput(where, written(figure.value), f"{value:.6g}" if isinstance(value, float) else f"{value}")
    )


def decimals(value: float) -> int:
    """How many digits stand behind its point."""
    return len(str(value).partition(".")[2]) if isinstance(value, float) else 0


def written(value: float | str) -> str:
    """As the words say it: thousands with a comma."""
    return value if isinstance(value, str) else f"{value:,}"


def said_in(figure: Figure, words: str) -> bool:
    """Whether the words say it, as written or without the comma."""
    joined = " ".join(words.split())
    return written(figure.value) in joined or str(figure.value) in joined


@dataclass
class Facts:
    """All that can be said in figures of one scene, computed when it is asked for."""

    shown: Shown
    _known: dict[tuple[str, str], Mapping[str, Any]] = field(default_factory=dict)

    def of(self, name: str) -> float | str:
        """A figure, or two joined by a sign."""
        for sign, joined in WAYS.items():
            if sign in name:
                parts = name.split(sign)
                if len(parts) != 2 or any(s in part for s in WAYS for part in parts):
                    raise BadInput(name, "several signs", "a figure, or two joined by one sign")
                one, other = (self.of(part.strip()) for part in parts)
                if isinstance(one, str) or isinstance(other, str):
                    raise BadInput(name, "words", "two numbers")
                return joined(one, other)
        who, _, what = name.partition(".")
        found = self._found(who, what)
        if what not in found:
            fields = ", ".join(sorted(key for key, value in found.items() if isinstance(value, (int, float, str))))
            raise BadInput(name, "no such figure", f"{who}. and one of {fields}")
        value = found[what]
        if not isinstance(value, (int, float, str)):
            raise BadInput(name, "no number", "one")
        return value

    def _found(self, who: str, what: str) -> Mapping[str, Any]:
        kind = self._kind(what)
        if (who, kind) not in self._known:
            self._known[who, kind] = self._computed(who, kind)
        return self._known[who, kind]

    def _kind(self, what: str) -> str:
        if not isinstance(self.shown, OnMap):
            return "run"
        if what == "repair":
            return "repair"
        return "why" if what in ("loss", "optimum") or what.startswith("why.") else "plan"

    def _computed(self, who: str, kind: str) -> Mapping[str, Any]:
        if isinstance(self.shown, OnMap):
            return {"plan": self._planned, "why": self._explained, "repair": self._repaired}[kind](who, self.shown)
        if isinstance(self.shown, OnBoard):
            return self._searched(who, self.shown)
        return self._walked(who, self.shown)

    # Maps ----------------------------------------------------------------------------------------------

    def _ready(self, who: str, shown: OnMap) -> Any:
        from sandbox.planning.api import planners

        asked = next((one for one in shown.scene.planners if one.key == who), None)
        planner = planners[who].create() if asked is None else asked.made()[1]
        return planner.prepare(shown.scene.shown(shown.level.copy()))

    @cached_property
    def _query(self) -> Any:
        from sandbox.planning.api import Query

        shown = self.shown
        assert isinstance(shown, OnMap)
        start, goal = shown.level.start, shown.level.goal
        if start is None or goal is None:
            raise BadInput("the scene", "no start or no goal", "both")
        return Query(start.point, goal.point, shown.scene.radius)

    def _planned(self, who: str, shown: OnMap) -> Mapping[str, Any]:
        from sandbox.planning.api import Limits

        plan = self._ready(who, shown).plan(self._query, Limits())
        names = ("cost", "lower_bound", "expanded", "generated", "reopened")
        return {**{name: getattr(plan, name) for name in names}, "points": len(plan.points), "status": str(plan.status)}

    def _explained(self, who: str, shown: OnMap) -> Mapping[str, Any]:
        from sandbox.planning.why.explain import explain

        ledger = explain(self._ready(who, shown), self._query)
        terms = {f"why.{term.name}": term.value for term in ledger.terms}
        return {"loss": ledger.loss, "optimum": ledger.optimum, **terms}

    def _repaired(self, who: str, shown: OnMap) -> Mapping[str, Any]:
        from sandbox.level.edits import Rectangle
        from sandbox.level.model import WALL
        from sandbox.planning.api import Limits

        if shown.repair is None:
            raise BadInput("the scene", "no repair", "repair = [left, top, right, bottom]")
        prepared = self._ready(who, shown)
        prepared.plan(self._query, Limits())
        prepared.level.apply(Rectangle(shown.repair, WALL))
        return {"repair": prepared.follow()}

    # Boards and crowds ---------------------------------------------------------------------------------

    @staticmethod
    def _searched(who: str, shown: OnBoard) -> Mapping[str, Any]:
        from sandbox.bench.solving import Task, perform

        known = {one.name: one for one in shown.engines}
        if who not in known:
            raise BadInput(who, "nobody of that name", "one of " + (", ".join(known) or "the scene's engines"))
        one, asked = known[who], known[who].asked
        options = tuple(asked.options.items())
        found = perform(Task(shown.game, (), shown.position, asked.key, options, one.depth, 0.0, one.nodes))
        return {**found, **{f"visits.{row['move']}": row["visits"] for row in found["root"]}}

    @staticmethod
    def _walked(who: str, shown: InCrowd) -> Mapping[str, Any]:
        run = walking(shown, who)
        run.go()
        found = run.facts()
        return {**found, "met": sum(found["conflicts"]["kind"].values()), **found["conflicts"]["kind"]}


def walking(shown: InCrowd, who: str) -> Run:
    """A crowd that walks by one of the scene's policies, watched by the judge."""
    from sandbox.agents.api import Settings, policies
    from sandbox.agents.muster import Muster
    from sandbox.agents.run import Run
    from sandbox.agents.world import World
    from sandbox.planning.api import planners

    asked = next((one for one in shown.policies if one.key == who), None)
    if asked is None:
        raise BadInput(who, "nobody walks by it", "one of " + ", ".join(one.key for one in shown.policies))
    agents = Muster(agents=shown.agents).gather(shown.level, shown.seed)
    settings = Settings(policies[who].parse(asked.options), planners["astar"].create(), seed=shown.seed)
    return Run(World(shown.level.copy(), agents, settings), shown.seconds, checked=True)
