"""Trees of many players as boards: who moves, what edges are called, and what of a large tree is shown."""

import pytest

from sandbox.games.general.api import general_games
from sandbox.games.general.library.any_tree.drawing import LABEL, SHOWN_LEAVES
from sandbox.games.general.words import CHANCE, TERMINAL

pytestmark = pytest.mark.small
FACE = general_games["any-tree"].create().face()


def shown(text, *moves):
    position = FACE.parse(text)
    for move in moves:
        position = FACE.play(position, move)
    picture = FACE.picture(position)
    texts = {who: [s.text for s in picture.stones if s.player == who] for who in {s.player for s in picture.stones}}
    return picture, texts


TREE = '{"player": "B", "moves": {"left": {"chance": [["1/4", "1,2"], ["3/4", "-3,4"]]}, "right": [5, 6]}}'


def test_edges_have_names_and_probabilities_but_no_bare_numbers():
    picture, texts = shown(TREE)
    assert sorted(texts[LABEL]) == ["1/4", "3/4", "left", "right"]
    assert texts[1] == ["B"]
    assert texts[CHANCE] == [""]
    assert sorted(texts[TERMINAL]) == sorted(["1, 2", "−3, 4", "5, −5", "6, −6"])
    assert len(picture.lines) == 6
    assert [target.move for target in picture.targets] == ["left", "right"]


def test_labels_stand_between_the_ends_of_their_edges_nearer_to_the_child():
    picture, _ = shown(TREE)
    (label,) = (s for s in picture.stones if s.text == "left")
    nodes = {s.player: s for s in picture.stones if s.player in (1, CHANCE)}
    top, below = nodes[1], nodes[CHANCE]
    assert (label.x, label.y) == pytest.approx((0.4 * top.x + 0.6 * below.x, 0.4 * top.y + 0.6 * below.y))
    assert (top.x, top.y, below.x, below.y) in [pytest.approx(line) for line in picture.lines]


def test_the_node_one_is_at_is_marked_and_dice_are_no_moves():
    picture, _ = shown(TREE, "left")
    (spot,) = picture.highlights
    assert spot in {(s.x, s.y) for s in picture.stones if s.player == CHANCE}
    assert picture.targets == ()


def nested(depth):
    return 0 if depth == 0 else [nested(depth - 1), nested(depth - 1)]


@pytest.mark.parametrize("depth", range(1, 9))
def test_of_a_large_tree_what_lies_below_is_shown_as_far_as_it_fits(depth):
    text = str(nested(depth)).replace(" ", "")
    picture, texts = shown(text)
    levels = min(depth, SHOWN_LEAVES.bit_length() - 1)
    assert len(picture.stones) == 2 ** (levels + 1) - 1
    assert len(texts.get(TERMINAL, [])) == (2**depth if levels == depth else 0)
    if levels < depth:  # one goes on below
        picture, _ = shown(text, "1")
        assert len(picture.stones) == 2 ** (min(depth - 1, levels) + 1) - 1


def test_a_parent_stands_in_the_middle_above_its_children_and_the_first_leaf_at_the_edge():
    picture, _ = shown('{"player": "A", "moves": {"a": {"player": "B", "moves": {"b": 1, "c": 2}}, "d": 3}}')
    spots = {stone.text: (stone.x, stone.y) for stone in picture.stones if stone.player != LABEL}
    assert spots == {"1, −1": (0, 2), "2, −2": (1, 2), "B": (0.5, 1), "3, −3": (2, 1), "A": (1.25, 0)}
    assert (picture.columns, picture.rows) == (3, 3)
    assert {target.move: (target.x, target.y) for target in picture.targets} == {"a": (0.5, 1), "d": (2, 1)}
