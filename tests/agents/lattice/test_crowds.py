"""WHCA* and PIBT do what their naive twins do, step by step, event by event; the judge has nothing against it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.agents.lattice.check import fault_in
from sandbox.agents.lattice.graph import lattice_of_free
from sandbox.agents.lattice.pibt import leave_table, new_memory, pibt
from sandbox.agents.lattice.pibt_crowd import PibtOptions, new_pibt
from sandbox.agents.lattice.reservations import FREE
from sandbox.agents.lattice.state import STEP
from sandbox.agents.lattice.windowed import WindowedOptions, new_windowed
from sandbox.errors import BadInput
from sandbox.kernels.recording import NONE
from sandbox.kernels.rng import new_rng
from tests.oracles import lattice as naive
from tests.strategies.lattices import crowded, free_cells, picture

pytestmark = pytest.mark.small

OPTIONS = st.builds(
    lambda window, every, **others: WindowedOptions(window, min(every, window), **others),
    st.integers(4, 9),
    st.integers(0, 9),
    tries=st.integers(0, 6),
    patience=st.integers(1, 3),
    edges=st.sampled_from([True, True, False]),
    rising=st.booleans(),
    resolve=st.sampled_from([True, True, False]),
)


class Run:
    """A crowd, and what it did."""

    def __init__(self, free, starts, goals, options=None, seed=0, make=new_windowed):
        self.free, self.lattice = free.copy(), lattice_of_free(free)
        numbers = [self.lattice.numbers(np.array(cells, int).reshape(-1, 2)) for cells in (starts, goals)]
        self.crowd = make(self.lattice, *numbers, options, seed)
        self.plan = [self.places(self.crowd.state.cell)]
        self.told = []

    def places(self, cells):
        return self.crowd.lattice.places(cells)

    def advance(self, steps=1):
        for _ in range(steps):
            step = self.crowd.advance()
            self.plan.append(self.places(step.cells))
            self.told.append([tuple(event) for event in step.events.tolist()])
        return self

    def until_home(self, most):
        for _ in range(most):
            if self.crowd.home.all():
                break
            self.advance()
        return self

    def fault(self):
        return fault_in(np.array(self.plan), self.free)

    def named(self, kind):
        return {agent for told in self.told for k, agent, _ in told if k == kind}


def knot(side, seed):
    """All cells but one taken, and everyone wants another's."""
    random = np.random.default_rng(seed)
    cells = [(x, y) for y in range(side) for x in range(side)]
    starts, goals = ([cells[i] for i in random.permutation(side * side)[:-1]] for _ in range(2))
    return np.ones((side, side), bool), starts, goals


def as_twin(free, starts, goals, seed, **kind):
    return naive.Crowd(free_cells(free), starts, goals, kind.pop("options", None), int(new_rng(seed)[0]), **kind)


def same_steps(run, twin, steps, *, legal=True):
    for _ in range(steps):
        run.advance()
        cells, told = twin.advance()
        assert [tuple(cell) for cell in run.plan[-1].tolist()] == cells
        assert run.told[-1] == [tuple(map(int, event)) for event in told]
    if legal:
        assert run.fault() == ""


@given(crowded(), OPTIONS, st.integers(0, 2**64), st.data())
def test_whca_is_its_naive_twin(case, options, seed, data):
    free, starts, goals = case
    run = Run(free, starts, goals, options, seed)
    spans = closures(run, data)
    twin = as_twin(free, starts, goals, seed, options=options, closed=spans)
    same_steps(run, twin, 40, legal=options.edges)


@given(crowded(), st.booleans(), st.booleans(), st.integers(0, 99), st.data())
def test_pibt_is_its_naive_twin(case, swap, rising, seed, data):
    free, starts, goals = case
    run = Run(free, starts, goals, PibtOptions(swap, rising), seed, new_pibt)
    spans = closures(run, data)
    twin = as_twin(free, starts, goals, seed, swap=swap, rising=rising, closed=spans)
    same_steps(run, twin, 40)


