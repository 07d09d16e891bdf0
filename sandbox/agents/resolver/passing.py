"""No resolver: discs go straight through each other, and when they would have touched is noted."""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from sandbox.agents.crowd import Crowd
from sandbox.agents.resolver.contact import pair_time
from sandbox.agents.resolver.events import Contacts, note
from sandbox.agents.resolver.nearby import Nearby
from sandbox.kernels.jit import kernel


@kernel
def pass_through(crowd: Crowd, lists: Nearby, contacts: Contacts, end: float) -> int:
    """Move a crowd through a tick; return how many pairs touch or overlap in it, in any order. Modified: crowd.

    A row's places after are those the tick began with, its velocities those before: nothing becomes of a contact.
    """
    count, rows = crowd.x.shape[0], contacts.first.shape[0]
    found = 0
    for i in range(count):
        crowd.since[i] = 0.0
    for i in range(count):
        for k in range(lists.starts[i], lists.middle[i]):
            j = lists.who[k]
            time = pair_time(crowd, i, j, end)
            if not time < end or found >= rows:
                continue
            contacts.time[found], contacts.first[found], contacts.second[found] = time, i, j
            contacts.before[found, 0], contacts.before[found, 1] = crowd.vx[i], crowd.vy[i]
            contacts.before[found, 2], contacts.before[found, 3] = crowd.vx[j], crowd.vy[j]
            note(contacts, found, 0, crowd, i)
            note(contacts, found, 4, crowd, j)
            found += 1
    contacts.count[0] = found
    for i in range(count):
        if crowd.presence[i] == 1:
            crowd.x[i] += crowd.vx[i] * end
            crowd.y[i] += crowd.vy[i] * end
    return found
