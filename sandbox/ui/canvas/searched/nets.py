"""Which triangle of a mesh lies under each pixel: kept, so that a search over many is painted in one pass over pixels.

Of a recorded search each moment shows other triangles of one mesh. To fill each of them takes longer with every one of
them; to look up the owner of every pixel does not. A pixel on a rim belongs to the last triangle that touches it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from sandbox.kernels.pixels import fill_triangles, lay
from sandbox.ui.canvas.raster import words

if TYPE_CHECKING:
    import pygame
    from numpy.typing import NDArray

    from sandbox.layers import Net
    from sandbox.ui.canvas.camera import Camera

TINY = 40.0  # square dp: smaller triangles, on the average, have no outlines


def are_tiny(net: Net, scale: float) -> bool:
    """Whether a mesh's triangles, at so many dp a cell, would be hidden by their outlines."""
    return _mean_area(net) * scale * scale < TINY


@lru_cache(maxsize=8)
def _mean_area(net: Net) -> float:
    (ax, ay), (bx, by), (cx, cy) = net.corners.transpose(1, 2, 0)
    areas = np.abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2
    return float(areas.mean()) if len(areas) else 0.0


@dataclass(slots=True)
class Nets:
    """The owners of one picture's pixels, of the mesh that was painted last."""

    _of: tuple[Any, ...] = ()
    _owners: NDArray[np.int32] = field(default_factory=lambda: np.zeros((0, 0), np.int32))

    def lay(
        self,
        surface: pygame.Surface,
        camera: Camera,
        rect: pygame.Rect,
        net: Net,
        which: NDArray[Any],
        inks: NDArray[np.int64],
    ) -> None:
        """Lay some triangles of a net over a part of a surface, in colours 0xAARRGGBB: one for all, or one each."""
        rect = rect.clip(surface.get_rect())
        if not rect.w or not rect.h:
            return
        of_each = np.zeros(len(net.corners) + 1, np.uint32)
        of_each[which + 1] = inks
        window = np.array([rect.left, rect.top, rect.right, rect.bottom, surface.get_pitch() // 4], np.int64)
        lay(words(surface).ravel(), window, self._owners_in(camera, rect, net), of_each)

    def _owners_in(self, camera: Camera, rect: pygame.Rect, net: Net) -> NDArray[np.int32]:
        """Of each pixel one more than its triangle's number, 0 where there is none. Those of all pixels are kept."""
        if rect.size != (camera.width, camera.height):
            return owners(camera, rect, net)
        of = (net, camera)
        if len(self._of) != len(of) or self._of[0] is not net or self._of[1] != camera:
            self._of, self._owners = of, owners(camera, rect, net)
        return self._owners


def owners(camera: Camera, rect: pygame.Rect, net: Net) -> NDArray[np.int32]:
    """[height, width] of a part of a picture: one more than the number of the triangle there, or 0."""
    corners = np.floor(camera.project(net.corners) + 0.5).astype(np.int64) - rect.topleft
    found, size = np.zeros(rect.w * rect.h, np.uint32), np.array([rect.w, rect.h, rect.w], np.int64)
    fill_triangles(found, size, corners.reshape(-1, 6), np.arange(1, len(corners) + 1))
    return found.view(np.int32).reshape(rect.h, rect.w)