@given(crowded(), st.booleans(), st.data())
def test_a_step_of_pibt_under_demands(case, swap, data):
    """What LaCAM asks of it: some agents have to go where they are told to."""
    free, starts, goals = case
    run, twin = Run(free, starts, goals, None, 3, new_pibt), as_twin(free, starts, goals, 3)
    crowd, state, order = run.crowd, run.crowd.state, run.crowd.order()
    memory, after = new_memory(crowd.lattice, len(starts)), np.full(len(starts), NONE, np.int32)
    asked = data.draw(st.integers(0, len(starts)))
    places = [tuple(place) for place in run.places(np.arange(crowd.lattice.cells)).tolist()]
    demands = [
        (i, data.draw(st.sampled_from([starts[i], *naive.neighbours(places, starts[i])]))) for i in order[:asked]
    ]
    for i, cell in demands:
        after[i] = places.index(cell)
    well = pibt(crowd.scene, order, int(swap), state.rng, memory, after)
    step = naive.Pibt(twin.free, twin.far, twin.cell, twin.target, twin.random, swap=swap)
    wanted = step.run(order.tolist(), demands)
    assert well == (wanted is not None)
    if wanted is not None:
        assert [places[v] for v in after] == [wanted[i] for i in range(len(starts))]
        assert fault_in(np.array([run.places(state.cell), run.places(after)]), free) == ""
        assert all(wanted[i] == cell for i, cell in demands)
    leave_table(memory.table, order, state.cell, after, state.closed)
    assert (memory.table == FREE).all()


def closures(run, data):
    """Some cells closed for some steps."""
    spans = []
    for _ in range(data.draw(st.sampled_from([0, 0, 1, 4])) if run.lattice.cells else 0):
        cell = data.draw(st.integers(0, run.lattice.cells - 1))
        first, steps = data.draw(st.integers(0, 30)), data.draw(st.integers(0, 9))
        run.crowd.close(cell, first, first + steps)
        spans.append((tuple(run.places(np.array(cell)).tolist()), first, first + steps))
    return spans


@given(crowded(), st.one_of(OPTIONS, st.builds(PibtOptions, st.booleans())), st.integers(0, 9), st.data())
def test_whatever_happens_plans_are_legal_and_moments_can_be_put_back(case, options, seed, data):
    """Agents come, go, and change their minds, walls too; from a moment that is put back all goes on as it did."""
    free, starts, goals = case
    make = new_pibt if isinstance(options, PibtOptions) else new_windowed
    run = Run(free, starts, goals, options, seed, make)
    for _ in range(data.draw(st.integers(0, 6))):
        happen(run, data)
        saved, table = run.crowd.save(), table_of(run.crowd)
        steps = [run.crowd.advance() for _ in range(data.draw(st.integers(0, 5)))]
        if data.draw(st.booleans()):
            other = Run(*case, options, seed, make)
            other.crowd, other.free, other.plan = run.crowd, run.free.copy(), []
            happen(other, data)
            run.crowd.advance()
        assert run.crowd.restore(saved) is run.crowd
        assert (table_of(run.crowd) == table).all()
        for step in steps:
            run.advance()
            assert (run.places(step.cells) == run.plan[-1]).all()
            assert [tuple(event) for event in step.events.tolist()] == run.told[-1]
    if getattr(options, "edges", True):
        assert fault_in(padded(run.plan), run.free) == ""


def table_of(crowd):
    """What is reserved from now on, if anything is."""
    planned = len(getattr(crowd, "ahead", []))
    return crowd._table[:, -planned:].copy() if planned else np.empty(0)


def padded(plan):
    """Plans of more and more agents as one array."""
    out = np.full((len(plan), max(len(row) for row in plan), 2), -1)
    for row, wide in zip(plan, out, strict=True):
        wide[: len(row)] = row
    return out


