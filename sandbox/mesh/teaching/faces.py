"""The corners every triangle has while the steps of an edit are followed, row by row of the mesh's log."""

from __future__ import annotations

from sandbox.mesh.arrays import NONE, TRIANGLES, Mesh

Corners = tuple[int, ...]


class ShownFaces:
    """Corners by triangle, as half-edges 3t, 3t + 1 and 3t + 2 start at them."""

    def __init__(self, mesh: Mesh) -> None:
        rows = mesh.org[: 3 * int(mesh.counts[TRIANGLES])].reshape(-1, 3).tolist()
        self.corners: dict[int, Corners] = {t: tuple(row) for t, row in enumerate(rows) if row[0] != NONE}

    def split_face(self, t: int, v: int, t1: int, t2: int) -> Corners:
        """A vertex inside a triangle: the corners that it had."""
        a, b, c = self.corners[t]
        self.corners |= {t: (a, b, v), t1: (b, c, v), t2: (c, a, v)}
        return a, b, c

    def split_edge(self, h: int, v: int, t1: int, t2: int, g: int) -> Corners:
        """A vertex on an edge: its two ends, and the corners beyond it on one or both sides."""
        a, b, p = self._split_side(h, v, t1)
        return (a, b, p) if g == NONE else (a, b, p, self._split_side(g, v, t2)[2])

    def _split_side(self, h: int, v: int, new: int) -> tuple[int, int, int]:
        a, b, p = self._from(h)
        self.corners |= {h // 3: _turned(h, a, v, p), new: (v, b, p)}
        return a, b, p

    def flip(self, h: int, g: int, a: int, b: int, d: int, p: int) -> None:
        """The edge a to b becomes the edge d to p."""
        self.corners |= {h // 3: _turned(h, a, d, p), g // 3: _turned(g, b, p, d)}

    def _from(self, h: int) -> tuple[int, int, int]:
        """The corners of a half-edge's triangle, its own start first."""
        i = h % 3
        x, y, z = (*self.corners[h // 3][i:], *self.corners[h // 3][:i])
        return x, y, z


def _turned(h: int, a: int, b: int, c: int) -> Corners:
    """Corners in the order of a triangle's half-edges, when h starts at a."""
    i = h % 3
    corners = (a, b, c)
    return (*corners[3 - i :], *corners[: 3 - i])
