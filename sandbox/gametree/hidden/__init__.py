"""Hidden information: whole games written down, regrets, best responses, sampling of what may be the case."""
