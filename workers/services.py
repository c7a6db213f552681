"""What every job needs, made once per worker process."""

from __future__ import annotations

from functools import cache

from store.bots.remote import Remotes
from store.crypto import server_secret
from store.history import History
from store.jobs.jobs import Jobs
from store.jobs.outbox import OwedTurns
from store.jobs.queue import TurnQueue
from store.repository import Store
from store.service import Changes
from store.settings import Settings


class Floor:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings)
        self.queue = TurnQueue(settings.queue)
        self.changes = Changes(self.store, self.queue)
        self.jobs = Jobs(self.store)
        self.history = History(self.store)
        self.remotes = Remotes(self.store)
        self.owed = OwedTurns(self.store.link)
        self.luck = server_secret(settings.secret, settings.data)


@cache
def floor() -> Floor:
    return Floor(Settings.from_environment())
