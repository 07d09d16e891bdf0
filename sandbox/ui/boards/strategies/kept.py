"""A hand as a file, once it is over: before that its moves would tell what the seat may not see."""

from __future__ import annotations

from sandbox.errors import BadInput
from sandbox.games.general.api import general_games
from sandbox.gametree.document.general import GeneralDocument
from sandbox.gametree.document.model import Player
from sandbox.ui.boards.strategies.hand import SIMULATIONS, Hand
from sandbox.ui.boards.strategies.run import Run

PERSON = "A person"


def document_of(run: Run, hand: Hand | None) -> GeneralDocument:
    """The hand, with who sat where."""
    if hand is None:
        raise BadInput("hand", "none was dealt", "one that was played to its end")
    other = Player("Information-set MCTS", "ismcts", {"simulations": SIMULATIONS}) if run.large else Player(run.learner)
    players = tuple(Player(PERSON) if seat == hand.seat else other for seat in range(run.players))
    moves = tuple(run.face.path(hand.position))  # type: ignore[attr-defined]
    start = run.face.print(run.root)
    return GeneralDocument(run.entry.key, run.options, start, hand.number, moves, players, run.entry.title)


def run_of(document: GeneralDocument, learner: str) -> Run:
    """The game of a file."""
    return Run(general_games[document.key], document.start, document.options, learner)


def hand_of(run: Run, document: GeneralDocument) -> Hand:
    """The hand of a file, where it ended; a person's seat is the first that no engine has."""
    hand = Hand(run, document.seed)
    names = [player.name for player in document.players]
    hand.seat = names.index(PERSON) if PERSON in names else 0
    hand.position = document.positions()[-1]
    return hand
