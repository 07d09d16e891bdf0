"""The games: one file each, or one folder with the face beside the rules. None imports another."""
