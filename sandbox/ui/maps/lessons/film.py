"""Steps that are shown, as a recording: one event a step, drawn from the steps alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sandbox.kernels.recording import CLOSE, FLIP, NONE, Recording
from sandbox.ui.canvas.film import Film, Phase, share_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandbox.layers import Layer
    from sandbox.mesh.teaching.steps import Steps

CHANGING = (FLIP, CLOSE)  # kinds of steps that change something: the strip shows where they are dense


class LessonFilm(Film):
    """How something comes about, played as searches are."""

    dense = "changing something"
    alone = True
    kept = True

    def __init__(self, steps: Steps, width: int, height: int) -> None:
        recording = Recording(max(len(steps), 1))
        for kind in steps.kinds.tolist():
            recording.add(kind)
        super().__init__(recording, width, height, {NONE: np.zeros((0, 2))}, title=steps.title)
        self.steps = steps

    @property
    def phases(self) -> list[Phase]:
        """The stretches that have a name."""
        return [Phase(*stretch) for stretch in self.steps.stretches]

    def density(self, bins: int) -> NDArray[np.float64]:
        """Which share of each part are steps that change something."""
        return share_of(np.flatnonzero(np.isin(self.recording.kind, CHANGING)), len(self), bins)

    def layers(self, time: int) -> list[Layer]:
        """The picture after so many steps."""
        return self.steps.layers(time)

    def _words(self, number: int) -> str:
        return self.steps.words(number)
