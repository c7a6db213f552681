"""Remote bots for the tests: a webhook bot that behaves as it is told, a pull bot, and how they are registered."""

from __future__ import annotations

import json
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeVar

import httpx
from redis import Redis

from store.redis import keys
from tests.support.stack import Stack
from tests.support.waiting import PATIENCE

Json = dict[str, Any]
Answer = tuple[int, bytes]
T = TypeVar("T")


class Call:
    """One call that a webhook bot has received."""

    def __init__(self, headers: dict[str, str], body: bytes) -> None:
        self.headers = headers
        self.body = body
        self.json: Json = json.loads(body)
        self.at = time.monotonic()

    @property
    def is_turn(self) -> bool:
        return "notice" not in self.json


def first_action(turn: Json) -> Answer:
    return 200, json.dumps({"action": turn["actions"]["actions"][0]}).encode()


class WebhookBot(ThreadingHTTPServer):
    """Answers challenges and notices as it should, and turns as ``answer`` says."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, answer: Callable[[Json], Any] = first_action) -> None:
        self.answer = answer
        self.calls: list[Call] = []
        self.echo = True
        self.notice_answer: Answer = 204, b""
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}/turn"
        self.token = self.secret = self.id = ""

    def turns(self) -> list[Call]:
        return [call for call in self.calls if call.is_turn]

    def notices(self) -> list[str]:
        return [call.json["notice"] for call in self.calls if not call.is_turn]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Callers hang up on those who are late."""


class Handler(BaseHTTPRequestHandler):
    server: WebhookBot

    def do_POST(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        call = Call(headers, self.rfile.read(int(headers["content-length"])))
        self.server.calls.append(call)
        if call.json.get("notice") == "challenge" and self.server.echo:
            status, body = 200, json.dumps({"challenge": call.json["challenge"]}).encode()
        elif not call.is_turn:
            status, body = self.server.notice_answer
        else:
            answer = self.server.answer(call.json)
            if answer is None:  # it hangs up
                return
            status, body = answer
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Tests are quiet."""


@contextmanager
def serving(bot: WebhookBot) -> Iterator[WebhookBot]:
    """The bot answers all who know its URL."""
    with bot:
        threading.Thread(target=bot.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield bot
        finally:
            bot.shutdown()


@contextmanager
def listening(register: Callable[[str], T]) -> Iterator[T]:
    """A good webhook bot; ``register`` makes it known by its URL."""
    with serving(WebhookBot()) as bot:
        yield register(bot.url)


@contextmanager
def webhook(http: httpx.Client, answer: Callable[[Json], Any] = first_action, **payload: Any) -> Iterator[WebhookBot]:
    """A webhook bot that listens and is registered."""
    with serving(WebhookBot(answer)) as bot:
        made = register(http, name="Hook", url=bot.url, **payload)
        bot.id, bot.token, bot.secret = made["id"], made["token"], made["secret"]
        yield bot


def register(http: httpx.Client, **payload: Any) -> Json:
    response = http.post("/v1/bots", json=payload)
    assert response.status_code == 201, response.text
    return dict(response.json())


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def pass_test(stack: Stack, bot: str, slug: str) -> None:
    """As if the bot had passed its test: it is paired in the ladder of this game, and need not be running."""
    with Redis.from_url(stack.server.url) as redis:
        redis.hset(keys.remote(bot), f"tested:{slug}", 1)


class PullBot:
    """Asks for its turns and plays the first legal action of each."""

    def __init__(self, http: httpx.Client, **payload: Any) -> None:
        made = register(http, name="Puller", **payload)
        self.id, self.token = made["id"], made["token"]
        self.url = str(http.base_url)
        self.stopped = threading.Event()
        self.failures: list[str] = []

    def __enter__(self) -> PullBot:
        self.thread = threading.Thread(target=self.play, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopped.set()
        self.thread.join(PATIENCE)

    def play(self) -> None:
        with httpx.Client(base_url=self.url, headers=bearer(self.token), timeout=40, verify=False) as http:
            while not self.stopped.is_set():
                answer = http.get(f"/v1/bots/{self.id}/turns", headers={"Prefer": "wait=1"})
                if answer.status_code != 200:
                    self.failures.append(answer.text)
                    return
                for turn in answer.json()["turns"]:
                    self.act(http, turn)

    def act(self, http: httpx.Client, turn: Json) -> None:
        done = http.post(turn["act"], json=turn["actions"]["actions"][0])
        if done.status_code not in (200, 409):
            self.failures.append(done.text)


class CurlPerson:
    """A person at a shell: looks, waits and acts with curl alone."""

    def __init__(self, url: str, token: str) -> None:
        self.url = url
        self.token = token
        self.acts = 0

    def curl(self, tail: str = "", *options: str) -> tuple[int, Json]:
        """The status and the document of an answer."""
        asked = ["curl", "-s", "-w", "\n%{http_code}", "-H", f"Authorization: Bearer {self.token}", *options]
        done = subprocess.run([*asked, self.url + tail], capture_output=True, check=True, timeout=300)
        body, _, status = done.stdout.rpartition(b"\n")
        return int(status), json.loads(body) if body else {}

    def play_to_the_end(self) -> Json:
        """Always the first legal action; a read that waits answers when there is one, or when the game is over."""
        while True:
            status, choices = self.curl("/actions", "-H", "Prefer: wait=20")
            assert status == 200, choices
            if choices["status"] != "running":
                return self.curl()[1]
            if choices["actions"]:
                status, answer = self.curl("/actions", "--json", json.dumps(choices["actions"][0]))
                assert status in (200, 409), answer
                self.acts += status == 200


def remote(bot: Any) -> Json:
    return {"kind": "remote", "bot": bot.id}


def failures(http: httpx.Client, slug: str, identifier: str) -> list[Json]:
    """The `bot_failed` events of a game."""
    found, after = [], 0
    while True:
        page = http.get(f"/v1/{slug}/games/{identifier}/events", params={"after": after, "limit": 500}).json()
        found += [event for event in page["events"] if event["type"] == "bot_failed"]
        if not page["more"]:
            return found
        after = page["next_after"]
