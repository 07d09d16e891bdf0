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


class Stacks:
    """A bucket queue's naive twin."""

    def __init__(self):
        self.stacks = {}

    def push(self, bucket, cost, item):
        self.stacks.setdefault(bucket, []).append((cost, item))

    def __len__(self):
        return sum(map(len, self.stacks.values()))

    def lowest(self):
        return min((b for b, s in self.stacks.items() if s), default=-1)

    def pop(self):
        return self.stacks[self.lowest()].pop()
