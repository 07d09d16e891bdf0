"""SplitMix64 in Python's own integers."""

ALL = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def scramble(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & ALL
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & ALL
    return z ^ (z >> 31)


class SplitMix:
    """The generator as its authors wrote it: a state that grows by the golden ratio."""

    def __init__(self, state):
        self.state = state

    def word(self):
        self.state = (self.state + GOLDEN) & ALL
        return scramble(self.state)

    def below(self, n):
        """Lemire's method as rejection: refuse the first 2^32 mod n low halves of each multiple."""
        while True:
            product = (self.word() >> 32) * n
            if product % 2**32 >= 2**32 % n:
                return product >> 32

    def shuffled(self, items):
        items = list(items)
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items
