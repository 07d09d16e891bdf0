"""The Maps tab: a level, any planners on it, their live paths, what they know, and a recording to scrub."""
