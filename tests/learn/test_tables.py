"""Look-ups are the plain numbers of what stands there; files come back whole, and foreign ones are one line."""

from __future__ import annotations

import json
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.errors import BadInput
from sandbox.games.two_words.outflanking import mirrored, transposed
from sandbox.games.two_words.rules import work_array
from sandbox.gametree.evaluation import evaluations
from sandbox.gametree.evaluation.board import by_field
from sandbox.gametree.evaluation.packed import LARGEST
from sandbox.gametree.evaluation.patterns import block
from sandbox.gametree.evaluation.patterns.learnt import Learnt
from sandbox.gametree.evaluation.patterns.shapes import LANES, number_of
from tests.oracles import features as naive
from tests.strategies.games import made, playout, seeds

pytestmark = pytest.mark.small
TABLES = [e for e in evaluations if issubclass(e.cls, Learnt)]
words = st.integers(0, 2**64 - 1)


def random_weights(kind, seed=1, most=300):
    draw = np.random.default_rng(seed)
    free = draw.integers(-most, most + 1, (kind.stages, kind.shapes.shared[1])).astype(np.int16)
    return block.Learned(kind.key, free, draw.integers(-90, 90, block.BIASES).astype(np.int16))


def boards(kind, a, b):
    """Any words, cut down to the squares the game has."""
    squares = sum(1 << s for _, place in kind.shapes.places for s in place)
    return a & squares, b & ~a & squares


@pytest.mark.parametrize("entry", TABLES, ids=lambda e: e.key)
@given(a=words, b=words)
def test_every_place_has_the_number_of_what_stands_there(entry, a, b):
    kind = entry.cls
    a, b = boards(kind, a, b)
    out = np.zeros(LANES, np.int16)
    kind.numbers_kernel(np.uint64(a), np.uint64(b), out, np.uint64(0))
    own, other = (tuple(s for s in range(64) if word >> s & 1) for word in (a, b))
    for at, (_, squares) in enumerate(kind.shapes.places):
        assert out[at] == number_of(own, other, squares)


@given(seed=seeds)
def test_threats_are_counted_square_by_square(seed):
    kind = evaluations["connect-four-windows"].cls
    first = len(kind.shapes.places)
    for position in playout(made(("connect-four", {})), seed)[:-1:3]:
        out = np.zeros(LANES, np.int16)
        kind.numbers_kernel(*(np.uint64(w) for w in position.words), out, np.uint64(0))
        assert tuple(out[first : first + 2]) == naive.waiting_threats(position)


@pytest.mark.parametrize("entry", TABLES, ids=lambda e: e.key)
@given(a=words, b=words)
def test_shares_add_up_to_the_estimate(entry, a, b):
    a, b = boards(entry.cls, a, b)
    data = work_array(None, random_weights(entry.cls).words(entry.cls.shapes))
    estimate = int(entry.cls.evaluate_kernel(np.uint64(a), np.uint64(b), data))
    features = entry.cls().explain((a, b), data)
    assert sum(f.share for f in features) == estimate or abs(estimate) >= 19_999


@given(a=words, b=words)
def test_images_of_an_othello_board_have_the_same_estimate(a, b):
    kind = evaluations["othello-patterns"].cls
    a, b = np.uint64(a), np.uint64(b & ~a)
    data = work_array(None, random_weights(kind).words(kind.shapes))
    values = {int(kind.evaluate_kernel(a, b, data))}
    for image in (mirrored, transposed):
        a, b = np.uint64(image(a)), np.uint64(image(b))
        values.add(int(kind.evaluate_kernel(a, b, data)))
    assert len(values) == 1


def test_othello_has_logistellos_patterns():
    shapes = evaluations["othello-patterns"].cls.shapes
    assert (len(shapes.patterns), len(shapes.places), shapes.total, shapes.shared[1]) == (11, 46, 167_265, 113_877)


@pytest.mark.parametrize("entry", TABLES, ids=lambda e: e.key)
def test_a_file_comes_back_whole(entry, tmp_path):
    kind, path = entry.cls, tmp_path / "w.weights"
    learned = random_weights(kind, most=1)
    learned.errors[2, 5] = (980, -12, 300)
    learned.save(path)
    found = block.load(path, kind.key, kind.shapes, kind.stages)
    assert (found.free == learned.free).all()
    assert (found.biases == learned.biases).all()
    assert (found.errors == learned.errors).all()
    assert (entry.create({"file": str(path)}).weights() == learned.words(kind.shapes)).all()
    assert learned.to_bytes() == random_bytes_again(kind)


def random_bytes_again(kind):
    again = random_weights(kind, most=1)
    again.errors[2, 5] = (980, -12, 300)
    return again.to_bytes()


