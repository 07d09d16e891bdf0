"""The window: the only part of the sandbox that knows pygame."""
