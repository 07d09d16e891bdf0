"""One tick of a crowd without a queue, stamps or lists: look at everything again after every contact."""

import math

MOST_HITS = 12
BAND, PARTING = 1e-7, 1e-10
STOP, SLIDE, PUSH, PRIORITY, RIGHT = range(5)


class Disc:
    """A disc that moves through one tick."""

    def __init__(self, x, y, vx, vy, radius, speed, rank):
        self.at, self.v = (x, y), (vx, vy)
        self.since, self.radius, self.speed, self.rank, self.hits = 0.0, radius, speed, rank, 0

    def place(self, time):
        return tuple(p + v * (time - self.since) for p, v in zip(self.at, self.v, strict=True))

    def go_to(self, time):
        self.at, self.since = self.place(time), time

    @property
    def rests(self):
        return self.hits >= MOST_HITS

    def hit(self, stops):
        self.hits += 1
        if stops or self.rests:
            self.v, self.hits = (0.0, 0.0), MOST_HITS


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1]


def minus(a, b):
    return a[0] - b[0], a[1] - b[1]


def root(p, v, distance, horizon):
    """When p + v t first comes that near to the origin."""
    toward = dot(p, v)
    if toward >= 0:
        return math.inf
    if dot(p, p) <= distance * distance:
        return 0.0
    inner = toward**2 - dot(v, v) * (dot(p, p) - distance**2)
    if inner < 0:
        return math.inf
    t = (-toward - math.sqrt(inner)) / dot(v, v)
    return t if t <= horizon else math.inf


def meeting(a, b, end):
    begin = max(a.since, b.since)
    gap = a.radius + b.radius + BAND
    return begin + root(minus(b.place(begin), a.place(begin)), minus(b.v, a.v), gap, end - begin)


def grazing(disc, wall, end):
    """When a disc touches a wall: an end of it, or its side."""
    a, b = wall
    length = math.dist(a, b)
    along = tuple(c / length for c in minus(b, a))
    normal = (-along[1], along[0])
    offset = dot(minus(disc.at, a), normal)
    if offset < 0:
        normal, offset = (along[1], -along[0]), -offset
    times = [root(minus(disc.at, c), disc.v, disc.radius + BAND, end - disc.since) for c in (a, b)]
    closing = -dot(disc.v, normal)
    if closing > 0:
        t = max(0.0, (offset - disc.radius - BAND) / closing)
        foot = dot(minus(disc.place(disc.since + t), a), along)
        if t <= end - disc.since and 0 <= foot <= length:
            times.append(t)
    return disc.since + min(times)


def turn(disc, normal, along, rule, heading, parting_stop):
    """Leave with a speed along the normal; keep, turn or cut what goes across."""
    tangent = (-normal[1], normal[0])
    across = dot(disc.v, tangent)
    if rule == RIGHT and heading:
        across = math.sqrt(max(0.0, dot(disc.v, disc.v) - along**2)) * (1 if dot(disc.v, normal) >= 0 else -1)
    most = math.sqrt(max(0.0, disc.speed**2 - along**2))
    across = math.copysign(min(abs(across), most), across)
    disc.v = tuple(along * n + across * t for n, t in zip(normal, tangent, strict=True))
    disc.hit(parting_stop)


def meet(a, b, rule, end):
    apart = math.dist(a.at, b.at)
    normal = tuple(c / apart for c in minus(b.at, a.at))
    one, two = dot(a.v, normal), dot(b.v, normal)
    parting = 0.5 * (PARTING + max(0.0, a.radius + b.radius + BAND - apart) / end)
    if a.rests or b.rests:
        common, parting = 0.0, 2 * parting
    else:
        first = a.rank <= b.rank
        common = {PUSH: (one + two) / 2, PRIORITY: one if first else two}.get(rule, two if two > 0 else min(one, 0.0))
        common = max(min(common, b.speed - parting), parting - a.speed)
    rests = a.rests, b.rests
    if not rests[0]:
        turn(a, normal, common - parting, rule, one > 0, rule == STOP)
    if not rests[1]:
        turn(b, normal, common + parting, rule, two < 0, rule == STOP)


def graze(disc, wall, end):
    a, b = wall
    along = minus(b, a)
    share = min(max(dot(minus(disc.at, a), along) / dot(along, along), 0.0), 1.0)
    foot = tuple(p + share * c for p, c in zip(a, along, strict=True))
    apart = math.dist(foot, disc.at)
    normal = tuple(c / apart for c in minus(foot, disc.at))
    into = dot(disc.v, normal)
    parting = PARTING + max(0.0, disc.radius + BAND - apart) / end
    if into > -parting:
        disc.v = tuple(v - (into + parting) * n for v, n in zip(disc.v, normal, strict=True))
    disc.hit(stops=False)


def tick(discs, walls, rule, end, most):
    """Move all; return the first `most` contacts as (time, i, j), walls numbered after the discs."""
    log = []
    count = len(discs)
    while len(log) < most:
        coming = [(meeting(discs[i], discs[j], end), i, j) for i in range(count) for j in range(i + 1, count)]
        coming += [(grazing(d, w, end), i, count + k) for i, d in enumerate(discs) for k, w in enumerate(walls)]
        time, i, j = min(coming, default=(math.inf, 0, 0))
        if time >= end:
            break
        log.append((time, i, j))
        discs[i].go_to(time)
        if j < count:
            discs[j].go_to(time)
            meet(discs[i], discs[j], rule, end)
        else:
            graze(discs[i], walls[j - count], end)
    for disc in discs:
        disc.go_to(end)
    return log
