"""The client for plain programs. Generated from ludotheque_client/aio."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Generic, cast

import httpx

from ludotheque_client.sync.connection import Connection, Progress
from ludotheque_client.sync.playing import A, Game, Seat, E, V
from ludotheque_client.documents import Json, Seating, bot_request, game_url, seat_request

if TYPE_CHECKING:
    from ludotheque_client import models as m


class Ludotheque(Connection):
    """``Ludotheque("http://localhost:8000", language="en", patience=120)``.

    A server that does not answer is waited for ``patience`` seconds.
    """

    def __init__(
        self, url: str = "http://localhost:8000", *, language: str = "en", patience: float = 120,
        http: httpx.Client | None = None,
    ) -> None:  # fmt: skip
        super().__init__(url, language, patience, http)
        self.bakong: Table[m.BakongAction, m.BakongGameDocument, m.BakongEvent] = Table(self, "bakong")
        self.mekong: Table[m.MekongAction, m.MekongGameDocument, m.MekongEvent] = Table(self, "mekong")
        self.babord: Table[m.BabordAction, m.BabordGameDocument, m.BabordEvent] = Table(self, "babord")
        self.kimbac: Table[m.KimbacAction, m.KimbacGameDocument, m.KimbacEvent] = Table(self, "kimbac")
        self.bailouke: Table[m.BailoukeAction, m.BailoukeGameDocument, m.BailoukeEvent] = Table(
            self, "bailouke"
        )

    def table(self, slug: str) -> Table[Json, Json, Json]:
        """A game by its slug, also one that is newer than this client."""
        return Table(self, slug)

    def watch(self, url: str, token: str | None = None) -> Game[Json, Json, Json]:
        """A game by its link, of this server or another."""
        server, slug, identifier = game_url(url)
        client = self if server == self.url else Ludotheque(server, language=self.language, patience=self.patience)
        return client.table(slug).game(identifier, token)


class Table(Generic[A, V, E]):
    """One of the games of a server."""

    def __init__(self, client: Ludotheque, slug: str) -> None:
        self.client = client
        self.slug = slug
        self.path = f"/v1/{slug}"

    def create(self, *seats: Seating, **fields: Any) -> Game[A, V, E]:
        """Create a game: ``create("Ana", "search:4", "open", options={...}, clock={...}, visibility="private")``.

        An unknown bot raises ValueError; a name that was typed by somebody goes through ``person``.
        """
        body = fields | ({"seats": [seat_request(seat) for seat in seats]} if seats else {})
        return self.game_of((self.client.request("POST", f"{self.path}/games", body)).json())

    def game_of(self, made: Json) -> Game[A, V, E]:
        """The game of a response to a creation, with its tokens."""
        game: Game[A, V, E] = self.game(made["id"], made.get("host_token"))
        game.created = made
        game.tokens = {seat["seat"]: seat["token"] for seat in made["seats"] if seat.get("token")}
        if made["next"] is not None:
            game.seat(made["next"]["seat"]).next_choices = made["next"]
        return game

    def game(self, identifier: str, token: str | None = None) -> Game[A, V, E]:
        """An existing game, as a spectator or with any token of the host, a spectator or a seat."""
        return Game(self, identifier, token)

    def join(self, identifier: str, name: str, **fields: Any) -> Seat[A, V, E]:
        """Take an open seat; ``seat=``, ``invite=`` and ``nonce=`` are optional."""
        path = f"{self.path}/games/{identifier}/seats"
        taken = (self.client.request("POST", path, {"name": name, **fields})).json()
        return self.game(identifier, taken["token"]).seat(taken["seat"], taken["token"])

    def games(self, **filters: Any) -> Iterator[Json]:
        """Public games, newest first; ``status="open"``, ``free_seats=``, ``player=``."""
        while True:
            page = (self.client.request("GET", f"{self.path}/games", params=filters)).json()
            for game in page["games"]:
                yield game
            if page["next"] is None:
                return
            filters["cursor"] = page["next"]

    def sheet(self) -> Json:
        """Its content, options, actions and bots."""
        return cast(Json, (self.client.request("GET", self.path)).json())

    def rules(self) -> Json:
        return cast(Json, (self.client.request("GET", f"{self.path}/rules")).json())

    def simulate(self, *bots: str, games: int = 100, progress: Progress | None = None, **fields: Any) -> Json:
        """Let bots play many games, registered ones by their ids: ``simulate("search:4", "greedy", games=200)``."""
        body = {"seats": [bot_request(bot) for bot in bots], "games": games, **fields}
        started = (self.client.request("POST", f"{self.path}/simulations", body)).json()
        return self.client.job(started, progress)

    def match(self, *bots: str, games: int = 20, progress: Progress | None = None, **fields: Any) -> Json:
        """Let bots, registered ones by their ids, play real games: ``match("search:4", bot.id, games=20)``."""
        body = {"entries": [bot_request(bot) for bot in bots], "games": games, **fields}
        started = (self.client.request("POST", f"{self.path}/matches", body)).json()
        return self.client.job(started, progress)

    def ladder(self) -> Json:
        """The table of the ladder, best first: ``rows`` with ``mu``, ``sigma``, ``low``, ``high``, ``games``."""
        return cast(Json, (self.client.request("GET", f"/v1/ladders/{self.slug}")).json())

    def export(self, **limits: str) -> Iterator[Json]:
        """The replays of all public finished games, oldest first; ``since=``, ``until=``, ``after=`` a cursor."""
        for line in self.client.lines(f"{self.path}/export", lambda: (limits, {})):
            replay: Json = json.loads(line)
            limits["after"] = replay["cursor"]
            yield replay
