"""The services that jobs use, created once per worker process."""

from __future__ import annotations

from functools import cache

from store.bots.remote import Remotes
from store.crypto import server_secret
from store.history import History
from store.jobs.classes import BotShares
from store.jobs.jobs import Jobs
from store.jobs.outbox import OwedTurns
from store.jobs.queue import TurnQueue
from store.ladders.ladders import Ladders
from store.repository import repository_for
from store.service import GameService
from store.settings import Settings


class WorkerServices:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = repository_for(settings)
        self.queue = TurnQueue(settings.queue)
        self.games = GameService(self.store, self.queue)
        self.jobs = Jobs(self.store)
        self.history = History(self.store)
        self.remotes = Remotes(self.store)
        self.ladders = Ladders(self.store)
        self.shares = BotShares(self.store.redis)
        self.owed = OwedTurns(self.store.redis)
        self.bot_seed = server_secret(settings.secret, settings.data)


@cache
def worker_services() -> WorkerServices:
    return WorkerServices(Settings.from_environment())
