"""Nondeterministic worlds in the window: walked by hand and by a plan, which is there as a text, a tree and a table."""

import time

import pygame
import pytest

from sandbox.games.worlds.api import worlds
from sandbox.gametree.api import new_stop
from sandbox.gametree.contingency.picture import LETTER, drawn
from sandbox.ui.boards.worlds.page import WorldsPage
from sandbox.ui.boards.worlds.walk import USUAL, Walk, plan_from
from tests.ui.test_app import click, key, mouse


def planned(key_, options=None, planner=USUAL):
    walk = Walk(worlds[key_], options)
    return walk, plan_from(walk.world, walk.state, planner, new_stop())


def test_luck_follows_from_the_seed_and_can_be_set():
    first, second = Walk(worlds["vacuum"]), Walk(worlds["vacuum"])
    for walk in (first, second):
        for _ in range(6):
            walk.do("Suck")
    assert first.states == second.states
    others = {tuple(_walked(seed)) for seed in range(12)}
    assert len(others) > 1
    first.go(0)
    first.do("Suck", "7")
    assert first.over
    assert "a goal" in first.caption


def _walked(seed):
    walk = Walk(worlds["vacuum"], seed=seed)
    for _ in range(4):
        walk.do("Suck")
    return walk.states


def test_the_plan_drawn_has_every_state_it_may_come_to():
    walk, (who, found) = planned("vacuum")
    assert who == "and-or"
    shown = drawn(found.plan, walk.world)
    assert set(shown.places) == set(found.plan.reached(walk.world)) == {"1", "5", "7", "6", "8"}
    layers = {layer.name: layer for layer in shown.picture.layers}
    assert layers["actions"].texts == ("Suck", "Right", "Suck")
    assert len(layers["goals"].xyr) == 2
    assert len(layers["arcs"].ends) > 0


def test_what_is_done_is_told_clear_of_the_state():
    walk, (_, found) = planned("vacuum")
    shown = drawn(found.plan, walk.world)
    layers = {layer.name: layer for layer in shown.picture.layers}
    discs = [*layers["states"].xyr, *layers["goals"].xyr]
    for (x, y), text in zip(layers["actions"].xy, layers["actions"].texts, strict=True):
        left = x - LETTER * len(text) / 2
        assert all(abs(y - cy) > r or left > cx + r + 0.1 or left + 1 < cx - r for cx, cy, r in discs), text


def test_a_plan_that_tries_again_ends_in_rings():
    walk, (who, found) = planned("vacuum", {"squares": 3, "slippery": True, "erratic": False})
    assert who == "strong-cyclic"
    layers = {layer.name: layer for layer in drawn(found.plan, walk.world).picture.layers}
    assert len(layers["again"].xyr) == 2


def test_a_planner_may_find_nothing():
    _, (who, found) = planned("vacuum", {"slippery": True, "erratic": False}, "and-or")
    assert who == "and-or"
    assert found.plan is None


def page_of(app, name):
    tab = app.shell.tabs["boards"]
    assert tab.open_file(name, strict=True)
    page = tab.pages.current
    assert isinstance(page, WorldsPage)
    settle(app, page)
    return page


def settle(app, page):
    for _ in range(2000):
        app.host.frame()
        if page.found is not None:
            return
        time.sleep(0.005)
    raise AssertionError(page.said.text)


def test_the_lecture_s_plan_is_told_and_followed_by_keys(app):
    page = page_of(app, "vacuum")
    assert page.text.text == "[Suck; if state 5 then [Right, Suck] else []]"
    assert [row[2] for row in page.table.rows] == ["Suck", "Right", "Suck"]
    for _ in range(3):
        key(app, pygame.K_SPACE, unicode=" ")
    assert page.walk.over
    key(app, pygame.K_z, pygame.KMOD_CTRL)
    assert not page.walk.over
    key(app, pygame.K_c, pygame.KMOD_CTRL)
    assert app.root.clipboard.get().startswith("[Suck;")


def test_a_world_is_walked_by_keys_and_by_mouse(app):
    page = page_of(app, "vacuum:2")
    key(app, pygame.K_LEFT)
    assert page.walk.state == "1"
    app.host.frame()
    squares = page.floor._squares(2)
    mouse(app, pygame.MOUSEBUTTONDOWN, squares[1].center)
    mouse(app, pygame.MOUSEBUTTONUP, squares[1].center)
    assert page.walk.state == "2"
    key(app, pygame.K_d, pygame.KMOD_CTRL)
    key(app, pygame.K_s, unicode="s")
    assert page.walk.pending == "Suck"
    app.host.frame()
    button = next(b for b in page.choices.children if b.text.startswith("state 8"))
    click(app, button)
    assert page.walk.state == "8"


def test_another_world_is_written_and_dead_ends_are_said(app):
    page = page_of(app, "world")
    key(app, pygame.K_2, unicode="2")
    assert page.walk.state == "work"
    assert "goal" in page.words.text


def test_a_state_that_is_none_is_refused_in_a_line(app):
    with pytest.raises(Exception, match="expected") as error:
        app.shell.tabs["boards"].open_file("vacuum:99", strict=True)
    assert "\n" not in str(error.value)
