"""An encounter in words: who met whom, when, how it was resolved, what it cost, and what would have become of it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sandbox.agents.record.encounters import How
from sandbox.kernels.arrays import Floats

HORIZON = 2.0  # seconds that the unresolved future is told of

SAID = {
    How.STOPPED: "both stopped",
    How.SLID: "they slid along each other",
    How.PUSHED: "they pushed each other",
    How.YIELDED: "the one that goes later was pushed aside",
    How.TURNED: "they turned to their right",
    How.OVERLAPPED: "nobody resolved it: they overlap",
    How.WAITED: "{first} waited until {second} had passed",
}
TITLES = {
    How.STOPPED: "Stopped",
    How.SLID: "Slid",
    How.PUSHED: "Pushed",
    How.YIELDED: "Yielded",
    How.TURNED: "Turned right",
    How.OVERLAPPED: "Overlapped",
    How.WAITED: "Waited",
}


class Encounter(NamedTuple):
    """One of them, away from its table."""

    first: int
    second: int
    how: How
    begin: int  # tick
    last: int
    contacts: int
    moment: float  # seconds into the first tick
    delay: float  # seconds both fell behind
    scene: Floats  # [8] at first contact: place and velocity before it of the first, of the second


class Future(NamedTuple):
    """What would have become of two that go on as if the other were not there."""

    deepest: float  # cells they would overlap by
    after: float  # seconds after the first contact
    clear: float  # seconds until they are apart again, or the horizon


def unresolved(scene: Floats, radii: tuple[float, float]) -> Future:
    """The overlap there would have been within the horizon."""
    px, py, pvx, pvy, qx, qy, qvx, qvy = (float(v) for v in scene)
    x, y, vx, vy = qx - px, qy - py, qvx - pvx, qvy - pvy
    square, reach = vx * vx + vy * vy, sum(radii)
    after = min(max(-(x * vx + y * vy) / square, 0.0), HORIZON) if square > 1e-12 else 0.0
    deepest = reach - float(np.hypot(x + vx * after, y + vy * after))
    if square <= 1e-12:
        return Future(max(deepest, 0.0), after, HORIZON)
    b, c = x * vx + y * vy, x * x + y * y - reach * reach
    root = b * b - square * c
    clear = (-b + root**0.5) / square if root > 0 else 0.0
    return Future(max(deepest, 0.0), after, min(max(clear, 0.0), HORIZON))


def briefly(met: Encounter, tick: float) -> str:
    """In a line."""
    how = TITLES[met.how].lower()
    return f"{met.begin * tick + met.moment:.2f} s: agents {met.first} and {met.second}, {how}, {met.delay:.2f} s lost"


def described(met: Encounter, tick: float, radii: tuple[float, float]) -> str:
    """All of it, as a few sentences. `tick` is the length of one in seconds."""
    first, second = f"agent {met.first}", f"agent {met.second}"
    x, y = float(met.scene[0] + met.scene[4]) / 2, float(met.scene[1] + met.scene[5]) / 2
    how = SAID[met.how].format(first=first, second=second)
    when = met.begin * tick + met.moment
    lasted = (met.last - met.begin) * tick
    times = "once" if met.contacts <= 1 else f"{met.contacts} times in {lasted:.1f} s"
    verb = "were in each other's way" if met.how is How.WAITED else "touched"
    words = f"{when:.2f} s: {first} and {second} {verb} at ({x:.1f}, {y:.1f}), {times}; {how}. "
    words += f"It cost the two {met.delay:.2f} s."
    future = unresolved(met.scene, radii)
    if future.deepest > 0.005 and met.how is not How.OVERLAPPED:
        words += f" Unresolved, they would overlap by {future.deepest:.2f} cells {future.after:.1f} s later."
    return words
