"""Calls that leave the house: to addresses that policy allows, with one answer of bounded size in bounded time.

The name is resolved once, every address that it has is held against the policy, and the connection goes to one of these
very addresses: a name that means something else a moment later (DNS rebinding) changes nothing. Redirects are answers
like any other, and are not followed.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import urlsplit

from store.events import Faults
from store.settings import Settings

MOST_BYTES = 65536
MOST_HEADER_BYTES = 16384
CONNECT_SECONDS = 5.0
Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

EMBEDDING = (
    ip_network("64:ff9b::/96"),
    ip_network("64:ff9b:1::/48"),
    ip_network("::/96"),
    ip_network("::ffff:0:0:0/96"),
)
"""IPv6 networks whose last 32 bits are an IPv4 address: NAT64, IPv4-compatible, IPv4-translated."""
CLOSED = tuple(
    ip_network(text)
    for text in (
        "100.64.0.0/10",  # carrier-grade NAT, and metadata services of some clouds
        "192.0.0.0/24",  # protocol assignments
        "192.88.99.0/24",  # 6to4 relays
        "198.18.0.0/15",  # benchmarks
        "fec0::/10",  # site-local
        "fc00::/7",  # unique local, and metadata services of some clouds
    )
)
"""Networks that are not public, whatever the standard library of this Python version says of them."""


class Refused(Exception):
    """An address that policy does not allow."""


class CallFailed(Exception):
    """A call without a usable answer."""

    def __init__(self, fault: Faults, detail: str, status: int | None = None) -> None:
        super().__init__(detail)
        self.fault: Faults = fault
        self.status = status


class Target(NamedTuple):
    """Where a URL leads."""

    secure: bool
    host: str
    port: int
    path: str

    @property
    def host_header(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"


class Reply(NamedTuple):
    """The answer to a call."""

    status: int
    body: bytes


class Policy:
    """Which addresses may be called."""

    def __init__(self, settings: Settings) -> None:
        self.loopback = is_loopback(settings.host)
        self.networks: list[Network] = [ip_network(text) for text in settings.remote_networks.split()]
        self.ports = [_range(text) for text in settings.remote_ports.split()]

    def target(self, url: str) -> Target:
        """Take a URL apart; raises Refused for what could never be called."""
        try:
            parts = urlsplit(url)
            port = parts.port or {"https": 443, "http": 80}.get(parts.scheme, 0)
        except ValueError as error:
            raise Refused(f"is no URL: {error}") from error
        if parts.scheme not in ("http", "https"):
            raise Refused("must begin with http:// or https://")
        if not parts.hostname or parts.username is not None or parts.password is not None:
            raise Refused("must name a host, and no user")
        if "%" in parts.hostname or not all("!" <= c <= "~" for c in parts.netloc + parts.path + parts.query):
            raise Refused("must be plain ASCII, without a zone")
        if not any(port in allowed for allowed in self.ports):
            raise Refused(f"port {port} is not open to remote bots")
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        return Target(parts.scheme == "https", parts.hostname, port, path)

    def check(self, address: Address) -> None:
        """Raise Refused unless this very address may be connected to."""
        for meant in meanings(address):
            if any(meant in network for network in self.networks if network.version == meant.version):
                continue
            if meant.is_loopback and self.loopback:
                continue
            if not is_public(meant):
                raise Refused("leads to an address that is not public")

    async def addresses(self, target: Target) -> list[str]:
        """Resolve the name once; all that it means must be allowed."""
        loop = asyncio.get_running_loop()
        try:
            found = await loop.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise CallFailed("unreachable", "its name is not known") from error
        texts = list(dict.fromkeys(str(entry[4][0]) for entry in found))
        for text in texts:
            if "%" in text:
                raise Refused("leads to an address with a zone")
            self.check(ip_address(text))
        return texts


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_public(address: Address) -> bool:
    closed: Iterable[Network] = (network for network in CLOSED if network.version == address.version)
    return (
        address.is_global
        and not address.is_multicast
        and not address.is_reserved
        and not address.is_unspecified
        and not any(address in network for network in closed)
    )


def meanings(address: Address) -> list[Address]:
    """The address, or the IPv4 addresses that its IPv6 form stands for: those are where packets go."""
    if isinstance(address, IPv4Address):
        return [address]
    if address.teredo is not None:
        return list(address.teredo)
    inner = address.ipv4_mapped or address.sixtofour
    if any(address in network for network in EMBEDDING) and int(address) > 1:  # but for :: and ::1
        inner = IPv4Address(int(address) & 0xFFFFFFFF)
    return [address if inner is None else inner]


def _range(text: str) -> range:
    low, _, high = text.partition("-")
    return range(int(low), int(high or low) + 1)


async def call(policy: Policy, url: str, headers: dict[str, str], body: bytes, seconds: float) -> Reply:
    """POST the body and read the answer, all within so many seconds; raises CallFailed."""
    try:
        async with asyncio.timeout(seconds):
            target = policy.target(url)
            reader, writer = await _connect(target, await policy.addresses(target), seconds)
            try:
                writer.write(_request(target, headers, body))
                await writer.drain()
                return await _read_reply(reader)
            finally:
                writer.transport.abort()  # whatever else it wants to say
    except TimeoutError as error:
        raise CallFailed("timeout", "no answer in time") from error
    except Refused as error:
        raise CallFailed("unreachable", f"the URL {error}") from error
    except (OSError, asyncio.IncompleteReadError) as error:
        raise CallFailed("unreachable", "no connection, or it was lost") from error
    except (ValueError, asyncio.LimitOverrunError) as error:
        raise CallFailed("nonsense", "the answer is not HTTP") from error


async def _connect(
    target: Target, addresses: list[str], seconds: float
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to one of the addresses that were checked, under the name of the host."""
    context = ssl.create_default_context() if target.secure else None
    failure: OSError = OSError("no address")
    for address in addresses:
        try:
            async with asyncio.timeout(min(CONNECT_SECONDS, seconds / 2)):
                return await asyncio.open_connection(
                    address,
                    target.port,
                    ssl=context,
                    server_hostname=target.host if target.secure else None,
                    limit=MOST_HEADER_BYTES,
                )
        except TimeoutError:
            failure = OSError("no connection in time")
        except OSError as error:
            failure = error
    raise failure


