"""Nothing is lost, nothing is done twice, whatever is killed, paused or cut; and the test notices when something is.

``FAULT_SECONDS`` says for how long; ``python -m tests.system.faults.run`` is the long run.
"""

from __future__ import annotations

import os

from tests.system.faults.run import Plan, report, run

SECONDS = float(os.environ.get("FAULT_SECONDS", "8"))


def test_nothing_is_lost_in_a_storm() -> None:
    counters, storm = run(Plan(SECONDS, players=8))
    said = report(counters, storm, SECONDS)
    print(said)
    assert counters.clean, said
    assert counters.acknowledged > SECONDS, said
    assert storm.kills >= SECONDS / 5, said


def test_a_commit_in_two_halves_is_noticed() -> None:
    """The harness proves itself: the API writes the snapshot first and the log a moment later."""
    counters, storm = run(Plan(4, breakage="split", chances={"cut": 1, "lose answers": 1}, pause=0.05, finish=False))
    print(report(counters, storm, 4))
    assert counters.torn > 0


def test_a_write_that_is_sent_again_is_noticed() -> None:
    """The same for a client that repeats a write whose answer it lost: actions are refused that were played."""
    counters, storm = run(
        Plan(4, breakage="retry", chances={"cut": 3, "lose answers": 1}, pause=0.05, without_key=1, finish=False)
    )
    print(report(counters, storm, 4))
    assert counters.phantom > 0
