"""The page of crowds: what it asks to be run, and what it shows of what came."""

from types import SimpleNamespace

import pytest

from sandbox.bench.crowds.instances import run_instance
from sandbox.settings import Settings
from sandbox.ui.benches.instances import SETUP, InstancePage
from sandbox.ui.kit import Form

ROOM = "type octile\nheight 3\nwidth 6\nmap\n......\n......\n......\n"
LINES = ["0\troom.map\t6\t3\t0\t0\t5\t0\t5.0", "0\troom.map\t6\t3\t5\t2\t0\t2\t5.0"]


@pytest.fixture
def page(tmp_path):
    """A page with one file, which runs what it is asked at once."""
    (tmp_path / "room.map").write_text(ROOM, encoding="utf-8")
    (tmp_path / "room.scen").write_text("version 1\n" + "\n".join(LINES) + "\n", encoding="utf-8")
    toasts = []
    root = SimpleNamespace(toast=lambda *words: toasts.append(words))
    services = SimpleNamespace(settings=Settings(tmp_path / "settings.json"), root=root, wake=lambda: None)
    made = InstancePage(services)
    made.settings()
    made.results()
    made.toasts = toasts
    made.start = lambda call, items, done: [done(i, call(item)) for i, item in enumerate(items)]
    return made


def test_every_policy_walks_on_every_file_with_fewer_agents_first(page, tmp_path):
    assert page.files.add(tmp_path / "room.scen")
    page.warmed()
    page.form = Form(SETUP, {"agents": 2, "steps": 2, "seconds": 60.0})
    for key, tick in page.ticks.items():
        tick.value = key in ("pibt", "keep-right")
    page.options["keep-right"] = {"horizon": 2.0}
    page.run()
    assert [(one.policy, one.agents) for one in page.items] == [
        ("keep-right", 1), ("pibt", 1), ("keep-right", 2), ("pibt", 2),
    ]  # fmt: skip
    assert page.items[0].drives.horizon == 2.0
    expected = run_instance(page.items[3])
    assert [row[1:4] for row in page.table.rows] == [(2, 2, 0), (2, 2, 0)]
    assert page.each.rows[3][1:6] == ("room.scen", 2, 2, "yes", expected["sum_of_costs"])
    assert [list(series.x) for series in page.solved.series] == [[1, 2], [1, 2]]
    assert [list(series.y) for series in page.solved.series] == [[100.0, 100.0], [100.0, 100.0]]
    assert page.longer.series[1].y[1] == pytest.approx(100 * (expected["sum_of_costs"] / expected["lower_bound"] - 1))


def test_without_a_file_or_a_policy_it_says_what_is_missing(page, tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(page.files, "ask", asked.append)
    page.warmed()
    page.run()
    assert asked == [page.run]
    assert not page.files.add(tmp_path / "nothing.scen")
    assert page.toasts[0][0] == "Not added"
    page.files.add(tmp_path / "room.scen")
    for tick in page.ticks.values():
        tick.value = False
    page.run()
    assert page.note.text == "Tick a policy first."
