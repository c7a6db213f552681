"""The measurement of the whole server in small: real acts are answered and stored, and the figures are read right."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.serve import CONNECTIONS, report
from bench.support.load import Slice, load
from bench.support.node_peers import BoardgameIo, Colyseus, NodePeer, NotInstalled
from bench.support.parties import Ludotheque, Reference
from bench.support.stack import request
from tests.support.processes import alive, descendants
from tests.support.stack import ROOT
from tests.support.waiting import PATIENCE, wait_until


def test_real_acts_and_the_reference_are_answered_and_stored() -> None:
    with Ludotheque() as ours, Reference() as reference:
        for party in (ours, reference):
            done = party.slice(4, 1.0, expected=300)
            assert len(done.took) > 20, party.name
            assert done.rate == pytest.approx(len(done.took) / done.lasted)
            assert 0 < done.cpu < done.lasted * 1.1
            assert done.server > 0
        assert ours.check() > 20
        identifier = next(iter(ours.acts))
        ours.acts[identifier] += 2
        with pytest.raises(AssertionError, match=identifier):
            ours.check()


def test_a_measurement_that_is_terminated_leaves_no_server(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bench.serve", "--without-peers"]
    measuring = subprocess.Popen(command, cwd=ROOT, env={**os.environ, "TMPDIR": str(tmp_path)})
    begun = wait_until(lambda: descendants(measuring.pid))
    measuring.terminate()
    assert measuring.wait(PATIENCE) == 128 + signal.SIGTERM
    wait_until(lambda: not any(alive(pid) for pid in begun))
    assert list(tmp_path.glob("ludo-bench-*")) == []


@pytest.mark.skipif(not hasattr(os, "SCHED_BATCH"), reason="only Linux has batch processes")
def test_a_patient_client_is_patient_only_while_it_loads() -> None:
    seen: list[int] = []

    def requests() -> Iterator[bytes]:
        seen.append(os.sched_getscheduler(0))
        yield request("POST", "/r", None, b'{"type":"flip","n":1}')

    before = os.sched_getscheduler(0)
    with Reference() as reference:
        done = load(reference.port, [requests()], 0.1, patient=True)
    assert len(done.took) == 1
    assert seen == [os.SCHED_BATCH]
    assert os.sched_getscheduler(0) == before


def slices(name: str, rate: int) -> dict[tuple[str, int], list[Slice]]:
    return {(name, count): [Slice(1.0, [0.001] * rate, 0.1, 0.5)] * 3 for count in CONNECTIONS}


@pytest.mark.parametrize(("theirs", "short"), [(50, []), (200, [1, 32])])
def test_the_ratio_to_boardgame_io_decides(theirs: int, short: list[int], capsys: pytest.CaptureFixture[str]) -> None:
    found = slices("Ludothèque", 100) | slices("R", 400) | slices("boardgame.io", theirs)
    told = report(found, ["Ludothèque", "R", "boardgame.io"])
    assert [int(re.findall(r"over (\d+)", text)[0]) for text in told] == short
    said = capsys.readouterr().out
    assert len(re.findall(r"0\.25 \(0\.25 to 0\.25\)", said)) == 3, "beside R"
    assert "durability `fast`" in said


def test_without_its_peer_nothing_falls_short() -> None:
    assert report(slices("Ludothèque", 100) | slices("R", 400), ["Ludothèque", "R"]) == []


@pytest.mark.parametrize("peer", [BoardgameIo, Colyseus])
def test_a_machine_without_npm_is_told_so(peer: type[NodePeer], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(NotInstalled, match="npm and node are needed"), peer():
        pass
