"""How things look: theme tokens, fonts, icons, painting."""
