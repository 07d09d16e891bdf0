"""A run beside the window: the engine in its worker, and what the window keeps of it."""
