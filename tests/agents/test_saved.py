"""A run in a file: opened, it is the same run; the edits done to its level come back as they were."""

import io
import zipfile

import numpy as np
import pytest

from sandbox.agents.api import Resolver, Settings, policies
from sandbox.agents.muster import Muster
from sandbox.agents.record.edits import from_json, to_json
from sandbox.agents.record.facts import KINDS, conflicts, digest, kinds_of
from sandbox.agents.record.film import Film
from sandbox.agents.record.saved import Saved, holds_crowd
from sandbox.agents.resolver import Rule
from sandbox.errors import BadInput
from sandbox.level.edits import AddPolygon, MovePolygon, Rectangle, RemovePolygon, SetPalette
from sandbox.level.model import FLOOR, WALL, Level, Obstacle
from sandbox.level.rect import Rect
from sandbox.planning.api import planners
from tests.agents.yard import yard

POLICIES = policies.keys()


def run_of(policy, ticks, rule=None, resolver=None, edits=()):
    level = yard()
    agents = Muster(agents=14, mixed=True).gather(level, 5)
    settings = Settings(policies[policy].create(), planners["astar"].create(), rule, resolver)
    film = Film(level, agents, settings)
    for tick in range(ticks):
        for edit in dict(edits).get(tick, ()):
            film.edit(edit)
        film.step()
    return level, film


EDITS = {
    20: [Rectangle(Rect(5, 2, 6, 4), WALL), AddPolygon(Obstacle.of_cells([(12, 1), (14, 1), (13, 2.5)]))],
    60: [MovePolygon(1, 0, -100)],
    90: [Rectangle(Rect(5, 2, 6, 4), FLOOR), RemovePolygon(2)],
}


@pytest.mark.parametrize("policy", POLICIES)
def test_saved_and_opened_again_it_is_the_same_run(policy, tmp_path):
    level, film = run_of(policy, 150, edits=EDITS)
    file = tmp_path / "run.npz"
    Saved.of(level, film.world).save(file)
    assert holds_crowd(file)
    saved = Saved.load(file)
    assert (saved.ticks, saved.hash) == (150, digest(film.world))
    assert saved.settings == film.world.settings
    again = saved.film()
    saved.check(again, "here")
    seen = [np.array(part) for part in film.frame(37)]
    again._chunks.clear()
    assert all(np.array_equal(a, b) for a, b in zip(again.frame(37), seen, strict=True))
    again.cut(100)
    film.cut(100)
    for _ in range(60):
        again.step()
        film.step()
    assert digest(again.world) == digest(film.world)


def test_a_run_that_has_not_begun_is_kept_too(tmp_path):
    level, film = run_of("alone", 0)
    Saved.of(level, film.world).save(tmp_path / "run.npz")
    saved = Saved.load(tmp_path / "run.npz")
    assert (saved.ticks, saved.hash) == (0, digest(film.world))
    assert digest(saved.film().world) == digest(film.world)


def test_it_goes_on_after_its_end_as_the_run_would_have(tmp_path):
    level, film = run_of("keep-right", 80)
    Saved.of(level, film.world).save(tmp_path / "run.npz")
    again = Saved.load(tmp_path / "run.npz").film()
    for _ in range(80):
        film.step()
        again.step()
    assert digest(again.world) == digest(film.world)


def test_rule_and_resolver_are_kept(tmp_path):
    level, film = run_of("push", 10, Rule.RIGHT, Resolver.ALL_PAIRS)
    Saved.of(level, film.world).save(tmp_path / "run.npz")
    settings = Saved.load(tmp_path / "run.npz").settings
    assert (settings.rule, settings.resolver) == (Rule.RIGHT, Resolver.ALL_PAIRS)


def test_every_kind_of_edit_comes_back(tmp_path):
    level = yard()
    edits = [
        Rectangle(Rect(1, 1, 15, 9), WALL, filled=False),
        AddPolygon(Obstacle.of_cells([(12, 1), (14, 1), (13, 2.5)])),
        SetPalette(level.palette),
        MovePolygon(1, 3, 4),
    ]
    for edit in edits:
        inverse = level.apply(from_json(to_json(edit)))
        after = level.terrain.copy(), {n: p.outer.tolist() for n, p in level.polygons.items()}
        level.apply(from_json(to_json(inverse)))
        level.apply(edit)
        assert np.array_equal(level.terrain, after[0])
        assert {n: p.outer.tolist() for n, p in level.polygons.items()} == after[1]


@pytest.mark.parametrize(
    "value", [{"kind": "Popen", "parts": []}, {"array": "", "type": "O", "shape": [0]}, {"bytes": "é"}, {"kind": 3}]
)
def test_nothing_else_comes_out_of_json(value):
    with pytest.raises(BadInput):
        from_json(value)
    with pytest.raises(BadInput):
        to_json(object())


