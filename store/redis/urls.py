"""URLs of Redis: a single server, a Cluster, or a server under Sentinels.

- ``redis://host:port/0``, ``rediss://…``, ``unix://path``: one server;
- ``redis+cluster://host:port,host:port``: a Cluster, found through any of its nodes;
- ``redis+sentinel://host:port,host:port/name``: the master that these Sentinels know by that name.

``rediss`` instead of ``redis`` uses TLS. User and password go before the first host, as in any URL; they are for the
nodes of a Cluster and the master, not for Sentinels.
"""

from __future__ import annotations

import socket
import sys
from typing import Any
from urllib.parse import unquote, urlsplit

from msgspec import Struct

SINGLE = ("redis", "rediss", "unix")
DEFAULT_PORTS = {"cluster": 6379, "sentinel": 26379}
Address = tuple[str, int]


class Several(Struct, frozen=True):
    """Several servers in one URL."""

    kind: str
    """`cluster` or `sentinel`."""
    addresses: tuple[Address, ...]
    tls: bool = False
    user: str = ""
    """With its password, as written."""
    name: str = ""
    """The name of the master."""
    database: int = 0

    def url_of(self, address: Address) -> str:
        """One of the servers as a single-server URL."""
        host = f"[{address[0]}]" if ":" in address[0] else address[0]
        login = f"{self.user}@" if self.user else ""
        return f"{'rediss' if self.tls else 'redis'}://{login}{host}:{address[1]}"

    @property
    def login(self) -> dict[str, str]:
        """User and password as client options."""
        name, _, password = self.user.partition(":")
        given = {"username": unquote(name), "password": unquote(password)}
        return {what: value for what, value in given.items() if value}


def several(url: str) -> Several | None:
    """The parsed URL of a Cluster or of Sentinels; None for a single server. Raises ValueError."""
    scheme, found, rest = url.partition("://")
    base, _, kind = scheme.partition("+")
    if not kind:
        return None
    if base not in ("redis", "rediss") or kind not in DEFAULT_PORTS or not found:
        raise ValueError("must begin with redis+cluster:// or redis+sentinel:// (rediss with TLS)")
    hosts, _, path = rest.partition("/")
    user, _, hosts = hosts.rpartition("@")
    addresses = tuple(_address(host, DEFAULT_PORTS[kind]) for host in hosts.split(","))
    name, _, database = path.partition("/")
    if kind == "cluster" and path not in ("", "0"):
        raise ValueError("a Cluster has only the database 0")
    if kind == "sentinel" and not name:
        raise ValueError("must end with /name, as the Sentinels call the master")
    if database and not database.isdecimal():
        raise ValueError("the database must be a number")
    return Several(kind, addresses, base == "rediss", user, name if kind == "sentinel" else "", int(database or 0))


def _address(text: str, port: int) -> Address:
    parts = urlsplit(f"//{text}")
    if not parts.hostname:
        raise ValueError("must name its servers as host:port,host:port")
    return parts.hostname, parts.port or port


def listening(url: str) -> dict[str, Any]:
    """Options of a connection for listening: no timeout, but a vanished peer is noticed."""
    options: dict[str, Any] = {"socket_timeout": None}
    if not url.startswith("unix://"):
        options["socket_keepalive"] = True
        if sys.platform == "linux":
            options["socket_keepalive_options"] = {
                socket.TCP_KEEPIDLE: 10,
                socket.TCP_KEEPINTVL: 5,
                socket.TCP_KEEPCNT: 3,
            }
    return options
