"""Maps of the Tiled editor, in its XML and its JSON notation."""
