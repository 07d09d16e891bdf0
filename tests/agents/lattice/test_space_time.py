"""Space-time A* finds ways as cheap as Dijkstra's over all cells and steps, the same as its twin, and legal."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.agents.lattice.distances import Distances
from sandbox.agents.lattice.graph import lattice_of_free
from sandbox.agents.lattice.reservations import CLOSED, FREE, close, enter, new_table, swaps
from sandbox.agents.lattice.space_time import ALL, ALL_BUT_RISEN, EXPANDED, NONE_OF_THEM, find, new_search
from sandbox.errors import BadInput
from sandbox.kernels.recording import EXPAND, GENERATE, NO_EVENTS, NONE, Recording
from tests.oracles import lattice as naive
from tests.strategies.lattices import free_cells, picture, pictures

pytestmark = pytest.mark.small


class Place:
    """A lattice with a table, and the same in dictionaries."""

    def __init__(self, free, goal, horizon):
        self.lattice = lattice_of_free(free)
        self.free = free_cells(free)
        self.horizon = horizon
        self.table, self.search = new_table(self.lattice, horizon), new_search(self.lattice, horizon)
        self.distances = Distances(self.lattice)
        self.row = int(self.distances.take(np.array([self.lattice.number(*goal)], np.int32))[0])
        self.far = naive.distances(self.free, goal)
        self.reserved = {}
        self.risen = np.zeros(8, np.uint8)

    def reserve(self, cell, step, who):
        self.table[self.lattice.number(*cell), step] = who
        self.reserved[cell, step] = who

    def find(self, start, first=0, edges=True, through=NONE_OF_THEM, events=NO_EVENTS):
        number = self.lattice.number(*start)
        far, table = self.distances.table, self.table
        how = (first, self.horizon, int(edges), through, self.risen)
        cost = find(self.lattice, far, self.row, table, number, *how, self.search, events)
        if cost == NONE:
            return None, None
        way = self.lattice.places(self.search.path[: self.horizon + 1 - first]).tolist()
        return cost, [tuple(cell) for cell in way]


@given(st.data())
def test_ways_are_cheapest_and_legal_and_those_of_the_twin(data):
    free = data.draw(pictures(6, 0.4).filter(np.any))
    cells = sorted(free_cells(free))
    goal = data.draw(st.sampled_from(cells))
    horizon = data.draw(st.integers(1, 9))
    place = Place(free, goal, horizon)
    random = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
    for agent in range(data.draw(st.integers(0, 8))):  # others that walk about at random
        cell = cells[random.integers(len(cells))]
        for step in range(horizon + 1):
            if place.reserved.get((cell, step), FREE) == FREE:
                place.reserve(cell, step, agent)
            around = [cell, *naive.neighbours(place.free, cell)]
            cell = around[random.integers(len(around))]
    for _ in range(data.draw(st.integers(0, 5))):
        place.reserve(cells[random.integers(len(cells))], int(random.integers(1, horizon + 1)), CLOSED)
    edges, through = data.draw(st.booleans()), data.draw(st.sampled_from([NONE_OF_THEM, ALL_BUT_RISEN, ALL]))
    place.risen[:] = random.integers(0, 2, 8)
    risen = set(np.flatnonzero(place.risen).tolist())
    for _ in range(3):
        start = data.draw(st.sampled_from(sorted(place.far)))
        first = data.draw(st.integers(0, horizon))
        cost, way = place.find(start, first, edges, through)
        how = (place.reserved, start, first, horizon, edges, through, risen)
        assert cost == naive.least_cost(place.free, place.far, *how)
        assert way == naive.find(place.free, place.far, *how)
        if way is not None:
            holds(place, way, first, cost, lambda holder: naive.passable(holder, through, risen), edges)
        assert (place.search.head == NONE).all(), "the queue is empty for the next search"


def holds(place, way, first, cost, passable, edges):
    """The way is legal and costs what is said."""
    paid = 0
    for step, (a, b) in enumerate(itertools.pairwise(way), first):
        assert b == a or b in naive.neighbours(place.free, a)
        assert passable(place.reserved.get((b, step + 1), FREE))
        if edges and a != b and naive.swapped(place.reserved, a, b, step):
            assert passable(place.reserved[b, step])
        paid += 0 if a == b and place.far[a] == 0 else 1
    assert paid + place.far[way[-1]] - place.far[way[0]] == cost


def test_a_way_found_again_more_cheaply():
    """Whoever rested at home on the way has paid less: the first to reach a cell is not always the cheapest."""
    random = np.random.default_rng(5)
    again = 0
    for _ in range(200):
        place = Place(np.ones((3, 3), bool), (1, 1), 10)
        for _ in range(20):
            place.reserve((int(random.integers(3)), int(random.integers(3))), int(random.integers(1, 11)), CLOSED)
        recording = Recording(5000)
        cost, _ = place.find((1, 1), events=recording.events)
        assert cost == naive.least_cost(place.free, place.far, place.reserved, (1, 1), 0, 10, edges=True)
        made = recording.kind == GENERATE
        found = list(zip(recording.subject[made], recording.aux[made], strict=True))
        again += len(found) - len(set(found))
    assert again > 0


def test_the_recorded_run_is_the_clean_one():
    place = Place(np.ones((4, 6), bool), (5, 3), 8)
    place.reserve((1, 0), 1, 3)
    clean = place.find((0, 0))
    expanded = int(place.search.counts[EXPANDED])
    recording = Recording(1000)
    assert place.find((0, 0), events=recording.events) == clean
    assert (recording.kind == EXPAND).sum() == expanded == place.search.counts[EXPANDED] - expanded
    assert (recording.f[recording.kind == EXPAND] == 8 + clean[0]).any()
    assert (recording.aux <= 8).all()


def test_nobody_is_swapped_with_unless_allowed():
    place = Place(picture(".."), (1, 0), 1)
    place.reserve((1, 0), 0, 7)
    place.reserve((0, 0), 1, 7)
    assert place.find((0, 0)) == (None, None)
    assert place.find((0, 0), edges=False) == (0, [(0, 0), (1, 0)])
    assert swaps(place.table, 0, 1, 0)
    assert not swaps(place.table, 1, 0, 0)


def test_spans_are_closed_and_plans_entered():
    lattice = lattice_of_free(np.ones((1, 3), bool))
    table = new_table(lattice, 4)
    close(table, np.array([[0, 9, 12], [1, 0, 2**31 - 1], [2, 30, 40]], np.int32), 10)
    assert table.tolist() == [[FREE, CLOSED] + [FREE] * 3, [FREE] + [CLOSED] * 4, [FREE] * 5]
    enter(table, np.array([[0, 2]] * 5, np.int32), 1, 1, 3, 6)
    assert table[2].tolist() == [FREE, 6, 6, 6, FREE]


def test_a_table_too_large_is_refused():
    lattice = lattice_of_free(np.ones((1500, 1500), bool))
    with pytest.raises(BadInput, match="64 steps of 2250000 cells, expected at most 28 steps"):
        new_table(lattice, 64)
