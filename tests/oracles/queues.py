"""Priority queues one can see through."""


class SortedList:
    """A heap's naive twin."""

    def __init__(self):
        self.entries = []

    def push(self, key, item):
        self.entries.append((key, item))

    def least(self):
        return min(key for key, _ in self.entries)

    def remove(self, key, item):
        self.entries.remove((key, item))