def test_broken_files_are_refused_in_one_line(tmp_path):
    level, film = run_of("push", 5)
    file = tmp_path / "run.npz"
    Saved.of(level, film.world).save(file)
    whole = file.read_bytes()
    for broken in (b"", whole[: len(whole) // 2], b"PK" + bytes(100)):
        file.write_bytes(broken)
        assert not holds_crowd(file)
        with pytest.raises(BadInput):
            Saved.load(file)
    arrays = dict(np.load(io.BytesIO(whole)))
    facts = bytes(arrays["facts"])
    for old, new in ((b'"version": 1', b'"version": 9'), (b'"key": "push"', b'"key": "shove"'), (b"{", b"[")):
        arrays["facts"] = np.frombuffer(facts.replace(old, new, 1), np.uint8)
        np.savez(file, **arrays)
        with pytest.raises(BadInput):
            Saved.load(file)
    arrays["facts"] = np.frombuffer(facts, np.uint8)
    arrays["ways"][1] = 99
    np.savez(file, **arrays)
    with pytest.raises(BadInput, match="a way of nobody"):
        Saved.load(file)
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("facts.npy", b"nothing")
    with pytest.raises(BadInput):
        Saved.load(file)


def test_kinds_of_collisions_and_their_sums():
    scene = np.zeros((5, 8))
    scene[:, 2] = 1.0  # the first goes east
    scene[0, 6], scene[1, 6], scene[2, 7] = -1.0, 0.5, 1.0  # the second: west, east, south, not at all
    kinds = kinds_of(np.array([1, 1, 1, 1, 6], np.uint8), scene)
    assert [KINDS[kind] for kind in kinds] == ["head-on", "following", "crossing", "standing", "waiting"]
    _, film = run_of("stop-and-wait", 150)
    found = conflicts(film.world)
    assert sum(found["kind"].values()) == sum(found["resolution"].values()) == film.world.book.count > 0
    assert found["kind"]["waiting"] == found["resolution"]["waited"]


@pytest.mark.parametrize(
    ("degrees", "kind"),
    [(0, "following"), (44, "following"), (46, "crossing"), (134, "crossing"), (136, "head-on"), (180, "head-on"),
     (226, "crossing"), (224, "head-on"), (-44, "following")],
)  # fmt: skip
@pytest.mark.parametrize("fast", [1.0, 2.5])
def test_what_kind_a_collision_is_depends_on_the_angle_alone(degrees, kind, fast):
    turn = np.radians(30.0)
    scene = np.zeros((1, 8))
    scene[0, 2:4] = np.cos(turn), np.sin(turn)
    scene[0, 6:8] = fast * np.cos(turn + np.radians(degrees)), fast * np.sin(turn + np.radians(degrees))
    assert KINDS[kinds_of(np.array([1], np.uint8), scene)[0]] == kind
    for slow in (slice(2, 4), slice(6, 8)):
        standing = scene.copy()
        standing[0, slow] *= 1e-4
        assert KINDS[kinds_of(np.array([1], np.uint8), standing)[0]] == "standing"


def test_a_level_without_anybody():
    level = Level.empty(4, 4)
    agents = Muster(agents=1, radius=4.0).gather(level, 0)
    assert len(agents) == 0
    film = Film(level, agents, Settings(policies["push"].create(), planners["astar"].create()))
    film.step()
    assert film.world.done
    saved = Saved.of(level, film.world)
    saved.check(saved.film(), "here")


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("count", [1, 5])
def test_a_run_leaves_those_who_were_gathered_as_they_are(policy, count):
    level = yard()
    agents = Muster(agents=count).gather(level, 2)
    columns = agents.places, agents.goals, agents.radius, agents.speed, agents.group, agents.area
    before = [column.copy() for column in columns]
    film = Film(level, agents, Settings(policies[policy].create(), planners["astar"].create()))
    for _ in range(90):
        film.step()
    assert all(np.array_equal(a, b) for a, b in zip(columns, before, strict=True))


def test_a_crowd_prepared_before_it_starts_is_prepared_again(tmp_path):
    level = Level.empty(40, 40)
    agents = Muster(agents=90).gather(level, 2)
    for prepared in (True, False):
        film = Film(level, agents, Settings(policies["keep-right"].create(), planners["astar"].create(), plans=16))
        if prepared:
            film.prepare()
        for _ in range(40):
            film.step()
        Saved.of(level, film.world).save(tmp_path / "run.npz")
        saved = Saved.load(tmp_path / "run.npz")
        saved.check(saved.film(), "here")
