"""What a request carries with it in its WSGI environ, beside what the server puts there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import request

from api.accel import accelerated

Environ = dict[str, Any]
"""Passed as an argument where it is known: finding the present request costs more than looking into it."""
REQUEST_ID, RATE = "ludotheque.request_id", "ludotheque.rate"
BODY, BODY_LIMIT = "ludotheque.body", "ludotheque.body_limit"


def stock_environ() -> Environ:
    """The environ of the present request."""
    return request.environ


if accelerated():
    from api.accel.current_request import environ as fast_environ

    present: Callable[[], Environ] = fast_environ
else:
    present = stock_environ


def asked(name: str, environ: Environ | None) -> str | None:
    """A header of the request (the present one, unless its environ is given) by its name in the environ."""
    found: str | None = (present() if environ is None else environ).get(name)
    return found


def request_id() -> str:
    """The id that names the present request in the log."""
    found: str = request.environ.get(REQUEST_ID, "-")
    return found
