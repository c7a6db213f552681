"""CORS (calls from pages of other origins) and the security headers of browsers."""

from __future__ import annotations

from flask import Response

from api.http.headers import CAREFUL
from api.http.request import Environ

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

    def preflight(self, environ: Environ) -> Response | None:
        """The response to a preflight request."""
        if environ["REQUEST_METHOD"] != "OPTIONS" or "HTTP_ACCESS_CONTROL_REQUEST_METHOD" not in environ:
            return None
        answer = Response(status=204)
        answer.headers.pop("Content-Type", None)
        return answer

    def share(self, environ: Environ, response: Response) -> None:
        """Add the CORS headers to a response."""
        headers = response.headers
        if not getattr(response, "careful", False) and CAREFUL[0][0] not in headers:
            headers.extend(CAREFUL)
        preflight = environ["REQUEST_METHOD"] == "OPTIONS"
        if preflight and response.status_code == 200:
            response.status_code = 204  # Flask answers OPTIONS with `Allow` and an empty HTML page
            headers.pop("Content-Type", None)
        origin = environ.get("HTTP_ORIGIN")
        if origin is None or not self.admits(origin):
            return
        headers["Access-Control-Allow-Origin"] = "*" if self.everybody else origin
        headers["Access-Control-Expose-Headers"] = EXPOSED
        if not self.everybody:
            headers.add("Vary", "Origin")
        if preflight:
            headers.extend(PREFLIGHT)
