"""Multi-ProbCut cuts what its naive twin cuts, says why, and without a model or switched off changes no node."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.errors import BadInput
from sandbox.games.two_words.rules import INFINITE, exact_score, work_array
from sandbox.gametree import work as w
from sandbox.gametree.api import Limits, engines
from sandbox.gametree.evaluation.api import LIMIT
from sandbox.gametree.evaluation.judging import judge_of, offered
from sandbox.gametree.evaluation.patterns import block
from sandbox.gametree.evaluation.patterns.connect_four import SHAPES as WINDOWS
from sandbox.gametree.evaluation.patterns.connect_four import stage as phase
from sandbox.gametree.evaluation.patterns.othello import SHAPES as PATTERNS
from sandbox.gametree.evaluation.patterns.othello import stage
from sandbox.gametree.options import WindowOptions
from sandbox.gametree.recorder import Cause, TreeRecording
from sandbox.gametree.report import SearchReport
from sandbox.gametree.tree.causes import Causes
from sandbox.gametree.tree.reading import Searched, of_recording
from sandbox.gametree.windowed import probcut
from sandbox.gametree.windowed.search import search
from sandbox.gametree.windowed.session import Session, Settings, bound_to
from tests.oracles.probcut import SHALLOW, ProbCut
from tests.strategies.games import game_of, random_positions

KEYS = {"othello": "othello-patterns", "connect-four": "connect-four-windows"}
STAGES = {"othello": (PATTERNS.stage, stage), "connect-four": (WINDOWS.stage, phase)}
POSITIONS = {
    "othello": random_positions(game_of("othello"), 30, 52, seed=5),
    "connect-four": random_positions(game_of("connect-four"), 30, 30, seed=5),
}
PLAIN = {"table": "off", "table_move": False, "killers": False, "history": False, "static": False, "cycles": False}


def model_of(key: str, errors: Any) -> Any:
    """The twin's error model from the array that goes into a file."""

    def found(position: Any, depth: int) -> tuple[int, int, int] | None:
        stones = (position.words[0] | position.words[1]).bit_count()
        row = errors[STAGES[key][0](stones), depth if depth < 16 else 14 + depth % 2]
        return (int(row[0]), int(row[1]), int(row[2])) if row[2] else None

    return found


def twin_of(key: str, errors: Any, spare: int, *, narrow: bool) -> ProbCut:
    game = game_of(key)
    face, judge = game.face(), judge_of(game, KEYS[key])

    def estimate(position: Any) -> int:
        a, b = (np.uint64(x) for x in position.words)
        return int(judge.kernel(a, b, work_array(game.data(position), judge.weights)))

    def score(position: Any) -> int:
        return int(exact_score(int(face.utility(position, face.to_move(position)))))

    return ProbCut(face, estimate, score, model_of(key, errors), spare, LIMIT, narrow)


def session_of(
    key: str,
    position: Any,
    errors: Any,
    spare: int,
    *,
    recording: TreeRecording | None = None,
    bound: bool = True,
    **options: Any,
) -> Session:
    """With an error model of the test's own, and the step compiled in whether it is asked for or not."""
    chosen = WindowOptions(table_bits=10, evaluation=KEYS[key], **options)
    words = chosen.words() | {w.NULL_WINDOWS: 1} if options.get("aspiration") == 0 else chosen.words()
    of = Settings(search, words, chosen.layout(), chosen.evaluation)
    session = Session(game_of(key), position, Limits(), SearchReport(), recording, of)
    session.kernel = bound_to(search, session.game, session.judge, recorded=recording is not None, probcut=bound)
    at = w.FREE + block.ERRORS
    packed = errors.reshape(-1, 3).astype(np.int64).astype(np.uint64) & np.uint64(0xFFFF)
    session.words[at : at + len(packed)] = packed[:, 0] | packed[:, 1] << np.uint64(16) | packed[:, 2] << np.uint64(32)
    session.words[w.LIMIT], session.words[w.PROBCUT] = np.uint64(1 << 62), spare
    return session


