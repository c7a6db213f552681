"""Parts of long jobs that wait for a worker: the clients that ordered them have their turns one after the other."""

from __future__ import annotations

from importlib.resources import files

from store.redis.client import RedisClient, Script

_SCRIPTS = files("store") / "redis" / "scripts" / "jobs"
ADD, TAKE = (Script((_SCRIPTS / name).read_text("utf-8")) for name in ("batch_add.lua", "batch_take.lua"))
CLIENTS, PARTS = "batch:clients", "batch:parts:"
NOBODY = "-"
"""The client of a job that was ordered without one."""


class WaitingParts:
    """Each part is named by its job and number: `<job>/<part>`."""

    def __init__(self, redis: RedisClient) -> None:
        self.redis = redis

    def add(self, client: str, parts: list[str], soon: bool = False) -> None:
        """Let parts wait; ``soon``: before the others of this client."""
        name = client or NOBODY
        self.redis.run(ADD, [CLIENTS, PARTS + name], [name, int(soon), *parts])

    def take(self, but: str | None = None) -> str | None:
        """The next part, if one waits; ``but``: a client that is passed over."""
        found = self.redis.run(TAKE, [CLIENTS], ["" if but is None else but or NOBODY, PARTS])
        return None if found is None else str(found, "ascii")
