"""What pages of Bench are made of: batches in order, states and counts, words of laws and scores, rows and lines."""

from __future__ import annotations

from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sandbox.bench.curves import Fit, Growth, Measured
from sandbox.bench.match import Score
from sandbox.learn.calibration import Bin, Calibration
from sandbox.ui.benches import crew as crews
from sandbox.ui.benches.crew import Crew
from sandbox.ui.benches.curves import _shared, fit_words, law_words
from sandbox.ui.benches.files import REMEMBERED, ScenarioFiles
from sandbox.ui.benches.instances import _above, _by_number, _each, _row, _share
from sandbox.ui.benches.learning import _chances, _climb, _errors
from sandbox.ui.benches.matches import elo_lines, score_words
from sandbox.ui.benches.page import Page
from sandbox.ui.benches.reporting import Reporting


class Process:
    """One that can be ended."""

    killed = False

    def kill(self) -> None:
        self.killed = True


class Pool:
    """Hands out futures that a test fulfils."""

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []
        self._processes = {1: Process()}
        self.shut: list[dict[str, bool]] = []

    def submit(self, call: Any, item: Any) -> Future[Any]:
        self.futures.append(Future())
        return self.futures[-1]

    def shutdown(self, **how: bool) -> None:
        self.shut.append(how)


