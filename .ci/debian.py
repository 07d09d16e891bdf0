"""Debian's next releases in folders of their own, for their Pythons: made by debootstrap, entered by chroot.

The mirror is the one this machine's apt is set to. What is mounted for a command is mounted in a name space of its
own, and gone with it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from pathlib import Path

SUITES = ("trixie", "sid")
OLDER = ("bookworm",)
KEEP_SECONDS = 7 * 86400  # unstable moves on
PACKAGES = ("python3", "python3-venv", "ca-certificates")
FOR_THE_WINDOW = ("xvfb", "xdotool", "xclip")
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
ENTER = """
root=$1; shift
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
for folder in movingai positions; do
  if [ -d "../shared/$folder" ]; then mkdir -p "$root/$folder"; mount --bind "../shared/$folder" "$root/$folder"; fi
done
exec chroot "$@"
"""
LIKE_HERE = """
apt-config dump | grep -E '^Acquire::(Check-Valid-Until|https?::)' > "$1/etc/apt/apt.conf.d/90like-here" || true
if [ -e /etc/pip.conf ]; then cp /etc/pip.conf "$1/etc"; fi
cp --dereference /etc/resolv.conf /etc/hosts "$1/etc"
"""
COMPLETE = """
apt-get update -qq
known=$(apt-cache pkgnames python3. | grep -Ex "$1")
apt-get install -y -qq --no-install-recommends $known {window}
useradd --create-home bare
"""


def inside(root: Path, *chroot: str) -> list[str]:
    """A command under another root: the words behind `chroot`."""
    return ["unshare", "--mount", "--propagation", "private", "sh", "-ec", ENTER, "enter", str(root), *chroot]


def debian(suite: str, cache: Path, minors: list[int]) -> tuple[Path, str]:
    """The folder of a Debian with all its Pythons, made if need be; and what was in the way, if anything."""
    root = cache / suite
    ready = root / "ready"
    if ready.exists() and time.time() - ready.stat().st_mtime < KEEP_SECONDS:
        return root, ""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return root, "only root on a Debian can make it"
    mirror = _mirror()
    if not mirror:
        return root, "apt names no mirror of Debian"
    log = cache / f"{suite}.log"
    with log.open("wb") as sink:
        for command in _making(suite, root, mirror, minors):
            if subprocess.run(command, stdout=sink, stderr=sink, env=_quiet_apt(), check=False).returncode:
                return root, f"{command[0]} failed, see {log}: {_last_line(log)}"
    ready.touch()
    return root, ""


def _mirror() -> str:
    """The mirror of Debian that this machine's apt uses."""
    subprocess.run(["apt-get", "update", "-qq"], stdout=subprocess.DEVNULL, env=_quiet_apt(), check=False)
    ask = ["apt-get", "indextargets", "--format", "$(ORIGIN) $(LABEL) $(REPO_URI)", "Created-By: Packages"]
    said = subprocess.run(ask, capture_output=True, encoding="utf-8", check=False).stdout
    found = re.search(r"^Debian Debian (\S+)$", said, re.MULTILINE)
    return found[1] if found else ""


def _making(suite: str, root: Path, mirror: str, minors: list[int]) -> list[list[str]]:
    """The commands that make a Debian with all its Pythons, and a user who has nothing."""
    pythons = "|".join(rf"python3\.{minor}(-venv)?" for minor in minors)
    complete = COMPLETE.format(window=" ".join(FOR_THE_WINDOW))
    return [
        ["rm", "-rf", "--one-file-system", str(root)],
        ["sh", "-ec", "command -v debootstrap || apt-get install -y -qq debootstrap"],
        ["debootstrap", "--variant=minbase", f"--include={','.join(PACKAGES)}", suite, str(root), mirror],
        ["sh", "-ec", LIKE_HERE, "like here", str(root)],
        inside(root, str(root), "sh", "-ec", complete, "complete", pythons),
        ["cp", "--dereference", CERTIFICATES, f"{root}{CERTIFICATES}"],
    ]


def _quiet_apt() -> dict[str, str]:
    return os.environ | {"DEBIAN_FRONTEND": "noninteractive"}


def _last_line(log: Path) -> str:
    return (log.read_text(encoding="utf-8", errors="replace").strip().splitlines() or ["it said nothing"])[-1]
