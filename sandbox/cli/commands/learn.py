"""`learn`: weights of an evaluation from games against itself, saved after every round, and what they are worth."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox.cli.options import add_on, at_least, spec
from sandbox.errors import BadInput
from sandbox.figures import count, seconds

if TYPE_CHECKING:
    from sandbox.learn.course import Course, Event, Plan
    from sandbox.learn.samples import Samples

HELP = "learn an evaluation's weights from games against itself or from files, and measure their Elo"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What, from what, how long, where to."""
    parser.add_argument("evaluation", metavar="EVALUATION", help="whose weights: othello-patterns, open-lines, …")
    parser.add_argument("--game", default="", metavar="GAME", help="for evaluations of several games")
    parser.add_argument("--model", default="", metavar="KEY[:NAME=VALUE]", help="linear, logistic, network:layers=32")
    words = "results of the games, what a search says, λ-returns, or exact values (default: what suits the evaluation)"
    parser.add_argument("--labels", default="", choices=("results", "search", "td", "exact"), help=words)
    parser.add_argument("--lambda", dest="trace", type=float, default=0.7, metavar="L", help="of td labels")
    parser.add_argument("--teacher", default="", metavar="EVALUATION", help="who plays and labels in the first round")
    long = "how long in all; else --games are played in each round"
    parser.add_argument("--minutes", type=float, default=0.0, metavar="M", help=long)
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="of each round (default 1000)")
    parser.add_argument(
        "--rounds", type=int, default=1, metavar="N", help="of playing and fitting (default 1; 0: --errors only)"
    )
    errors = "then fit Multi-ProbCut's error model to so many positions a stage, and the chance to win (tables only)"
    parser.add_argument("--errors", type=int, default=0, metavar="N", help=errors)
    parser.add_argument("--depth", type=int, default=4, metavar="N", help="plies of the searches (default 4)")
    deep = "plies of the searches that label (default: as --depth)"
    parser.add_argument("--label-depth", type=int, default=0, metavar="N", help=deep)
    careless = "after the opening, one move in N at random: positions that searches meet and careful play does not"
    parser.add_argument("--random", type=int, default=0, metavar="N", help=careless)
    parser.add_argument("--mix", type=float, default=0.1, metavar="S", help="share of results in search labels")
    parser.add_argument("--from", dest="files", nargs="+", default=[], metavar="FILE", help="saved games to learn from")
    parser.add_argument("--start", default="", metavar="FILE", help="weights to begin with")
    parser.add_argument("--elo", type=int, default=0, metavar="N", help="games against the best evaluation that ships")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed and games, the same weights")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes that share the work")
    add_on(parser)
    parser.add_argument("--resume", action="store_true", help="go on with FILE.journal")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the weights, saved after every round")


def run(arguments: argparse.Namespace) -> int:
    """A line a stage and a round, then the summary."""
    from sandbox.learn.course import Course

    at_least(
        arguments,
        minutes=0,
        games=1,
        rounds=0,
        depth=1,
        label_depth=0,
        mix=0,
        random=0,
        errors=0,
        elo=0,
        jobs=1,
        seed=0,
    )
    if not arguments.rounds and not (arguments.errors and arguments.start):
        raise BadInput("--rounds", "0", "1 or more; or --errors and --start, to fit the error model alone")
    plan, goal = _plan(arguments), Path(arguments.output)
    course = Course(plan, goal, _given(arguments, plan.game), arguments.start)
    if arguments.errors:
        course.tables()
    if course.journal.exists() and not arguments.resume:
        raise BadInput(str(course.journal), "a journal of an earlier run", "--resume, or that it be removed")
    if arguments.resume:
        arguments.out.note(f"{count(course.resume())} rounds were learned before")
    for event in course.run(arguments.jobs, arguments.stop):
        _tell(arguments, event)
    if arguments.errors and not arguments.stop[0]:
        _foretell(arguments, course)
    if arguments.stop[0]:
        return 130
    course.journal.unlink(missing_ok=True)
    return _summary(arguments, course)


