"""What a request carries with it in its WSGI environ, beside what the server puts there."""

from __future__ import annotations

from typing import Any

from flask import request
from flask.globals import _cv_request

Environ = dict[str, Any]
"""Passed on by those who have it at hand: finding the present request costs more than looking into it."""
REQUEST_ID, RATE = "ludotheque.request_id", "ludotheque.rate"
BODY, BODY_LIMIT = "ludotheque.body", "ludotheque.body_limit"


def present() -> Environ:
    """The environ of the present request, without the proxy around it: every request asks several times."""
    environ: Environ = _cv_request.get().request.environ
    return environ


def asked(name: str, environ: Environ | None) -> str | None:
    """A header of the request (the present one, unless its environ is given) by its name in the environ."""
    found: str | None = (present() if environ is None else environ).get(name)
    return found


def request_id() -> str:
    """The id that names the present request in the log."""
    found: str = request.environ.get(REQUEST_ID, "-")
    return found
