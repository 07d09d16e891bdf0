"""What a search gives up, step by step: the words fit the recipe, and every step leads nearer to the best way."""

import pytest

from sandbox.planning.grid import best_first as exact
from sandbox.planning.grid.best_first_planner import Recipe
from sandbox.planning.grid.given_up import CLAIMED, FIRST_COME, GREEDY, HURRIED, SHUT, steps
from sandbox.planning.worlds import Way

pytestmark = pytest.mark.small


def asked(recipe):
    """The steps, and the recipes whose ways they asked for."""
    found = []
    return [(step.name, step.words) for step in steps(recipe, lambda one: found.append(one) or Way())], found


@pytest.mark.parametrize(("order", "says"), [(exact.BY_STEPS, FIRST_COME), (exact.BY_GUESS, GREEDY)])
def test_who_does_not_go_by_cost_is_told_what_it_goes_by(order, says):
    assert asked(Recipe(order=order)) == ([("order of the search", says)], [])


def test_an_optimal_recipe_gives_nothing_up():
    assert asked(Recipe()) == ([], [])
    assert asked(Recipe(weight=0.5)) == ([], [])


def test_each_liberty_is_a_step_and_the_last_one_needs_no_search():
    assert asked(Recipe(weight=3.0)) == ([("heuristic weight", HURRIED)], [])
    said, searched = asked(Recipe(weight=3.0, heuristic="manhattan"))
    assert said == [("heuristic weight", HURRIED), ("heuristic claims too much", CLAIMED)]
    assert searched == [Recipe(weight=1.0, heuristic="manhattan")]
    said, searched = asked(Recipe(weight=2.0, heuristic="manhattan", reopen=False))
    assert said[:2] == [("heuristic weight", HURRIED), ("heuristic claims too much", CLAIMED)]
    assert searched[0] == Recipe(heuristic="manhattan", reopen=False)
    assert SHUT not in [words for _, words in said[:2]]