@pytest.mark.parametrize("entry", TABLES, ids=lambda e: e.key)
def test_what_ships_is_small_and_no_weight_reaches_an_exact_result(entry):
    from sandbox.settings import assets_folder

    assert (assets_folder() / "weights" / f"{entry.key}.weights").stat().st_size <= 900_000
    kind = entry.cls
    free = np.full((kind.stages, kind.shapes.shared[1]), LARGEST, np.int16)
    data = work_array(None, block.Learned(kind.key, free).words(kind.shapes))
    assert abs(int(kind.evaluate_kernel(np.uint64(3), np.uint64(12), data))) < 20_000


def head(**other):
    facts = {"format": block.FORMAT, "evaluation": "othello-patterns", "stages": 15, "weights": 113_877, "scale": 0}
    return json.dumps(facts | other).encode() + b"\n"


HOSTILE = {
    "nothing": b"",
    "a pickle": b"\x80\x04cos\nsystem\n(S'echo'\ntR.",
    "another format": head(format="other") + zlib.compress(b"x"),
    "another evaluation": head(evaluation="connect-four") + zlib.compress(b"x"),
    "other sizes": head(stages=10**9) + zlib.compress(b"x"),
    "not numbers": head(stages="many") + zlib.compress(b"x"),
    "no chance": head(scale=-1) + zlib.compress(b"x"),
    "infinite": head(scale=1e400) + zlib.compress(b"x"),
    "a list": b"[1]\n" + zlib.compress(b"x"),
    "damaged": head() + b"rubbish",
    "cut short": head() + zlib.compress(bytes(100)),
    "a bomb": head() + zlib.compress(bytes(30_000_000)),
    "deep": b"[" * 1500 + b"\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_one_line(name, tmp_path):
    path = tmp_path / "w.weights"
    path.write_bytes(HOSTILE[name])
    with pytest.raises(BadInput, match=r"w\.weights") as error:
        evaluations["othello-patterns"].create({"file": str(path)}).weights()
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 400


def test_a_file_that_is_cut_anywhere_is_refused(tmp_path):
    kind = evaluations["othello-patterns"].cls
    whole = block.Learned(kind.key, np.zeros((15, 113_877), np.int16)).to_bytes()
    for at in range(0, len(whole), max(1, len(whole) // 20)):
        with pytest.raises(BadInput):
            block.from_bytes(whole[:at], "w", kind.key, kind.shapes, kind.stages)


def test_a_logistic_estimate_says_the_chance_to_win(tmp_path):
    kind = evaluations["connect-four-windows"].cls
    path = tmp_path / "w.weights"
    block.Learned(kind.key, np.zeros((kind.stages, kind.shapes.shared[1]), np.int16), scale=400).save(path)
    evaluation = kind(str(path))
    chances = [evaluation.win_probability(value) for value in (-19_999, -400, 0, 400, 19_999)]
    assert chances == sorted(chances)
    assert chances[2] == 0.5
    assert chances[3] == pytest.approx(1 / (1 + np.exp(-1)))
    assert evaluation.win_probability(10**9) == 1.0


@pytest.mark.parametrize("entry", TABLES, ids=lambda e: e.key)
@given(a=words, b=words)
def test_what_fields_add_adds_up_to_the_estimate_and_by_pattern(entry, a, b):
    kind = entry.cls
    a, b = boards(kind, a, b)
    features = {f.name: f.share for f in kind().explain((a, b), work_array(None, kind().weights()))}
    whole = by_field(kind(), (a, b))
    elsewhere = features["stones set"] + sum(features[name] for name, _ in kind.shapes.counts)
    assert sum(whole.values()) + elsewhere == pytest.approx(sum(features.values()))
    for name in kind.shapes.names[:3]:
        assert sum(by_field(kind(), (a, b), name).values()) == pytest.approx(features[name])
    assert by_field(kind(), (a, b), "nobody") == {}


@pytest.mark.parametrize(("entry", "game"), [(e, e.info["games"][0]) for e in TABLES], ids=str)
def test_fields_are_where_the_board_draws_its_stones(entry, game):
    from tests.strategies.games import game_of, random_positions

    face = game_of(game).face()
    for position in random_positions(game_of(game), 5, 20, seed=3):
        a, b = position.words
        drawn = {(int(s.x), int(s.y)) for s in face.picture(position).stones}
        squares = {s for _, place in entry.cls.shapes.places for s in place}
        assert {entry.cls.shapes.field(s) for s in squares if (a | b) >> s & 1} == drawn


def test_an_evaluation_without_squares_names_none():
    assert by_field(evaluations["othello-positional"].create(), (1, 2)) == {}
