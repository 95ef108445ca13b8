"""A case that returns what it is given, behind what a chatty library might print."""

import sys


def measure(value: int) -> dict[str, int]:
    sys.stdout.write("loading\n")
    return {"value": value}
