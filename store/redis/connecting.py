"""Opening connections to Redis: address, TLS and login, from the options that redis-py reads from a URL."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Mapping, Sequence
from typing import Any

from redis.connection import ConnectionPool, SSLConnection
from redis.exceptions import AuthenticationError
from redis.exceptions import ConnectionError as LostConnection
from redis.sentinel import SentinelConnectionPool

from store.redis.connection import RedisConnection, Refusal

Options = Mapping[str, Any]
TLS = {
    "ssl_ca_certs", "ssl_ca_data", "ssl_ca_path", "ssl_cert_reqs", "ssl_certfile", "ssl_check_hostname", "ssl_ciphers",
    "ssl_keyfile", "ssl_password",
}  # fmt: skip
"""The supported TLS options; others are refused rather than ignored."""
VERIFY = {"none": ssl.CERT_NONE, "optional": ssl.CERT_OPTIONAL, "required": ssl.CERT_REQUIRED}


def connect(pool: ConnectionPool) -> RedisConnection:
    """Connect and log in to the server of a pool, or to the master that its Sentinels name.

    Raises ConnectionError and AuthenticationError of redis-py.
    """
    options = dict(pool.connection_kwargs)
    if isinstance(pool, SentinelConnectionPool):
        options["host"], options["port"] = pool.get_master_address()  # type: ignore[no-untyped-call]
    where = options.get("path") or f"{options.get('host', 'localhost')}:{options.get('port', 6379)}"
    try:
        opened = _open(options, issubclass(pool.connection_class, SSLConnection))
    except (OSError, ValueError) as error:
        raise LostConnection(f"cannot connect to {where}: {error}") from error
    connection = RedisConnection(opened)
    try:
        _log_in(connection, options)
    except BaseException:
        connection.close()
        raise
    return connection


def _open(options: Options, tls: bool) -> socket.socket:
    timeout = options.get("socket_timeout")
    connect_timeout = options.get("socket_connect_timeout", timeout)
    if "path" in options:
        opened = socket.socket(socket.AF_UNIX)
        opened.settimeout(connect_timeout)
        _or_close(opened, lambda: opened.connect(options["path"]))
    else:
        host = options.get("host", "localhost")
        opened = socket.create_connection((host, options.get("port", 6379)), connect_timeout)
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if tls:
            opened = _or_close(opened, lambda: _tls_context(options).wrap_socket(opened, server_hostname=host))
    opened.settimeout(timeout)
    return opened


def _or_close(opened: socket.socket, step: Any) -> Any:
    try:
        return step()
    except BaseException:
        opened.close()
        raise


def _tls_context(options: Options) -> ssl.SSLContext:
    unknown = sorted(name for name in options if name.startswith("ssl_") and name not in TLS)
    if unknown:
        raise ValueError(f"the option {unknown[0]} is not supported")
    context = ssl.create_default_context()
    given = options.get("ssl_cert_reqs", "required")
    verify = given if isinstance(given, ssl.VerifyMode) else VERIFY[given]
    context.check_hostname = options.get("ssl_check_hostname", True) and verify != ssl.CERT_NONE
    context.verify_mode = verify
    if options.get("ssl_certfile") or options.get("ssl_keyfile"):
        context.load_cert_chain(options["ssl_certfile"], options.get("ssl_keyfile"), options.get("ssl_password"))
    if any(options.get(name) is not None for name in ("ssl_ca_certs", "ssl_ca_path", "ssl_ca_data")):
        context.load_verify_locations(
            options.get("ssl_ca_certs"), options.get("ssl_ca_path"), options.get("ssl_ca_data")
        )
    if options.get("ssl_ciphers"):
        context.set_ciphers(options["ssl_ciphers"])
    return context


def _log_in(connection: RedisConnection, options: Options) -> None:
    user, password = options.get("username"), options.get("password") or ""
    commands: list[Sequence[Any]] = []
    if user or password:
        commands.append(("AUTH", user, password) if user else ("AUTH", password))
    if options.get("db"):
        commands.append(("SELECT", options["db"]))
    commands.append(("PING",))  # any reply shows that a server answers: otherwise the first command might get lost
    for command in commands:
        [reply] = connection.exchange([command])
        if isinstance(reply, Refusal) and command[0] != "PING":
            raise AuthenticationError(str(reply)) if command[0] == "AUTH" else LostConnection(str(reply))
