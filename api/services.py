"""The services that requests use, created once per process."""

from __future__ import annotations

from api.http.rate_limit import ExtraReads
from store.bots.remote import Remotes
from store.games.cache import GameCache
from store.games.history import History
from store.games.quotas import Quotas
from store.games.replay.past import PastPositions
from store.games.repository import repository_for
from store.games.service import GameService
from store.jobs.deferred import DeferredActions
from store.jobs.jobs import Jobs
from store.jobs.queue import TurnQueue
from store.ladders.ladders import Ladders
from store.limits.rates import Rates
from store.settings import Settings


class ApiServices:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = repository_for(settings)
        self.queue = TurnQueue(settings.queue)
        self.cache = GameCache(settings.game_cache)
        self.jobs = Jobs(self.store)
        self.games = GameService(self.store, self.queue, self.cache, DeferredActions(self.jobs, self.queue))
        self.history = History(self.store)
        self.past = PastPositions(self.history, settings.replay_mb * 1_000_000)
        self.remotes = Remotes(self.store)
        self.ladders = Ladders(self.store)
        self.quotas = Quotas(self.store.redis, max(settings.keep_idle_hours, settings.keep_finished_hours))
        self.rates = Rates(self.store.redis)
        self.extra_reads = ExtraReads(settings, self.rates)

    def close(self) -> None:
        """Close the connections of this thread; for a process that outlives its store."""
        self.queue.close()
        self.store.redis.close()
