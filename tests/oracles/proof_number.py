"""Proof-number search as its paper has it: a tree of objects, all numbers worked out anew after every expansion."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Node:
    position: Any
    path: tuple[Any, ...]  # the states before it, with their sides
    proves: bool  # the side that wants to prove is to move
    children: list[Node] | None = None
    proof: float = 1
    disproof: float = 1
    moves: list[str] = field(default_factory=list)


class Search:
    """Whether the side to move gets at least `threshold` (a sign: 1 a win, 0 a draw)."""

    def __init__(self, face: Any, position: Any, threshold: int, *, mobility: bool) -> None:
        self.face, self.threshold, self.mobility = face, threshold, mobility
        self.nodes = 1
        self.root = self.leaf(position, (), proves=True)
        self.root.proof = self.root.disproof = 1

    def leaf(self, position: Any, path: tuple[Any, ...], *, proves: bool) -> Node:
        node = Node(position, path, proves)
        node.moves = sorted(self.face.moves(position), key=lambda m: self.face.bit_of(position, m))
        here = (position.words, self.face.to_move(position))
        if not node.moves or here in path:
            worth = 0 if node.moves else self.face.utility(position, self.face.to_move(position))
            mine = worth if proves else -worth
            proven = mine >= (1e-9 if self.threshold == 1 else 0)
            node.proof, node.disproof = (0, math.inf) if proven else (math.inf, 0)
            node.moves = []
        elif self.mobility:
            node.proof, node.disproof = (1, len(node.moves)) if proves else (len(node.moves), 1)
        return node

    def run(self, most: int) -> bool | None:
        """Proven, disproven, or None after so many nodes."""
        while self.root.proof and self.root.disproof:
            if self.nodes >= most:
                return None
            self.expand(self.most_proving())
            self.reckon(self.root)
        return self.root.proof == 0

    def most_proving(self) -> Node:
        node = self.root
        while node.children:
            by_proof = node.proves
            node = min(node.children, key=lambda c: c.proof if by_proof else c.disproof)
        return node

    def expand(self, node: Node) -> None:
        path = (*node.path, (node.position.words, self.face.to_move(node.position)))
        node.children = [
            self.leaf(self.face.play(node.position, move), path, proves=not node.proves) for move in node.moves
        ]
        self.nodes += len(node.children)

    def reckon(self, node: Node) -> None:
        if not node.children:
            return
        for child in node.children:
            self.reckon(child)
        proofs, disproofs = [c.proof for c in node.children], [c.disproof for c in node.children]
        node.proof, node.disproof = (min(proofs), sum(disproofs)) if node.proves else (sum(proofs), min(disproofs))
