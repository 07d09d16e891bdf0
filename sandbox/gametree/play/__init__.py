"""Playing for people: levels, exact play, thinking in the other's time, rules of thumb."""
