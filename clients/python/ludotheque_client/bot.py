"""A bot that plays every seat given to it, by polling for turns or as a webhook."""

from __future__ import annotations

import base64
import hmac
import json
import logging
import os
import time
from asyncio import to_thread
from collections.abc import Awaitable, Callable, Iterable, Mapping
from hashlib import sha256
from inspect import isawaitable
from pathlib import Path
from tempfile import mkstemp
from typing import Any, TypeAlias

from ludotheque_client.documents import Json
from ludotheque_client.errors import Problem, Refused
from ludotheque_client.sync.games import Ludotheque
from ludotheque_client.sync.playing import WAIT

log = logging.getLogger("ludotheque_client")
Receive: TypeAlias = Callable[[], Awaitable[Json]]
Send: TypeAlias = Callable[[Json], Awaitable[None]]
OLDEST = 300
"""Seconds after which a signed call is rejected."""


class BotTurn:
    """A decision that a bot owes."""

    def __init__(self, document: Json) -> None:
        self.document = document
        self.game: str = document["game"]
        self.id: str = document["id"]
        self.seat: int = document["seat"]
        self.decision: int = document["decision"]
        self.deadline: str = document["deadline"]
        self.view: Json = document["view"]
        self.events: list[Json] = document["events"]
        """Since the last turn of this seat."""
        self.actions: list[Json] = document["actions"]["actions"]
        """Legal actions: all of them if ``complete``, else examples of the ``templates``."""
        self.labels: list[str] = [label["sentence"] for label in document["actions"]["labels"]]
        self.complete: bool = document["actions"]["complete"]
        self.templates: list[Json] = document["actions"]["templates"]


