"""The lattice is the level's free cells and straight steps; distances are those of a naive search."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.agents.lattice.distances import Distances
from sandbox.agents.lattice.graph import WIDEST, lattice_of, lattice_of_free
from sandbox.errors import BadInput
from sandbox.kernels.recording import NONE
from sandbox.level.edits.paint import PaintCells
from sandbox.level.model import WALL, Level
from tests.oracles import grid as grid_oracle
from tests.oracles import lattice as naive
from tests.strategies.lattices import free_cells, picture, pictures
from tests.strategies.levels import DEFAULT_LEVELS

pytestmark = pytest.mark.small


@given(DEFAULT_LEVELS, st.sampled_from([0.0, 0.35, 0.75]))
def test_the_lattice_of_a_level_is_its_free_cells_and_straight_moves(level, radius):
    lattice = lattice_of(level, radius)
    cost = grid_oracle.with_radius(grid_oracle.costs(level), level, radius)
    places = [tuple(place) for place in lattice.places(np.arange(lattice.cells)).tolist()]
    assert places == sorted(cost, key=lambda cell: (cell[1], cell[0]))
    for number, cell in enumerate(places):
        around = lattice.neighbours[number]
        assert lattice.degree[number] == (around != NONE).sum()
        assert (around[lattice.degree[number] :] == NONE).all()
        found = [places[v] for v in around[: lattice.degree[number]]]
        assert found == naive.neighbours(cost, cell)
        assert sorted(found) == sorted(other for other, _ in grid_oracle.neighbours(cost, cell, 4))


def test_numbers_and_places():
    lattice = lattice_of_free(picture("..#", "#.."))
    cells = np.array([[[0, 0], [2, 0]], [[2, 1], [-1, 0]]])
    assert lattice.numbers(cells).tolist() == [[0, NONE], [3, NONE]]
    assert lattice.numbers(np.array([[3, 0], [0, 2], [0, -1]])).tolist() == [NONE] * 3
    assert lattice.places(np.array([3, NONE])).tolist() == [[2, 1], [-1, -1]]
    assert lattice.number(1, 1) == 2
    for cell in ((2, 0), (3, 0)):
        with pytest.raises(BadInput, match="a free cell of 3 × 2"):
            lattice.number(*cell)


def test_a_lattice_without_cells():
    lattice = lattice_of_free(np.zeros((2, 3), bool))
    assert lattice.cells == 0
    assert lattice.places(np.array([NONE])).tolist() == [[-1, -1]]
    assert Distances(lattice).take(np.empty(0, np.int32)).tolist() == []


def test_discs_as_wide_as_may_be_do_not_touch_between_two_steps():
    t = np.linspace(0, 1, 10_001)
    gap = np.hypot(t, 1 - t).min()  # one leaves to the east, the other comes from the south
    assert gap == pytest.approx(2 * WIDEST)


def test_the_lattice_follows_the_level():
    level = Level.empty(4, 3)
    before = lattice_of(level)
    level.apply(PaintCells.one(1, 1, WALL))
    after = lattice_of(level)
    assert (before.cells, after.cells) == (12, 11)
    assert after.number_of[5] == NONE


@given(pictures(), st.lists(st.integers(0, 48), max_size=6), st.sampled_from([np.uint8, np.uint16]))
def test_distances_are_those_of_a_naive_search(free, goals, dtype):
    lattice = lattice_of_free(free)
    goals = np.array([goal % lattice.cells for goal in goals] if lattice.cells else [], np.int32)
    distances = Distances(lattice, dtype=dtype)
    rows = distances.take(goals)
    assert len(set(rows.tolist())) == len(set(goals.tolist()))
    places = [tuple(place) for place in lattice.places(np.arange(lattice.cells)).tolist()]
    for goal, row in zip(goals.tolist(), rows.tolist(), strict=True):
        steps = naive.distances(free_cells(free), places[goal])
        assert distances.table[row].tolist() == [steps.get(place, distances.unreached) for place in places]


@given(pictures(8), st.integers(0, 2**32 - 1), st.sampled_from([1, 3, 8, 64]), st.sampled_from([np.uint8, np.uint16]))
def test_repaired_distances_are_those_made_anew(free, seed, cells, dtype):
    random = np.random.default_rng(seed)
    lattice = lattice_of_free(free)
    distances = Distances(lattice, dtype=dtype)
    rows = distances.take(random.integers(0, max(lattice.cells, 1), 5 if lattice.cells else 0).astype(np.int32))
    goals = lattice.places(distances._goal)
    for _ in range(4):
        y, x = (random.integers(0, side, cells) for side in free.shape)
        free[y, x] = random.random(cells) < 0.5
        lattice = lattice_of_free(free)
        distances = distances.followed(lattice)
        goals = lattice.places(lattice.numbers(goals))
        for row in np.unique(rows):
            steps = naive.distances(free_cells(free), tuple(goals[row].tolist())) if goals[row, 0] >= 0 else None
            places = map(tuple, lattice.places(np.arange(lattice.cells)).tolist())
            if steps is not None:
                assert distances.table[row].tolist() == [steps.get(place, distances.unreached) for place in places]
        gone = distances.take(lattice.numbers(goals[goals[:, 0] >= 0]))
        assert gone.tolist() == [row for row in range(len(goals)) if goals[row, 0] >= 0]
        distances.give_back(gone)


def test_a_way_made_too_long_by_an_edit():
    free = np.ones((2, 400), bool)
    free[1, 1:] = False
    free[0, 1:3] = False
    distances = Distances(lattice_of_free(free), dtype=np.uint8)
    row = distances.take(np.array([0], np.int32))[0]
    free[0] = True
    distances = distances.followed(lattice_of_free(free))
    assert distances.table[row].tolist() == [*range(400), 1]


@pytest.mark.parametrize(("length", "dtype"), [(255, np.uint8), (256, np.int32)])
def test_the_longest_way_that_fits(length, dtype):
    distances = Distances(lattice_of_free(np.ones((1, length), bool)), dtype=np.uint8)
    row = distances.take(np.array([0], np.int32))[0]
    assert distances.table[row].tolist() == list(range(length))
    assert distances.table.dtype == dtype


def test_long_ways_need_wider_numbers():
    lattice = lattice_of_free(np.ones((1, 400), bool))
    distances = Distances(lattice, dtype=np.uint8)
    near = distances.take(np.array([200], np.int32))[0]
    assert distances.table.dtype == np.uint8
    far = distances.take(np.array([0], np.int32))[0]
    assert distances.table.dtype == np.int32
    assert distances.table[far].tolist() == list(range(400))
    assert distances.table[near].tolist() == [abs(x - 200) for x in range(400)]


def test_rows_are_shared_kept_and_used_again():
    lattice = lattice_of_free(np.ones((5, 5), bool))
    distances = Distances(lattice, most_bytes=3 * 25 * 2)
    first = distances.take(np.array([3, 7, 3], np.int32))
    assert first[0] == first[2] != first[1]
    distances.give_back(first[:1])
    third = distances.take(np.array([9], np.int32))
    with pytest.raises(BadInput, match=r"4 different goals on 25 cells .* at most 3 goals at once"):
        distances.take(np.array([3, 11], np.int32))
    distances.give_back(first[2:])  # now nobody has goal 3
    assert distances.take(np.array([3], np.int32)) == first[0], "goals come back"
    distances.give_back(first[:1])
    assert distances.take(np.array([11], np.int32)) == first[0], "but others may need the room"
    assert distances.table[third[0], 9] == distances.table[first[1], 7] == distances.table[first[0], 11] == 0


def test_what_cannot_be_held_is_refused_at_once():
    lattice = lattice_of_free(np.ones((200, 200), bool))
    with pytest.raises(BadInput, match="10000 different goals on 40000 cells"):
        Distances(lattice).take(np.arange(10_000, dtype=np.int32))