def _plan(arguments: argparse.Namespace) -> Plan:
    from sandbox.gametree.evaluation import evaluations
    from sandbox.learn.course import Plan
    from sandbox.learn.learners.api import learnable, suited
    from sandbox.learn.models.api import models

    if arguments.evaluation not in learnable():
        raise BadInput("EVALUATION", repr(arguments.evaluation), "one of " + ", ".join(learnable()))
    played = evaluations[arguments.evaluation].info["games"]
    game = arguments.game or played[0]
    if game not in played:
        raise BadInput("--game", repr(game), "one of " + ", ".join(played))
    model_key, labels = suited(arguments.evaluation)
    _, model = spec(models, arguments.model or model_key)
    labels = arguments.labels or labels
    label_depth = arguments.label_depth or arguments.depth
    return Plan(
        arguments.evaluation, game, model, labels, arguments.rounds, arguments.games, arguments.minutes,
        arguments.depth, label_depth, arguments.mix, arguments.seed, arguments.trace, arguments.random,
        arguments.teacher,
    )  # fmt: skip


def _given(arguments: argparse.Namespace, game: str) -> Samples | None:
    from sandbox.learn.records import samples_of

    return samples_of(game, [Path(name) for name in arguments.files]) if arguments.files else None


def _tell(arguments: argparse.Namespace, event: Event) -> None:
    from dataclasses import asdict

    from sandbox.learn.course import Heard, Learned
    from sandbox.learn.learners.api import Fitted, Passed

    out = arguments.out
    kinds = {Heard: "played", Passed: "pass", Fitted: "stage", Learned: "round"}
    out.record({"told": kinds[type(event)], **asdict(event)})
    if isinstance(event, Fitted) and event.positions:
        errors = f"error {event.error:.3f}, held out {event.held_out:.3f}"
        out.text(f"stage {event.stage + 1:2} of {event.stages}: {count(event.positions)} positions, {errors}")
    elif isinstance(event, Passed):
        out.text(f"pass {event.number:3} of {event.passes}: error {event.error:.3f}, held out {event.held_out:.3f}")
    elif isinstance(event, Learned):
        said = f"{count(event.games)} games, {count(event.positions)} positions, held out {event.held_out:.3f}"
        out.text(f"round {event.round}: {said}, {seconds(event.seconds)}; saved {event.file}")


def _foretell(arguments: argparse.Namespace, course: Course) -> None:
    """The error model, a line a stage."""
    from dataclasses import asdict

    for event in course.foretell(arguments.errors, arguments.jobs, arguments.stop):
        arguments.out.record({"told": "errors", **asdict(event)})
        shown = " ".join(f"{error:4}" for error in event.errors[3:11])
        arguments.out.text(f"stage {event.stage + 1:2}: {event.positions} positions, errors at depth 3 … 10: {shown}")


def _summary(arguments: argparse.Namespace, course: Course) -> int:
    facts: dict[str, Any] = {"summary": True, "file": str(course.goal), "rounds": course.round}
    facts["bytes"] = course.goal.stat().st_size
    if arguments.elo:
        facts |= _elo(arguments, course.plan)
    arguments.out.record(facts)
    arguments.out.text(
        f"{course.goal}: {count(facts['bytes'])} bytes after {course.round} round{'s' * (course.round != 1)}"
    )
    return 0


def _elo(arguments: argparse.Namespace, plan: Plan) -> dict[str, Any]:
    """A match against the best evaluation that ships: this one perhaps, with the weights it comes with."""
    from sandbox.bench.learning.gauge import Gauge, Side
    from sandbox.bench.match import Score
    from sandbox.gametree.evaluation import best_for

    sides = Side(plan.evaluation, arguments.output), Side(best_for(plan.game).key)
    score = Score(0, 0, 0)
    with arguments.out.progress(arguments.elo, "games") as bar:
        gauge = Gauge(plan.game, arguments.elo, plan.depth, plan.seed)
        for score in gauge.scores(*sides, arguments.jobs, arguments.stop):  # noqa: B007  (the last one counts)
            bar.step()
    against = sides[1].evaluation + (
        ", with the weights it comes with" if sides[1].evaluation == plan.evaluation else ""
    )
    arguments.out.text(f"Elo {score.elo:+.0f} ± {score.elo_error:.0f} over {against}, {score.games} games")
    return {"against": sides[1].evaluation, "against_weights": "shipped", **score.to_json()}
