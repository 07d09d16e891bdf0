"""Work shared out: in this process, in others, elsewhere; in order or as it is done; stopped in the middle."""

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from sandbox.children import Elsewhere, as_finished, environment, shared_out


def doubled(item, _stop):
    return 2 * item


def slow_at_first(item, _stop):
    time.sleep(0.5 if item == 0 else 0.0)
    return item


def touched(path, _stop):
    time.sleep(0.05)
    path.touch()


class Reversed(Elsewhere):
    """Somebody else, who begins at the end."""

    def share(self, do, items, _stop):
        yield from (do(item, None) for item in reversed(items))


def running():
    return np.zeros(1, np.uint8)


@pytest.mark.small
@pytest.mark.parametrize("share", [shared_out, as_finished])
def test_here_everything_is_done_in_order(share):
    assert list(share(doubled, range(5), 1, running())) == [0, 2, 4, 6, 8]
    assert list(share(doubled, [7], 4, running())) == [14]  # one item needs no other process
    assert list(share(doubled, [], 4, running())) == []


@pytest.mark.small
@pytest.mark.parametrize("share", [shared_out, as_finished])
def test_elsewhere_is_asked_whatever_it_counts(share):
    assert list(share(doubled, range(3), Reversed(1), running())) == [4, 2, 0]


@pytest.mark.small
def test_what_is_stopped_in_the_middle_is_left_out_of_what_is_finished():
    def until_two(item, flag):
        flag[0] = item == 2
        return item

    assert list(as_finished(until_two, range(5), 1, running())) == [0, 1]
    assert list(shared_out(until_two, range(5), 1, running())) == [0, 1, 2]


@pytest.mark.small
@pytest.mark.parametrize("share", [shared_out, as_finished])
def test_a_stop_before_the_first_does_nothing_or_tells_nothing(share):
    assert list(share(doubled, range(3), 1, np.ones(1, np.uint8))) == []


def test_in_other_processes_all_is_done():
    assert list(shared_out(slow_at_first, range(4), 2, running())) == [0, 1, 2, 3]
    assert sorted(as_finished(slow_at_first, range(4), 2, running())) == [0, 1, 2, 3]


def test_other_processes_stop_too():
    for share in (shared_out, as_finished):
        flag = running()
        found = share(doubled, range(50), 2, flag)
        assert next(found) in range(0, 100, 2)
        flag[0] = 1
        assert list(found) == []


@pytest.mark.parametrize("share", [shared_out, as_finished])
def test_what_was_not_begun_when_it_stops_is_never_done(share, tmp_path):
    flag, paths = running(), [tmp_path / str(number) for number in range(400)]
    found = share(touched, paths, 2, flag)
    next(found)
    flag[0] = 1
    assert list(found) == []
    assert not all(path.exists() for path in paths)


KILLED_IN_THE_MIDDLE = """
import time
from sandbox.children import pool
with pool(2) as workers:
    for _ in range(2):
        workers.submit(time.sleep, 600)
    while len(workers._processes) < 2 or not all(worker.is_alive() for worker in workers._processes.values()):
        time.sleep(0.01)
    print(*workers._processes, flush=True)
    time.sleep(600)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a process that is killed is told elsewhere")
def test_workers_end_with_a_process_that_is_killed():
    words = [sys.executable, "-P", "-c", KILLED_IN_THE_MIDDLE]
    parent = subprocess.Popen(words, stdout=subprocess.PIPE, encoding="utf-8", env=environment())
    workers = [int(word) for word in parent.stdout.readline().split()]
    assert len(workers) == 2
    parent.kill()
    parent.wait()
    parent.stdout.close()
    until = time.monotonic() + 60
    while any(map(exists, workers)):
        assert time.monotonic() < until, "a worker goes on"
        time.sleep(0.05)


def exists(process):
    """Whether it is there, and not merely waiting to be told about."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    status = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, check=False)
    return not status.stdout.strip().startswith(b"Z")
