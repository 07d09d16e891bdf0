"""Several engines on the position on the board: who takes part, their search in a worker, what each answered."""
