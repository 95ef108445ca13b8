"""Runs one case: `python -m benchmarks.measuring MODULE ARGUMENTS`, in a process of its own.

The module's `measure(**arguments)` returns what it found; it is printed as the last line. Imports
nothing of the studio, so that the peers' environment can run it.
"""

import importlib
import json
import sys

RESULT = "benchmark result: "


def main() -> None:
    """Measure, and print the result behind a mark that no library's output carries."""
    module, arguments = sys.argv[1:]
    found = importlib.import_module(module).measure(**json.loads(arguments))
    sys.stdout.write(f"\n{RESULT}{json.dumps(found)}\n")


if __name__ == "__main__":
    main()
