"""Why a path is longer than it need be, and why a search took more: ledgers that add up.

`explain.explain` looks at a chain of worlds, nearly each a step freer than the one before, from an answer to the
true optimum, and tells what every step saves; `work.explain_work` tells where a search's expansions went, against A*.
"""
