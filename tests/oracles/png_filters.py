"""PNG filters undone one byte at a time, as the specification (W3C 2003, section 9) words it."""


def unfilter(rows, pixel_bytes):
    """Packed rows without their filter bytes."""
    above = [0] * (len(rows[0]) - 1)
    result = []
    for kind, *body in rows:
        line = []
        for i, value in enumerate(body):
            a = line[i - pixel_bytes] if i >= pixel_bytes else 0
            b = above[i]
            c = above[i - pixel_bytes] if i >= pixel_bytes else 0
            line.append((value + (0, a, b, (a + b) // 2, paeth(a, b, c))[kind]) % 256)
        result.append(line)
        above = line
    return result


def paeth(a, b, c):
    """Whichever of left, above and upper left is nearest to a + b - c; in this order when equal."""
    estimate = a + b - c
    return min((a, b, c), key=lambda v: abs(estimate - v))