class Bot:
    """``Bot("Deep Croc", choose).run("http://localhost:8000")``; ``choose(turn)`` returns an action.

    ``keep`` names a file with the id, token and secret of the bot: with it a restarted bot is the same one.
    ``fields`` are fields of its registration, such as ``games=["kimbac"]`` or ``text=True``.
    """

    def __init__(
        self,
        name: str,
        choose: Callable[[BotTurn], Json | Awaitable[Json]],
        *,
        keep: str | os.PathLike[str] | None = None,
        secret: str | None = None,
        **fields: Any,
    ) -> None:
        self.name = name
        self.choose = choose
        self.keep = None if keep is None else Path(keep)
        self.fields = fields
        self.document: Json = {"secret": secret} if secret else {}
        if self.keep is not None and self.keep.exists():
            self.document = json.loads(self.keep.read_text("utf-8"))

    @property
    def id(self) -> str:
        """The id by which seats name the bot, once it is registered."""
        return str(self.document["id"])

    def register(self, url: str, webhook: str | None = None) -> str:
        """Register the bot once and return its id; ``webhook`` is the URL at which it is served."""
        if "id" not in self.document:
            body = {"name": self.name, **self.fields, **({"url": webhook} if webhook else {})}
            with Ludotheque(url) as client:
                self.document = client.request("POST", "/v1/bots", body).json()
            if self.keep is not None:
                _write_whole(self.keep, json.dumps(self.document))
        return self.id

    def enter(self, url: str, ladder: str, owner: str | None = None) -> Json:
        """Enter the ladder of a game, or go on there after it was benched; how the bot stands."""
        body = {"bot": self.register(url), "owner": owner}
        with Ludotheque(url) as client:
            row: Json = client.request(
                "POST", f"/v1/ladders/{ladder}/entries", body, token=self.document["token"]
            ).json()
        return row

    # --- pull ---------------------------------------------------------------------------------------------------------

    def run(
        self,
        url: str = "http://localhost:8000",
        until: Callable[[], bool] = lambda: False,
        *,
        ladder: str | None = None,
        owner: str | None = None,
    ) -> None:
        """Poll for turns and play them until Ctrl-C; wait for a server that restarts.

        ``ladder`` names a game whose ladder the bot enters first.
        """
        fresh = "id" not in self.document
        print(f"{self.name} is {self.register(url)}{'' if fresh else ' again'}", flush=True)  # noqa: T201
        if ladder is not None:
            self.enter(url, ladder, owner)
        given_up: set[tuple[str, int, int]] = set()
        with Ludotheque(url, patience=float("inf")) as client:
            while not until():
                path, token = f"/v1/bots/{self.id}/turns", self.document["token"]
                turns = client.request("GET", path, token=token, headers=WAIT).json()["turns"]
                wanted = [turn for turn in turns if (turn["id"], turn["seat"], turn["decision"]) not in given_up]
                for turn in wanted:
                    if not self._play(client, BotTurn(turn)):
                        given_up.add((turn["id"], turn["seat"], turn["decision"]))
                if turns and not wanted:
                    time.sleep(1)  # until the server decides in our place

    def _play(self, client: Ludotheque, turn: BotTurn) -> bool:
        """Choose and act; False if the fallback bot has to decide instead."""
        try:
            action = self.choose(turn)
            client.request("POST", turn.document["act"], action, token=self.document["token"])
        except Refused as refusal:
            if refusal.reason == "illegal":
                log.error("%s %s refuses %s: %s", turn.game, turn.id, action, refusal)
            return refusal.reason != "illegal"  # else too late: the decision was made without us
        except Problem as fault:
            log.error("%s %s does not take %s: %s", turn.game, turn.id, action, fault)
            return False
        except Exception:
            log.exception("no choice in %s %s", turn.game, turn.id)
            return False
        return True

    # --- webhook ------------------------------------------------------------------------------------------------------

    def genuine(self, headers: Mapping[str, str], body: bytes, now: float | None = None) -> bool:
        """True if the call is signed by the server and recent (Standard Webhooks; one valid signature is enough)."""
        stamp, secret = headers.get("webhook-timestamp", ""), self.document.get("secret") or ""
        if not secret or not stamp.isdecimal() or abs((now or time.time()) - int(stamp)) > OLDEST:
            return False
        text = f"{headers.get('webhook-id', '')}.{stamp}.".encode() + body
        key = base64.b64decode(secret.removeprefix("whsec_"))
        wanted = "v1," + base64.b64encode(hmac.new(key, text, sha256).digest()).decode()
        signatures = headers.get("webhook-signature", "").split()
        return any(hmac.compare_digest(wanted.encode(), one.encode()) for one in signatures)

    def _receive(self, headers: Mapping[str, str], body: bytes) -> tuple[int, Json | BotTurn]:
        """The answer to a call, or the turn that is to be answered."""
        known = bool(self.document.get("secret"))
        if known and not self.genuine(headers, body):
            return 401, {"detail": "the signature is wrong or old"}
        try:
            message = json.loads(body)
        except ValueError:
            return 400, {"detail": "this is not JSON"}
        if message.get("notice") == "challenge":  # it may come before the secret is known
            return 200, {"challenge": message["challenge"]}
        if not known:
            return 401, {"detail": "the bot does not know its secret yet"}
        return (200, {}) if "notice" in message else (200, BotTurn(message))

    def wsgi(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """The bot as a WSGI application: ``gunicorn croc:bot.wsgi``."""
        headers = {name[5:].replace("_", "-").lower(): value for name, value in environ.items() if name[:5] == "HTTP_"}
        status, answer = self._receive(headers, environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0)))
        data = json.dumps({"action": self.choose(answer)} if isinstance(answer, BotTurn) else answer).encode()
        start_response(
            f"{status} {'OK' if status == 200 else 'Refused'}",
            [("Content-Type", "application/json"), ("Content-Length", str(len(data)))],
        )
        return [data]

    @property
    def asgi(self) -> Callable[[Json, Receive, Send], Awaitable[None]]:
        """The bot as an ASGI application, ``uvicorn croc:bot.asgi``; ``choose`` may be a coroutine function."""

        async def application(scope: Json, receive: Receive, send: Send) -> None:
            if scope["type"] == "lifespan":
                await _live(receive, send)
                return
            body, more = b"", True
            while more:
                part = await receive()
                body, more = body + part.get("body", b""), part.get("more_body", False)
            headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
            status, answer = self._receive(headers, body)
            if isinstance(answer, BotTurn):
                chosen = await to_thread(self.choose, answer)
                answer = {"action": await chosen if isawaitable(chosen) else chosen}
            start = [(b"content-type", b"application/json")]
            await send({"type": "http.response.start", "status": status, "headers": start})
            await send({"type": "http.response.body", "body": json.dumps(answer).encode()})

        return application


async def _live(receive: Receive, send: Send) -> None:
    """Answer the lifespan events of ASGI."""
    while (await receive())["type"] != "lifespan.shutdown":
        await send({"type": "lifespan.startup.complete"})
    await send({"type": "lifespan.shutdown.complete"})


def _write_whole(path: Path, text: str) -> None:
    """Write a file that only its owner can read, atomically."""
    descriptor, name = mkstemp(dir=path.parent, prefix=path.name)
    draft = Path(name)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        draft.replace(path)
    except BaseException:
        draft.unlink()
        raise
