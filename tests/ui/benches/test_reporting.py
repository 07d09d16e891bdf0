"""The report of a benchmark, out of the window: what it shows is what the page tells."""

import pygame
import pytest

from sandbox.bench.curves import Measured
from sandbox.bench.match import Player, pairings, play
from sandbox.bench.random_queries import write_case
from sandbox.bench.runner import Job, run_job
from sandbox.level.model import WALL, Level
from sandbox.planning.api import Limits
from tests.ui.maps.test_autosave import button, wait, words_on_top
from tests.ui.test_app import app, click, frames, key, user  # noqa: F401


@pytest.fixture
def page(app, tmp_path):  # noqa: F811
    level = Level.empty(14, 10)
    level.terrain[2:8, 6] = WALL
    write_case(level, tmp_path / "a.map", tmp_path / "a.map.scen", 8, Limits())
    page = app.shell.show("bench").scenarios
    frames(app, 2)
    assert not page.reporting.button.enabled
    page.jobs = [Job(name, (), tmp_path / "a.map.scen", tmp_path / "a.map") for name in ("astar", "polyanya")]
    page.marks = {job.planner: page.chosen.mark(job.planner) for job in page.jobs}
    for number, job in enumerate(page.jobs):
        page._came(number, run_job(job))
    frames(app, 2)
    return page


def test_a_button_and_a_key_ask_for_a_name(app, page):  # noqa: F811
    assert page.reporting.button.enabled
    key(app, pygame.K_p, pygame.KMOD_CTRL)
    frames(app, 2)
    assert "Save a report" in words_on_top(app)
    click(app, button(app, "Cancel"))
    click(app, page.reporting.button)
    frames(app, 2)
    assert "Save a report" in words_on_top(app)


def test_the_page_is_written_and_the_disk_may_refuse(app, page, tmp_path):  # noqa: F811
    page.reporting.write(tmp_path / "mine.md")
    wait(app, lambda: "2 charts" in app.shell.status.text)
    text = (tmp_path / "mine.md").read_text(encoding="utf-8")
    assert "| A* |" in text
    assert "| Polyanya |" in text
    (tmp_path / "file").write_bytes(b"")
    page.reporting.write(tmp_path / "file" / "mine.md")
    wait(app, lambda: "Not written" in words_on_top(app))


def test_without_results_it_is_said(app, page):  # noqa: F811
    page.found.clear()
    page.reporting.ask()
    assert "Run a benchmark first" in app.shell.status.text


def page_named(app, title):  # noqa: F811
    tab = app.shell.show("bench")
    number = next(i for i, page in enumerate(tab.pages) if page.title == title)
    tab._tabs.bar.choose(number)
    frames(app, 2)
    return tab.pages[number]


def test_a_match_is_reported_by_the_same_key(app, tmp_path):  # noqa: F811
    page = page_named(app, "Matches")
    assert not page.reporting.button.enabled
    page.rounds = pairings("nim", (), (Player("random"), Player("random")), [""], 3)
    for number, pairing in enumerate(page.rounds):
        page._came(number, play(pairing))
    frames(app, 2)
    assert page.reporting.button.enabled
    key(app, pygame.K_p, pygame.KMOD_CTRL)
    frames(app, 2)
    assert "Save a report" in words_on_top(app)
    click(app, button(app, "Cancel"))
    page.reporting.write(tmp_path / "match.md")
    wait(app, lambda: "1 chart beside it" in app.shell.status.text)
    text = (tmp_path / "match.md").read_text(encoding="utf-8")
    assert all(" ".join(game.moves) in text for game in page.played)


def test_curves_are_reported_and_a_page_without_a_report_says_so(app, tmp_path):  # noqa: F811
    page = page_named(app, "Curves")
    assert not page.reporting.button.enabled
    kind = page.entries[0]
    page.items, page.points = [(kind.key, {}, size) for size in (10, 100)], {kind.key: []}
    for number, (_, _, size) in enumerate(page.items):
        page._came(number, Measured(size, (0.5 * size, 0.6 * size)))
    frames(app, 2)
    assert page.reporting.button.enabled
    page.reporting.write(tmp_path / "growth.md")
    wait(app, lambda: "1 chart beside it" in app.shell.status.text)
    assert kind.title in (tmp_path / "growth.md").read_text(encoding="utf-8")
    page_named(app, "Experiments")
    key(app, pygame.K_p, pygame.KMOD_CTRL)
    assert "Scenarios, Matches, Curves" in app.shell.status.text


UNITS = {"µs", "ms", "s", "cells", "plies", "share of the optimum"}
BARE = {"Solved", "Wrong", "Ratio", "Expanded", "Query", "Game", "Moves"}  # counts, numbers and ratios have none


@pytest.mark.parametrize("title", ["Scenarios", "Matches", "Curves"])
def test_what_is_copied_says_in_its_heads_what_it_counts(app, title):  # noqa: F811
    page = page_named(app, title)
    tables = [page.table, *([page.queries] if title == "Scenarios" else [])]
    for table in tables:
        heads = table.model.csv().splitlines()[0].split(",")
        for head, column in zip(heads, table.model.columns, strict=True):
            told = {"Curves": {"n", "Median", "Least", "Most"}}.get(title, BARE)  # a curve's unit has a column
            assert not column.number or column.title in told or any(f"({unit})" in head for unit in UNITS), head
    if title == "Curves":
        assert "Unit" in tables[0].model.csv().splitlines()[0].split(",")
