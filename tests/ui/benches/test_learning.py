"""The page Learn: from the window to learned weights that play on the board."""

from __future__ import annotations

import pytest

from sandbox.gametree.evaluation import evaluations
from sandbox.learn.learners.api import check_model, models_for
from sandbox.ui.benches.learning import _labels_of
from tests.ui.benches.test_matches import app, page  # noqa: F401  (the window)
from tests.ui.test_app import click, frames, settle


@pytest.fixture
def learned(app):  # noqa: F811
    shown = page(app, "Learn")
    for name, value in {"rounds": 2, "games": 200, "depth": 1, "measured": 2}.items():
        shown.form.set_value(name, value)
    click(app, shown.run_button)
    frames(app, 2)
    return shown


def test_tic_tac_toe_is_learned_and_told(learned):
    assert [report.number for report in learned.found] == [0, 1]
    assert [list(s.x) for s in learned.error.series] == [[1, 2], [1, 2]]
    assert [s.name for s in learned.elo.series] == ["best so far", "this round"]
    assert learned.bars.visible
    assert list(learned.bars.categories) == ["open twos", "open ones", "centre"]
    assert "400 games" in learned.head.text
    assert [s.name for s in learned.chances.series] == ["came", "as said"]
    assert learned.error.x_label == "round"


def test_the_best_weights_stay_and_play_on_the_board(app, learned):  # noqa: F811
    best = learned.items[0].best
    assert evaluations["open-lines"].create({"file": str(best)}).weights().size == 3
    click(app, learned.play)
    frames(app, 2)
    session = app.shell.tabs["boards"].session
    assert session.match.entry.key == "tic-tac-toe"
    assert session.seats[0].key == ""
    assert session.seats[1].settings["weights"] == str(best)
    boards = app.shell.tabs["boards"]
    boards.play("b2")
    settle(app)
    assert session.match.at == 2


def test_another_choice_begins_anew(app, learned):  # noqa: F811
    names = list(learned.which.choices)
    learned.which.value = next(i for i, name in enumerate(names) if "patterns" in name)
    learned._suit()
    frames(app, 2)
    assert not learned.play.enabled
    assert learned.plan().labels == "search"
    assert learned.plan().evaluation == "othello-patterns"


def test_every_model_can_be_chosen(learned):
    for number, kind in enumerate(learned.kinds):
        learned.model.value = number
        learned._suit_model()
        assert type(learned.plan().model) is kind.cls


def test_a_network_is_learned_pass_by_pass(app):  # noqa: F811
    shown = page(app, "Learn")
    shown.which.value = next(i for i, (e, _) in enumerate(shown.choices) if e.key == "tic-tac-toe-network")
    shown._suit()
    assert shown.kinds[shown.model.value].key == "network"
    shown.model_options["network"] |= {"layers": "4", "passes": 3}
    for name, value in {"rounds": 1, "games": 100, "depth": 1, "measured": 2}.items():
        shown.form.set_value(name, value)
    click(app, shown.run_button)
    frames(app, 2)
    assert [list(s.x) for s in shown.error.series] == [[1, 2, 3], [1, 2, 3]]
    assert shown.error.x_label == "pass"
    assert list(shown.bars.categories) == [f"{c}{r}" for r in "123" for c in "abc"]
    assert shown.play.enabled


def test_labels_and_teacher_are_chosen_as_on_the_command_line(app):  # noqa: F811
    shown = page(app, "Learn")
    assert (shown.plan().labels, shown.plan().teacher) == ("results", "")
    shown.labels |= {"labels": "td", "trace": 0.5, "teacher": "nothing"}
    assert (shown.plan().labels, shown.plan().trace, shown.plan().teacher) == ("td", 0.5, "nothing")
    for name, value in {"rounds": 1, "games": 100, "depth": 1, "measured": 2}.items():
        shown.form.set_value(name, value)
    click(app, shown.run_button)
    frames(app, 2)
    assert len(shown.found) == 1


@pytest.mark.parametrize(("game", "solved"), [("tic-tac-toe", False), ("othello", True), ("connect-four", True)])
def test_exact_values_are_offered_where_there_is_a_solver(game, solved):
    assert ("exact" in _labels_of(game)[0].choices) == solved


def test_only_models_that_can_learn_it_are_offered(app):  # noqa: F811
    shown = page(app, "Learn")
    for number, (entry, _) in enumerate(shown.choices):
        shown.which.value = number
        shown._suit()
        assert list(shown.model.choices) == [m.title for m in models_for(entry.key)]
        check_model(entry.key, shown.plan().model)


def test_studies_draw_their_curves_and_say_what_came_out(app):  # noqa: F811
    shown = page(app, "Studies")
    shown.which.value = next(i for i, e in enumerate(shown.entries) if e.key == "parity")
    shown.suit()
    shown.options["parity"] |= {"inputs": 4, "learned": 0}
    click(app, shown.run_button)
    frames(app, 2)
    assert len(shown.chart.series) == 4
    assert len(shown.table.rows) == 12
    assert "8 units one layer, named (4 inputs)" in shown.verdict.text
