"""Mutated files of every format, in a process of their own so that its memory can be told."""

import json
import subprocess
import sys

import pytest


def soak(count, seed):
    command = [sys.executable, "-m", "tests.level.formats.fuzz", "--count", str(count), "--seed", str(seed)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def check(tally):
    assert tally["peak_mb"] < 500
    for extension in (".json", ".map", ".scen", ".geojson", ".wkt", ".png", ".tmx", ".tmj"):
        assert tally[f"{extension} refused"] > 0
        assert tally[f"{extension} accepted"] > 0


def test_two_thousand_mutated_files():
    check(soak(2000, 1))


@pytest.mark.slow
def test_a_hundred_thousand_mutated_files():
    tally = soak(100_000, 2)
    check(tally)
    assert tally["slowest_s"] < 1
