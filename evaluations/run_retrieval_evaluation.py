"""Run both suites in both modes and print the table; the same as `ragstudio evaluate`."""

import sys

from ragstudio.cli import main

if __name__ == "__main__":
    sys.argv[1:1] = ["evaluate"]
    main()