@pytest.fixture
def batch(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A batch of three, and all that was told of it."""
    told = SimpleNamespace(woken=0, came=[], failed=[], pool=Pool(), processes=[])

    def pool(processes: int, begin: Any) -> Pool:
        told.processes.append((processes, begin))
        return told.pool

    def wake() -> None:
        told.woken += 1

    monkeypatch.setattr(crews.children, "pool", pool)
    told.crew = Crew(wake)
    told.crew.start(str, [1, 2, 3], lambda number, found: told.came.append((number, found)), told.failed.append)
    return told


def test_results_come_in_order_however_they_are_finished(batch: SimpleNamespace) -> None:
    crew, futures = batch.crew, batch.pool.futures
    assert (crew.total, crew.finished, crew.busy, batch.processes) == (3, 0, True, [(1, crews._begin)])
    futures[1].set_result("two")
    assert (batch.woken, crew.poll(), batch.came) == (1, False, [])
    futures[0].set_result("one")
    assert (crew.poll(), batch.came) == (True, [(0, "one"), (1, "two")])
    assert (crew.finished, crew.busy, batch.pool.shut) == (2, True, [])
    assert crew.poll() is False
    futures[2].set_result("three")
    assert (crew.poll(), batch.came[-1]) == (True, (2, "three"))
    assert (crew.finished, crew.busy, batch.woken) == (3, False, 3)
    assert batch.pool.shut == [{"wait": False}]
    assert crew.poll() is False
    assert len(batch.pool.shut) == 1


def test_an_item_that_fails_is_told_and_the_batch_goes_on(batch: SimpleNamespace) -> None:
    for future, found in zip(batch.pool.futures, ("one", ValueError("odd"), "three"), strict=True):
        future.set_exception(found) if isinstance(found, Exception) else future.set_result(found)
    assert batch.crew.poll()
    assert batch.came == [(0, "one"), (2, "three")]
    (failure,) = batch.failed
    assert "ValueError: odd" in repr(failure)


def test_a_process_that_dies_ends_the_batch(batch: SimpleNamespace) -> None:
    batch.pool.futures[0].set_exception(BrokenProcessPool())
    assert batch.crew.poll()
    assert (batch.crew.busy, batch.crew.total, len(batch.failed), batch.came) == (False, 0, 1, [])
    assert batch.pool.shut == [{"wait": False}]


@pytest.mark.parametrize("anew", [False, True])
def test_cancelling_ends_the_process_and_forgets_the_rest(anew: bool, batch: SimpleNamespace) -> None:
    first = batch.pool
    first.futures[0].set_result("one")
    batch.crew.poll()
    if anew:  # another batch begins
        batch.pool = Pool()
        batch.crew.start(str, [1], lambda *_: None, batch.failed.append)
    else:
        batch.crew.cancel()
    assert first._processes[1].killed
    assert first.shut == [{"wait": False, "cancel_futures": True}]
    assert (batch.crew.total, batch.crew.finished, batch.crew.busy) == ((1, 0, True) if anew else (0, 0, False))
    assert batch.crew.poll() is False
    batch.crew.cancel()
    batch.crew.cancel()  # nothing to end


class Plain(Page):
    """A page that only runs."""

    def run(self) -> None:
        """Whatever a test has it do."""


def test_a_page_says_how_far_its_batch_is(batch: SimpleNamespace) -> None:
    page = Plain(SimpleNamespace(wake=lambda: None, failed=batch.failed.append))
    page.crew = batch.crew
    assert not page.run_button.enabled or not page.ready
    page._show_state()
    assert (page.run_button.enabled, page.cancel_button.enabled, page.note.text) == (False, True, "0 of 3 done")
    batch.pool.futures[0].set_result("one")
    page.poll()
    assert (page.bar.value, page.note.text) == (pytest.approx(1 / 3), "1 of 3 done")
    page.cancel()
    assert (page.note.text, page.cancel_button.enabled, page.run_button.enabled) == ("Cancelled after 1.", False, False)
    page.warmed()
    assert (page.note.text, page.run_button.enabled, page.bar.value) == ("", True, 0.0)
    page.start(str, [1], lambda *_: None)
    assert (page.run_button.enabled, page.cancel_button.enabled) == (False, True)
    batch.pool.futures[-1].set_result("one")
    page.poll()
    assert (page.note.text, page.bar.value) == ("All 1 done.", 1.0)
    assert (page.run_button.enabled, page.cancel_button.enabled) == (True, False)


@pytest.fixture
def files(tmp_path: Path) -> tuple[ScenarioFiles, Any]:
    root = SimpleNamespace(toasts=[])
    root.toast = lambda *words: root.toasts.append(words)
    services: Any = SimpleNamespace(settings=SimpleNamespace(scenarios=[]), root=root)
    for number in range(REMEMBERED + 2):
        (tmp_path / f"{number}.map").write_text("type octile\nheight 1\nwidth 1\nmap\n.\n", encoding="utf-8")
        (tmp_path / f"{number}.map.scen").write_text("version 1\n", encoding="utf-8")
    return ScenarioFiles(services, "None yet"), services


def test_files_are_listed_once_and_the_last_ones_remembered(files: Any, tmp_path: Path) -> None:
    listed, services = files
    paths = [tmp_path / f"{number}.map.scen" for number in range(REMEMBERED + 2)]
    assert all(listed.add(path) for path in paths)
    assert [scen for scen, _ in listed.pairs] == paths
    assert services.settings.scenarios == [str(path) for path in paths[::-1][:REMEMBERED]]
    assert listed.add(paths[3])
    assert [scen for scen, _ in listed.pairs] == [*paths[:3], *paths[4:], paths[3]]
    assert services.settings.scenarios[:2] == [str(paths[3]), str(paths[-1])]
    assert len(services.settings.scenarios) == len(set(services.settings.scenarios)) == REMEMBERED
    assert len(listed.list.children) == len(paths)
    for pair in list(listed.pairs):
        listed._drop(pair)
    assert (listed.pairs, len(listed.list.children)) == ([], 1)


def test_a_file_without_its_map_is_told_and_not_taken(files: Any, tmp_path: Path) -> None:
    listed, services = files
    (tmp_path / "lone.map.scen").write_text("version 1\n", encoding="utf-8")
    for name in ("lone.map.scen", "nowhere.scen"):
        assert listed.add(tmp_path / name) is False
    assert [words[0] for words in services.root.toasts] == ["Not added", "Not added"]
    assert (listed.pairs, services.settings.scenarios) == ([], [])


def test_laws_are_told_with_their_interval() -> None:
    found = Fit(1.234, 1.1, 1.366)
    assert fit_words(found, Growth.POWER) == "grows like n^1.23 (1.10 to 1.37)"
    assert fit_words(found, Growth.EXPONENTIAL) == "grows like b^n with b = 1.23 (1.10 to 1.37)"
    assert fit_words(None, Growth.POWER) == "more sizes are needed for a fit"
    assert law_words("bfs", [Measured(8, (1.0,))]) == "more sizes are needed for a fit"
    assert [_shared(words) for words in (["n", "n"], ["cells", "agents", "cells"], [])] == ["n", "cells · agents", ""]


def test_a_score_is_told_with_its_ones_and_manys() -> None:
    words = score_words(Score(1, 2, 1))
    assert words.startswith("1 win, 2 draws, 1 loss: Elo +0 ± ")
    assert score_words(Score(2, 1, 5)).startswith("2 wins, 1 draw, 5 losses: Elo −")
    assert score_words(Score(0, 0, 2)).startswith("0 wins, 0 draws, 2 losses")


def test_elo_is_drawn_after_every_game_between_its_bounds() -> None:
    assert elo_lines([]) == []
    middle, most, least = elo_lines([1.0, 0.5, 0.0])
    scores = [Score(1, 0, 0), Score(1, 1, 0), Score(1, 1, 1)]
    assert list(middle.x) == [1, 2, 3]
    assert list(middle.y) == pytest.approx([score.elo for score in scores])
    assert list(most.y) == pytest.approx([score.elo + score.elo_error for score in scores])
    assert list(least.y) == pytest.approx([score.elo - score.elo_error for score in scores])


FACTS = {
    "policy": "pibt", "file": "a.scen", "agents": 4, "arrived": 3, "solved": False, "checked": "overlap",
    "sum_of_costs": 12.0, "lower_bound": 10.0, "makespan": None, "deadlocks": 2, "seconds": 0.5,
}  # fmt: skip


def test_rows_of_crowds_say_what_was_found() -> None:
    assert _each(FACTS) == ("a.scen", 4, 3, "no", 12.0, 10.0, None, 2, "overlap")
    fine = FACTS | {"solved": True, "checked": True, "arrived": 4, "makespan": 6.0}
    assert _each(fine) == ("a.scen", 4, 4, "yes", 12.0, 10.0, 6.0, 2, "")
    fewer = fine | {"agents": 2, "arrived": 2}
    found = _by_number([fewer, FACTS, fine, fewer])
    assert list(found) == [2, 4]
    assert (_share(found[2]), _share(found[4])) == (100.0, 50.0)
    assert _above(found[4]) == pytest.approx(20.0)
    assert _above(_by_number([FACTS])[4]) is None
    assert _row(found[4]) == (2, 1, 1, 7 / 8, 1.0, pytest.approx(0.2))
    assert _row(found[4] | {"agents": 0, "arrived": 0})[3] is None


def learned(number: int, elo: Score, *, best: bool, passes: tuple[Any, ...] = ()) -> Any:
    said = SimpleNamespace(held_out=0.5 + number, error=0.25 + number)
    return SimpleNamespace(number=number, learned=said, score=elo, best=best, passes=passes)


def test_elo_climbs_only_with_rounds_that_were_better() -> None:
    up, down = Score(3, 0, 1), Score(1, 0, 3)
    best, each = _climb([learned(0, up, best=True), learned(1, down, best=False), learned(2, up, best=True)])
    assert list(best.x) == [1, 2, 3]
    assert list(best.y) == pytest.approx([up.elo, up.elo, 2 * up.elo])
    assert list(each.y) == pytest.approx([up.elo, up.elo + down.elo, 2 * up.elo])
    assert _climb([]) == []


def test_errors_are_drawn_pass_by_pass_where_there_are_passes() -> None:
    rounds = [learned(n, Score(1, 0, 1), best=True) for n in range(2)]
    (held, seen), by = _errors(rounds)
    assert (by, list(held.x), list(held.y), list(seen.y)) == ("round", [1, 2], [0.5, 1.5], [0.25, 1.25])
    passes = tuple(SimpleNamespace(held_out=float(n), error=-float(n)) for n in range(3))
    (held, seen), by = _errors([learned(0, Score(1, 0, 1), best=True, passes=passes)] * 2)
    assert (by, list(held.x), list(held.y)) == ("pass", [1, 2, 3, 4, 5, 6], [0, 1, 2, 0, 1, 2])
    assert list(seen.y) == [0, -1, -2, 0, -1, -2]
    assert _errors([]) == ([], "round")


def test_chances_that_came_stand_over_those_that_were_said() -> None:
    assert _chances(None) == []
    came, diagonal = _chances(Calibration(1.0, (Bin(0.1, 0.3, 5), Bin(0.8, 0.7, 2))))
    assert (list(came.x), list(came.y)) == ([0.1, 0.8], [0.3, 0.7])
    assert list(diagonal.x) == list(diagonal.y) == [0.0, 1.0]


@pytest.mark.parametrize(("charts", "words"), [(0, "0 charts"), (1, "1 chart"), (2, "2 charts")])
def test_a_report_that_is_written_is_told_with_its_charts(charts: int, words: str) -> None:
    said: list[str] = []
    toasts: list[tuple[str, ...]] = []
    root = SimpleNamespace(toast=lambda *told: toasts.append(told))
    reporting = Reporting(SimpleNamespace(say=said.append, root=root), SimpleNamespace(), lambda: None)
    reporting._written([Path("x.md"), *[Path(f"{n}.svg") for n in range(charts)]])
    assert said == [f"Saved x.md, with {words} beside it"]
    reporting._written(OSError("disk full"))
    assert toasts == [("Not written", "disk full", "bad")]
    reporting.write(Path("y.md"))  # nothing to write: nothing is said or done
    assert len(said) == 1
    reporting.refresh()
    assert not reporting.button.enabled
    reporting.writer = lambda: lambda path: [path]
    reporting.refresh()
    assert reporting.button.enabled
