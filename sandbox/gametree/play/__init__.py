"""Playing for people: levels, exact play, thinking in the other's time."""
