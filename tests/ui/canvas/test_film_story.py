"""What a film tells of a cell or a triangle is what its recording holds, whoever planned."""

import itertools

import numpy as np
import pytest

from sandbox.kernels.playback import State
from sandbox.kernels.recording import NONE, Recording
from sandbox.level.model import WALL, Level
from sandbox.planning.api import Limits, Query, planners
from sandbox.ui.canvas.film import Film
from sandbox.ui.maps.overlays.figures import arrows_at, brief, figures_at
from sandbox.ui.maps.worker_side import Desk
from tests.oracles.playback import states_at, story_of

SIDE = 20
KEYS = ["astar", "hpa", "pra", "jps", "ta", "tra", "polyanya", "bidirectional", "theta"]


def film_of(key):
    level = Level(np.where(np.random.default_rng(5).random((SIDE, SIDE)) < 0.2, WALL, 0).astype(np.uint8))
    level.terrain[0, 0] = level.terrain[-1, -1] = 0
    answer = Desk(level, [key]).record(
        key, planners[key].create(), Query((0.5, 0.5), (SIDE - 0.5, SIDE - 0.5)), Limits().stop
    )
    assert answer.plan is not None
    return Film(answer.recording, SIDE, SIDE, answer.places, title=planners[key].title, shapes=answer.shapes), answer


@pytest.mark.parametrize("key", KEYS)
def test_at_any_event_open_and_closed_and_the_figures_are_those_of_a_naive_twin(key):
    film, _ = film_of(key)
    rec = film.recording
    events = list(zip(*(a.tolist() for a in (rec.kind, rec.subject, rec.parent, rec.g, rec.f)), strict=True))
    for time in sorted({1, 2, *range(1, len(film) + 1, max(len(film) // 7, 1)), len(film)}):
        act = film.act_of(time)
        shown = dict(zip(act.subjects.tolist(), act.states_at(time - 1).tolist(), strict=True))
        assert {s: v for s, v in shown.items() if v} == states_at(events, time - 1)
        act, table = film.latest(time)
        for subject in act.subjects[:: max(len(act.subjects) // 25, 1)].tolist():
            naive, place = story_of(events, subject, time - 1), film.spot(act, subject)
            if naive["costs"] is None or place is None or subject >= len(table):
                continue
            assert rec.g[table[subject]] == pytest.approx(naive["costs"][0])
            found = film.at(*place, time)
            if found is not None and found.act is act and found.subject == subject:
                assert (found.story.g, found.story.f, found.story.parent) == pytest.approx(naive["costs"])
                assert list(found.story.closed) == naive["closed"]
                assert list(found.story.reopened) == naive["reopened"]
                assert film.described(found).startswith(f"{film.title}: ")


def test_the_figures_written_into_cells_are_the_recordings():
    film, answer = film_of("astar")
    cells = np.array([(y + 1) * (SIDE + 2) + x + 1 for y, x in itertools.product(range(SIDE), range(SIDE))])
    for time in (1, len(film) // 2, len(film)):
        written = {cell: (g, f) for cell, g, f in figures_at(film, time, cells)}
        known = {c: film.at(c % (SIDE + 2) - 0.5, c // (SIDE + 2) - 0.5, time) for c in cells.tolist()}
        assert written == {c: (found.story.g, found.story.f) for c, found in known.items() if found is not None}
        assert all(found is None or found.story.state is not State.UNSEEN for found in known.values())
    goal = film.at(SIDE - 0.5, SIDE - 0.5, len(film))
    assert goal.story.g == pytest.approx(answer.plan.cost, rel=1e-6), "the last figure is the path's cost"
    assert goal.story.h == pytest.approx(0.0, abs=1e-6)


def test_arrows_lead_from_every_cell_but_the_start_back_to_the_start():
    film, _ = film_of("astar")
    arrows = {tuple(a[:2]): tuple(a[2:]) for a in arrows_at(film, len(film), None).tolist()}
    _, table = film.latest(len(film))
    assert len(arrows) == int((table != NONE).sum()) - 1
    for first in arrows:
        at, steps = first, 0
        while at in arrows and steps <= len(arrows):
            at, steps = arrows[at], steps + 1
        assert at == (0.5, 0.5)


def test_phases_cover_the_recording_and_name_what_is_done():
    film, _ = film_of("ta")
    assert [phase.name for phase in film.phases][-1] == "funnel"
    assert film.phases[0].name == "search"
    assert [(p.start, p.stop) for p in film.phases] == list(itertools.pairwise([0, *(p.stop for p in film.phases)]))
    assert film.phases[-1].stop == len(film)
    assert 0 < film.density(10).max() <= 1


def test_a_triangle_is_found_by_any_point_in_it():
    film, _ = film_of("ta")
    act = film.playback.act(0)
    for subject in act.subjects[:20].tolist():
        corners = film.shapes[act.level][subject]
        inside = corners[0] * 0.6 + corners[1] * 0.3 + corners[2] * 0.1
        assert film.at(*inside.tolist(), act.stop).subject == subject


def test_words_name_the_planner_and_the_event():
    film, _ = film_of("astar")
    assert film.words(0) == "A*: before the first event"
    assert film.words(1) == f"A*: generates (0, 0), g 0.00, f {(SIDE - 1) * 2**0.5:.2f}"
    assert film.words(2) == "A*: expands (0, 0), g 0.00, f 26.87"


BRIEF = [(1.0, 6, "1"), (12.345, 5, "12.35"), (123.456, 5, "123.5"), (123.456, 3, "123"), (2.5, 6, "2.5")]


@pytest.mark.parametrize(("value", "room", "text"), BRIEF)
def test_figures_are_as_exact_as_they_fit(value, room, text):
    assert brief(value, room) == text


def test_an_empty_recording_says_so():
    film = Film(Recording(4), 3, 3, {}, title="A*")
    assert film.words(0) == "A*: before the first event"
    assert film.phases[0].stop == 0
