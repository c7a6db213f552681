"""Query parameters, parsed only if a request has any: a schema for each would slow down every request."""

from __future__ import annotations

import re

from werkzeug.datastructures import MultiDict

from api.http.problems import LONGEST, FieldError, Problem, invalid
from api.http.problems.fields import MOST_ERRORS
from api.http.request import ApiRequest

_SEAT = re.compile(r"^[0-5]$")
_VERSION = re.compile(r"^[1-9][0-9]{0,9}$", re.ASCII)


def requested_seat(request: ApiRequest) -> int | None:
    """`?seat=n`: the seat for which a remote bot acts."""
    text = request.query.get("seat")
    if text is None:
        return None
    if not _SEAT.match(text):
        raise _bad_parameter("seat", "must be a seat number from 0 to 5.")
    return int(text)


def requested_decision(request: ApiRequest) -> int | None:
    """`?decision=n`: the decision that an action is meant for."""
    return _version_named(request, "decision")


def requested_version(request: ApiRequest) -> int | None:
    """`?at=n`: the past version to show."""
    return _version_named(request, "at")


INCLUDES = ("actions", "effects", "board")
"""What reads of a game can include; a value that has no meaning for one of them changes nothing there."""


def included(request: ApiRequest) -> str | None:
    """`?include=…`: what the response has besides."""
    if not request.query_string:
        return None
    text: str | None = request.query.get("include")
    if text is not None and text not in INCLUDES:
        raise _bad_parameter("include", f"must be {' or '.join(f'`{name}`' for name in INCLUDES)}.")
    return text


def _version_named(request: ApiRequest, name: str) -> int | None:
    text = request.query.get(name)
    if text is None:
        return None
    if not _VERSION.match(text):
        raise _bad_parameter(name, "must be the number of a version.")
    return int(text)


def _bad_parameter(name: str, detail: str) -> Problem:
    return invalid([FieldError(parameter=name, detail=detail)])


def refuse_unknown_parameters(given: MultiDict[str, str], known: frozenset[str]) -> None:
    """Raise a problem that names each query parameter which is not known, or is there twice.

    A parameter that would be overlooked is refused instead: a client that misspells `limit` should learn of it.
    """
    listed = f"the parameters are {', '.join(sorted(known))}" if known else "there are none"
    strange = [(name, f"Unknown parameter; {listed}.") for name in given if name not in known]
    strange += [(name, "Given more than once.") for name, values in given.lists() if name in known and len(values) > 1]
    if strange:
        raise invalid([FieldError(parameter=name[:LONGEST], detail=detail) for name, detail in strange[:MOST_ERRORS]])