@st.composite
def models(draw: st.DrawFn) -> Any:
    """Tight ones cut much, loose ones little; some depths have none."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    errors = np.zeros((15, 16, 3), np.int16)
    errors[..., 0] = rng.integers(500, 1501, (15, 16))
    errors[..., 1] = rng.integers(-200, 201, (15, 16))
    errors[..., 2] = rng.integers(0, draw(st.sampled_from([2, 60, 400, 3000])), (15, 16))
    return errors


@pytest.mark.parametrize("key", sorted(KEYS))
@given(data=st.data())
@settings(max_examples=40)
def test_the_kernel_cuts_what_its_twin_cuts(key: str, data: st.DataObject) -> None:
    position = data.draw(st.sampled_from(POSITIONS[key]))
    errors, spare = data.draw(models()), data.draw(st.integers(0, 400))
    narrow, depth = data.draw(st.booleans()), data.draw(st.integers(1, 4))
    alpha = data.draw(st.sampled_from([-INFINITE, -LIMIT, -300, 0, 250]))
    beta = data.draw(st.sampled_from([b for b in (alpha + 1, 400, LIMIT, INFINITE) if b > alpha]))
    twin = twin_of(key, errors, spare, narrow=narrow)
    session = session_of(key, position, errors, spare, **PLAIN)
    session.words[w.NULL_WINDOWS] = int(narrow)
    assert session.window(depth, alpha, beta) == twin.value(position, depth, alpha, beta)
    assert int(session.words[w.NODES]) == twin.counts["nodes"]
    assert int(session.words[w.FORETOLD]) == twin.counts["foretold"]


@pytest.mark.slow
@pytest.mark.parametrize("key", sorted(KEYS))
@given(data=st.data())
@settings(max_examples=20, deadline=None)
def test_and_deeper_where_shallow_searches_cut_too(key: str, data: st.DataObject) -> None:
    late = [p for p in POSITIONS[key] if len(game_of(key).face().moves(p)) <= 4]
    position, errors = data.draw(st.sampled_from(late)), data.draw(models())
    twin = twin_of(key, errors, 100, narrow=True)
    session = session_of(key, position, errors, 100, **PLAIN)
    session.words[w.NULL_WINDOWS] = 1
    assert session.window(9) == twin.value(position, 9, -INFINITE, INFINITE)
    assert int(session.words[w.FORETOLD]) == twin.counts["foretold"]


def every_option(data: st.DataObject) -> dict[str, Any]:
    switches = ("table_move", "killers", "history", "replies", "static", "internal_deepening", "symmetry", "best_case")
    chosen: dict[str, Any] = {name: data.draw(st.booleans(), name) for name in (*switches, "forced", "deeper_entries")}
    chosen["table"] = data.draw(st.sampled_from(["off", "array", "chained"]))
    chosen["keys"] = data.draw(st.sampled_from(["perfect", "zobrist"]))
    chosen["extension"], chosen["quiet_delta"] = data.draw(st.sampled_from([(0, 0), (1, 0), (0, 200)]))
    chosen["quiet_plies"] = 1  # patterns are seldom quiet: more would be hundreds of millions of nodes
    return chosen


@pytest.mark.parametrize("key", sorted(KEYS))
@given(data=st.data())
@settings(max_examples=30)
def test_with_every_option_cuts_are_where_they_may_be_and_recorded_as_they_are(key: str, data: st.DataObject) -> None:
    position, errors = data.draw(st.sampled_from(POSITIONS[key])), data.draw(models())
    options, narrow = every_option(data), data.draw(st.booleans())
    recording, found = TreeRecording(), []
    for wanted in (None, recording):
        session = session_of(key, position, errors, 50, recording=wanted, **options)
        session.words[w.NULL_WINDOWS] = int(narrow)
        found.append((session.window(5), int(session.words[w.NODES]), int(session.words[w.FORETOLD])))
    recording.collect(session.words)
    assert found[0] == found[1]
    tree, side = recording.columns, int(session.words[w.ABSTRACT])
    assert len(tree) >= found[0][1] - side  # what shallow searches look at is counted, and not in the tree
    for row in np.flatnonzero(tree.cause == Cause.FORETOLD):
        alpha, beta, value = int(tree.alpha[row]), int(tree.beta[row]), int(tree.value[row])
        assert tree.ply[row] > 0
        assert tree.depth[row] in SHALLOW
        assert value in (alpha, beta)
        assert abs(value) < LIMIT
        assert beta == alpha + 1 or not narrow
        assert not len(tree.children(row))


@pytest.mark.parametrize("key", sorted(KEYS))
@given(data=st.data())
@settings(max_examples=20)
def test_without_a_model_or_switched_off_every_node_is_as_it_was(key: str, data: st.DataObject) -> None:
    position, options = data.draw(st.sampled_from(POSITIONS[key])), every_option(data)
    nothing = np.zeros((15, 16, 3), np.int16)
    model = data.draw(models())
    ways = [(nothing, 0, True), (nothing, 130, True), (model, 0, True), (model, 130, False)]
    found = []
    for errors, spare, bound in ways:  # not bound: the step is not in the compiled text
        session = session_of(key, position, errors, spare, bound=bound, **options)
        found.append((session.window(4), session.words[: w.ROOT].copy(), int(session.words[w.FORETOLD])))
    assert all(value == found[0][0] and foretold == 0 for value, _, foretold in found)
    assert all((head[2:32] == found[0][1][2:32]).all() for _, head, _ in found)


@pytest.mark.small
@pytest.mark.parametrize("key", sorted(KEYS))
def test_the_packed_stage_is_the_kernels(key: str) -> None:
    plain, kernel = STAGES[key]
    for stones in range(block.BIASES):
        assert plain(stones) == int(kernel(np.uint64((1 << stones) - 1), np.uint64(0)))


@pytest.mark.small
def test_a_model_is_read_as_it_was_packed() -> None:
    errors = np.zeros((15, 16, 3), np.int16)
    errors[7, 6] = (1020, -345, 271)
    learned = block.Learned("othello-patterns", np.zeros((15, PATTERNS.shared[1]), np.int16), errors=errors)
    data = work_array(None, learned.words(PATTERNS))
    own, other = np.uint64((1 << 20) - 1), np.uint64(((1 << 33) - 1) ^ ((1 << 20) - 1))
    fit = probcut.fit_of(own, other, 6, data)
    parts = [int(probcut.part(fit, by)) for by in (probcut.ZERO, probcut.BY_16, probcut.BY_32)]
    assert parts == [1020, -345, 271]
    assert int(probcut.fit_of(own, other, 7, data)) == 0
    assert [int(probcut.shallow_of(depth)) for depth in (3, 10, 15, 16, 17)] == [1, 4, 7, 8, 9]


def test_a_cut_is_said_in_words() -> None:
    game, recording = game_of("othello"), TreeRecording()
    start, report = game.face().start(), SearchReport()
    options = {"evaluation": "othello-patterns", "probcut": 1.9, "deepening": False}
    found = engines["pvs"].create(options).search(game, start, Limits(depth=7), report, recording)
    assert found.report.foretold > 0
    tree = of_recording(recording, Searched(game, start, "pvs", options, found.report))
    causes = Causes(tree)
    row = int(np.flatnonzero(tree.cause == Cause.FORETOLD)[0])
    plies = SHALLOW[int(tree.depth[row])]
    said = causes.words(row)
    assert said.startswith(f"cut: {plies} {'ply says' if plies == 1 else 'plies say'} ")
    assert ("≥" in said) == (tree.value[row] >= tree.beta[row])
    assert said.endswith(", 97%")
    assert round(probcut.confidence(1.9), 2) == 0.97


def test_an_evaluation_without_a_model_is_refused_and_the_switch_is_offered_where_there_is_one() -> None:
    game = game_of("othello")
    with pytest.raises(BadInput, match="'othello-positional' without an error model"):
        engines["pvs"].create({"probcut": 1.3}).search(game, game.face().start(), Limits(depth=3), SearchReport())
    thin = engines["pvs"].create({"probcut": 1.3, "evaluation": "strongest"})
    other = game_of("tic-tac-toe")
    assert thin.search(other, other.face().start(), Limits(depth=3), SearchReport()).report.foretold == 0
    names = {key: {o.name for o in offered(engines["pvs"], key)} for key in ("othello", "tic-tac-toe")}
    assert "probcut" in names["othello"]
    assert "probcut" not in names["tic-tac-toe"]
