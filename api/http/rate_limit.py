"""Rate limits: how many requests of a class one client may send per minute.

Every limited response shows what is left, following the IETF draft on RateLimit header fields.
"""

from __future__ import annotations

from typing import Literal, get_args

from msgspec import Struct

from api.http.problems import Problem
from api.http.request import ApiRequest, Environ
from store.limits.rates import Rates, Taken
from store.settings import Settings

LimitClass = Literal["read", "act", "create", "job", "bot"]
CLASSES: tuple[LimitClass, ...] = get_args(LimitClass)
BODY_UNIT = 128
"""Bytes of a body that count as one more request: positions cost more to check than seats and actions."""
UNKNOWN_LENGTH = 65_536
"""The count of a body of unknown length under a plain WSGI server."""
NEW_TURN = 2
"""Additional reads for each bot turn that must be built first."""
EVENTS_PER_READ, ACTS_PER_READ, PLAYED_PER_READ, LISTED_PER_READ = 10, 100, 4, 5
"""Events, acts of a replay, replayed acts, and list entries that count as one more read."""
CALLS_PER_READ, LISTS_PER_READ = 25, 160
"""Calls of a hook, and lists (by game, status and partition) merged for a page, that count as one more read."""
LOOK_BACK = 8
"""Additional reads for looking back without replaying."""


class Limit(Struct, frozen=True):
    """How a request counts."""

    name: LimitClass
    weight: int = 1
    """As how many requests of its class (``python -m bench.server.costs``)."""


READ, ACT = Limit("read"), Limit("act")
BOARD, METRICS = Limit("read", 20), Limit("read", 50)
MOST_WEIGHT = METRICS.weight


class Policy(Struct, frozen=True):
    """The limit of one class."""

    name: LimitClass
    quota: int
    said: str
    """The value of RateLimit-Policy."""

    def headers(self, left: int, seconds: int) -> tuple[str, str]:
        """RateLimit-Policy and RateLimit."""
        return self.said, f'"{self.name}";r={left if left > 0 else 0};t={seconds}'

    def refusal(self, cost: int, seconds: int) -> Problem:
        counts = f", and this one counts as {cost}" if cost > 1 else ""
        said = f"At most {self.quota} requests of class `{self.name}` in a minute{counts}: come back in {seconds} s."
        return Problem("too-many-requests", said, headers={"Retry-After": str(seconds)})


def policies_of(settings: Settings) -> dict[LimitClass, Policy]:
    """The configured limits; a class without a limit is missing."""
    quotas = {name: int(getattr(settings, f"limit_{name}")) for name in CLASSES}
    return {name: Policy(name, quota, f'"{name}";q={quota};w=60') for name, quota in quotas.items() if quota}


def body_weight(environ: Environ, most: int) -> int:
    """Additional requests for a body; one over the limit is refused unread and counts nothing."""
    length = environ.get("CONTENT_LENGTH") or ""
    if not length and "HTTP_TRANSFER_ENCODING" in environ:
        return UNKNOWN_LENGTH // BODY_UNIT
    size = int(length) if length.isdecimal() else 0
    return size // BODY_UNIT if size <= most else 0


class ExtraReads:
    """Counts reads whose cost is known only during the request."""

    def __init__(self, settings: Settings, rates: Rates) -> None:
        self.rates = rates
        self.policy = policies_of(settings).get("read")

    def admit(self, client: str, units: int) -> Taken | None:
        """Count more reads. Raises a problem if they exceed the limit; never on the first read of a minute."""
        policy = self.policy
        if policy is None or units <= 0:
            return None
        cost = max(0, min(units, policy.quota - MOST_WEIGHT))
        taken = self.rates.take(policy.name, client, policy.quota, cost)
        if taken.left < 0:
            raise policy.refusal(cost, taken.seconds)
        return taken

    def seconds_to_wait(self, client: str, units: int) -> int:
        """Count more reads for a stream that can pause; returns 0, or the seconds to pause if the limit is reached."""
        if self.policy is None:
            return 0
        taken = self.rates.take(self.policy.name, client, self.policy.quota, min(units, self.policy.quota))
        return taken.seconds if taken.left < 0 else 0

    def admit_request(self, request: ApiRequest, units: int) -> None:
        """The same for a request; the response to a read says what is left after that."""
        taken = self.admit(request.client, units)
        if taken is not None and self.policy is not None and request.method in ("GET", "HEAD"):
            request.rate = self.policy.headers(*taken)


class Limits:
    """Admits requests, or refuses them with 429 and `Retry-After`."""

    def __init__(self, settings: Settings, rates: Rates) -> None:
        self.rates = rates
        self.body_bytes = settings.body_bytes
        self.policies = policies_of(settings)

    def admit(self, request: ApiRequest, limit: Limit | None) -> None:
        """Count a request and note what its response shows. Raises a problem if the limit is exceeded."""
        policy = None if limit is None else self.policies.get(limit.name)
        if limit is None or policy is None:
            return
        cost = min(limit.weight + body_weight(request.environ, self.body_bytes), policy.quota)
        left, seconds = self.rates.take(policy.name, request.client, policy.quota, cost)
        if left >= 0:
            request.rate = policy.headers(left, seconds)
            return
        request.rate = policy.headers(left + cost, seconds)  # a refused request was not counted
        raise policy.refusal(cost, seconds)

    def look_again(self, request: ApiRequest, limit: Limit | None) -> None:
        """Note what is left after a wait, which was counted when it began."""
        policy = None if limit is None else self.policies.get(limit.name)
        if policy is not None:
            request.rate = policy.headers(*self.rates.take(policy.name, request.client, policy.quota, 0))
