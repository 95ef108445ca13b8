"""What work costs is counted for the process and for children, also those that have ended."""

import subprocess
import sys
import time

from benchmarks.meter import Meter

BUSY = "import time\nends = time.process_time() + 0.2\nwhile time.process_time() < ends: pass"


def test_cpu_time_of_children_counts() -> None:
    with Meter() as meter:
        subprocess.run([sys.executable, "-c", BUSY], check=True)
        ends = time.process_time() + 0.1
        while time.process_time() < ends:
            pass
    assert 0.25 < meter.cpu_seconds <= 2 * meter.wall_seconds + 1
    assert meter.peak_mb > 10
