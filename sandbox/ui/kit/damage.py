"""Damage: the rectangles to repaint, merged where they overlap: nothing is painted twice."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

MOST = 24  # rectangles; beyond that one box around all is painted


def merged(rects: Iterable[pygame.Rect], window: pygame.Rect) -> list[pygame.Rect]:
    """Return disjoint rectangles inside the window that cover all the given ones."""
    areas: list[pygame.Rect] = []
    for rect in rects:
        area = rect.clip(window)
        if area.w and area.h:
            _put(areas, area)
    return areas if len(areas) <= MOST else [areas[0].unionall(areas[1:])]


def left_over(whole: pygame.Rect, covers: Iterable[pygame.Rect]) -> list[pygame.Rect]:
    """Return disjoint rectangles that make up what the covers leave of a rectangle."""
    left = [whole]
    for cover in covers:
        left = [part for rect in left for part in _without(rect, cover)]
    return left


def _without(rect: pygame.Rect, cover: pygame.Rect) -> list[pygame.Rect]:
    cut = rect.clip(cover)
    if not cut.w or not cut.h:
        return [rect]
    bands = (
        (rect.x, rect.y, rect.w, cut.y - rect.y),
        (rect.x, cut.bottom, rect.w, rect.bottom - cut.bottom),
        (rect.x, cut.y, cut.x - rect.x, cut.h),
        (cut.right, cut.y, rect.right - cut.right, cut.h),
    )
    return [type(rect)(band) for band in bands if band[2] > 0 and band[3] > 0]


def _put(areas: list[pygame.Rect], area: pygame.Rect) -> None:
    """Add one; whatever it meets is swallowed, and the larger one may meet more."""
    while (met := area.collidelist(areas)) >= 0:
        other = areas.pop(met)
        if other.contains(area):
            area = other
        else:
            area = area.union(other)
    areas.append(area)
