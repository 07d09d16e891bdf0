"""Recordings in files: what comes back is what was saved, and a file that claims more is refused."""

import numpy as np
import pytest

from sandbox.errors import BadInput
from sandbox.kernels.recording import Recording
from sandbox.level.markers import Marker
from sandbox.level.model import WALL, Level
from sandbox.planning.api import Limits, Query, planners
from sandbox.planning.recorded import Recorded, holds_search, texts_of, whereabouts
from sandbox.ui.canvas.film import Film


def recorded(key, **options):
    level = Level(np.where(np.random.default_rng(5).random((24, 32)) < 0.2, WALL, 0).astype(np.uint8))
    level.terrain[0, 0] = level.terrain[-1, -1] = 0
    level.markers |= {"start": Marker.at(0.5, 0.5), "goal": Marker.at(31.5, 23.5)}
    entry = planners[key]
    planner = entry.create(options)
    prepared, recording = planner.prepare(level), Recording(100_000)
    plan = prepared.plan(Query((0.5, 0.5), (31.5, 23.5)), Limits(), recording)
    return Recorded(recording, level, key, entry.title, texts_of(entry, planner), plan.points,
                    *whereabouts(prepared, recording))  # fmt: skip


@pytest.mark.parametrize(
    ("key", "options"), [("astar", {"weight": 2.0}), ("hpa", {"near": 0, "sector": 8}), ("ta", {})]
)
def test_what_comes_back_is_what_was_saved(key, options, tmp_path):
    saved = recorded(key, **options)
    saved.save(tmp_path / "run.npz")
    assert holds_search(tmp_path / "run.npz")
    found = Recorded.load(tmp_path / "run.npz")
    assert (found.planner, found.title, found.options) == (saved.planner, saved.title, saved.options)
    assert np.array_equal(found.recording.events.rows, saved.recording.events.rows[: saved.recording.count])
    assert np.array_equal(found.path, saved.path)
    assert np.array_equal(found.level.terrain, saved.level.terrain)
    assert found.level.markers == saved.level.markers
    assert {n: None if at is None else at.tolist() for n, at in found.places.items()} == {
        n: None if at is None else at.tolist() for n, at in saved.places.items()
    }
    film = Film.of(found)
    assert film.kept
    before = Film(saved.recording, 32, 24, dict(saved.places), title=saved.title, shapes=dict(saved.shapes))
    for time in (0, 1, len(film) // 3, len(film) - 1, len(film)):
        assert film.words(time) == before.words(time)
        assert [layer.name for layer in film.layers(time)] == [layer.name for layer in before.layers(time)]


def test_options_at_their_default_are_not_told():
    entry = planners["astar"]
    assert texts_of(entry, entry.create()) == {}
    assert texts_of(entry, entry.create({"weight": 2.5})) == {"weight": "2.5"}


def test_a_recording_without_a_level_is_none(tmp_path):
    Recording(4).save(tmp_path / "bare.npz")
    assert not holds_search(tmp_path / "bare.npz")
    assert not holds_search(tmp_path / "nowhere.npz")
    with pytest.raises(BadInput, match="search"):
        Recorded.load(tmp_path / "bare.npz")


def test_subjects_without_a_place_are_refused(tmp_path):
    saved = recorded("ta")
    level = next(n for n, at in saved.places.items() if at is not None and n in saved.shapes)
    saved.places[level] = saved.places[level][:2]
    saved.save(tmp_path / "short.npz")
    with pytest.raises(BadInput, match="without a place"):
        Recorded.load(tmp_path / "short.npz")


@pytest.mark.parametrize(
    ("name", "value"),
    [("planner", 3), ("options", []), ("options", {"a": 1}), ("levels", [[0]]), ("levels", None), ("corners", [[0, 1]]),
     ("corners", [[0, 10**9]])],
)  # fmt: skip
def test_facts_that_are_none_are_refused(tmp_path, monkeypatch, name, value):
    saved = recorded("astar")
    saved.save(tmp_path / "run.npz")
    real = Recording.load(tmp_path / "run.npz")
    real.about["search"][name] = value
    monkeypatch.setattr(Recording, "load", classmethod(lambda cls, path: real))
    with pytest.raises(BadInput, match=f"search.{name}"):
        Recorded.load(tmp_path / "run.npz")
