"""The services that jobs use, created once per worker process."""

from __future__ import annotations

from functools import cache

from store.bots.remote import Remotes
from store.crypto import server_secret
from store.games.history import History
from store.games.outbox import Outbox
from store.games.repository import repository_for
from store.games.service import GameService
from store.jobs.jobs import Jobs
from store.jobs.queue import TurnQueue
from store.jobs.shares import BotShares
from store.ladders.ladders import Ladders
from store.settings import Settings
from workers.unreadable import UnreadableGames


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
        self.outbox = Outbox(self.store.redis)
        self.unreadable = UnreadableGames()
        self.bot_seed = server_secret(settings.secret, settings.data)


@cache
def worker_services() -> WorkerServices:
    return WorkerServices(Settings.from_environment())