def _request(target: Target, headers: dict[str, str], body: bytes) -> bytes:
    lines = [
        f"POST {target.path} HTTP/1.1",
        f"Host: {target.host_header}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        "Accept: application/json",
        "User-Agent: ludotheque",
        "Connection: close",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join(lines).encode("ascii") + b"\r\n\r\n" + body


async def _read_reply(reader: asyncio.StreamReader) -> Reply:
    status, headers = await _read_head(reader)
    while 100 <= status < 200:
        status, headers = await _read_head(reader)
    if status in (204, 304):
        return Reply(status, b"")
    if "chunked" in headers.get("transfer-encoding", "").lower():
        return Reply(status, await _read_chunks(reader))
    if "content-length" not in headers:
        return Reply(status, await _read_up_to_the_end(reader))
    length = int(headers["content-length"])
    if not 0 <= length <= MOST_BYTES:
        raise CallFailed("too_large", f"the answer has more than {MOST_BYTES} bytes", status)
    return Reply(status, await reader.readexactly(length))


async def _read_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.rstrip("\r\n").split("\r\n")
    version, _, rest = first.partition(" ")
    if not version.startswith("HTTP/1.") or not rest[:3].isdecimal():
        raise ValueError("no status line")
    pairs = (line.partition(":") for line in lines)
    return int(rest[:3]), {name.strip().lower(): value.strip() for name, _, value in pairs}


async def _read_chunks(reader: asyncio.StreamReader) -> bytes:
    body = b""
    while size := int((await reader.readuntil(b"\r\n")).partition(b";")[0], 16):
        if size < 0 or len(body) + size > MOST_BYTES:
            raise CallFailed("too_large", f"the answer has more than {MOST_BYTES} bytes")
        body += await reader.readexactly(size)
        await reader.readexactly(2)
    return body


async def _read_up_to_the_end(reader: asyncio.StreamReader) -> bytes:
    body = b""
    while piece := await reader.read(MOST_BYTES):
        body += piece
        if len(body) > MOST_BYTES:
            raise CallFailed("too_large", f"the answer has more than {MOST_BYTES} bytes")
    return body
