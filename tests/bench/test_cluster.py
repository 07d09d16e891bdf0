"""Work on a local Dask cluster of two workers: the same results, in order; a killed worker's items run again."""

import json
import os
import signal
import time

import numpy as np
import pytest

from sandbox.children import shared_out
from sandbox.cli.entry import run
from sandbox.cluster import OnDask, workers
from sandbox.errors import SandboxError
from sandbox.level.edits import Rectangle
from sandbox.level.formats import save
from sandbox.level.model import WALL, Level, Rect
from tests.bench.dying import deadly, squared

MAPS = 10
TIMES = ("us", "ns", "ms", "seconds", "longest", "ratio", "run")


@pytest.mark.parametrize("where", ["dusk", "dask:", ":", "dask tcp"])
def test_what_is_no_cluster_is_told(where, capsys):
    words = ["match", "tic-tac-toe", "--first", "random", "--second", "random", "--games", "2", "--on", where]
    assert run(words) == 2
    assert "expected dask, or dask:ADDRESS" in capsys.readouterr().err


def test_nobody_at_an_address_is_told(capsys, monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr("sandbox.cluster.CONNECT_SECONDS", 0.5)
    words = ["match", "tic-tac-toe", "--first", "random", "--second", "random", "--games", "2"]
    assert run([*words, "--on", "dask:tcp://127.0.0.1:9"]) == 2
    assert capsys.readouterr().err.startswith("error: --on: ")


@pytest.fixture(scope="module")
def two():
    pytest.importorskip("distributed")
    with workers("dask", 2) as jobs:
        assert isinstance(jobs, OnDask)
        yield jobs


@pytest.mark.slow
def test_results_come_in_order_also_when_a_worker_dies(two, tmp_path):
    stop = np.zeros(1, np.uint8)
    items = [(n, str(tmp_path) if n == 20 else "") for n in range(60)]
    assert list(shared_out(squared, items, two, stop)) == [n * n for n in range(60)]
    assert (tmp_path / "died").exists()


@pytest.mark.slow
def test_an_item_that_kills_whoever_takes_it_is_given_up(two):
    with pytest.raises(SandboxError, match="workers died"):
        list(shared_out(deadly, [1], two, np.zeros(1, np.uint8)))


@pytest.mark.slow
def test_stopping_stops(two):
    stop, found = np.zeros(1, np.uint8), []
    for value in shared_out(squared, [(n, "") for n in range(5_000)], two, stop):
        found.append(value)
        stop[0] = len(found) >= 5
    assert len(found) == 5


def _drawn(folder):
    """Ten maps with blocks strewn over them, and queries for each."""
    rng = np.random.default_rng(7)
    for number in range(MAPS):
        level = Level.empty(48, 48)
        for x, y in rng.integers(0, 44, (60, 2)).tolist():
            level.apply(Rectangle(Rect(x, y, x + 3, y + 2), WALL))
        level.apply(Rectangle(Rect(0, 0, 48, 1), 0))
        save(level, folder / f"m{number}.map")
        assert (
            run(["queries", str(folder / f"m{number}.map"), "--count", "20", "-o", str(folder / f"m{number}.scen")])
            == 0
        )
    return [str(folder / f"m{number}.scen") for number in range(MAPS)]


MOVINGAI = (
    "bg512/AR0072SR", "cities/Berlin_0_256", "da2/ca_cave", "dao/arena2", "dao/brc202d", "dao/den312d",
    "mazes/maze512-1-0", "random/random512-10-0", "rooms/16room_000", "sc1/Aurora",
)  # fmt: skip
"""One map or two of every kind there is."""


def _of_others(folder):
    scenarios = [folder / f"{name}.map.scen" for name in MOVINGAI]
    if missing := [path for path in scenarios if not path.is_file()]:
        pytest.skip(f"not among the data: {missing[0]}")
    return [*map(str, scenarios), "--sample", "40"]


def _without_times(value):
    if isinstance(value, dict):
        return {k: _without_times(v) for k, v in value.items() if not any(word in k.split("_") for word in TIMES)}
    return [_without_times(one) for one in value] if isinstance(value, list) else value


def _bench(capsys, *words, status=0):
    capsys.readouterr()
    assert run(["bench", *words, "--json"]) == status
    return [_without_times(json.loads(line)) for line in capsys.readouterr().out.splitlines()]


def _meanwhile(monkeypatch, after, happens):
    """Have something happen once so many results have come."""
    share = OnDask.share

    def shared(self, do, items, stop):
        for number, result in enumerate(share(self, do, items, stop), 1):
            if number == after:
                happens(self, stop)
            yield result

    monkeypatch.setattr(OnDask, "share", shared)


def _kill_one(cluster, _):
    (pid, *_) = cluster._client.run(os.getpid).values()
    os.kill(pid, signal.SIGKILL)


def _interrupt(_, stop):
    """Press Ctrl-C, and wait until that is noticed."""
    os.kill(os.getpid(), signal.SIGINT)
    while not stop[0]:
        time.sleep(0.01)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("maps", ["drawn", "movingai"])
def test_bench_over_ten_maps_says_the_same_with_a_worker_killed_in_the_middle(
    tmp_path, capsys, monkeypatch, request, maps
):
    pytest.importorskip("distributed")
    wanted = _drawn(tmp_path) if maps == "drawn" else _of_others(request.getfixturevalue("movingai"))
    words = [*wanted, "--planner", "astar,jps,hpa"]
    local = _bench(capsys, *words)
    assert len(local) == 3 * MAPS
    assert sum(line["queries"] for line in local) >= 3 * MAPS * 20
    assert _bench(capsys, *words, "--on", "dask", "--jobs", "2") == local
    with monkeypatch.context() as patched:
        killed = []
        _meanwhile(patched, 4, lambda *of: killed.append(_kill_one(*of)))
        assert _bench(capsys, *words, "--on", "dask", "--jobs", "2") == local
        assert len(killed) == 1


@pytest.mark.slow
def test_a_bench_interrupted_there_is_resumed_there(tmp_path, capsys, monkeypatch):
    pytest.importorskip("distributed")
    sheet = tmp_path / "out.json"
    words = [*_drawn(tmp_path), "--planner", "astar,jps,hpa"]
    local = _bench(capsys, *words)
    there = [*words, "--on", "dask", "--jobs", "2", "--out", str(sheet)]
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # shells have it ignored in the background
    with monkeypatch.context() as patched:
        _meanwhile(patched, 11, _interrupt)
        first = _bench(capsys, *there, status=130)
    signal.signal(signal.SIGINT, before)
    assert 0 < len(first) < 3 * MAPS
    rest = _bench(capsys, *there, "--resume")
    assert first + rest == local
    assert _without_times(json.loads(sheet.read_text(encoding="utf-8"))) == local
    assert _bench(capsys, *there, "--resume") == []  # nothing is left to do


@pytest.mark.slow
def test_matches_and_books_are_the_same_there(tmp_path, capsys):
    pytest.importorskip("distributed")
    words = ["match", "tic-tac-toe", "--first", "minimax:depth=2", "--second", "random", "--games", "8", "--json"]
    assert run(words) == 0
    local = capsys.readouterr().out
    assert run([*words, "--on", "dask", "--jobs", "2"]) == 0
    there = capsys.readouterr().out
    parts = [[json.loads(line) for line in text.splitlines()] for text in (local, there)]
    assert [_without_times(one) for one in parts[0]] == [_without_times(one) for one in parts[1]]
    book = ["book", "connect-four", "62761131361264331137344556", "--plies", "2"]
    assert run([*book, "-o", str(tmp_path / "a")]) == 0
    assert run([*book, "-o", str(tmp_path / "b"), "--on", "dask", "--jobs", "2"]) == 0
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
