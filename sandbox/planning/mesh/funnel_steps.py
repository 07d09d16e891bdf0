"""The funnel as it was after any step of a recording: its two sides, the apex they start from, and what is fixed."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.recording import APEX, LEFT, NONE, RIGHT, Recording
from sandbox.layers import Layer, Points, Role, Segments

GROUP = "Funnel"
STAGE = "funnel"
START = NONE  # stands for the start among vertices
GOAL = -2  # and this for the goal


class FunnelState:
    """What a recording's events `start` to `stop - 1` have made of the funnel."""

    def __init__(self, recording: Recording, start: int, stop: int) -> None:
        self.before: dict[int, int] = {}  # the corner each was reached from
        self.apex = START
        self.heads = {LEFT: START, RIGHT: START}  # where the sides end
        kinds, subjects, parents = (column[start:stop].tolist() for column in _columns(recording))
        for kind, subject, parent in zip(kinds, subjects, parents, strict=True):
            if kind == APEX:
                self.apex = subject
                self.heads = {side: head if self._leads(head) else subject for side, head in self.heads.items()}
            elif kind in self.heads:
                corner = GOAL if subject == NONE else subject
                self.before[corner] = parent
                self.heads[kind] = corner

    def _leads(self, corner: int) -> bool:
        return self.apex in self.chain(corner)

    def chain(self, corner: int) -> list[int]:
        """From a corner back to the start."""
        found = [corner]
        while corner != START and corner in self.before and len(found) <= len(self.before) + 1:
            corner = self.before[corner]
            found.append(corner)
        return found

    def side(self, kind: int) -> list[int]:
        """From the end of a side back to the apex."""
        chain = self.chain(self.heads[kind])
        return chain[: chain.index(self.apex) + 1] if self.apex in chain else chain[:1]


def funnel_layers(recording: Recording, start: int, stop: int, places: NDArray[np.float64]) -> list[Layer]:
    """The funnel after the events before `stop`, of the act that began at `start`."""
    state = FunnelState(recording, start, stop)
    where = _Where(recording.about, places)
    parts = (
        ("left side", "Left side of the funnel", Role.GOOD, state.side(LEFT)),
        ("right side", "Right side of the funnel", Role.CONFLICT, state.side(RIGHT)),
        ("fixed", "Fixed part of the way", Role.PATH, state.chain(state.apex)),
    )
    chains: list[Layer] = [
        Segments(name=name, legend=legend, group=GROUP, role=role, ends=where.points(corners), chained=True, width=3.0,
                 version=stop)
        for name, legend, role, corners in parts
    ]  # fmt: skip
    apex = Points(name="apex", legend="Apex: the last fixed corner", group=GROUP, role=Role.ENTRANCE, size=9.0,
                  xy=where.points([state.apex]), version=stop)  # fmt: skip
    return [*chains, apex]


class _Where:
    """Places of corners, the start and the goal."""

    def __init__(self, about: Mapping[str, object], places: NDArray[np.float64]) -> None:
        self.places = places
        self.ends = np.asarray(about.get("ends", np.full((2, 2), np.nan)), np.float64).reshape(2, 2)

    def points(self, corners: list[int]) -> NDArray[np.float64]:
        """In cells; those of which nothing is known are left out."""
        at = [self.ends[0] if c == START else self.ends[1] if c == GOAL else self.places[c] for c in corners]
        found = np.array(at, np.float64).reshape(-1, 2)
        return found[np.isfinite(found).all(axis=1)]


def _columns(recording: Recording) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    return recording.kind, recording.subject, recording.parent
