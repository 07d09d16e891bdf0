"""Weights learned round by round: error on games held out, Elo against the best before, the weights as a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sandbox.bench.learning.rounds import Round, RoundReport, learn_round
from sandbox.figures import count
from sandbox.games.api import games
from sandbox.gametree.evaluation import evaluations, those_for
from sandbox.gametree.solving.api import solver_for
from sandbox.learn.calibration import Calibration
from sandbox.learn.course import Learned, Plan
from sandbox.learn.labels import LABELS
from sandbox.learn.learners.api import Passed, learnable, models_for, suited
from sandbox.learn.models.api import models
from sandbox.settings import data_folder
from sandbox.ui.benches.page import Page
from sandbox.ui.forms import fields_of
from sandbox.ui.kit import (
    BarChart,
    Button,
    Column,
    Dropdown,
    Form,
    Label,
    LineChart,
    Row,
    Section,
    Series,
    Widget,
)
from sandbox.ui.kit import Field as FormField
from sandbox.ui.services import Services

SETUP = (
    FormField("rounds", "Rounds", "int", 6, 1, 100, 1, help="Each plays with what was learned before it"),
    FormField("games", "Games", "int", 400, 100, 20_000, 100, log=True, help="Played against itself in each round"),
    FormField("depth", "Depth", "int", 2, 1, 8, 1, unit="plies", help="Of the searches that play"),
    FormField(
        "random", "One random in", "int", 0, 0, 50, 1, unit="moves", help="After the opening; 0: no move is random"
    ),
    FormField("measured", "Measured by", "int", 20, 2, 200, 2, unit="games", help="Against the best before"),
    FormField("seed", "Seed", "int", 1, 0, 9999, 1),
)
Deed = Callable[[str, str, str], None]
"""`play(game, evaluation, file)`: put them on the board."""
Picture = tuple[tuple[str, tuple[float, ...]], ...]
FIRST = "open-lines"
WORDS = {"results": "Results", "search": "What a search says", "td": "λ-returns", "exact": "Exact values"}


class LearnPage(Page):
    """A course, and what it comes to."""

    title = "Learn"

    def __init__(self, services: Services, play: Deed) -> None:
        super().__init__(services)
        self._play_with = play
        self.entries = [evaluations[key] for key in learnable() if evaluations[key].info["games"]]
        names = [f"{games[game].title}: {e.title}" for e in self.entries for game in e.info["games"]]
        self.choices = [(e, game) for e in self.entries for game in e.info["games"]]
        first = next((i for i, (e, _) in enumerate(self.choices) if e.key == FIRST), 0)
        self.which = Dropdown(names, first, on_change=lambda _: self._suit())
        self.about = Label("", style="small", role="dim", wrap=True)
        self.kinds = models_for(self.entries[0].key)
        self.model = Dropdown([m.title for m in self.kinds], 0, on_change=lambda _: self._suit_model())
        self.model_options: dict[str, dict[str, Any]] = {m.key: {} for m in models}
        self.model_form = Column(gap=8)
        self.labels: dict[str, Any] = {}
        self.labels_form = Column(gap=8)
        self.form = Form(SETUP)
        self.items: list[Round] = []
        self.found: list[RoundReport] = []
        self.error = LineChart(title="Error", x_label="round", placeholder="Seen, and held out", grow=1)
        self.elo = LineChart(title="Elo", x_label="round", placeholder="Round after round", grow=1)
        self.weights = LineChart(title="Weights", x_label="stage", placeholder="What was learned", grow=1)
        self.chances = LineChart(title="Chance to win", x_label="said", grow=1)
        self.chances.placeholder = "Games held out, by what was said of them"
        self.chances.y_range = (0.0, 1.0)
        self.bars = BarChart(title="Weights", visible=False, grow=1)
        self.head = Label("Nothing learned yet", style="title", wrap=True, grow=1)
        self.play = Button("Play against it", icon="grid-3x3", compact=True, on_click=self._play, enabled=False)
        self.play.tip = "Play on the board against an engine that uses the best weights"
        self._suit()

    def _suit(self) -> None:
        entry, game = self.choices[self.which.value]
        self.about.text = f"{entry.summary} Played by {games[game].title}'s best evaluation at first."
        self.kinds = models_for(entry.key)
        self.model.choices, self.model.value = [m.title for m in self.kinds], 0
        self._suit_model()
        self.labels = {"labels": suited(entry.key)[1], "trace": 0.7, "teacher": ""}
        form = Form(_labels_of(game), self.labels, on_change=self.labels.__setitem__)
        self.labels_form.replace_children([form])
        self.found = []
        self._show()

    def _suit_model(self) -> None:
        kind = self.kinds[self.model.value]
        values = self.model_options[kind.key]
        note = Label(kind.summary, style="small", role="dim", wrap=True)
        self.model_form.replace_children([note, Form(fields_of(kind.options), values, on_change=values.__setitem__)])

    def settings(self) -> list[Widget]:
        """What, by which model, how long."""
        return [
            Section("Learn", [self.which, self.about, self.form]),
            Section("Model", [self.model, self.model_form]),
            Section("Labels", [self.labels_form]),
        ]

    def results(self) -> list[Widget]:
        """Error and Elo beside each other, the weights below."""
        head = Row([self.head, self.play], gap=8)
        above = Row([self.error, self.elo], gap=12, grow=1, cross="stretch")
        weights = Row([self.weights, self.bars], gap=0, grow=1, cross="stretch")
        return [head, above, Row([weights, self.chances], gap=12, grow=1, cross="stretch")]

    @property
    def folder(self) -> Path:
        """Where weights are kept."""
        return data_folder() / "learned"

    def plan(self) -> Plan:
        """As the command has it."""
        entry, game = self.choices[self.which.value]
        kind, wish = self.kinds[self.model.value], self.form.values
        return Plan(
            entry.key, game, kind.create(self.model_options[kind.key]), **self.labels,
            rounds=int(wish["rounds"]), games=int(wish["games"]), depth=int(wish["depth"]),
            label_depth=int(wish["depth"]), seed=int(wish["seed"]), random=int(wish["random"]),
        )  # fmt: skip

    def run(self) -> None:
        """Round after round."""
        plan, wish = self.plan(), self.form.values
        folder = self.folder / plan.game
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self.note.text = f"{folder}: {error.strerror or error}"
            return
        self.items = [Round(plan, str(folder), n, int(wish["measured"])) for n in range(plan.rounds)]
        self.start_anew(learn_round, self.items)

    def _play(self) -> None:
        item = self.items[0]
        self._play_with(item.plan.game, item.plan.evaluation, str(item.best))

    def _show(self) -> None:
        found = self.found
        self.play.enabled = bool(found)
        self.head.text = self._words() if found else "Nothing learned yet"
        self.error.title = f"Error: {self.kinds[self.model.value].info['error']}"
        self.error.series, self.error.x_label = _errors(found)
        self.chances.series = _chances(found[-1].learned.calibration) if found else []
        self.elo.series = _climb(found)
        self._picture(found[-1].picture if found else ())

    def _picture(self, picture: Picture) -> None:
        """A line for each weight over the stages; bars where there is but one stage."""
        single = bool(picture) and all(len(values) == 1 for _, values in picture)
        self.weights.visible, self.bars.visible = not single, single
        self.weights.series = [] if single else [Series.of(name, values) for name, values in picture]
        if single:
            self.bars.show([name for name, _ in picture], [Series.of("weight", [v[0] for _, v in picture])])

    def _words(self) -> str:
        last = self.found[-1]
        best = max(report.number for report in self.found if report.best) + 1
        games_played = sum(report.learned.games for report in self.found)
        elo = f"Elo {last.score.elo:+.0f} ± {last.score.elo_error:.0f} over the best before".replace("-", "−")
        return f"Round {last.number + 1}, {count(games_played)} games: {elo}; round {best} is the best"


def _labels_of(game: str) -> tuple[FormField, ...]:
    """What positions may be labelled with, and who teaches: exact values only where there is a solver."""
    kinds = [kind for kind in LABELS if kind != "exact" or solver_for(games[game].create())]
    words, teachers = [WORDS[kind] for kind in kinds], those_for(game)
    names = ("The best that can be followed", *(e.title for e in teachers))
    what = "A game's result, a search's value, a mix of both (λ), or the solver's value"
    return (
        FormField("labels", "Labels", "choice", kinds[0], choices=kinds, choice_labels=words, help=what),
        FormField("trace", "λ", "float", 0.7, 0.0, 1.0, 0.05, visible=lambda wish: wish["labels"] == "td",
                  help="1 is the result, 0 the next judgement alone"),
        FormField("teacher", "Teacher", "choice", "", choices=("", *(e.key for e in teachers)), choice_labels=names,
                  help="Plays and labels in the first round"),
    )  # fmt: skip


def _errors(found: list[RoundReport]) -> tuple[list[Series], str]:
    """What was held out, and what was seen: pass by pass where there are passes, else round by round."""
    passes = [one for report in found for one in report.passes]
    each: Sequence[Passed | Learned] = passes or [report.learned for report in found]
    at = range(1, len(each) + 1)
    series = [Series.of("held out", [e.held_out for e in each], at), Series.of("seen", [e.error for e in each], at)]
    return (series if each else []), "pass" if passes else "round"


def _chances(found: Calibration | None) -> list[Series]:
    """A point for each tenth of the chance said; on the diagonal all is as it was said."""
    if found is None:
        return []
    came = Series.of("came", [b.won for b in found.bins], [b.said for b in found.bins])
    return [came, Series.of("as said", [0.0, 1.0], [0.0, 1.0], role="dim")]


def _climb(found: list[RoundReport]) -> list[Series]:
    """Elo of the best, added up round by round, and what each round scored against the best before it."""
    if not found:
        return []
    best, total = [], 0.0
    each = []
    for report in found:
        each.append(total + report.score.elo)
        total += report.score.elo if report.best else 0.0
        best.append(total)
    at = [report.number + 1 for report in found]
    return [Series.of("best so far", best, at), Series.of("this round", each, at, role="dim")]
