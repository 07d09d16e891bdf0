"""What is known of how games end: tables of every state of a small game, made by `table`, looked up by engines."""