def happen(run, data):
    """An agent comes, goes, or has another goal; a cell is closed for some steps, or becomes a wall, or free."""
    crowd, cells = run.crowd, run.crowd.lattice.cells
    here = np.flatnonzero(crowd.present).tolist()
    free = sorted(set(range(cells)) - set(crowd.state.cell.tolist()))
    what = data.draw(st.sampled_from(["add", "remove", "aim", "close", "edit", "nothing"]))
    if what == "add" and free:
        agent = crowd.add(data.draw(st.sampled_from(free)), data.draw(st.integers(0, cells - 1)))
        run.plan.append(np.full_like(run.places(crowd.state.cell), -1))  # its number may be that of one who went
        assert crowd.present[agent]
    elif what == "remove" and here:
        crowd.remove(data.draw(st.sampled_from(here)))
    elif what == "aim" and here:
        crowd.aim(data.draw(st.sampled_from(here)), data.draw(st.integers(0, cells - 1)))
    elif what == "close" and cells:
        now = int(crowd.state.count[STEP])
        crowd.close(data.draw(st.integers(0, cells - 1)), now + data.draw(st.integers(0, 3)), now + 5)
    elif what == "edit":
        if getattr(crowd.options, "edges", True):
            assert not run.plan or fault_in(padded(run.plan), run.free) == ""
        flips = np.random.default_rng(data.draw(st.integers(0, 99))).random(run.free.shape) < 0.1
        run.free ^= flips
        there = run.places(crowd.state.cell)
        gone = crowd.follow(lattice_of_free(run.free))
        run.plan = [run.places(crowd.state.cell)]
        assert all(not run.free[y, x] for x, y in there[gone].tolist())
        left = np.setdiff1d(np.arange(len(there)), gone)
        assert (run.plan[0][left] == there[left]).all()
        assert fields_hold(crowd, run.free)


def fields_hold(crowd, free):
    """Everyone knows how far it is, or is lost."""
    cells, goals = (crowd.lattice.places(numbers).tolist() for numbers in (crowd.state.cell, crowd.state.goal))
    for agent in np.flatnonzero(crowd.present).tolist():
        goal = tuple(goals[agent])
        steps = naive.distances(free_cells(free), goal) if goal != (-1, -1) else {}
        assert crowd.lost[agent] == (tuple(cells[agent]) not in steps)
        assert crowd.lost[agent] or crowd.to_go[agent] == steps[tuple(cells[agent])]
    return True


def test_closed_cells_are_kept_clear_of():
    free = picture("....", "....")
    for make in (new_windowed, new_pibt):
        run = Run(free, [(0, 0)], [(3, 0)], make=make)
        run.crowd.close(run.lattice.number(1, 0), 0, 100)
        run.crowd.close(run.lattice.number(1, 1), 0, 6)
        way = [tuple(row[0].tolist()) for row in run.until_home(30).plan]
        assert (1, 0) not in way
        assert (1, 1) not in way[:6]
        assert make is new_pibt or (way.index((1, 1)) == 6 and run.crowd.home.all()), "PIBT waits before it, for ever"


def test_an_agent_on_a_cell_that_closes_leaves_or_stays():
    for free, after in ((picture(".."), [1, 0]), (picture(".#"), [0, 0])):
        for make in (new_windowed, new_pibt):
            run = Run(free, [(0, 0)], [(0, 0)], make=make)
            run.crowd.close(0, 1, 50)
            run.advance(5)
            assert run.plan[-1].tolist() == [after]


def test_an_edit_is_followed():
    before, after = picture("....", "####", "...."), picture(".#..", "....", "...#")
    for make in (new_windowed, new_pibt):
        run = Run(before, [(0, 0), (1, 0), (3, 2), (0, 2)], [(3, 0), (1, 0), (3, 2), (0, 0)], make=make)
        run.crowd.close(run.lattice.number(2, 2), 0, 1000)
        run.advance(1)
        assert run.crowd.lost.tolist() == [False, False, False, True], "there is a wall between"
        before_edit = run.crowd.save()
        there = run.plan[-1]
        run.free, run.lattice = after, lattice_of_free(after)
        gone = run.crowd.follow(run.lattice)
        assert gone.tolist() == [i for i, (x, y) in enumerate(there.tolist()) if not after[y, x]]
        left = run.crowd.present
        assert run.crowd.lost.tolist() == (left & (run.crowd.state.goal == NONE)).tolist()
        assert left.sum() == 4 - len(gone)
        assert (run.places(run.crowd.state.cell)[left] == there[left]).all()
        run.plan = [run.places(run.crowd.state.cell)]
        run.advance(40)
        assert run.crowd.home[left & (run.crowd.state.goal != NONE)].all()
        assert run.fault() == ""
        assert run.crowd.follow(lattice_of_free(after)).tolist() == []
        run.crowd.restore(before_edit)
        assert run.crowd.lattice.cells == 8
        assert (run.crowd.lattice.places(run.crowd.state.cell) == there).all()


