"""The addresses that remote bots may have.

A name is resolved once per call, every resulting address is checked, and the connection uses a checked
address: a name that resolves differently a moment later (DNS rebinding) changes nothing.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import urlsplit

from store.settings import Settings
from workers.remote.resolver import Resolver

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

EMBEDDING = (
    ip_network("64:ff9b::/96"),
    ip_network("64:ff9b:1::/48"),
    ip_network("::/96"),
    ip_network("::ffff:0:0:0/96"),
)
"""IPv6 networks whose last 32 bits are an IPv4 address: NAT64, IPv4-compatible, IPv4-translated."""
GLOBAL_UNICAST = ip_network("2000::/3")
ISATAP = (0x00005EFE, 0x02005EFE)
"""Bits 64 to 95 of an IPv6 address whose last 32 bits are a tunnelled IPv4 address."""
CLOSED: tuple[Network, ...] = tuple(
    ip_network(text)
    for text in (
        "100.64.0.0/10",  # carrier-grade NAT, and metadata services of some clouds
        "168.63.129.16/32",  # the host of virtual machines on Azure
        "192.0.0.0/24",  # protocol assignments, and the metadata service of Oracle
        "192.31.196.0/24",  # AS112
        "192.52.193.0/24",  # AMT
        "192.80.8.124/32",  # the metadata service of Equinix
        "192.88.99.0/24",  # 6to4 relays
        "192.175.48.0/24",  # AS112
        "198.18.0.0/15",  # benchmarks
        "2001::/23",  # protocol assignments: Teredo, ORCHID, benchmarks
        "2001:db8::/32",  # documentation
        "2620:4f:8000::/48",  # AS112
        "3fff::/20",  # documentation
    )
)
"""Networks that are not public, whatever the standard library says."""


class Refused(Exception):
    """A URL or address that may not be called."""


class Target(NamedTuple):
    """The target of a URL."""

    secure: bool
    host: str
    port: int
    path: str

    @property
    def host_header(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"


class Policy:
    """The rule for URLs and addresses that may be called."""

    def __init__(self, settings: Settings) -> None:
        self.loopback = bool(settings.remote_loopback)
        self.networks: list[Network] = [ip_network(text) for text in settings.remote_networks.split()]
        self.ports = [_range(text) for text in settings.remote_ports.split()]
        self.resolver = Resolver()

    def target(self, url: str) -> Target:
        """Parse a URL; raises Refused if it could never be called."""
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

    def check(self, address: Address, local: bool) -> None:
        """Raise Refused unless this address may be connected to.

        ``local``: a program or page of this machine has registered the bot.
        """
        loopback = local and self.loopback
        for meant in effective_addresses(address):
            if any(meant in network for network in self.networks if network.version == meant.version):
                continue
            if meant.is_loopback and loopback:
                continue
            if not is_public(meant):
                raise Refused("leads to an address that is not public")

    async def addresses(self, target: Target, local: bool = False) -> list[str]:
        """Resolve the name once; all of its addresses must be allowed. Raises OSError if it has none."""
        found = await self.resolver.lookup(target.host, target.port)
        for text in found:
            if "%" in text:
                raise Refused("leads to an address with a zone")
            self.check(ip_address(text), local)
        return found


def is_public(address: Address) -> bool:
    if isinstance(address, IPv6Address) and address not in GLOBAL_UNICAST:
        return False
    return (
        address.is_global
        and not address.is_multicast
        and not address.is_reserved
        and not address.is_unspecified
        and not any(address in network for network in CLOSED if network.version == address.version)
    )


def effective_addresses(address: Address) -> list[Address]:
    """The address, or the IPv4 addresses that its IPv6 form contains: packets go there."""
    if isinstance(address, IPv4Address):
        return [address]
    inner = address.ipv4_mapped or address.sixtofour
    last = IPv4Address(int(address) & 0xFFFFFFFF)
    if any(address in network for network in EMBEDDING) and int(address) > 1:  # except :: and ::1
        inner = last
    if int(address) >> 32 & 0xFFFFFFFF in ISATAP:
        return [address, last]
    return [address if inner is None else inner]


def _range(text: str) -> range:
    low, _, high = text.partition("-")
    return range(int(low), int(high or low) + 1)
