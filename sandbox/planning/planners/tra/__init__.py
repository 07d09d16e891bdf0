"""TRA*: the search over decisions in the reduced mesh."""
