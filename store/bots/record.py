"""A registered bot."""

from __future__ import annotations

from ipaddress import ip_address, ip_network

from msgspec import Struct

from store.bots.hooks import Hook
from store.changes.create import RemoteSeat


class BotSecret(Struct, array_like=True):
    """A signing secret, sealed; one that was replaced signs beside the new one until its time is over."""

    sealed: bytes
    until: int | None = None


class RemoteBot(Struct):
    id: str
    name: str
    token: str
    """Hash of its token."""
    secrets: list[BotSecret]
    url: str | None
    games: list[str]
    concurrent: int
    created: int
    wanted_url: str | None = None
    """The URL that its owner has given, before it is proven."""
    proven: bool = True
    """False for a new bot until its first URL is proven."""
    local: bool = False
    """True when its URL was given from this machine: then it may be on a loopback address."""
    wanted_local: bool = False
    language: str = "en"
    """Of sentences and texts in its turns."""
    text: bool = False
    """True when its turns hold the board and the actions in words, too."""
    min_turn_seconds: int = 0
    """Games with a shorter clock are refused."""
    hosts: list[str] = []
    """Addresses and networks from which it may be seated; empty = all."""
    client: str = ""
    """Who registered it: this client may have all of its places."""
    hook: Hook | None = None
    """Set when it is no bot, but a hook of a game."""

    @property
    def seat(self) -> RemoteSeat:
        return RemoteSeat(self.id, self.name, self.token)

    def accepts_host(self, client: str) -> bool:
        """May a client at this address seat the bot?"""
        if not self.hosts:
            return True
        try:
            address = ip_address(client.partition("/")[0])
        except ValueError:
            return False
        return any(address in ip_network(host, strict=False) for host in self.hosts)
