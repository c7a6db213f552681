"""Query parameters, parsed only if a request has any: a schema for each would slow down every request."""

from __future__ import annotations

import re

from flask import request

from api.http.problems import FieldError, Problem, invalid
from api.http.request import Environ

_SEAT = re.compile(r"^[0-5]$")
_VERSION = re.compile(r"^[1-9][0-9]{0,9}$", re.ASCII)


def requested_seat() -> int | None:
    """`?seat=n`: the seat for which a remote bot acts."""
    text = request.args.get("seat")
    if text is None:
        return None
    if not _SEAT.match(text):
        raise _bad_parameter("seat", "must be a seat number from 0 to 5.")
    return int(text)


def requested_decision() -> int | None:
    """`?decision=n`: the decision that an action is meant for."""
    return _version_named("decision")


def requested_version() -> int | None:
    """`?at=n`: the past version to show."""
    return _version_named("at")


def includes_actions(environ: Environ) -> bool:
    """`?include=actions`: the legal actions along with the view."""
    if not environ.get("QUERY_STRING"):
        return False
    text = request.args.get("include")
    if text not in (None, "actions"):
        raise _bad_parameter("include", "must be `actions`.")
    return text is not None


def _version_named(name: str) -> int | None:
    text = request.args.get(name)
    if text is None:
        return None
    if not _VERSION.match(text):
        raise _bad_parameter(name, "must be the number of a version.")
    return int(text)


def _bad_parameter(name: str, detail: str) -> Problem:
    return invalid([FieldError(parameter=name, detail=detail)])
