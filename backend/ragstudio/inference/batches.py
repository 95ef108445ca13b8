"""Batches of texts of similar length, and the cores to run them on."""

import math
import os
from collections.abc import Sequence


def split_by_length(lengths: Sequence[int], budget: int, threads: int) -> list[list[int]]:
    """Positions of `lengths` in batches of similar length, longest first; ties keep their order.

    Padded to its longest, a batch is at most `budget` long, unless it is one text. It has no more
    positions than give each thread a batch.
    """
    order = sorted(range(len(lengths)), key=lambda position: -lengths[position])
    most = math.ceil(len(lengths) / threads)
    batches, start = [], 0
    while start < len(order):
        size = max(1, min(budget // max(1, lengths[order[start]]), most))
        batches.append(order[start : start + size])
        start += size
    return batches


def count_cores() -> int:
    """Cores this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
