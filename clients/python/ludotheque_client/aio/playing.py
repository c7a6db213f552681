"""A game as its host and seats use it, for programs with an event loop. This file has a generated twin."""

from __future__ import annotations

from asyncio import sleep
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

import httpx

from ludotheque_client import dice
from ludotheque_client.aio.connection import Progress
from ludotheque_client.documents import EventLines, Json, Result, Seating, seat_request
from ludotheque_client.errors import NotOver, Refused

if TYPE_CHECKING:
    from ludotheque_client.aio.games import AsyncTable

A = TypeVar("A")
"""The actions of a game."""
V = TypeVar("V")
"""Its views."""
E = TypeVar("E")
"""Its events."""
WAIT = {"Prefer": "wait=30"}
OVER = ("finished", "aborted")


class Reader(Generic[A, V, E]):
    """What a token may see of a game."""

    def __init__(self, table: AsyncTable[A, V, E], identifier: str, token: str | None) -> None:
        self.table = table
        self.client = table.client
        self.id = identifier
        self.token = token
        self.path = f"{table.path}/games/{identifier}"
        self.url = self.client.url + self.path

    async def _get(self, tail: str = "", **params: Any) -> httpx.Response:
        given = {name: value for name, value in params.items() if value is not None}
        return await self.client.request("GET", self.path + tail, params=given, token=self.token)

    async def _post(self, tail: str, body: Any, **params: Any) -> Json:
        reply = await self.client.request("POST", self.path + tail, body, params=params, token=self.token)
        return cast(Json, reply.json())

    async def view(self, at: int | None = None) -> V:
        """What you may see, now or at a version of the past."""
        return cast(V, (await self._get(at=at)).json())

    async def board(self, at: int | None = None) -> str:
        """The view as text."""
        return (await self._get("/board.txt", at=at)).text

    async def events(self, after: int = 0, turns: bool = False) -> AsyncIterator[E]:
        """Past and new events, from the beginning or after a sequence number, until the game ends.

        With ``turns`` a seat also gets ``{"type": "turn", "decision": …}`` when it has to decide.
        """
        seen, kept = after, EventLines()

        def resume() -> tuple[Json, dict[str, str]]:
            kept.data = []
            return {}, {"Accept": "text/event-stream", "Last-Event-ID": str(seen)}

        async for line in self.client.lines(f"{self.path}/events", resume, self.token):
            event = kept.take(line)
            if event is not None and event["type"] == "turn":
                if turns:
                    yield cast(E, event)
            elif event is not None and event["seq"] > seen:
                seen = event["seq"]
                yield cast(E, event)
                if event["type"] in ("game_over", "game_aborted"):
                    return

    async def odds(self, rollouts: int = 500, progress: Progress | None = None) -> Json:
        """Win chances of every seat, from what you may know."""
        return await self.client.job(await self._post("/odds", {"rollouts": rollouts}), progress)

    async def position(self, at: int | None = None) -> Json:
        """The whole position: once the game is over, or for the host of a sandbox."""
        return cast(Json, (await self._get("/position", at=at)).json())

    async def replay(self) -> Json:
        """Seed, actions and dice of a game that is over."""
        return cast(Json, (await self._get("/replay")).json())

    async def fork(self, at: int, *seats: Seating, **fields: Any) -> AsyncGame[A, V, E]:
        """Create a game from the position at a version."""
        body = {"fork": {"id": self.id, "at": at}, **fields}
        if seats:
            body["seats"] = [seat_request(seat) for seat in seats]
        reply = await self.client.request("POST", f"{self.table.path}/games", body, token=self.token)
        return self.table.game_of(reply.json())

    async def rematch(self) -> AsyncGame[A, V, E]:
        """A new game with the same seats."""
        return self.table.game_of(await self._post("/rematch", {}))

    async def verify(self, commitment: str | None = None) -> list[str]:
        """Check the dice of a game that is over, here and without the server's code; raises `Mismatch`."""
        replay, after = await self.replay(), 0
        events: list[Json] = []
        while True:
            page = (await self._get("/events", after=after, limit=500)).json()
            events += page["events"]
            if not page["more"]:
                break
            after = page["next_after"]
        dealt = next(event["version"] for event in events if event["type"] == "game_started")
        return dice.verify(replay, commitment, events, await self.position(dealt))


