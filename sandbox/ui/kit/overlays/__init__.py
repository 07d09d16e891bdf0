"""What floats above the page: dialogs, menus, the palette, tips, messages."""
