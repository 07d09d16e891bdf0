"""The game as a document in the window: its moves, its values, looking through it, files."""
