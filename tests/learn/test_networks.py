"""The kernel is the plain sum, unit by unit; shares add up; files come back whole, and foreign ones are one line."""

from __future__ import annotations

import json
import zlib
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.errors import BadInput, SandboxError
from sandbox.games.two_words.rules import work_array
from sandbox.gametree.evaluation import evaluations
from sandbox.gametree.evaluation.networks import block
from sandbox.gametree.evaluation.networks.network import Network, evaluate
from sandbox.gametree.evaluation.packed import LARGEST
from sandbox.learn.course import Course, Plan
from sandbox.learn.design import Dense, Stones
from sandbox.learn.learners.api import Fitted, Passed, Task, learner_for
from sandbox.learn.learners.networks import turned
from sandbox.learn.models.logistic import Logistic
from sandbox.learn.models.network import Network as Model
from sandbox.learn.samples import HELD_OUT, Samples
from tests.oracles.network import estimate
from tests.strategies.games import made, playout, seeds

pytestmark = pytest.mark.small
NETWORKS = [e for e in evaluations if issubclass(e.cls, Network)]
words = st.integers(0, 2**64 - 1)
widths = st.lists(st.integers(1, block.WIDEST), min_size=1, max_size=3).map(tuple)


def some_net(shape: tuple[int, ...], seed: int, most: int = 900, key: str = "tic-tac-toe-network") -> block.Net:
    draw = np.random.default_rng(seed)
    count = sum((rows + 1) * wide for rows, wide in zip((128, *shape), (*shape, 1), strict=True))
    gain = int(draw.integers(1, 40_000))
    return block.Net(key, shape, draw.integers(-most, most + 1, count).astype(np.int16), gain, 400.0)


@settings(max_examples=30)
@given(shape=widths, seed=seeds, a=words, b=words, most=st.sampled_from([1, 900, LARGEST]))
def test_the_kernel_is_the_plain_sum(shape: tuple[int, ...], seed: int, a: int, b: int, most: int) -> None:
    net = some_net(shape, seed, most)
    data = work_array(None, net.words())
    found = int(evaluate(np.uint64(a), np.uint64(b & ~a), data))
    assert found == estimate(net, a, b & ~a)
    assert abs(found) < 20_000


@pytest.mark.parametrize("entry", NETWORKS, ids=lambda e: e.key)
@given(seed=seeds)
def test_shares_add_up_and_nearly_are_the_estimate_stone_by_stone(entry: Any, seed: int) -> None:
    game = made((entry.info["games"][0], {}))
    evaluation = entry.create()
    for position in playout(game, seed)[:-1:4]:
        data = work_array(game.data(position), evaluation.weights())
        told = evaluation.explain(position.words, data)
        places = evaluation.places(position.words)
        assert sum(f.share for f in told) == estimate(evaluation.held(), *position.words)
        assert len(places) == sum(word.bit_count() for word in stones_of(evaluation, position.words))


def stones_of(evaluation: Network, both: tuple[int, int]) -> list[int]:
    board = sum(1 << bit for bit, _ in evaluation.squares)
    return [word & board for word in both]


def test_what_a_stone_is_worth_is_what_the_estimate_loses_without_it() -> None:
    """One unit that hands on in both positions: the share is the difference to the last unit of rounding."""
    rows = np.zeros((128, 1))
    rows[4, 0], rows[64, 0] = 0.5, -0.25
    layers = [(rows, np.array([1.0])), (np.array([[1.0]]), np.zeros(1))]
    net = block.Net.of("tic-tac-toe-network", layers, 400.0, 400.0)
    assert estimate(net, 1 << 4, 1) == 500
    assert estimate(net, 1 << 4, 0) == 600
    from sandbox.gametree.evaluation.networks.network import worth_of

    worth = worth_of(net, (1 << 4, 1))
    assert worth[4] == pytest.approx(200, abs=1)
    assert worth[64] == pytest.approx(-100, abs=1)


@settings(max_examples=30)
@given(shape=widths, seed=seeds)
def test_a_file_comes_back_whole(shape: tuple[int, ...], seed: int) -> None:
    net = some_net(shape, seed, LARGEST)
    found = block.from_bytes(net.to_bytes(), "w", net.key)
    assert (found.widths, found.gain, found.scale) == (net.widths, net.gain, net.scale)
    assert (found.table == net.table).all()
    assert found.to_bytes() == net.to_bytes()


