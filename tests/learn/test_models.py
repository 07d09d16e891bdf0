"""Gradients are numerical ones; the closed form is what conjugate gradients find; what is planted is found again."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.errors import SandboxError
from sandbox.learn.design import Dense, Places
from sandbox.learn.models.api import models, sign_points
from sandbox.learn.models.linear import Linear
from sandbox.learn.models.squares import Squares, closed_form, conjugate_gradients
from sandbox.learn.samples import Samples, check_apart, joined

pytestmark = pytest.mark.small
seeds = st.integers(0, 10_000)


def planted(seed, rows=60, columns=5):
    draw = np.random.default_rng(seed)
    x, w = draw.normal(size=(rows, columns)), draw.normal(size=columns)
    return Dense(x), w, draw


MODELS = [
    *((e.key, {}) for e in models if e.cls.linear),
    ("network", {"layers": "4-3-2", "ridge": 0.3}),
    ("network", {"layers": "4", "output": "points"}),
]


@settings(max_examples=40)
@pytest.mark.parametrize(("key", "options"), MODELS)
@given(seed=seeds)
def test_gradients_are_numerical_ones(key, options, seed):
    model = models[key].create(options)
    design, _, draw = planted(seed)
    target, w = model.target(draw.normal(size=60) * 3), model.begin(5) + draw.normal(size=len(model.begin(5)))
    centre, step = draw.normal(size=len(w)), 1e-6
    slopes = [
        (model.loss(design, target, centre, w + step * e) - model.loss(design, target, centre, w - step * e)) / step / 2
        for e in np.eye(len(w))
    ]
    assert np.allclose(model.gradient(design, target, centre, w), slopes, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("key", [e.key for e in models if e.cls.linear])
@given(seed=seeds)
def test_a_fit_ends_where_the_slope_is_nothing(key, seed):
    model = models[key].create({"ridge": 0.5})
    design, _, draw = planted(seed)
    target, centre = model.target(draw.normal(size=60) * 3), draw.normal(size=5)
    w = model.fit(design, target, centre)
    assert np.abs(model.gradient(design, target, centre, w)).max() < 1e-3
    assert model.loss(design, target, centre, w) <= model.loss(design, target, centre, centre) + 1e-9


@pytest.mark.parametrize("output", ["chance", "points"])
def test_a_network_falls_pass_by_pass_and_is_the_same_from_the_same_seed(output):
    model = models["network"].create({"layers": "16-8", "output": output, "passes": 60, "batch": 16})
    design, w, _ = planted(3, rows=400)
    target, falls = model.target(np.abs(design.times(w)) * 4 - 4), []
    found = model.fit(design, target, model.begin(5), lambda _, error: falls.append(error))
    assert len(falls) == 60
    assert falls[-1] < 0.6 * falls[0]
    assert (found == model.fit(design, target, model.begin(5))).all()


@given(seed=seeds, ridge=st.floats(0.01, 50), weighted=st.booleans())
def test_the_closed_form_is_what_conjugate_gradients_find(seed, ridge, weighted):
    design, _, draw = planted(seed)
    rows = draw.uniform(0.1, 2, 60) if weighted else np.ones(60)
    of = Squares(design, draw.normal(size=60), rows, ridge, draw.normal(size=5))
    assert np.allclose(closed_form(of), conjugate_gradients(of, 50), atol=1e-6)


@given(seed=seeds)
def test_places_are_a_matrix_never_formed(seed):
    draw = np.random.default_rng(seed)
    places = Places(draw.integers(0, 9, (30, 4)).astype(np.int32), 9)
    w, r, dense = draw.normal(size=9), draw.normal(size=30), Dense(places.rows(slice(None)))
    assert np.allclose(places.times(w), dense.times(w))
    assert np.allclose(places.back(r), dense.back(r))
    both = [Squares(d, r, np.ones(30), 1.0, np.zeros(9)) for d in (places, dense)]
    assert np.allclose(conjugate_gradients(both[0], 60), closed_form(both[1]), atol=1e-6)


@given(seed=seeds)
def test_a_planted_linear_function_is_found_again(seed):
    design, w, _ = planted(seed)
    found = Linear(ridge=0.0).fit(design, design.times(w), np.zeros(5))
    assert np.allclose(found, w, atol=1e-6)


def test_a_column_of_zeros_keeps_the_weight_it_had():
    design = Dense(np.column_stack([np.ones(8), np.zeros(8)]))
    assert np.allclose(Linear(ridge=0.0).fit(design, np.full(8, 3.0), np.array([0.0, 7.0])), [3.0, 7.0])


def some(states, numbers):
    pairs = np.array([(s, 0) for s in states], np.uint64).reshape(-1, 2)
    return Samples(pairs, np.zeros(len(states)), np.array(numbers, np.int64))


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 60)), max_size=80))
def test_nothing_that_is_held_out_is_seen(pairs):
    samples = some([s for s, _ in pairs], [g for _, g in pairs])
    seen, held = samples.split()
    check_apart(seen, held)
    assert not set(seen.games) & set(held.games)
    assert not set(seen.states[:, 0]) & set(held.states[:, 0])


def test_a_leak_is_caught():
    seen, held = some([1, 2, 3], [0, 0, 1]), some([9, 3], [11, 11])
    with pytest.raises(SandboxError, match="1 of 2 positions held out"):
        check_apart(seen, held)


def test_labels_between_lost_and_won_are_chances_between():
    assert sign_points(np.array([-64.0, -1, -0.5, 0, 0.5, 1, 22])).tolist() == [0, 0, 0.25, 0.5, 0.75, 1, 1]


def test_games_are_numbered_on():
    assert joined([some([1, 2], [0, 1]), some([3], [0])]).games.tolist() == [0, 1, 2]
    assert len(joined([])) == 0