def test_the_number_of_one_whose_cell_is_gone_is_given_to_another():
    free = np.ones((1, 9), bool)
    run = Run(free, [(0, 0), (1, 0)], [(0, 0), (1, 0)]).advance(2)
    free[0, 0] = False  # the other's cell has the number now that this one had
    assert run.crowd.follow(lattice_of_free(free)).tolist() == [0]
    run.advance(1)
    assert run.crowd.add(7, 7) == 0
    table = table_of(run.crowd)
    assert (table_of(run.crowd.restore(run.crowd.save())) == table).all()
    assert (table >= 0).sum() == 2 * table.shape[1]


def test_a_flag_stops_a_window_and_nothing_has_changed():
    run = Run(np.ones((4, 4), bool), [(0, 0), (3, 3)], [(3, 0), (0, 3)])
    run.crowd.stop[0] = 1
    step = run.crowd.advance()
    assert step.stopped
    assert step.cells.tolist() == run.crowd.state.cell.tolist() == [0, 15]
    run.crowd.stop[0] = 0
    other = Run(np.ones((4, 4), bool), [(0, 0), (3, 3)], [(3, 0), (0, 3)]).advance(9)
    assert run.advance(9).told == other.told
    assert (run.plan[-1] == other.plan[-1]).all()


def test_seeds():
    case = knot(4, 1)
    runs = [Run(*case, seed=seed, make=new_pibt).advance(30) for seed in (1, 1, 2)]
    assert (np.array(runs[0].plan) == np.array(runs[1].plan)).all()
    assert (np.array(runs[0].plan) != np.array(runs[2].plan)).any()


def test_bad_input():
    lattice = lattice_of_free(np.ones((2, 2), bool))
    for starts, goals, message in [
        ([0], [0, 1], "goals: 2 for 1 agents, expected one for each"),
        ([4], [0], "start of agent 0: cell 4, expected the number of one of 4 free cells"),
        ([0], [-1], "goal of agent 0: cell -1"),
        ([0, 1, 0], [0, 1, 2], "start of agent 2: cell 0, where agent 0 is"),
    ]:
        with pytest.raises(BadInput, match=message):
            new_windowed(lattice, np.array(starts), np.array(goals))
    crowd = new_windowed(lattice, np.array([0]), np.array([3]))
    for call, message in [
        (lambda: crowd.add(0, 1), "cell 0, where agent 0 is"),
        (lambda: crowd.add(1, 9), "goal of agent 0: cell 9"),
        (lambda: crowd.remove(1), "agent: 1, expected the number of one that is there"),
        (lambda: crowd.aim(0, 4), "cell 4"),
        (lambda: crowd.close(7, 0, 1), "cell 7"),
    ]:
        with pytest.raises(BadInput, match=message):
            call()
    for options, message in [
        ({"window": 3}, "window: 3, expected 4 … 64"),
        ({"every": 17}, "every"),
        ({"tries": -1}, "tries"),
    ]:
        with pytest.raises(BadInput, match=message):
            WindowedOptions(**options)


def test_memory_is_bounded_and_a_refusal_changes_nothing():
    lattice = lattice_of_free(np.ones((10, 10), bool))
    cells = np.arange(6)
    with pytest.raises(BadInput, match="6 different goals on 100 cells"):
        new_windowed(lattice, cells, cells, WindowedOptions(most_bytes=1000))
    crowd = new_windowed(lattice, cells[:5], cells[:5], WindowedOptions(most_bytes=1000))
    for call in (lambda: crowd.add(50, 60), lambda: crowd.aim(0, 60)):
        with pytest.raises(BadInput, match="6 different goals"):
            call()
    assert crowd.present.sum() == 5
    assert crowd.state.goal.tolist() == cells[:5].tolist()
    crowd.advance()
    crowd.remove(4)
    assert crowd.add(50, 60) == 4