@settings(max_examples=30)
@given(shape=widths, seed=seeds, unit=st.sampled_from([40.0, 400.0, 4000.0]))
def test_real_weights_are_rounded_and_back_the_same_bytes(shape: tuple[int, ...], seed: int, unit: float) -> None:
    model = Model(layers="-".join(map(str, shape)))
    from sandbox.learn.models.layers import parted

    layers = parted(model.sizes(128), model.begin(128) * 0.5 + seed % 3)
    net = block.Net.of("tic-tac-toe-network", layers, unit, 0.0)
    again = block.Net.of(net.key, net.layers(unit), unit, 0.0)
    assert np.abs(again.table.astype(int) - net.table).max() <= 1
    for (rows, bias), (one, two) in zip(layers[:-1], net.layers(unit)[:-1], strict=True):
        assert np.abs(rows - one).max() <= 1 / (1 << block.SHIFT)
        assert np.abs(bias - two).max() <= 1 / (1 << block.SHIFT)


def head(**other: Any) -> bytes:
    facts = {"format": block.FORMAT, "evaluation": "othello-network", "layers": [16], "gain": 64, "scale": 0}
    return json.dumps(facts | other).encode() + b"\n"


HOSTILE = {
    "nothing": b"",
    "a pickle": b"\x80\x04cos\nsystem\n(S'echo'\ntR.",
    "another format": head(format="other") + zlib.compress(b"x"),
    "another game's": head(evaluation="morris-network") + zlib.compress(b"x"),
    "too wide": head(layers=[10**9]) + zlib.compress(b"x"),
    "too deep": head(layers=[2, 2, 2, 2]) + zlib.compress(b"x"),
    "no layers": head(layers=[]) + zlib.compress(b"x"),
    "layers no list": head(layers="16") + zlib.compress(b"x"),
    "half a unit": head(layers=[1.5]) + zlib.compress(b"x"),
    "no gain": head(gain=0) + zlib.compress(b"x"),
    "no chance": head(scale=-1) + zlib.compress(b"x"),
    "infinite": head(scale=1e400) + zlib.compress(b"x"),
    "a list": b"[1]\n" + zlib.compress(b"x"),
    "damaged": head() + b"rubbish",
    "cut short": head() + zlib.compress(bytes(100)),
    "a bomb": head() + zlib.compress(bytes(30_000_000)),
    "beyond": head() + zlib.compress(b"\x7f" * 2 * (129 * 16 + 17)),
    "deep": b"[" * 1500 + b"\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_one_line(name: str, tmp_path: Any) -> None:
    path = tmp_path / "w.weights"
    path.write_bytes(HOSTILE[name])
    with pytest.raises(BadInput, match=r"w\.weights") as error:
        evaluations["othello-network"].create({"file": str(path)}).weights()
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 400


def test_a_file_that_is_cut_anywhere_is_refused() -> None:
    whole = some_net((8, 4), 1).to_bytes()
    for at in range(0, len(whole), max(1, len(whole) // 40)):
        with pytest.raises(BadInput):
            block.from_bytes(whole[:at], "w", "tic-tac-toe-network")


def test_a_network_learns_what_is_planted() -> None:
    """Who has the centre wins, but for games in which nobody has it: no linear function of the nine squares."""
    draw = np.random.default_rng(1)
    a = draw.integers(0, 512, 4000).astype(np.uint64)
    b = draw.integers(0, 512, 4000).astype(np.uint64) & ~a
    both = np.bitwise_xor(a >> np.uint64(4) & np.uint64(1), a & np.uint64(1))
    samples = Samples(np.stack([a, b], 1), both * 2.0 - 1, np.arange(4000))
    learner = learner_for("tic-tac-toe-network", "tic-tac-toe")
    told = list(learner.fit(Task("tic-tac-toe", samples, Model(layers="16", passes=20))))
    assert [type(t) for t in told] == [Passed] * 20 + [Fitted]
    assert told[-1].held_out < 0.5 < 0.693


def test_other_models_are_refused(tmp_path: Any) -> None:
    with pytest.raises(BadInput, match="expected network for tic"):
        Course(Plan("tic-tac-toe-network", "tic-tac-toe", Logistic()), tmp_path / "w")
    for key, game in (("open-lines", "tic-tac-toe"), ("othello-patterns", "othello")):
        with pytest.raises(BadInput, match="linear or logistic"):
            Course(Plan(key, game, Model()), tmp_path / "w")
    with pytest.raises(SandboxError, match="nothing was learned"):
        learner_for("tic-tac-toe-network", "tic-tac-toe").words()


@pytest.mark.parametrize("layers", ["", "0", "65", "8-8-8-8", "8,8", "-8", "²", "9999999"])
def test_layers_that_cannot_be_are_one_line(layers: str) -> None:
    with pytest.raises(BadInput, match="layers"):
        Model(layers=layers)


@pytest.mark.parametrize("entry", NETWORKS, ids=lambda e: e.key)
def test_turned_boards_are_boards_that_the_game_takes_for_the_same(entry: Any) -> None:
    game = made((entry.info["games"][0], {}))
    symmetry = game.kernels().symmetry
    for position in playout(game, 5)[:-1]:
        state = np.array([position.words], np.uint64)
        one = tuple(int(w) for w in symmetry(*state[0], game.data()))
        for number in range(len(entry.cls.turns)):
            bits = turned(Stones.of(state).x, np.array([number]), entry.cls())
            found = np.packbits(bits, axis=1, bitorder="little").view("<u8")[0]
            assert tuple(int(w) for w in symmetry(*found.astype(np.uint64), game.data())) == one


@given(a=words, b=words)
def test_stones_are_the_bits_of_both_words(a: int, b: int) -> None:
    rows = Stones.of(np.array([[a, b]], np.uint64)).rows(np.array([0]))
    assert rows[0].tolist() == [a >> i & 1 for i in range(64)] + [b >> i & 1 for i in range(64)]
    assert isinstance(Stones.of(np.zeros((0, 2), np.uint64)), Dense)


@pytest.mark.parametrize("entry", NETWORKS, ids=lambda e: e.key)
def test_every_engine_that_judges_by_an_evaluation_offers_it(entry: Any) -> None:
    from sandbox.gametree.api import engines
    from sandbox.gametree.evaluation.judging import offered

    lists = [o.choices for e in engines for o in offered(e, entry.info["games"][0]) if o.name == "evaluation"]
    assert len(lists) > 4
    assert all(entry.key in choices for choices in lists)


LEARNED = [("open-lines", "tic-tac-toe", Logistic()), ("tic-tac-toe-network", "tic-tac-toe", Model("8", passes=2)),
           ("connect-four-windows", "connect-four", Logistic(steps=1))]  # fmt: skip


def some_samples() -> Samples:
    draw = np.random.default_rng(2)
    a = draw.integers(0, 512, 3000).astype(np.uint64)
    b = draw.integers(0, 512, 3000).astype(np.uint64) & ~a
    return Samples(np.stack([a, b], 1), draw.integers(-1, 2, 3000).astype(float), np.sort(draw.integers(0, 60, 3000)))


@pytest.mark.parametrize(("key", "game", "model"), LEARNED, ids=[key for key, _, _ in LEARNED])
def test_what_is_held_out_changes_nothing(key: str, game: str, model: Any) -> None:
    samples, learned = some_samples(), []
    held = samples.games % HELD_OUT == HELD_OUT - 1
    for labels in (samples.labels, np.where(held, -samples.labels, samples.labels)):
        learner = learner_for(key, game)
        list(learner.fit(Task(game, samples.labelled(labels), model)))
        learned.append(learner.words())
    assert (learned[0] == learned[1]).all()


@pytest.mark.parametrize(("key", "game", "model"), LEARNED, ids=[key for key, _, _ in LEARNED])
def test_a_leak_of_what_is_held_out_is_caught_whoever_learns(
    key: str, game: str, model: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Samples, "split", lambda self: (self, self.at(np.arange(len(self)) % 12 == 0)))
    with pytest.raises(SandboxError, match="held out are among those to learn from"):
        list(learner_for(key, game).fit(Task(game, some_samples(), model)))


def test_the_ridge_holds_all_positions_together_and_not_each() -> None:
    """Everything twice with twice the ridge is the same task; a step that looks at all of it goes the same way."""
    draw = np.random.default_rng(8)
    x, target = draw.normal(size=(40, 5)), draw.integers(0, 2, 40).astype(np.float64)
    once, twice, free = (Model(layers="3", passes=60, batch=1000, rate=0.05, ridge=r) for r in (6.0, 12.0, 0.0))
    begin = once.begin(5)
    found = once.fit(Dense(x), target, begin)
    again = twice.fit(Dense(np.concatenate([x, x])), np.concatenate([target, target]), begin)
    assert np.allclose(found, again, atol=1e-9)
    unheld = free.fit(Dense(x), target, begin)
    assert 0 < np.sum(found**2) < np.sum(unheld**2) / 2
    assert once.loss(Dense(x), target, begin, found) < once.loss(Dense(x), target, begin, unheld)
