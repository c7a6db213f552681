"""The house: what every request needs, made once per process."""

from __future__ import annotations

from store.changes import Changes
from store.history import History
from store.holdings import Holdings
from store.jobs import Jobs
from store.queue import TurnQueue
from store.rates import Rates
from store.remote import Remotes
from store.settings import Settings
from store.shelf import Shelf
from store.store import Store
from store.wakeups import Wakeups


class House:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings)
        self.queue = TurnQueue(settings.queue)
        self.shelf = Shelf(settings.games_at_hand)
        self.changes = Changes(self.store, self.queue)
        self.history = History(self.store)
        self.jobs = Jobs(self.store)
        self.remotes = Remotes(self.store)
        self.holdings = Holdings(self.store.link, max(settings.keep_idle_hours, settings.keep_finished_hours))
        self.rates = Rates(self.store.link)
        self.wakeups = Wakeups(self.store.link, settings.waiters)
