"""CORS: calls from pages of other origins."""

from __future__ import annotations

from collections.abc import Iterable

from api.http.outcomes import Headers, Reply
from api.http.request import ApiRequest

ALLOWED = (
    "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Prefer, Last-Event-ID, Accept-Language, "
    "X-Request-Id, traceparent, tracestate, MCP-Protocol-Version, Mcp-Method, Mcp-Name"
)
EXPOSED = (
    "ETag, Location, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replay, Preference-Applied, X-Request-Id, "
    "Content-Language, Link"
)
PREFLIGHT = (
    ("Access-Control-Allow-Headers", ALLOWED),
    ("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE"),
    ("Access-Control-Max-Age", "86400"),
)


def is_preflight(request: ApiRequest) -> bool:
    return request.method == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in request.environ


def options(request: ApiRequest, methods: Iterable[str]) -> Reply:
    """Answer OPTIONS, and the preflight request of a browser."""
    return Reply(204, [] if is_preflight(request) else [("Allow", ", ".join(sorted(methods)))])


class Cors:
    """Lets pages of the given origins call the API; tokens are sent in a header, so cookies are not involved."""

    def __init__(self, cors: str) -> None:
        self.known = set(cors.split())
        self.everybody = "*" in self.known

    def admits(self, origin: str) -> bool:
        return self.everybody or origin in self.known

    def names(self, origin: str) -> bool:
        """Is it admitted by name, and not as one of all?"""
        return origin in self.known - {"*"}

    def share(self, request: ApiRequest, headers: Headers) -> None:
        """Add the CORS headers to those of a response."""
        origin = request.environ["HTTP_ORIGIN"]
        if not self.admits(origin):
            return
        headers.append(("Access-Control-Allow-Origin", "*" if self.everybody else origin))
        headers.append(("Access-Control-Expose-Headers", EXPOSED))
        if not self.everybody:
            headers.append(("Vary", "Origin"))
        if request.method == "OPTIONS":
            headers += PREFLIGHT
