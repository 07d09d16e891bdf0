"""The judge: one broken plan for each rule, and legal ones it has nothing against."""

import numpy as np
import pytest

from sandbox.agents.lattice.check import fault_in
from tests.strategies.lattices import picture

pytestmark = pytest.mark.small

FREE = picture("....", ".##.", "....")


def plan(*agents):
    """[steps, agents, 2] of the ways of agents."""
    return np.array(agents).reshape(len(agents), -1, 2).swapaxes(0, 1)


@pytest.mark.parametrize(
    ("agents", "fault"),
    [
        ([[(0, 0), (0, 1), (0, 1)], [(1, 0), (0, 0), (1, 0)]], ""),
        ([[(0, 0), (1, 0)], [(0, 1), (0, 0)], [(0, 2), (0, 1)]], ""),
        ([[(0, 0), (1, 0)], [(1, 0), (0, 0)]], "step 1: agents 0 and 1 change places between (0, 0) and (1, 0)"),
        ([[(0, 0), (1, 0)], [(2, 0), (1, 0)]], "step 1: agents 0 and 1 are both at (1, 0)"),
        ([[(0, 0)], [(0, 0)]], "step 0: agents 0 and 1 are both at (0, 0)"),
        ([[(0, 0), (0, 0)], [(1, 0), (1, 1)]], "step 1: agent 1 is in a wall at (1, 1)"),
        ([[(0, 0), (-1, 0)]], "step 1: agent 0 is outside at (-1, 0)"),
        ([[(0, 2), (0, 3)]], "step 1: agent 0 is outside at (0, 3)"),
        ([[(0, 0), (0, 0), (2, 0)]], "step 2: agent 0 jumps from (0, 0) to (2, 0)"),
        ([[(0, 1), (0, 0), (1, 0)], [(3, 0), (3, 1), (3, 2)], [(2, 2), (3, 2), (3, 2)]], "step 2: agents 1 and 2"),
        ([[(0, 0), (-1, -1), (3, 2)], [(-1, -1), (0, 0), (1, 0)]], ""),
        ([[(0, 0), (1, 0), (2, 0)], [(1, 0), (-1, -1), (1, 0)]], ""),
        ([[(0, 0), (1, 0), (0, 0)], [(1, 0), (2, 0), (1, 0)], [(3, 2), (3, 1), (3, 0)]], ""),
    ],
)
def test_rules(agents, fault):
    found = fault_in(plan(*agents), FREE)
    assert found.startswith(fault)
    assert bool(found) == bool(fault)


def test_the_first_fault_is_told():
    ways = [[(0, 0), (2, 0), (0, 0), (1, 1)], [(0, 2), (0, 2), (0, 0), (0, 1)]]
    assert fault_in(plan(*ways), FREE).startswith("step 1: agent 0 jumps")


def test_ends():
    ways = plan([(0, 0), (1, 0)], [(3, 0), (3, 1)])
    right, wrong = np.array([[0, 0], [3, 0]]), np.array([[1, 0], [3, 2]])
    assert fault_in(ways, FREE, right) == ""
    assert fault_in(ways, FREE, wrong) == "step 0: agent 0 starts at (0, 0), not at (1, 0)"
    assert fault_in(ways, FREE, right, wrong) == "step 1: agent 1 ends at (3, 1), not at (3, 2)"
    assert fault_in(ways, FREE, right[:1]) == "step 0: 2 agents, not 1"


def test_nothing_is_no_fault():
    assert fault_in(np.empty((0, 0, 2), int), FREE) == ""
    assert fault_in(np.empty((3, 0, 2), int), FREE, np.empty((0, 2)), np.empty((0, 2))) == ""
