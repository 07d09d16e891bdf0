"""Reads the text of an explicit tree with chance and any number of players.

The nested list of explicit trees (games/library/tree), and more:

    12                                  a leaf of two players' games: worth 12 to the first, -12 to the second
    "1, 2, 6"                           a leaf: what it is worth to each player
    [node, node]                        a player's node: whose turn follows the player's above it, from A on
    {"chance": [["1/2", node], …]}      dice: each outcome with its probability; they add up to 1
    {"player": "B", "moves": {"left": node, …}}     a player's node with names; "moves" may be a list, "player" left out
    {"info": "set", "moves": …}                     likewise, in an information set: they look alike to their player

Lines that begin with # are remarks. All leaves are for the same number of players.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any

from sandbox.errors import BadInput
from sandbox.games.general.api import NAMES
from sandbox.games.general.library.any_tree.groups import groups_of
from sandbox.games.general.words import CHANCE, TERMINAL
from sandbox.games.two_words.notation import shortened

MOST_CHILDREN = 64
MOST_NODES = 200_000
LARGEST_VALUE = 1_000_000
LARGEST_WEIGHT = 1 << 40
LONGEST_NAME = 20  # letters of a move's name, or a probability
LONGEST_VECTOR = 200
IN_TURN = -3  # whose node it is, follows from the nodes above
_NODE = 'a number, "1,2,6", a list, or an object with "chance" or "moves"'


@dataclass(frozen=True, slots=True)
class Tree:
    """All nodes, breadth first; told apart by their text."""

    text: str
    players: int
    who: tuple[int, ...] = field(compare=False)  # a player, CHANCE or TERMINAL
    first: tuple[int, ...] = field(compare=False)  # each node's first child; 0 for a leaf
    names: tuple[tuple[str, ...], ...] = field(compare=False)  # of moves or outcomes; one for each child
    weights: tuple[tuple[int, ...], ...] = field(compare=False)  # of outcomes
    worth: tuple[tuple[int, ...], ...] = field(compare=False)  # of leaves, for each player
    groups: tuple[str, ...] = field(compare=False)  # each decision's information set
    hidden: bool = field(compare=False)  # whether any are hidden

    def children(self, node: int) -> range:
        """The node's children, left to right."""
        return range(self.first[node], self.first[node] + len(self.names[node]))

    def chances(self, node: int) -> tuple[Fraction, ...]:
        """How probable each outcome is."""
        whole = sum(self.weights[node])
        return tuple(Fraction(weight, whole) for weight in self.weights[node])


@dataclass(frozen=True, slots=True)
class _Node:
    """One node as it is read."""

    who: int
    below: list[Any] = field(default_factory=list)
    names: tuple[str, ...] = ()
    weights: tuple[int, ...] = ()
    worth: tuple[int, ...] = ()
    info: str = ""


def read(text: str, where: str) -> Tree:
    """Read a tree, or say what is wrong with it."""
    try:
        nested = json.loads(text, parse_float=Fraction, object_pairs_hook=partial(_without_twins, where=where))
    except json.JSONDecodeError as error:
        raise BadInput(f"{where}:{error.lineno}", f"{error.msg} at column {error.colno}", _NODE) from None
    except (RecursionError, ValueError):  # a whole number of thousands of digits is the latter
        raise BadInput(where, "lists nested too deep, or numbers too long", _NODE) from None
    if not isinstance(nested, (list, dict)):
        raise BadInput(where, shortened(text), "a tree with a move")
    return _Reader(where).read(nested, " ".join(text.split()))


def _without_twins(pairs: list[tuple[str, Any]], where: str) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for name, _ in pairs if [n for n, _ in pairs].count(name) > 1)
        raise BadInput(where, f"{shortened(twice)!r} twice in a node", "a name for each move")
    return found


