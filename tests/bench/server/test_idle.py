"""The parts of an act over one connection add up to what its client waits."""

from __future__ import annotations

import pytest

from bench.server.idle import PARTS, report, shares
from bench.support.load import Slice


def test_what_no_process_used_lies_between_them(capsys: pytest.CaptureFixture[str]) -> None:
    done = Slice(2.0, [0.001] * 1000, 0.1)
    parts = shares(done, {"API": 0.8, "Redis": 0.3, "others": 0.2})
    assert parts == pytest.approx([100, 800, 300, 200, 600])
    report({"as it runs": [(500.0, parts)], "stock": [(250.0, parts)]})
    said = capsys.readouterr().out
    assert all(part in said for part in PARTS)
    assert "0.50 (0.50 to 0.50)" in said
