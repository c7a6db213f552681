"""A registered bot, and a game that needs one."""

from __future__ import annotations

from ipaddress import ip_address, ip_network

from msgspec import Struct

from store.bots.hooks import Hook
from store.games.changes.create import RemoteSeat
from store.model.record import Clock


class BotSecret(Struct, array_like=True):
    """A sealed signing secret; a replaced one also signs until it expires."""

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
    """The URL given by its owner, before it is verified."""
    proven: bool = True
    """False for a new bot until its first URL is verified."""
    local: bool = False
    """True if its URL was given from this machine; it may then be a loopback address."""
    wanted_local: bool = False
    language: str = "en"
    """The language of sentences and texts in its turns."""
    text: bool = False
    """True if its turns include the board and the actions in words."""
    min_turn_seconds: int = 0
    """Games with a shorter clock are refused."""
    hosts: list[str] = []
    """Addresses and networks of clients that may seat it; empty = all."""
    client: str = ""
    """The client that registered it, which may use all of its `concurrent` games."""
    hook: Hook | None = None
    """Set for a hook of a game, which is not a bot."""

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


class Claim(Struct, frozen=True):
    """A game with a seat for a remote bot."""

    slug: str
    game: str
    client: str
    """The client whose game it is."""
    clock: Clock | None = None
    token: str | None = None
    """The token hash stored with the game before a rematch; it must still be the bot's."""
    entered: bool = False
    """The bot entered a ladder, so its owner accepts any host, and all of its `concurrent` games may be used."""
