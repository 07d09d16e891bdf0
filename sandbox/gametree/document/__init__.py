"""A game as a document: its moves with variations, what engines knew at each, who played, how it ended."""

from sandbox.gametree.document.model import GameDocument, Kept, Player, Ply

__all__ = ["GameDocument", "Kept", "Player", "Ply"]
