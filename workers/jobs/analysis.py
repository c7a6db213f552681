"""Long jobs, part by part. A part may be done twice (if its lease expired); its result is stored once."""

from __future__ import annotations

import time
from typing import Any, Protocol

import msgspec

from engines.kernel.game import Game
from store.games.repository import engine_of
from store.games.views import encode
from store.jobs.analysis import OddsOrder, SimulationOrder
from store.model.job import Job
from store.redis.client import OutcomeUnknown, StoreUnavailable
from workers.jobs import drain, odds
from workers.jobs.act import INTERNAL
from workers.services import WorkerServices, worker_services
from workers.simulate import tournament

BEAT = 0.5
"""Seconds between two renewals of a lease."""


class JobEnded(Exception):
    """The job was cancelled, or has ended in another way."""


class Interrupted(Exception):
    """The process is to end; the part is done by another."""


class Analysis(Protocol):
    """An analysis in parts."""

    def part(self, number: int, check_cancelled: tournament.CheckCancelled) -> Any: ...

    def whole(self, outcomes: list[bytes]) -> Any: ...


class OddsAnalysis:
    def __init__(self, job: Job) -> None:
        self.order = msgspec.convert(job.order, OddsOrder)
        self.engine: Game[Any, Any] = engine_of(self.order.slug)
        self.bot_seed = job.id

    def part(self, number: int, check_cancelled: tournament.CheckCancelled) -> Any:
        return odds.shares(self.engine, self.order, self.bot_seed, self.order.numbers(number), check_cancelled)

    def whole(self, outcomes: list[bytes]) -> Any:
        return odds.summarize(self.order, [msgspec.json.decode(data, type=list[float]) for data in outcomes])


class SimulationAnalysis:
    def __init__(self, job: Job) -> None:
        self.order = msgspec.convert(job.order, SimulationOrder)
        self.engine: Game[Any, Any] = engine_of(self.order.slug)

    def part(self, number: int, check_cancelled: tournament.CheckCancelled) -> Any:
        return list(tournament.games(self.engine, self.order, self.order.numbers(number), check_cancelled))

    def whole(self, outcomes: list[bytes]) -> Any:
        played = [one for data in outcomes for one in msgspec.json.decode(data, type=list[tournament.Played])]
        return tournament.summarize(self.engine, self.order, played)


ANALYSES: dict[str, type[OddsAnalysis] | type[SimulationAnalysis]] = {
    "odds": OddsAnalysis,
    "simulation": SimulationAnalysis,
}


class LeaseRenewal:
    """Called during a part: renews its lease, does parts of others, and raises when the job or the process ends.

    A part may take half a minute. Parts of other clients run in between, for at most half of the time.
    """

    def __init__(self, services: WorkerServices, job: Job, part: int, around: LeaseRenewal | None = None) -> None:
        """``around``: the renewal of the part during which this one is done."""
        self.services, self.job, self.part, self.around = services, job, part, around
        self._next = self._others = 0.0

    def __call__(self) -> None:
        if drain.stopping.is_set():
            raise Interrupted
        now = time.monotonic()
        if now >= self._next:
            self._next = now + BEAT
            if not self.renew():
                raise JobEnded
            if self.around is None and now >= self._others:
                self._let_others_in(now)

    def renew(self) -> bool:
        """Renew the lease; False if the job is over."""
        if self.around is not None:
            self.around.renew()
        return self.services.jobs.renew(self.job.id, self.part)

    def _let_others_in(self, began: float) -> None:
        waiting, client = self.services.queue.waiting_parts, self.job.order.get("client", "")
        while (now := time.monotonic()) < began + BEAT and (text := waiting.take(but=client)) is not None:
            work(text, self)
        self._others = now + (now - began)


def work_on_next() -> None:
    """Do the next part, if one waits."""
    text = worker_services().queue.waiting_parts.take()
    if text is not None:
        work(text)


def work(text: str, around: LeaseRenewal | None = None) -> None:
    """Do one part of a job and enqueue the next one; the last part assembles the result."""
    services = worker_services()
    identifier, _, number = text.partition("/")
    job = services.jobs.begin(identifier)
    if job is None:
        return
    try:
        _work(services, job, int(number), around)
    except JobEnded:
        return
    except Interrupted:
        services.queue.enqueue_parts(job, [int(number)], soon=True)
        if around is not None:
            raise
    except (StoreUnavailable, OutcomeUnknown):
        raise  # the lease expires, and the part is done again
    except Exception:
        job.problem, job.status = msgspec.Raw(encode(INTERNAL)), "failed"
        services.jobs.finish(job)
        raise


def _work(services: WorkerServices, job: Job, part: int, around: LeaseRenewal | None) -> None:
    analysis: Analysis = ANALYSES[job.kind](job)
    done, following = services.jobs.parts_done(job.id), list[int]()
    if done < job.parts:
        outcome = encode(analysis.part(part, LeaseRenewal(services, job, part, around)))
        done, following = services.jobs.keep_part(job.id, part, outcome)
        services.queue.enqueue_parts(job, following)
        services.store.counters.count("job_parts")
    if done == job.parts:
        outcomes = services.jobs.outcomes(job.id)
        if len(outcomes) == job.parts:  # otherwise another worker was faster, and the parts are gone
            job.result, job.status, job.progress = msgspec.Raw(encode(analysis.whole(outcomes))), "done", 1.0
            services.jobs.finish(job)
