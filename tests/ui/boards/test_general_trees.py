"""Trees of games with dice or many players in the window, and how their search is stepped through."""

import time
from dataclasses import replace
from itertools import pairwise

import pygame
import pytest

from sandbox.gametree.general.picture import LETTER, drawn
from sandbox.ui.boards.general.panel import number as worded
from sandbox.ui.boards.general.panel import scale_of
from sandbox.ui.boards.pacman.cast import PACMEN
from tests.ui.boards.test_general_pages import page_of
from tests.ui.test_app import key, mouse


def opened(app, name):
    page = page_of(app, name)
    page.warmed()
    key(app, pygame.K_t, unicode="t")
    return shown(app, page)


def shown(app, page):
    """The page, once the tree that was asked for is there: its kernels may have to be compiled."""
    until = time.monotonic() + 200
    while time.monotonic() < until:
        app.services.poll()
        app.host.frame()
        if page.trees.viewer.found is not None and page.trees.viewer.settled:
            return page
        time.sleep(0.01)
    raise AssertionError(page.trees.viewer.whose.text)


def texts(page, name):
    layers = page.trees.viewer.drawn.picture.layers
    return [text for layer in layers if layer.name == name for text in layer.texts]


def test_the_tree_has_rings_for_dice_with_probabilities_and_vectors(app):
    page = opened(app, "any-tree:fallible")
    assert page.trees.viewer.is_open
    names = {layer.name for layer in page.trees.viewer.drawn.picture.layers}
    assert "chance" in names
    assert {"9/10", "1/10", "risk", "draw"} <= set(texts(page, "moves"))
    assert "0.8, −0.8" in texts(page, "worths")
    assert "0.8" in page.trees.viewer.facts.text
    key(app, pygame.K_DOWN)
    assert page.trees.viewer.title.text == "Dice"
    key(app, pygame.K_RETURN)
    assert page.trees.viewer.root == page.trees.viewer.picked == 1
    key(app, pygame.K_BACKSPACE)
    assert page.trees.viewer.root == 0
    key(app, pygame.K_RIGHT)
    x, y = page.trees.viewer.drawn.places[4]
    mouse(app, pygame.MOUSEBUTTONDOWN, page.trees.viewer.canvas.to_window(x, y))
    mouse(app, pygame.MOUSEBUTTONUP, page.trees.viewer.canvas.to_window(x, y))
    assert page.trees.viewer.path.text == "draw"
    key(app, pygame.K_t, unicode="t")
    assert not page.trees.viewer.is_open
    assert app.root.actions.places == ("general",)


def test_throws_are_named_and_words_on_edges_do_not_run_together(app):
    page = opened(app, "backgammon")
    assert {"66: 1/36", "65: 1/18"} <= set(texts(page, "moves"))
    key(app, pygame.K_DOWN)
    key(app, pygame.K_RETURN)
    assert all("/" in text and ":" not in text for text in texts(page, "moves")[:4])
    for root in (0, page.trees.viewer.root):
        layers = {layer.name: layer for layer in drawn(page.trees.viewer.found.tree, root, 120).picture.layers}
        for name in ("moves", "worths"):
            boxes = [
                (round(y, 6), x - LETTER * len(text) / 2, x + LETTER * len(text) / 2)
                for (x, y), text in zip(layers[name].xy, layers[name].texts, strict=True)
            ]
            for (here, _, end), (there, begin, _) in pairwise(sorted(boxes)):
                assert here != there or end <= begin, (name, root)


def test_numbers_of_a_table_fit_their_column():
    values = (0.00381, -0.00381, 0.0319, -0.09996, 1e-9, 0.0, -0.547651, 17.25, -1234.5, 999999.0)
    said = [worded(value) for value in values]
    assert said[:6] == ["0.0038", "−0.0038", "0.0319", "−0.1", "0.0000", "0"]
    assert max(map(len, said)) <= 8
    assert worded(None) == "–"


@pytest.mark.parametrize(
    ("worth", "reach"), [((0.03, -0.03), 1), ((2.0, -2.0), 2), ((-300.0, 300.0), 300), ((0.25, 0.75), 1), ((0, 0), 1)]
)
def test_little_is_shown_as_little(worth, reach):
    low, high = scale_of(worth)
    assert high == reach
    assert low == (-reach if min(worth) < 0 else 0)


def test_three_players_and_their_vectors(app):
    page = opened(app, "any-tree:three-players")
    assert {"1, 2, 6", "6, 1, 2", "1, 5, 2", "5, 4, 5"} <= set(texts(page, "worths"))
    assert page.trees.viewer.facts.text.startswith("To each: 1, 2, 6")


def test_the_search_is_stepped_through_both_ways(app):
    page = opened(app, "any-tree:fallible")
    tree, seen = page.trees.viewer, []
    for _ in range(2 * len(tree.found.tree)):
        seen.append((len(texts(page, "moves")), tuple(texts(page, "worths"))))
        key(app, pygame.K_COMMA, unicode=",")
        app.host.frame()
    assert (tree.timeline.time, texts(page, "moves"), texts(page, "worths")) == (0, [], [])
    for number, then in enumerate(reversed(seen)):
        key(app, pygame.K_PERIOD, unicode=".")
        app.host.frame()
        assert (len(texts(page, "moves")), tuple(texts(page, "worths"))) == then, number
    assert tree.timeline.time == tree.timeline.length


def test_every_event_of_a_search_is_told(app):
    page = opened(app, "any-tree:fallible")
    film = page.trees.viewer.timeline.film
    said = [film.words(time) for time in range(len(film) + 1)]
    assert said[0] == "Before the search"
    assert said[1] == "the root: A to move"
    assert said[2] == "risk: dice"
    assert "1 is worth 1, −1" in said
    assert said[-1].startswith("the root is worth 0.8, −0.8")
    assert sum("is worth" in words for words in said) == len(film) // 2


def test_pac_man_s_search_has_a_tree(app):
    tab = app.shell.tabs["boards"]
    assert tab.open_file("pacman:trap", strict=True)
    page = tab.pages.current
    page.warmed()
    app.host.frame()
    for agent in PACMEN:  # whoever plays without a search has minimax for an adviser
        words = "Expectiminimax" if agent == "expectimax" else "Minimax"
        page.run.cast = replace(page.run.cast, pacman=agent, depth=2)
        key(app, pygame.K_t, unicode="t")
        assert shown(app, page).trees.viewer.found.words.startswith(words)
        assert page.trees.viewer.drawn.places
        assert page.trees.viewer.title.text == "Pac-Man to move"
        assert ("P" if agent == "expectimax" else "G1") in texts(page, "names")
        key(app, pygame.K_t, unicode="t")
        assert not page.trees.viewer.is_open
        assert app.root.actions.places == ("pacman",)
        page.trees.viewer.found = None
