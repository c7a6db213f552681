"""All cases, as a table for docs/durability.md: ``python -m tests.system.partitions.run --seconds 10``."""

from __future__ import annotations

import argparse
import sys

from tests.system.partitions.cases import CASES, run


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10, help="of play before the cut; after it twice as long")
    seconds = parser.parse_args().seconds
    head = [
        "level",
        "cut off with the master",
        "acknowledged before",
        "lost",
        "acknowledged after",
        "lost",
        "unknown",
        "refused",
    ]
    print("|", " | ".join(head), "|")
    print("|" + "---|" * len(head))
    broken = False
    for case in CASES:
        found = run(case, seconds)
        side = "its clients" if case.alone else "its clients and one replica"
        numbers = (found.before, found.lost_before, found.after, found.lost_after, found.unknown, found.refused)
        print("|", " | ".join([str(case), side, *(f"{number:,}" for number in numbers)]), "|", flush=True)
        promised = case.level == "replicated" and (case.alone or case.replicas == 2)
        broken = broken or (promised and bool(found.lost_before or found.lost_after))
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
