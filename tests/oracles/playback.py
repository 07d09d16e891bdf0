"""What a recording shows after an event, found by going through all events from the beginning."""

from sandbox.kernels.recording import CLOSE, EXPAND, GENERATE, LEVEL, REOPEN, STAGE


def states_at(events, time):
    """The open and closed subjects after event `time`; a stage or level starts afresh."""
    states = {}
    for number, (kind, subject, *_) in enumerate(events):
        if number > time:
            break
        if kind in (STAGE, LEVEL):
            states = {}
        elif subject >= 0 and kind in (GENERATE, REOPEN):
            states[subject] = 1 if kind == REOPEN or subject not in states else states[subject]
        elif subject >= 0 and kind in (EXPAND, CLOSE):
            states[subject] = 2
    return states
