"""Plans for worlds in which actions may turn out in several ways."""
