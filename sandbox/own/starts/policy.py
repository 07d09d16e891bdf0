"""TITLE: save this file and the crowd walks by it as it now stands."""

from dataclasses import dataclass
from typing import Annotated

from sandbox.own import Crowd, Help, Range, Unit, policy


@policy(title="TITLE", rule="right")  # what two do who touch: stop, slide, push, priority or right
@dataclass(frozen=True)
class Mine:
    """A policy of my own: who would bump into somebody turns to its right."""  # the fields below are its controls

    sight: Annotated[float, Range(0.5, 10), Unit("cells"), Help("how far each looks")] = 3.0
    horizon: Annotated[float, Range(0.1, 5), Unit("s"), Help("how far ahead each looks")] = 0.5
    angle: Annotated[float, Range(0, 90), Unit("degrees"), Help("how far each turns")] = 40.0

    def wish(self, crowd: Crowd) -> None:
        """Thirty times a second: who is told nothing goes along its way at full speed."""
        for agent in crowd.walking:
            for other in crowd.near(agent, self.sight):
                if agent.meets(other) < self.horizon:  # seconds until they touch
                    agent.turn(self.angle)  # or agent.wait(other), or agent.go(vx, vy) in cells a second
                    break
