"""Options as words: those that are set, and of those only what is not as usual."""

import pytest

from sandbox.registry import Option
from sandbox.ui.forms import changed_from_default, text_pairs

OPTIONS = [
    Option("weight", "float", 1.0),
    Option("moves", "choice", 8, choices=(4, 8)),
    Option("corners", "bool", False),
]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({}, ""),
        ({"weight": 1.0, "moves": 8, "corners": False}, ""),
        ({"weight": 2.0}, "weight=2.0"),
        ({"corners": True, "moves": 4, "weight": 1.0}, "moves=4 corners=True"),
        ({"unknown": 3}, ""),
    ],
)
def test_only_what_is_not_as_usual_is_said_in_the_options_order(values, words):
    assert changed_from_default(OPTIONS, values) == words


def test_pairs_are_spelled_as_a_command_line_would_give_them():
    assert text_pairs({"weight": 2.5, "corners": True}) == (("weight", "2.5"), ("corners", "True"))
