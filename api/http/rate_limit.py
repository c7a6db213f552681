"""Rate limits: how many requests of a class one client may send per minute.

Every limited response shows what is left, following the IETF draft on RateLimit header fields.
"""

from __future__ import annotations

from typing import Literal, get_args

from flask import Request, Response, request
from msgspec import Struct

from api.http.problems import Problem
from api.http.request import RATE, Environ, client_of, present_client, true_address
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

    def refusal(self, cost: int, seconds: int) -> str:
        counts = f", and this one counts as {cost}" if cost > 1 else ""
        return f"At most {self.quota} requests of class `{self.name}` in a minute{counts}: come back in {seconds} s."


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
            refusal = policy.refusal(cost, taken.seconds)
            raise Problem("too-many-requests", refusal, headers={"Retry-After": str(taken.seconds)})
        return taken

    def seconds_to_wait(self, client: str, units: int) -> int:
        """Count more reads for a stream that can pause; returns 0, or the seconds to pause if the limit is reached."""
        if self.policy is None:
            return 0
        taken = self.rates.take(self.policy.name, client, self.policy.quota, min(units, self.policy.quota))
        return taken.seconds if taken.left < 0 else 0

    def admit_request(self, units: int) -> None:
        """The same for the present request; the answer to a read says what is left after that."""
        taken = self.admit(present_client(), units)
        if taken is not None and self.policy is not None and request.method in ("GET", "HEAD"):
            request.environ[RATE] = self.policy.headers(*taken)


class Limits:
    """Admits requests, or refuses them with 429 and `Retry-After`."""

    def __init__(self, settings: Settings, rates: Rates, limits: dict[str, Limit | None]) -> None:
        self.rates = rates
        self.proxies = settings.trusted_proxies
        self.body_bytes = settings.body_bytes
        self.policies = policies_of(settings)
        self.limits = limits
        """By endpoint; everything else (pages, unknown paths) is a read."""

    def admit(self, incoming: Request, cost: int = 1) -> None:
        """Count a request and record what its response shows. Raises a problem if the limit is exceeded.

        ``cost`` 0: a request that was counted on arrival and is answered after waiting.
        """
        if self.proxies:
            incoming.remote_addr = true_address(
                incoming.remote_addr or "", incoming.environ.get("HTTP_X_FORWARDED_FOR", ""), self.proxies
            )
        limit = self.limits.get(incoming.endpoint or "", READ)
        policy = None if limit is None else self.policies.get(limit.name)
        if limit is not None and policy is not None and incoming.method != "OPTIONS":
            if cost:
                cost = min(limit.weight + body_weight(incoming.environ, self.body_bytes), policy.quota)
            left, seconds = self.rates.take(policy.name, client_of(incoming.remote_addr or ""), policy.quota, cost)
            refused = left < 0
            left += cost if refused else 0  # a refused request was not counted
            incoming.environ[RATE] = policy.headers(left, seconds)
            if refused and cost:
                raise Problem("too-many-requests", policy.refusal(cost, seconds), headers={"Retry-After": str(seconds)})

    @staticmethod
    def add_headers(environ: Environ, response: Response) -> None:
        """Add the RateLimit headers to a response."""
        said = environ.get(RATE)
        if said is not None:
            response.headers.add("RateLimit-Policy", said[0])
            response.headers.add("RateLimit", said[1])
