"""The client for programs with an event loop. This file has a generated twin."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, Generic, cast

import httpx

from ludotheque_client.aio.connection import AsyncConnection, Progress
from ludotheque_client.aio.playing import A, AsyncGame, AsyncSeat, E, V
from ludotheque_client.documents import Json, Seating, bot_request, game_url, seat_request

if TYPE_CHECKING:
    from ludotheque_client import models as m


class AsyncLudotheque(AsyncConnection):
    """``AsyncLudotheque("http://localhost:8000", language="en", patience=120)``.

    A server that does not answer is waited for ``patience`` seconds.
    """

    def __init__(
        self, url: str = "http://localhost:8000", *, language: str = "en", patience: float = 120,
        http: httpx.AsyncClient | None = None,
    ) -> None:  # fmt: skip
        super().__init__(url, language, patience, http)
        self.bakong: AsyncTable[m.BakongAction, m.BakongGameDocument, m.BakongEvent] = AsyncTable(self, "bakong")
        self.mekong: AsyncTable[m.MekongAction, m.MekongGameDocument, m.MekongEvent] = AsyncTable(self, "mekong")
        self.babord: AsyncTable[m.BabordAction, m.BabordGameDocument, m.BabordEvent] = AsyncTable(self, "babord")
        self.kimbac: AsyncTable[m.KimbacAction, m.KimbacGameDocument, m.KimbacEvent] = AsyncTable(self, "kimbac")
        self.bailouke: AsyncTable[m.BailoukeAction, m.BailoukeGameDocument, m.BailoukeEvent] = AsyncTable(
            self, "bailouke"
        )

    def table(self, slug: str) -> AsyncTable[Json, Json, Json]:
        """A game by its slug, also one that is newer than this client."""
        return AsyncTable(self, slug)

    async def watch(self, url: str, token: str | None = None) -> AsyncGame[Json, Json, Json]:
        """A game by its link, of this server or another."""
        server, slug, identifier = game_url(url)
        client = self if server == self.url else AsyncLudotheque(server, language=self.language, patience=self.patience)
        return client.table(slug).game(identifier, token)


class AsyncTable(Generic[A, V, E]):
    """One of the games of a server."""

    def __init__(self, client: AsyncLudotheque, slug: str) -> None:
        self.client = client
        self.slug = slug
        self.path = f"/v1/{slug}"

    async def create(self, *seats: Seating, **fields: Any) -> AsyncGame[A, V, E]:
        """Create a game: ``create("Ana", "search:4", "open", options={...}, clock={...}, visibility="private")``.

        An unknown bot raises ValueError; a name that was typed by somebody goes through ``person``.
        """
        body = fields | ({"seats": [seat_request(seat) for seat in seats]} if seats else {})
        return self.game_of((await self.client.request("POST", f"{self.path}/games", body)).json())

    def game_of(self, made: Json) -> AsyncGame[A, V, E]:
        """The game of a response to a creation, with its tokens."""
        game: AsyncGame[A, V, E] = self.game(made["id"], made.get("host_token"))
        game.created = made
        game.tokens = {seat["seat"]: seat["token"] for seat in made["seats"] if seat.get("token")}
        if made["next"] is not None:
            game.seat(made["next"]["seat"]).next_choices = made["next"]
        return game

    def game(self, identifier: str, token: str | None = None) -> AsyncGame[A, V, E]:
        """An existing game, as a spectator or with any token of the host, a spectator or a seat."""
        return AsyncGame(self, identifier, token)

    async def join(self, identifier: str, name: str, **fields: Any) -> AsyncSeat[A, V, E]:
        """Take an open seat; ``seat=``, ``invite=`` and ``nonce=`` are optional."""
        path = f"{self.path}/games/{identifier}/seats"
        taken = (await self.client.request("POST", path, {"name": name, **fields})).json()
        return self.game(identifier, taken["token"]).seat(taken["seat"], taken["token"])

    async def games(self, **filters: Any) -> AsyncIterator[Json]:
        """Public games, newest first; ``status="open"``, ``free_seats=``, ``player=``."""
        while True:
            page = (await self.client.request("GET", f"{self.path}/games", params=filters)).json()
            for game in page["games"]:
                yield game
            if page["next"] is None:
                return
            filters["cursor"] = page["next"]

    async def sheet(self) -> Json:
        """Its content, options, actions and bots."""
        return cast(Json, (await self.client.request("GET", self.path)).json())

    async def rules(self) -> Json:
        return cast(Json, (await self.client.request("GET", f"{self.path}/rules")).json())

    async def simulate(self, *bots: str, games: int = 100, progress: Progress | None = None, **fields: Any) -> Json:
        """Let bots play many games, registered ones by their ids: ``simulate("search:4", "greedy", games=200)``."""
        body = {"seats": [bot_request(bot) for bot in bots], "games": games, **fields}
        started = (await self.client.request("POST", f"{self.path}/simulations", body)).json()
        return await self.client.job(started, progress)

    async def match(self, *bots: str, games: int = 20, progress: Progress | None = None, **fields: Any) -> Json:
        """Let bots, registered ones by their ids, play real games: ``match("search:4", bot.id, games=20)``."""
        body = {"entries": [bot_request(bot) for bot in bots], "games": games, **fields}
        started = (await self.client.request("POST", f"{self.path}/matches", body)).json()
        return await self.client.job(started, progress)

    async def ladder(self) -> Json:
        """The table of the ladder, best first: ``rows`` with ``mu``, ``sigma``, ``low``, ``high``, ``games``."""
        return cast(Json, (await self.client.request("GET", f"/v1/ladders/{self.slug}")).json())

    async def export(self, **limits: str) -> AsyncIterator[Json]:
        """The replays of all public finished games, oldest first; ``since=``, ``until=``, ``after=`` a cursor."""
        async for line in self.client.lines(f"{self.path}/export", lambda: (limits, {})):
            replay: Json = json.loads(line)
            limits["after"] = replay["cursor"]
            yield replay
