"""Run tests again and again, if wished under load, and count the failures of each: ``make flaky N=5 LOAD=1 GROUP=...``.

Every group is a list of arguments for pytest. Under load two processes per core compute beside the tests, one of them
as nice as can be, the other (where the user may) less nice than the tests.
"""

from __future__ import annotations

import argparse
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from xml.etree import ElementTree

BUSY = "import os\nos.nice({nice})\nwhile os.getppid() == {parent}: sum(range(100_000))"


@contextmanager
def load(wanted: bool) -> Iterator[None]:
    """Keep every core busy; the processes end with this one, however it ends."""
    busy = []
    for nice in (19, -5) if wanted else ():
        for _ in range(os.cpu_count() or 1):
            code = BUSY.format(nice=nice if nice > 0 or os.geteuid() == 0 else 0, parent=os.getpid())
            busy.append(subprocess.Popen([sys.executable, "-c", code]))
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def failures(report: Path) -> list[str]:
    """The tests that a report of pytest names as failed."""
    with suppress(OSError, ElementTree.ParseError):
        cases = ElementTree.parse(report).iter("testcase")
        return [
            f"{case.get('classname')}::{case.get('name')}"
            for case in cases
            if case.find("failure") is not None or case.find("error") is not None
        ]
    return []


def run(group: str, folder: Path) -> list[str]:
    """Run a group once: what failed."""
    report = folder / "report.xml"
    report.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:schemathesis", f"--junitxml={report}"]
    with (folder / "output").open("wb") as output:
        code = subprocess.run([*command, *shlex.split(group)], stdout=output, stderr=output, check=False).returncode
    found = failures(report)
    if code and not found:
        found = [f"pytest {group} (exit code {code})"]
    if code:
        sys.stdout.write((folder / "output").read_text("utf-8", "replace")[-5000:])
    return found


def table(failed: Counter[str], passed: list[bool], took: list[float]) -> str:
    times = ", ".join(f"{seconds:.0f} s" for seconds in took)
    lines = [f"{sum(passed)} of {len(passed)} runs passed ({times})"]
    return "\n".join([*lines, *(f"{count:4} of {len(passed)}  {name}" for name, count in failed.most_common())])


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("groups", nargs="+", help="arguments for pytest; each group is one call")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--load", action="store_true")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # else pytest would go on without it
    failed: Counter[str] = Counter()
    passed, took = [], []
    with tempfile.TemporaryDirectory() as folder, load(given.load):
        for number in range(given.runs):
            began = time.monotonic()
            found = [name for group in given.groups for name in run(group, Path(folder))]
            failed.update(found)
            passed.append(not found)
            took.append(time.monotonic() - began)
            print(f"run {number + 1}: {', '.join(found) or 'passed'}, {took[-1]:.0f} s", flush=True)
    print(table(failed, passed, took))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
