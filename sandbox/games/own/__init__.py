"""Games of the user's own: rules and engines run in a process of their own, only moves and boards come over."""