class AsyncGame(Reader[A, V, E]):
    """A game, as its spectators or its host see it."""

    created: Json | None = None
    """The answer to its creation, with every token."""

    def __init__(self, table: AsyncTable[A, V, E], identifier: str, token: str | None) -> None:
        super().__init__(table, identifier, token)
        self.tokens: dict[int, str] = {}
        self._seats: dict[int, AsyncSeat[A, V, E]] = {}

    def seat(self, number: int, token: str | None = None) -> AsyncSeat[A, V, E]:
        """A seat that is yours: by its token, unless it was created with this game."""
        if token is not None or number not in self._seats:
            self._seats[number] = AsyncSeat(self, number, token or self.tokens.get(number) or self.token)
        return self._seats[number]

    @property
    async def result(self) -> Result:
        """How it ended."""
        view = cast(Json, await self.view())
        if view["result"] is None:
            raise NotOver(f"the game is {view['status']}")
        return Result.of(view["result"])

    async def wait(self) -> V:
        """The view, once the game is over."""
        tag = ""
        while True:
            headers = WAIT | ({"If-None-Match": tag} if tag else {})
            reply = await self.client.request("GET", self.path, token=self.token, headers=headers)
            tag = reply.headers.get("ETag", tag)
            if reply.status_code == 200 and reply.json()["status"] in OVER:
                return cast(V, reply.json())
            if "Preference-Applied" not in reply.headers:
                await sleep(0.5)

    async def abort(self) -> V:
        """Abort the game; for the host."""
        return cast(V, (await self.client.request("DELETE", self.path, token=self.token)).json()["view"])

    async def verify(self, commitment: str | None = None) -> list[str]:
        """Check the dice against the commitment that was given at the creation, or this one."""
        return await super().verify(commitment or (self.created or {}).get("commitment"))


class AsyncSeat(Reader[A, V, E]):
    """A seat that you play: iterate over its turns. The loop ends with the game."""

    def __init__(self, game: AsyncGame[A, V, E], number: int, token: str | None) -> None:
        super().__init__(game.table, game.id, token)
        self.game = game
        self.number = number
        self.next_choices: Json | None = None
        """The legal actions that the last response contained, if any."""
        self._view: V | None = None

    async def __aiter__(self) -> AsyncIterator[AsyncTurn[A, V, E]]:
        while True:
            choices, self.next_choices = self.next_choices or await self._wait(), None
            if choices["actions"]:
                yield AsyncTurn(self, choices)
            if choices["status"] in OVER:
                return

    async def _wait(self) -> Json:
        """The legal actions once there are any, or the game is over."""
        while True:
            try:
                path = f"{self.path}/actions"
                reply = await self.client.request("GET", path, token=self.token, headers=WAIT)
            except Refused as refusal:
                if refusal.reason != "not_started":
                    raise
                continue
            choices: Json = reply.json()
            if choices["actions"] or choices["status"] in OVER:
                return choices
            if "Preference-Applied" not in reply.headers:  # a server with no room for another wait
                await sleep(0.5)

    async def act(self, action: A, decision: int | None = None) -> Json:
        """Play an action; the response holds the events. A refusal raises `Refused` and changes nothing."""
        acted = await self._post("/actions", action, **({} if decision is None else {"decision": decision}))
        self.next_choices, self._view = acted["next"], acted["view"]
        return acted

    async def take_back(self, version: int) -> V:
        """Take back the action that made this version, if it revealed nothing."""
        reply = await self.client.request("DELETE", f"{self.path}/actions/{version}", token=self.token)
        self.next_choices = reply.json().get("next")
        return cast(V, reply.json()["view"])

    async def resign(self, end: bool = False) -> Json:
        """Resign: a bot takes over, or with ``end`` the other player of a two-player game wins."""
        return await self._post("/resign", {"end": end})


class AsyncTurn(Generic[A, V, E]):
    """A decision that a seat owes."""

    def __init__(self, seat: AsyncSeat[A, V, E], choices: Json) -> None:
        self.seat = seat
        self.actions: list[A] = choices["actions"]
        """Legal actions, ready to play: all of them if ``complete``, else examples of the ``templates``."""
        self.labels: list[str] = [label["sentence"] for label in choices["labels"]]
        """The actions in words."""
        self.complete: bool = choices["complete"]
        self.templates: list[Json] = choices["templates"]
        self.version: int = choices["version"]
        self.decision: int = choices["decision"]

    @property
    async def view(self) -> V:
        """What the seat sees."""
        seen = cast(Json, self.seat._view)
        if seen is None or seen["version"] != self.version:
            self.seat._view = await self.seat.view()
        return cast(V, self.seat._view)

    async def play(self, action: A) -> list[E]:
        """Play an action for this decision, once; returns the events. A refusal raises `Refused(rule, text)`."""
        return cast(list[E], (await self.seat.act(action, self.decision))["events"])
