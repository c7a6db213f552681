"""The one table of RQ job names: what a queue entry calls in the workers. A test resolves every name."""

from __future__ import annotations

SHIFT = "workers.jobs.shift.play"
CLOCK = "workers.jobs.clock.expire"
ACT = "workers.jobs.act.act"
PART = "workers.jobs.analysis.work"

FUNCTIONS = (SHIFT, CLOCK, ACT, PART)
