"""What every algorithm stands on: compiled kernels, queues, random numbers, bits, event recording."""
