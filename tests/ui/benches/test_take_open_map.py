"""Random queries on the open map: found beside the window, written whole or not at all."""

import threading
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from sandbox.bench import random_queries
from sandbox.level.model import WALL, Level
from sandbox.settings import Settings
from sandbox.ui.benches import files, scenarios
from sandbox.ui.chosen import Chosen


def level():
    made = Level.empty(24, 16)
    made.terrain[3:12, 10] = WALL
    return made


@pytest.fixture
def page(tmp_path, monkeypatch):
    """A page whose worker's jobs are run by hand; nothing of it is shown."""
    monkeypatch.setattr(scenarios, "data_folder", lambda: tmp_path)
    jobs, toasts, tabs = [], [], []
    maps = SimpleNamespace(level=level(), files=SimpleNamespace(name="caves"))
    services = SimpleNamespace(
        wake=lambda: None,
        worker=lambda name: SimpleNamespace(submit=jobs.append, name=name),
        show_tab=lambda key: tabs.append(key) or (maps if key == "maps" else None),
        chosen=Chosen(Settings(tmp_path / "settings.json")),
        root=SimpleNamespace(toast=lambda *words: toasts.append(words)),
    )
    made = scenarios.ScenarioPage(services, lambda *_: None)
    made.content()
    made.warmed()
    return SimpleNamespace(page=made, jobs=jobs, toasts=toasts, maps=maps, tabs=tabs)


def finish(job):
    job.done(job.work(stop=np.zeros(1, np.uint8)))


def test_the_window_only_asks_and_takes_the_files_when_they_are_there(page, monkeypatch):
    threads = []
    found = random_queries.write_case
    monkeypatch.setattr(
        random_queries, "write_case", lambda *words: (threads.append(threading.current_thread()), found(*words))[1]
    )
    page.page.take_open_map()
    assert not threads
    assert page.page.files.pairs == []
    assert "500" in page.page.note.text
    assert page.tabs == ["maps", "bench"], "whoever asks stays where they are"
    worker = threading.Thread(target=finish, args=page.jobs)
    worker.start()
    worker.join()
    assert threads == [worker]
    ((scen, at),) = page.page.files.pairs
    assert (Path(scen).suffix, Path(at).suffix) == (".scen", ".json")
    assert page.page.note.text == ""


def test_the_same_map_asked_again_is_in_the_list_once(page):
    for _ in range(2):
        page.page.take_open_map()
        finish(page.jobs.pop())
    assert len(page.page.files.pairs) == 1


def test_what_is_wrong_with_the_map_is_said(page):
    page.maps.level.terrain[:] = WALL
    page.page.take_open_map()
    finish(page.jobs[0])
    assert page.page.files.pairs == []
    assert page.toasts[0][:1] == ("Not added",)
    assert "open" in page.toasts[0][1]


def test_before_the_algorithms_are_ready_it_says_so(page):
    page.page.ready = False
    page.page.take_open_map()
    assert page.jobs == []
    assert page.page.note.text == page.page.ready_note


def test_run_asks_for_a_file_and_runs_it_once_the_algorithms_are_ready(page, tmp_path, monkeypatch):
    asked, ran = [], []
    dialog = SimpleNamespace(open=lambda _: None)
    monkeypatch.setattr(files, "FileDialog", lambda _, take, **__: (asked.append(take), dialog)[1])
    monkeypatch.setattr(page.page, "start", lambda _, jobs, __: ran.extend(jobs))
    page.page.services.settings = Settings(tmp_path / "settings.json")
    page.page.ready = False
    page.page.run()
    (take,) = asked
    take(tmp_path / "nothing.map.scen")
    assert page.toasts[0][0] == "Not added"
    assert len(asked) == 1, "a file that cannot be had is not asked for again"
    (tmp_path / "cave.map").write_text("type octile\nheight 1\nwidth 2\nmap\n..\n", encoding="utf-8")
    (tmp_path / "cave.map.scen").write_text("version 1\n0\tcave.map\t2\t1\t0\t0\t1\t0\t1\n", encoding="utf-8")
    take(tmp_path / "cave.map.scen")
    assert ran == []
    assert page.page.note.text == scenarios.SOON
    page.page.warmed()
    assert {job.scen.name for job in ran} == {"cave.map.scen"}
    assert {job.planner for job in ran} == page.page.services.chosen.ticked
