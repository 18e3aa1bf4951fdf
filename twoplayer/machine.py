"""What this machine has: cores and memory."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def core_count() -> int:
    """Return how many cores this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def free_memory() -> int:
    """Return how many bytes of memory are free, as far as that is told; else, there is enough."""
    try:
        with open("/proc/meminfo") as file:
            lines = dict(line.split(":") for line in file)
        return min(1024 * int(lines["MemAvailable"].split()[0]), _limit())
    except (OSError, KeyError, ValueError):
        pages = os.sysconf_names.get("SC_PHYS_PAGES") if hasattr(os, "sysconf_names") else None
        return os.sysconf(pages) * os.sysconf("SC_PAGE_SIZE") if pages else 4 * 10**9


def _limit() -> int:
    """Return how many bytes a container may take."""
    try:
        return int(Path("/sys/fs/cgroup/memory.max").read_text("ascii"))
    except (OSError, ValueError):  # there is no limit
        return sys.maxsize
