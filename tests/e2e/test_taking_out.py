"""Out of the window and back in, with real keys: a picture of what is seen, a scenario leafed through."""

import pygame

from sandbox.bench.random_queries import write_case
from sandbox.planning.api import Limits
from tests.e2e.person import NEEDED
from tests.e2e.screen import until
from tests.e2e.test_maps import FEW, OFF, alike, at_home, left, level, opened, twin  # noqa: F401

pytestmark = NEEDED


def test_a_picture_of_what_is_seen_is_one_key_and_its_name(screen, tmp_path, twin, level):  # noqa: F811
    person = opened(screen, tmp_path, twin, level)
    person.key("ctrl+p")
    person.key("Return")  # as large as it is seen
    person.key("ctrl+a")
    person.type(str(tmp_path / "seen.png"))
    person.key("Return")
    assert person.actions == 5
    until((tmp_path / "seen.png").is_file)
    seen = pygame.surfarray.array3d(pygame.image.load(tmp_path / "seen.png")).swapaxes(0, 1).astype(int)
    there = twin.part(twin.tab.canvas.rect)
    assert seen.shape == there.shape
    assert (abs(seen - there) > OFF).any(axis=2).mean() < FEW
    left(person)


def test_a_scenario_is_leafed_through_by_one_key_a_query(screen, tmp_path, twin, level):  # noqa: F811
    flat = level.copy()
    flat.polygons.clear()
    scen = tmp_path / "level.map.scen"
    assert write_case(flat, tmp_path / "level.map", scen, 9, Limits())
    person = at_home(screen, tmp_path, "--level", str(scen))
    assert twin.tab.open_file(str(scen))
    twin.settle()
    canvas = twin.tab.canvas
    for number, (key, name) in enumerate((("Prior", "previous"), ("Prior", "previous"), ("Next", "next")), 1):
        person.key(key)
        twin.do(f"maps.{name}-query")
        assert person.actions == number
        person.look_away()
        until(lambda: alike(screen, person, twin, canvas.rect, twin.tab.queries.bar.rect))
    assert "as the file says" in twin.tab.queries.words.text or "longer" in twin.tab.queries.words.text
    left(person)
