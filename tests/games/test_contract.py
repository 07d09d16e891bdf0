"""What holds for every registered game: face and kernels are twins, words come back, symmetry and hashes hold."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.errors import BadInput
from sandbox.games.api import BoardStyle, games
from sandbox.games.two_words.rules import WIN, utility_of, work_array
from sandbox.games.two_words.zobrist import zobrist, zobrist_after
from tests.oracles.boards import cells_of, images, mirror_images, word_of
from tests.strategies.games import NAMES, VARIANTS, made, playout, seeds

every_game = pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
pytestmark = pytest.mark.small


def state(position: Any) -> tuple[np.uint64, np.uint64]:
    return tuple(np.uint64(w) for w in position.words)


def plain(words: Any) -> tuple[int, int]:
    return tuple(map(int, words))


def repeated(game: Any, position: Any) -> bool:
    """Ended by repetition, which the kernels know nothing of."""
    return getattr(position, "occurrences", 0) >= getattr(game, "repetitions", 99)


def test_the_six_games_are_there_in_the_order_of_the_manual() -> None:
    assert games.keys()[:6] == ("connect-four", "othello", "tic-tac-toe", "nim", "morris", "tree")


@every_game
@given(seed=seeds)
def test_kernels_and_face_agree_on_random_games(variant: Any, seed: int) -> None:
    game = made(variant)
    face, kernels = game.face(), game.kernels()
    for position in playout(game, seed):
        data = work_array(game.data(position))
        a, b = state(position)
        legal = [] if repeated(game, position) else face.moves(position)
        if repeated(game, position):
            continue
        assert int(kernels.moves(a, b, data)) == sum(face.bit_of(position, m) for m in legal)
        for move in legal:
            bit = face.bit_of(position, move)
            assert face.move_of(position, bit) == move
            assert plain(kernels.play(a, b, np.uint64(bit), data)) == face.play(position, move).words


@every_game
@given(seed=seeds)
def test_results_agree_and_are_zero_sum(variant: Any, seed: int) -> None:
    game = made(variant)
    face, kernels = game.face(), game.kernels()
    *before, last = playout(game, seed, 2000)
    assert all(face.utility(p, 0) is None for p in before)
    if not face.moves(last):
        assert face.utility(last, 0) == -face.utility(last, 1)
        if not repeated(game, last):
            score = int(kernels.outcome(*state(last), work_array(game.data(last))))
            assert utility_of(score) == face.utility(last, face.to_move(last))
            assert score == 0 or abs(score) >= WIN


@every_game
@given(seed=seeds)
def test_printing_and_reading_is_a_fixed_point(variant: Any, seed: int) -> None:
    face = made(variant).face()
    for position in playout(made(variant), seed):
        again = face.parse(face.print(position))
        assert again == position
        assert again.words == position.words
        assert face.print(again) == face.print(position)


@every_game
@given(text=st.text(alphabet="-XOxo1234567abcdefgh,[] .9\n", max_size=70) | st.text(max_size=12))
def test_whatever_is_read_prints_and_the_rest_is_one_line(variant: Any, text: str) -> None:
    face = made(variant).face()
    try:
        position = face.parse(text)
    except BadInput as error:
        assert "\n" not in str(error)  # noqa: PT017
        assert len(str(error)) < 300  # noqa: PT017
    else:
        assert face.parse(face.print(position)) == position
        face.picture(position)
        face.board(position)


@every_game
@given(seed=seeds)
def test_keys_and_hashes_tell_the_positions_of_a_game_apart(variant: Any, seed: int) -> None:
    game = made(variant)
    kernels = game.kernels()
    seen: dict[int, Any] = {}
    hashes: dict[int, Any] = {}
    for position in playout(game, seed):
        a, b = state(position)
        k = int(kernels.key(a, b, work_array(game.data(position))))
        assert k != 0
        assert seen.setdefault(k, position.words) == position.words
        assert hashes.setdefault(int(zobrist(a, b)), position.words) == position.words


@every_game
@given(seed=seeds)
def test_zobrist_after_every_move_is_zobrist_from_nothing(variant: Any, seed: int) -> None:
    positions = playout(made(variant), seed)
    h = zobrist(*state(positions[0]))
    for before, after in pairwise(positions):
        h = zobrist_after(np.uint64(h), *state(before), *state(after))
        assert int(h) == int(zobrist(*state(after)))


def all_images(variant: Any, words: tuple[int, int]) -> list[tuple[int, int]]:
    stones = tuple(map(cells_of, words))
    if variant[0] == "connect-four":
        found = mirror_images(7, 7, *stones)
    elif variant[0] in ("othello", "tic-tac-toe", "morris"):
        found = images(8 if variant[0] == "othello" else 3, *stones)
    else:
        return [words]
    return [(word_of(a), word_of(b)) for a, b in found]


@every_game
@given(seed=seeds)
def test_all_images_of_a_position_have_one_representative(variant: Any, seed: int) -> None:
    game = made(variant)
    kernels, data = game.kernels(), work_array(game.data())
    for position in playout(game, seed)[::3]:
        found = all_images(variant, position.words)
        chosen = {plain(kernels.symmetry(np.uint64(a), np.uint64(b), data)) for a, b in found}
        assert len(chosen) == 1
        assert chosen <= set(found)


@every_game
@given(seed=seeds)
def test_tactics_are_the_wins_else_the_blocks_else_all(variant: Any, seed: int) -> None:
    game = made(variant)
    face, kernels = game.face(), game.kernels()
    for position in playout(game, seed)[:-1]:
        a, b = state(position)
        legal = np.uint64(sum(face.bit_of(position, m) for m in face.moves(position)))
        found = int(kernels.tactics(a, b, legal, work_array(game.data(position))))
        assert found
        assert found & ~int(legal) == 0
        if variant[0] in ("connect-four", "tic-tac-toe", "morris"):
            me = face.to_move(position)
            nexts = {face.bit_of(position, m): face.play(position, m) for m in face.moves(position)}
            wins = sum(bit for bit, p in nexts.items() if (face.utility(p, me) or 0) > 0)
            if wins:
                assert found == wins
            elif variant[0] == "morris":
                assert found == int(legal)


@every_game
@given(seed=seeds)
def test_promises_and_rewards_stay_in_range(variant: Any, seed: int) -> None:
    game = made(variant)
    face, kernels = game.face(), game.kernels()
    *before, last = playout(game, seed)
    for position in before:
        for move in face.moves(position):
            bit = np.uint64(face.bit_of(position, move))
            assert 0 <= int(kernels.promise(*state(position), bit, work_array(game.data(position)))) <= 255
    if not face.moves(last) and not repeated(game, last):
        data = work_array(game.data(last))
        score = kernels.outcome(*state(last), data)
        reward = float(kernels.reward(score, data))
        assert -1 <= reward <= 1
        assert np.sign(reward) == np.sign(int(score))


@every_game
@given(seed=seeds)
def test_pictures_hold_every_stone_and_every_move_once(variant: Any, seed: int) -> None:
    game = made(variant)
    face = game.face()
    for position in playout(game, seed)[::4]:
        picture = face.picture(position)
        assert sorted(t.move for t in picture.targets) == sorted(face.moves(position))
        assert picture.caption
        for thing in (*picture.stones, *picture.targets):
            assert 0 <= thing.x < picture.columns
            assert 0 <= thing.y < picture.rows
        clicks = {(t.x, t.y, t.source) for t in picture.targets}
        assert len(clicks) == len(picture.targets)
        if picture.style in (BoardStyle.CELLS, BoardStyle.POINTS, BoardStyle.DROP):
            assert len(picture.stones) == sum(w.bit_count() for w in position.words)


@every_game
def test_illegal_moves_are_refused_by_name(variant: Any) -> None:
    face = made(variant).face()
    for rubbish in ("", "z9", "0", "99", "7=7", "a1-a1", "pass"):
        with pytest.raises(BadInput, match=variant[0]):
            face.play(face.start(), rubbish)


def test_every_game_declares_its_axes_and_plain_facts() -> None:
    for entry in games:
        assert entry.info["axes"].players == 2
        assert entry.info["axes"].zero_sum
        assert isinstance(entry.info["perfect_key"], bool)
        assert isinstance(entry.info["finished_leaves"], bool)
        json.dumps([o.to_json() for o in entry.options])
    assert games["morris"].info["axes"].loopy


@every_game
def test_first_moves_lead_where_the_kernels_say(variant: Any) -> None:
    """Alone, no random game: one that goes nowhere would never end."""
    game = made(variant)
    face, start = game.face(), game.face().start()
    data = work_array(game.data(start))
    for move in face.moves(start):
        after = face.play(start, move)
        assert after.words == plain(game.kernels().play(*state(start), np.uint64(face.bit_of(start, move)), data))
        assert face.to_move(after) == 1
