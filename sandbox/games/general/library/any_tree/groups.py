"""Information sets of explicit trees: which nodes their player cannot tell apart.

A node with `"info": "name"` is in the set of that name; any other decision is a set of its own, called by its path.
The nodes of a set are one player's, have the same moves, and he came to each by the same decisions: perfect recall.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandbox.errors import BadInput
from sandbox.games.general.api import NAMES
from sandbox.games.two_words.notation import shortened

Names = Sequence[Sequence[str]]


def groups_of(
    where: str, labels: Sequence[str], who: Sequence[int], first: Sequence[int], names: Names
) -> tuple[str, ...]:
    """Each node's set, by its name; "" where nobody decides."""
    found, paths = list[str](), ["/"] * len(who)
    came: list[tuple[tuple[str, str], ...]] = [()] * len(who)
    known: dict[str, tuple[object, ...]] = {}
    last: list[dict[int, tuple[tuple[str, str], ...]]] = [{} for _ in who]
    for node, player in enumerate(who):
        name = (labels[node] or paths[node]) if player >= 0 else ""
        found.append(name)
        came[node] = last[node].get(player, ())
        if labels[node]:
            _checked(where, name, known.setdefault(name, (player, tuple(names[node]), came[node])),
                     (player, tuple(names[node]), came[node]))  # fmt: skip
        for i, move in enumerate(names[node]):
            child = first[node] + i
            paths[child] = f"{paths[node].rstrip('/')}/{move}"
            last[child] = last[node] | ({player: (*came[node], (name, move))} if player >= 0 else {})
    return tuple(found)


def _checked(where: str, name: str, known: tuple[object, ...], here: tuple[object, ...]) -> None:
    """Say what differs between two nodes of a set."""
    if known == here:
        return
    called = f"information set {shortened(name)!r}"
    if known[0] != here[0]:
        players = " and ".join(sorted({NAMES[int(str(known[0]))], NAMES[int(str(here[0]))]}))
        raise BadInput(where, f"{called} of the players {players}", "one player")
    if known[1] != here[1]:
        raise BadInput(where, f"{called} with different moves at its nodes", "the same moves, by name and order")
    raise BadInput(
        where, f"{called}, to whose nodes its player comes by different decisions", "perfect recall: the same ones"
    )
