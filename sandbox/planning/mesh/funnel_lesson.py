"""The funnel of one query, shown portal by portal: the steps of its recording, and no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sandbox.kernels.playback import Act, Playback
from sandbox.kernels.recording import APEX, Recording
from sandbox.mesh.layers import corners
from sandbox.mesh.teaching.steps import Sheet, Steps, StepText
from sandbox.planning.mesh.funnel import in_words
from sandbox.planning.mesh.funnel_steps import STAGE, funnel_layers
from sandbox.planning.mesh.layers import VERTICES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandbox.layers import Layer
    from sandbox.planning.mesh.planner import MeshPrepared

ROOM = 1_000_000  # events of the search and its funnel


class FunnelSteps(Steps):
    """How the way through the channel that was found is pulled tight."""

    title = "Funnel"

    def __init__(self, prepared: MeshPrepared, recording: Recording, act: Act) -> None:
        self.recording, self.act = recording, act
        self.places: NDArray[np.float64] | None = prepared.places(VERTICES)
        kinds = recording.kind[act.start : act.stop]
        self.numbers = np.flatnonzero(kinds >= APEX) + act.start
        self.texts = [StepText(in_words(recording, n), int(recording.kind[n]), STAGE) for n in self.numbers.tolist()]
        channel = prepared.answered[1].channel // 3 if prepared.answered is not None else np.zeros(0, np.int64)
        self.channel = corners(prepared.mesh, channel.astype(np.int64))

    def layers(self, time: int) -> list[Layer]:
        """The channel, and the funnel after so many of its steps."""
        from sandbox.layers import Role

        sheet = Sheet(self.title, 0)
        sheet.rings("channel", "Triangles of the channel", Role.CORRIDOR, self.channel)
        stop = int(self.numbers[time - 1]) + 1 if time else self.act.start
        assert self.places is not None
        return [*sheet.layers, *funnel_layers(self.recording, self.act.start, stop, self.places)]


def pulled(playback: Playback) -> Act | None:
    """The act in which a funnel is pulled."""
    acts = map(playback.act_at, playback.act_starts.tolist())
    return next((act for act in acts if act.stage == STAGE), None)
