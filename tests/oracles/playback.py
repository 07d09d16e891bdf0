"""What a recording shows after an event, found by going through all events from the beginning."""

from sandbox.kernels.recording import CLOSE, EXPAND, GENERATE, LEVEL, RELAX, REOPEN, STAGE


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


def story_of(events, subject, time):
    """What is known of a subject after event `time`: state, g, f, parent, generated, relaxed, closed, reopened."""
    found = {"state": 0, "costs": None, "generated": None, "relaxed": [], "closed": [], "reopened": []}
    for number, (kind, whom, parent, g, f) in enumerate(events):
        if number > time:
            break
        if kind in (STAGE, LEVEL):
            found = {"state": 0, "costs": None, "generated": None, "relaxed": [], "closed": [], "reopened": []}
        if whom != subject or kind in (STAGE, LEVEL):
            continue
        if kind in (GENERATE, RELAX, REOPEN) or (kind in (EXPAND, CLOSE) and found["costs"] is None):
            found["costs"] = (g, f, parent)
        if kind == GENERATE and found["generated"] is None:
            found["generated"] = number
        for name, kinds in (("relaxed", (RELAX,)), ("closed", (EXPAND, CLOSE)), ("reopened", (REOPEN,))):
            if kind in kinds:
                found[name].append(number)
        found["state"] = states_at(events, number).get(subject, 0)
    return found
