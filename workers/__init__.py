"""RQ jobs and background processes: bot turns, clocks, deferred actions, analyses, remote bots."""
