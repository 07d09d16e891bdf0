"""Games whose states are a few 64-bit words: their rules' names, hashing, counting, notation."""
