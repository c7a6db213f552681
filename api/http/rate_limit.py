"""Rate limits: how much one client may ask for in a minute, by class of operation.

Every answer that is limited says what is left, in the words of the IETF draft on RateLimit header fields.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from flask import Request, Response

from api.http.client_address import client_of, true_address
from api.http.problems import Problem
from api.http.request import RATE, Environ
from store.limits.rates import Rates
from store.settings import Settings

LimitClass = Literal["read", "act", "create", "job", "bot"]
CLASSES: tuple[LimitClass, ...] = get_args(LimitClass)


class Policy(NamedTuple):
    """The limit of one class."""

    name: LimitClass
    quota: int
    said: str
    """As the header RateLimit-Policy says it."""

    def refusal(self, seconds: int) -> str:
        return f"At most {self.quota} requests of class `{self.name}` in a minute: come back in {seconds} s."


def policies_of(settings: Settings) -> dict[LimitClass, Policy]:
    """The limits that the operator has set; a class without one is missing."""
    quotas = {name: int(getattr(settings, f"limit_{name}")) for name in CLASSES}
    return {name: Policy(name, quota, f'"{name}";q={quota};w=60') for name, quota in quotas.items() if quota}


class Limits:
    """Admits requests, or tells them to come back."""

    def __init__(self, settings: Settings, rates: Rates, classes: dict[str, LimitClass | None]) -> None:
        self.rates = rates
        self.proxies = settings.trusted_proxies
        self.policies = policies_of(settings)
        self.classes = classes
        """By endpoint; what is not there (pages, unknown paths) is a read."""

    def admit(self, asked: Request, cost: int = 1) -> None:
        """Count a request, and note what its answer says of the limit. Raises a problem when it is too much.

        ``cost`` 0: a request that was counted when it came, and is answered after waiting.
        """
        if self.proxies:
            asked.remote_addr = true_address(
                asked.remote_addr or "", asked.environ.get("HTTP_X_FORWARDED_FOR", ""), self.proxies
            )
        limit = self.classes.get(asked.endpoint or "", "read")
        policy = None if limit is None else self.policies.get(limit)
        if policy is not None and asked.method != "OPTIONS":
            left, seconds = self.rates.take(policy.name, client_of(asked.remote_addr or ""), policy.quota, cost)
            asked.environ[RATE] = (policy.said, f'"{policy.name}";r={left if left > 0 else 0};t={seconds}')
            if left < 0 and cost:
                raise Problem("too-many-requests", policy.refusal(seconds), headers={"Retry-After": str(seconds)})

    @staticmethod
    def tell(environ: Environ, response: Response) -> None:
        """Say in an answer what is left."""
        said = environ.get(RATE)
        if said is not None:
            response.headers.add("RateLimit-Policy", said[0])
            response.headers.add("RateLimit", said[1])