class _Reader:
    """Breadth first, so that siblings are neighbours."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.players = 0
        self.at = 0  # the node that is looked at
        self.above: list[tuple[int, str]] = [(-1, "")]  # of each node: its parent, and the move from there

    def read(self, nested: Any, text: str) -> Tree:
        """All nodes."""
        queue, nodes, first = [nested], list[_Node](), list[int]()
        for self.at, thing in enumerate(queue):  # which grows while it is walked
            node = self._node(thing)
            nodes.append(node)
            self.above.extend((self.at, name) for name in node.names)
            first.append(len(queue) if node.below else 0)
            queue.extend(node.below)
            if len(queue) > MOST_NODES:
                raise self._bad(f"more than {MOST_NODES:,} nodes", "a smaller tree")
        who, names, labels = tuple(self._in_turn(nodes, first)), [n.names for n in nodes], [n.info for n in nodes]
        return Tree(
            text,
            self.players,
            who,
            tuple(first),
            tuple(names),
            tuple(n.weights for n in nodes),
            tuple(n.worth for n in nodes),
            groups_of(self.where, labels, who, first, names),
            any(labels),
        )

    def _in_turn(self, nodes: list[_Node], first: list[int]) -> list[int]:
        """Whose turn it is where that is not said: it goes round among as many players as the leaves are for."""
        above, found = [-1] * len(nodes), []
        for i, node in enumerate(nodes):
            who = (above[i] + 1) % self.players if node.who == IN_TURN else node.who
            if who >= self.players:
                known, self.at = ", ".join(NAMES[: self.players]), i
                raise self._bad(f"player {NAMES[who]}", f"one of {known}, as the leaves have it")
            found.append(who)
            for child in range(first[i], first[i] + len(node.below)):
                above[child] = above[i] if who == CHANCE else who
        return found

    def _node(self, thing: Any) -> _Node:
        if isinstance(thing, list):
            return _Node(IN_TURN, thing, self._numbered(thing))
        if isinstance(thing, dict):
            return self._chance(thing) if "chance" in thing else self._moves(thing)
        return _Node(TERMINAL, worth=self._leaf(thing))

    def _numbered(self, children: list[Any]) -> tuple[str, ...]:
        if not 1 <= len(children) <= MOST_CHILDREN:
            raise self._bad(f"a node with {len(children)} children", f"1 to {MOST_CHILDREN}")
        return tuple(str(i + 1) for i in range(len(children)))

    def _moves(self, thing: dict[str, Any]) -> _Node:
        if unknown := set(thing) - {"player", "moves", "info"}:
            raise self._bad(f"{shortened(min(unknown))!r} in a node", '"player", "info", "moves" or "chance"')
        below, who, info = thing.get("moves"), self._player(thing), self._info(thing)
        if isinstance(below, list):
            return _Node(who, below, self._numbered(below), info=info)
        if not isinstance(below, dict):
            raise self._bad('a node without "moves"', _NODE)
        self._numbered(list(below))
        for name in below:
            if not name or len(name) > LONGEST_NAME or not name.isprintable() or set(name) & set(" []{}"):
                raise self._bad(
                    f"a move named {shortened(name)!r}", f"1 to {LONGEST_NAME} letters, no spaces or brackets"
                )
        return _Node(who, list(below.values()), tuple(below), info=info)

    def _info(self, thing: dict[str, Any]) -> str:
        name = thing.get("info", "")
        if not isinstance(name, str) or len(name) > LONGEST_NAME or not name.isprintable() or set(name) & set(" []{}/"):
            raise self._bad(
                f"the information set {shortened(str(name))!r}",
                f"a name of 1 to {LONGEST_NAME} letters, no spaces or /",
            )
        return name

    def _player(self, thing: dict[str, Any]) -> int:
        if "player" not in thing:
            return IN_TURN
        named = thing["player"]
        if not (isinstance(named, str) and len(named) == 1 and named in NAMES):
            raise self._bad(f"player {shortened(str(named))}", f"one of {', '.join(NAMES)}")
        return NAMES.index(named)

    def _chance(self, thing: dict[str, Any]) -> _Node:
        pairs = thing["chance"]
        if len(thing) != 1 or not isinstance(pairs, list) or any(not isinstance(p, list) or len(p) != 2 for p in pairs):
            raise self._bad("a node of chance that is none", '{"chance": [["1/2", node], …]}')
        names = self._numbered(pairs)
        chances = [self._probability(p) for p, _ in pairs]
        if sum(chances) != 1:
            raise self._bad(f"probabilities that add up to {shortened(str(sum(chances)))}", "a sum of 1")
        whole = lcm(*(c.denominator for c in chances))
        if whole > LARGEST_WEIGHT:
            raise self._bad("probabilities too fine", f"fractions of {LARGEST_WEIGHT:,} at most")
        return _Node(CHANCE, [child for _, child in pairs], names, tuple(int(c * whole) for c in chances))

    def _probability(self, thing: Any) -> Fraction:
        known = isinstance(thing, (str, int, Fraction)) and len(str(thing)) <= LONGEST_NAME
        try:
            found = Fraction(thing) if known else Fraction(0)
        except (ValueError, ZeroDivisionError):
            found = Fraction(0)
        if not 0 < found <= 1:
            raise self._bad(f"the probability {shortened(str(thing))}", 'a number above 0 such as "1/6" or 0.5')
        return found

    def _leaf(self, thing: Any) -> tuple[int, ...]:
        values = [thing, -thing] if type(thing) is int else self._vector(thing)
        if any(abs(v) > LARGEST_VALUE for v in values):
            raise self._bad(f"the leaf {shortened(str(thing))}", f"values from -{LARGEST_VALUE} to {LARGEST_VALUE}")
        if self.players not in (0, len(values)):
            raise self._bad(f"the leaf {shortened(str(thing))}", f"{self.players} values, as the leaves before have")
        self.players = len(values)
        return tuple(values)

    def _vector(self, thing: Any) -> list[int]:
        words = thing.split(",") if isinstance(thing, str) and len(thing) <= LONGEST_VECTOR else []
        try:
            values = [int(word) for word in words]
        except ValueError:
            values = []
        if not 2 <= len(values) <= len(NAMES):
            found = shortened(json.dumps(thing, default=str))
            raise self._bad(f"the leaf {found}", f'a whole number, or "1,2,6" for 2 to {len(NAMES)} players')
        return values

    def _bad(self, found: str, expected: str) -> BadInput:
        """With the way to the node that is meant, as it would be played."""
        names, at = list[str](), self.at
        while at > 0:
            at, name = self.above[at]
            names.insert(0, name)
        node = f", node {' '.join(names)}" if names else ""
        return BadInput(self.where + node, found, expected)
