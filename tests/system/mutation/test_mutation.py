"""The mutation runner itself, on the sample game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from tests.support.waiting import spend
from tests.system.mutation.mutants import mutants
from tests.system.mutation.run import ROOT, all_mutants, finished, target_of

SOURCE = '''
"""Words."""
Both = A | B
LIMIT: Annotated[int, Meta(ge=1)] = 3

def f(self, a: Literal["x"], b=True) -> int:
    """More words."""
    if a < 2 and b:
        raise Illegal("R-1", f"no {1 + 1}", "not_to_act")
    for x in a["key"]:
        break
    self.phase = "play"
    yield x + y
    return not x
'''


def test_faults_are_made_where_behaviour_is_and_nowhere_else() -> None:
    made = {(m.line, m.original, m.mutated) for m in mutants("m", "m.py", SOURCE)}
    refusal = 'raise Illegal("R-1", f"no {1 + 1}", "not_to_act")'
    assert made == {
        (4, "3", "4"),
        (4, "3", "2"),
        (6, "True", "False"),
        (8, "a < 2", "(a <= 2)"),
        (8, "a < 2", "(a >= 2)"),
        (8, "2", "3"),
        (8, "2", "1"),
        (8, "a < 2 and b", "(a < 2 or b)"),
        (8, "a < 2 and b", "(not (a < 2 and b))"),
        (9, refusal, "pass"),
        (9, '"R-1"', "'R-1_x'"),
        (9, '"not_to_act"', "'not_to_act_x'"),
        (11, "break", "continue"),
        (12, 'self.phase = "play"', "pass"),
        (12, '"play"', "'play_x'"),
        (13, "yield x + y", "yield from ()"),
        (13, "x + y", "(x - y)"),
        (14, "return not x", "return None"),
        (14, "not x", "(x)"),
    }


def test_mutants_of_the_sample_game_are_many_and_all_different() -> None:
    found = all_mutants(target_of("cups"))
    assert len(found) > 60
    assert len({mutant.source for mutant in found}) == len(found)


def test_an_obvious_fault_is_noticed_and_an_unseen_one_is_not(tmp_path: Path) -> None:
    for match, killed, code in (('raise Illegal("CUP-3"', 1, 0), ('"stack_empty" ->', 0, 1)):
        out = tmp_path / f"{killed}.json"
        command = [sys.executable, "-m", "tests.system.mutation.run", "cups", "--match", match, "--out", str(out)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
        assert done.returncode == code, done.stdout + done.stderr
        report = json.loads(out.read_text())
        assert (report["mutants"], report["killed"], len(report["survivors"])) == (1, killed, 1 - killed)


def test_a_hanging_mutant_is_ended_and_counts_as_noticed(tmp_path: Path) -> None:
    pid = os.fork()
    if not pid:
        os.setsid()
        spend(60)
        os._exit(0)
    assert finished(pid, time.monotonic() + 60) is None
    assert finished(pid, time.monotonic()) == -1
