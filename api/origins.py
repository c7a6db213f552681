"""Calls from pages of other origins (CORS) and the headers that keep browsers careful."""

from __future__ import annotations

from flask import Flask, Response, request

ALLOWED = (
    "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Prefer, Last-Event-ID, Accept-Language"
)
EXPOSED = (
    "ETag, Location, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replay, Preference-Applied, X-Request-Id, "
    "Content-Language"
)


def share(app: Flask, origins: str) -> None:
    """Let pages of the given origins call the API; tokens travel in a header, so no cookie is ever involved."""
    known = set(origins.split())

    @app.before_request
    def preflight() -> Response | None:
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            answer = Response(status=204)
            answer.headers.pop("Content-Type", None)
            return answer
        return None

    @app.after_request
    def allow(response: Response) -> Response:
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        if request.method == "OPTIONS" and response.status_code == 200:
            response.status_code = 204  # Flask lists the methods in `Allow`, beside an empty page of HTML
            response.headers.pop("Content-Type", None)
        origin = request.headers.get("Origin")
        if origin is None or not ("*" in known or origin in known):
            return response
        response.headers["Access-Control-Allow-Origin"] = "*" if "*" in known else origin
        response.headers["Access-Control-Expose-Headers"] = EXPOSED
        if "*" not in known:
            response.headers.add("Vary", "Origin")
        if request.method == "OPTIONS":
            response.headers["Access-Control-Allow-Headers"] = ALLOWED
            response.headers["Access-Control-Allow-Methods"] = "GET, POST, PUT, PATCH, DELETE"
            response.headers["Access-Control-Max-Age"] = "86400"
        return response
