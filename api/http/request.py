"""The current request: its environ, language and client."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from flask import request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from api.accel import accelerated
from engines.kernel.words import LANGUAGES

Environ = dict[str, Any]
"""Passed as an argument where it is known: looking up the current request is slower than using it."""
REQUEST_ID, RATE = "ludotheque.request_id", "ludotheque.rate"
BODY, BODY_LIMIT = "ludotheque.body", "ludotheque.body_limit"
SLUG = "ludotheque.slug"
"""The game of a request, if its path does not contain it."""
UNKNOWN = "unknown"
HOME_PREFIX = 64
"""An IPv6 client has a whole network of addresses; the network counts as one client."""
FORWARDED = ("HTTP_FORWARDED", "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_X_REAL_IP", "HTTP_VIA")
"""Headers that proxies add, whether or not they are declared."""


def stock_environ() -> Environ:
    """The environ of the current request."""
    return request.environ


if accelerated():
    from api.accel.current_request import environ as fast_environ

    present: Callable[[], Environ] = fast_environ
else:
    present = stock_environ


def request_id() -> str:
    """The id of the current request in the log."""
    found: str = request.environ.get(REQUEST_ID, "-")
    return found


def slug() -> str:
    """The game of the current request: its blueprint is named after it."""
    return str(request.environ.get(SLUG) or request.blueprint)


def language(environ: Environ | None = None) -> str:
    """The first supported language of Accept-Language; the country (`fr-CA`) is ignored."""
    text = (environ or present()).get("HTTP_ACCEPT_LANGUAGE")
    return LANGUAGES[0] if text is None else _language(text)


@lru_cache(maxsize=256)
def _language(text: str) -> str:
    accepted = parse_accept_header(text, LanguageAccept)
    tags = (tag.partition("-")[0].lower() for tag, quality in accepted if quality > 0)
    return next((tag for tag in tags if tag in LANGUAGES), LANGUAGES[0])


def true_address(peer: str, forwarded: str, proxies: int) -> str:
    """The address of the client behind this many trusted proxies, each of which has appended the address it saw.

    Entries further left in X-Forwarded-For were written by the client and prove nothing.
    """
    seen = [entry.strip() for entry in forwarded.split(",")] if forwarded else []
    if not proxies or not seen:
        return peer
    found = _plain(seen[max(0, len(seen) - proxies)])
    return found if found != UNKNOWN else peer


def from_this_machine(peer: str, environ: Mapping[str, Any], proxies: int) -> bool:
    """Is the client a program or page of this machine? Behind a proxy that is unknown."""
    if proxies or any(name in environ for name in FORWARDED):
        return False
    origin = environ.get("HTTP_ORIGIN")
    return is_loopback(peer) and is_loopback(environ.get("HTTP_HOST", "")) and (origin is None or is_local_page(origin))


def is_loopback(host: str) -> bool:
    """Is it a loopback address or `localhost`, with or without a port? Other names may lead anywhere."""
    if host.partition(":")[0].lower() == "localhost":
        return True
    plain = _plain(host)
    return plain != UNKNOWN and ip_address(plain).is_loopback


def is_local_page(origin: str) -> bool:
    """Does a server of this machine send the pages of this origin?"""
    scheme, _, host = origin.partition("://")
    return scheme in ("http", "https") and is_loopback(host)


@lru_cache(maxsize=4096)
def client_of(address: str) -> str:
    """The unit of limits: an IPv4 address, or the network of an IPv6 address."""
    plain = _plain(address)
    if ":" not in plain:
        return plain
    return str(ip_network((plain, HOME_PREFIX), strict=False).network_address) + f"/{HOME_PREFIX}"


def present_client() -> str:
    """The client that sends the present request."""
    return client_of(request.remote_addr or "")


def _plain(text: str) -> str:
    """The address in canonical form: without port, brackets and zone; IPv4 also if it is written as IPv6."""
    bare = text.strip()
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        address = ip_address(bare.partition("%")[0])
    except ValueError:
        return UNKNOWN
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return str(mapped or address)
