"""Games with dice or several players as files: they come back as they were, and tell nothing before the end."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.errors import BadInput
from sandbox.games.general.api import general_games
from sandbox.games.general.words import TERMINAL
from sandbox.games.worlds.api import worlds
from sandbox.gametree.document.general import GeneralDocument, from_json, is_general, load, save, to_json
from sandbox.gametree.document.model import Player

SCHEMA = json.loads((Path(__file__).parents[3] / "docs/general-game.schema.json").read_text(encoding="utf-8"))
pytestmark = pytest.mark.small


def played(key: str, seed: int, longest: int, start: str = "-", **options: Any) -> GeneralDocument:
    """A random game, over or not."""
    draw, face = random.Random(seed), general_games[key].create(options).face()
    position, moves = face.parse(start), list[str]()
    while len(moves) < longest and (known := face.moves(position)):
        moves.append(draw.choice(list(known)))
        position = face.play(position, moves[-1])
    return GeneralDocument(key, options, start, seed, tuple(moves), (Player("A person"), Player("x", "maxn")))


@pytest.mark.parametrize("key", general_games.keys())
@given(st.integers(0, 10**6), st.integers(0, 40))
def test_what_is_saved_comes_back_unless_it_would_tell_what_is_hidden(key: str, seed: int, longest: int) -> None:
    document = played(key, seed, longest)
    game = general_games[key].create()
    positions = document.positions()
    over = game.face().to_move(positions[-1]) == TERMINAL
    if not over and not game.axes(positions[0]).perfect_information:
        with pytest.raises(BadInput, match="not over"):
            to_json(document)
        return
    content = json.loads(json.dumps(to_json(document)))
    jsonschema.validate(content, SCHEMA)
    again = from_json(content, "here")
    assert again == document
    assert again.positions() == positions
    assert (content["result"] is None) == (not over)


@pytest.mark.parametrize("key", worlds.keys())
def test_walks_come_back(key: str, tmp_path: Path) -> None:
    draw, world = random.Random(3), worlds[key].create()
    state, moves = world.start(), list[str]()
    for _ in range(12):
        if not (ways := world.results(state)):
            break
        action = draw.choice(list(ways))
        state = draw.choice(ways[action])
        moves += [action, state]
    document = GeneralDocument(key, {}, world.start(), 5, tuple(moves))
    save(document, tmp_path / "walk.game.json")
    assert is_general(tmp_path / "walk.game.json")
    assert load(tmp_path / "walk.game.json") == document
    assert document.positions()[-1] == state


def test_rubbish_is_said_in_one_line(tmp_path: Path) -> None:
    good = to_json(played("pig", 1, 5))
    for change, words in (
        ({"format": "game-ai-sandbox game"}, "format 'game-ai-sandbox game'"),
        ({"version": 2}, "version 1"),
        ({"game": "chess"}, "here, game: 'chess'"),
        ({"moves": ["roll", "7"]}, "here, move 2: '7'"),
        ({"moves": [1]}, "here, moves"),
        ({"moves": "roll"}, "a list"),
        ({"start": "nowhere"}, "nowhere"),
        ({"seed": "x"}, "here, seed: 'x', expected a whole number"),
        ({"players": [3]}, r"here, players\[0\]: 3, expected an object"),
        ({"game_options": {"goal": "far"}}, "goal"),
        ({"game": "vacuum", "game_options": {}, "start": "1", "moves": ["Suck", "1"]}, "here, move 2: '1'"),
        ({"game": "vacuum", "game_options": {}, "start": "1", "moves": ["Fly", "1"]}, "here, move 1: 'Fly'"),
        ({"game": "vacuum", "game_options": {}, "start": "1", "moves": ["Suck"]}, "here, move 2"),
    ):
        with pytest.raises(BadInput, match=words) as wrong:
            from_json(good | change, "here")
        assert "\n" not in str(wrong.value)
    for text in ("{", "[]", "1", "9" * 5000):
        path = tmp_path / "bad.json"
        path.write_text(text, encoding="utf-8")
        assert not is_general(path)
        with pytest.raises(BadInput, match=r"bad\.json"):
            load(path)
