"""The one table of RQ job names: the functions of the workers that queue entries call. A test resolves every name."""

from __future__ import annotations

DRAIN = "workers.jobs.drain.play"
CLOCK = "workers.jobs.clock.expire"
ACT = "workers.jobs.act.act"
PART = "workers.jobs.analysis.work_on_next"

FUNCTIONS = (DRAIN, CLOCK, ACT, PART)
