"""Scenes of the operations on remote bots, one for every documented status.

The real dispatcher runs beside the app. Only the outside world is simulated: a webhook bot that answers correctly.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import orjson

from engines.kernel.registry import slugs
from tools.recorder.recorder import NOWHERE, Recorder
from workers.remote import calls, client, selftest
from workers.remote.dispatcher import Dispatcher
from workers.services import worker_services

BOTS = "/v1/bots"
HOOK = "https://bot.example/turn"
NOBODY = "bot_of-another-owner"
SLUG = "kimbac"


class BotScenes:
    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.call, self.show = recorder.call, recorder.show

    def record(self) -> None:
        with dispatching(self.recorder):
            hook = self.registration()
            self.care(hook)
            self.turns()
            for slug in slugs():
                self.hooks(slug)
            self.notice()

    def registration(self) -> Any:
        payload = {"name": "Deep Croc", "url": HOOK, "games": [SLUG], "concurrent": 4}
        hook = self.show("POST", BOTS, body=payload, Idempotency_Key="deep-croc-8d1e57b0a4c2").json
        self.recorder.forget_answers()
        self.show("POST", BOTS, body=payload, Idempotency_Key="deep-croc-8d1e57b0a4c2")
        self.show("POST", BOTS, body={"name": "Nobody", "url": "https://elsewhere.example/"})
        self.recorder.show_bad_bodies("POST", BOTS)
        return hook

    def care(self, hook: Any) -> None:
        path, token = f"{BOTS}/{hook['id']}", hook["token"]
        self.show("GET", BOTS)
        self.show("GET", f"{BOTS}?limit=0")
        self.show("GET", path, token)
        self.show("PATCH", path, token, {"concurrent": 2, "rotate_secret": True})
        self.show("POST", f"{path}/test", token, {})
        for method, tail in (("PATCH", ""), ("POST", "/test")):
            self.recorder.show_bad_bodies(method, path + tail, token)
        for method, tail, body in OWNED:
            self.show(method, path + tail, NOBODY, body)
            self.show(method, f"{BOTS}/{NOWHERE}{tail}", token, body)
            self.show(method, f"{path}{tail}?page=2", token, body)
        self.show("DELETE", path, token)

    def turns(self) -> None:
        """A pull bot on both seats: it fetches a turn, acts, and fetches the next as a stream."""
        bot: Any = self.call("POST", BOTS, body={"name": "Patient Croc"}).json
        path, token = f"{BOTS}/{bot['id']}", bot["token"]
        seats = [{"kind": "remote", "bot": bot["id"]}] * 2
        self.call("POST", f"/v1/{SLUG}/games", body={"seats": seats, "seed": "5e" * 32})
        self.call("GET", f"{path}/turns", token, Prefer="wait=20")
        self.wait_for_notices(bot["id"], len(seats))
        answer: Any = self.show("GET", f"{path}/turns?after=0", token, Prefer="wait=20").json
        self.show("GET", f"{path}/turns?after=-1", token)
        [turn] = answer["turns"]
        self.call("POST", turn["act"], token, turn["actions"]["actions"][0])
        self.show("GET", f"{path}/deliveries", token)
        self.show("GET", f"{path}/games", token)
        self.call("GET", f"{path}/turns", token, Prefer="wait=20")
        self.leave(path, token, seats)
        self.wait_for_notices(bot["id"], 3 * len(seats))  # both games have begun, and one has ended
        remotes = self.recorder.services.remotes
        threading.Timer(1, lambda: remotes.delete(remotes.load(bot["id"]))).start()  # ends its stream
        self.show("GET", f"{path}/turns?after=1", token, Accept="text/event-stream")

    def wait_for_notices(self, bot: str, count: int) -> None:
        while self.recorder.services.remotes.notices.last(bot) < count:
            time.sleep(0.01)

    def leave(self, path: str, token: str, seats: Any) -> None:
        """Another game, which the owner leaves."""
        made: Any = self.call("POST", f"/v1/{SLUG}/games", body={"seats": seats, "seed": "5e" * 32}).json
        game = f"{path}/games/{made['id']}"
        self.show("DELETE", game, NOBODY)
        self.show("DELETE", f"{game}?page=2", token)
        self.show("DELETE", game, token)
        self.show("DELETE", game, token)

    def hooks(self, slug: str) -> None:
        """A hook of a game: created, read, deleted."""
        seats = [{"kind": "human"}, {"kind": "human"}]
        made: Any = self.call("POST", f"/v1/{slug}/games", body={"seats": seats}).json
        token, hooks = made["seats"][0]["token"], f"/v1/{slug}/games/{made['id']}/hooks"
        nowhere, payload = f"/v1/{slug}/games/{NOWHERE}/hooks", {"url": HOOK, "on": ["turn", "over"]}
        hook: Any = self.show("POST", hooks, token, payload).json
        self.recorder.show_bad_bodies("POST", hooks, token)
        bot: Any = self.call("POST", BOTS, body={"name": "Patient Croc"}).json
        seated: Any = self.call(
            "POST", f"/v1/{slug}/games", body={"seats": [*seats[1:], {"kind": "remote", "bot": bot["id"]}]}
        ).json
        others = f"/v1/{slug}/games/{seated['id']}/hooks"
        for method, tail, body in (
            ("POST", "", payload),
            ("GET", f"/{hook['id']}", None),
            ("DELETE", f"/{hook['id']}", None),
        ):
            self.show(method, hooks + tail, NOBODY, body)
            self.show(method, others + tail, bot["token"], body)
            self.show(method, nowhere + tail, token, body)
            self.show(method, f"{hooks}{tail}?page=2", token, body)
        self.show("GET", f"{hooks}/{hook['id']}", token)
        self.show("DELETE", f"{hooks}/{hook['id']}", token)
        self.call("DELETE", f"/v1/{slug}/games/{made['id']}", made["host_token"])
        self.show("POST", hooks, token, payload)

    def notice(self) -> None:
        """A host whose hook is called when a turn opens."""
        seats = [{"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Bo"}]
        made: Any = self.call("POST", f"/v1/{SLUG}/games", body={"seats": seats, "seed": "5e" * 32}).json
        path, token = f"/v1/{SLUG}/games/{made['id']}", made["seats"][made["view"]["to_act"][0]]["token"]
        self.call("POST", f"{path}/hooks", made["host_token"], {"url": HOOK, "on": ["turn"]})
        choices: Any = self.call("GET", f"{path}/actions", token).json
        self.call("POST", f"{path}/actions", token, choices["actions"][0])
        while "webhook_game_notice" not in self.recorder.examples:
            time.sleep(0.01)

    def without_store(self) -> None:
        for slug in slugs():
            hooks = f"/v1/{slug}/games/{NOWHERE}/hooks"
            self.show("POST", hooks, NOBODY, {"url": HOOK})
            self.show("GET", f"{hooks}/{NOWHERE}", NOBODY)
            self.show("DELETE", f"{hooks}/{NOWHERE}", NOBODY)
        self.show("GET", BOTS)
        self.show("POST", BOTS, body={"name": "Deep Croc"})
        for method, tail, body in OWNED:
            self.show(method, f"{BOTS}/{NOWHERE}{tail}", NOBODY, body)


OWNED: tuple[tuple[str, str, Any], ...] = (
    ("GET", "", None),
    ("PATCH", "", {}),
    ("DELETE", "", None),
    ("POST", "/test", {}),
    ("GET", "/deliveries", None),
    ("GET", "/games", None),
    ("DELETE", f"/games/{NOWHERE}", None),
    ("GET", "/turns", None),
)
"""Operations for the owner of a bot."""


@contextmanager
def dispatching(recorder: Recorder) -> Iterator[None]:
    """The dispatcher on a separate thread; calls go to the bot below."""

    async def answered(self: Any, url: str, headers: Any, body: bytes, seconds: float, local: bool) -> Any:  # noqa: ARG001
        if url != HOOK:
            raise client.CallFailed("unreachable", "its name is not known")
        message = orjson.loads(body)
        reply = answer(message)
        recorder.show_call(message, reply)
        return client.Reply(200 if reply is not None else 204, orjson.dumps(reply) if reply is not None else b"")

    client.Client.post = answered  # type: ignore[assignment, method-assign]
    calls.THREADS = 1  # one call at a time: notices of one game keep their order in every run
    selftest.time = SimpleNamespace(monotonic=lambda: 0.0)  # type: ignore[assignment, attr-defined]
    loop, stop = asyncio.new_event_loop(), asyncio.Event()
    run = Dispatcher(worker_services()).run(stop)
    thread = threading.Thread(target=loop.run_until_complete, args=[run])
    thread.start()
    try:
        yield
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()


def answer(message: Any) -> Any:
    """The answers of a correct webhook bot."""
    if message.get("notice") == "challenge":
        return {"challenge": message["challenge"]}
    if message.get("notice") == "start":
        return {"decline": False}
    return None if "notice" in message else {"action": message["actions"]["actions"][0]}
