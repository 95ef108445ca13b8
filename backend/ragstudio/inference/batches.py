"""Batches of texts of similar length, and the cores to run them on."""

import os
from collections.abc import Sequence


def split_by_length(lengths: Sequence[int], batch_size: int) -> list[list[int]]:
    """Positions of `lengths` in batches of similar length, longest first; ties keep their order."""
    order = sorted(range(len(lengths)), key=lambda position: -lengths[position])
    return [order[start : start + batch_size] for start in range(0, len(order), batch_size)]


def count_cores() -> int:
    """Cores this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
