"""The code samples of the document do what their operation is for: each is run as it stands, against a server."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from string import Template
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from ludotheque_client import Ludotheque
from msgspec import Struct

from api.spec.document import SAMPLED
from engines.kernel.registry import slugs
from tests.support.client import Json, create
from tests.support.stack import ROOT, Stack
from tests.support.waiting import PATIENCE
from tests.system.bots.players import WebhookBot, serving
from tests.system.contract.answers import OPERATIONS, committed, declared

ENDPOINTS = list(dict.fromkeys(operation.name for operation in declared().values()))
HOST = ("abort", "rematch", "position", "replay")
"""Endpoints whose shell samples have the host's token in `$AUTH`; the others have that of seat 0."""
OVER = ("rematch", "position", "replay", "events")
"""Endpoints that need a game which is over: streams end with it."""
OF_BOTS = ("bot", "change_bot", "delete_bot", "test_bot", "bot_deliveries", "bot_games", "leave_game", "bot_turns",
           "enter_ladder", "leave_ladder")  # fmt: skip
SUITED = {"take_back": "bakong", "legal": "bakong", "bot_turns": "bakong"} | dict.fromkeys(
    ("act", "odds", "simulate", "match", "job", "cancel_job"), "kimbac"
)
"""The game that a sample is run in, where it is not any of them: bots are quick in Kim-Bac."""
SECOND = {"take_seat": {"kind": "open"}, "act": {"kind": "bot"}}
"""Who has seat 1, where that matters."""
OPTIONS: dict[str, Json] = {"bakong": {"first_seat": 0}, "babord": {"first_seat": 0}, "kimbac": {"rounds": 1}}
HOOK_URL = "https://chat.example/hook"


class Scene(Struct):
    """A game in which a sample makes sense, and the values that it uses."""

    endpoint: str
    slug: str
    made: Json
    values: dict[str, Any] = {}

    @property
    def name(self) -> str:
        return self.endpoint if self.endpoint in declared() else f"{self.slug}_{self.endpoint}"

    def source(self, language: str, listener: WebhookBot) -> str:
        return declared()[self.name].sample(language).replace(HOOK_URL, listener.url)

    @property
    def tokens(self) -> Json:
        seats = {seat["seat"]: seat["token"] for seat in self.made["seats"] if seat.get("token")}
        return {"host": self.made["host_token"], "seats": seats}

    def called(self, requests: list[Any]) -> bool:
        """Is the operation among these requests, given as method and path?"""
        identifier = declared()[self.name].operation_id
        for path, item in committed()["paths"].items():
            for method, operation in item.items():
                if method != "parameters" and operation["operationId"] == identifier:
                    pattern = re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path))
                    return any(verb.lower() == method and re.fullmatch(pattern, place) for verb, place in requests)
        return False


@pytest.fixture(scope="module")
def listener() -> Iterator[WebhookBot]:
    with serving(WebhookBot()) as bot:
        yield bot


def scene(http: httpx.Client, listener: WebhookBot, endpoint: str) -> Scene:
    """A game and all that the sample needs. Operations take the games in turn, unless one suits better."""
    slug = SUITED.get(endpoint, slugs()[ENDPOINTS.index(endpoint) % 5])
    seats: list[Json] = [{"kind": "human"}, SECOND.get(endpoint, {"kind": "human"})]
    values: dict[str, Any] = {}
    if endpoint in OF_BOTS:
        body = {"name": "Deep Croc", **({"url": listener.url} if endpoint == "test_bot" else {})}
        bot = http.post("/v1/bots", json=body).json()
        values |= {"bot": bot["id"], "token": bot["token"]}
        seats[0] = {"kind": "remote", "bot": bot["id"]}
    if endpoint == "leave_ladder":
        headers = {"Authorization": f"Bearer {values['token']}"}
        entered = http.post("/v1/ladders/kimbac/entries", json={"bot": values["bot"]}, headers=headers)
        assert entered.status_code == 201, entered.text
    made, players = create(http, slug, {"seats": seats, "options": OPTIONS.get(slug, {})})
    ana = players[0]
    if endpoint == "act":
        ana.my_turn()
    if endpoint in ("act", "take_back"):
        values["action"] = ana.legal()["actions"][0]
    if endpoint == "take_back":
        values["version"] = ana.act(values["action"]).json()["version"]
    if endpoint in ("hook", "delete_hook"):
        values["hook"] = ana.post("/hooks", {"url": listener.url}).json()["id"]
    if endpoint in ("job", "cancel_job"):
        values["job"] = ana.post("/odds", {"rollouts": 10}).json()["id"]
    if endpoint in OVER:
        ended = http.delete(ana.path, headers={"Authorization": f"Bearer {made['host_token']}"})
        assert ended.status_code == 200, ended.text
    return Scene(endpoint, slug, made, values)


def test_every_operation_has_samples() -> None:
    for name, operation in OPERATIONS.items():
        assert [sample["lang"] for sample in operation.get("x-codeSamples", ())] == list(SAMPLED.values()), name


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_the_shell_runs_it(http: httpx.Client, stack: Stack, listener: WebhookBot, endpoint: str) -> None:
    shown = scene(http, listener, endpoint)
    values, tokens = shown.values, shown.tokens
    token = values.get("token") or (tokens["host"] if endpoint in HOST else tokens["seats"].get(0, ""))
    variables = {
        "URL": stack.url,
        "GAME": f"{stack.url}/v1/{shown.slug}/games/{shown.made['id']}",
        "BOT": f"{stack.url}/v1/bots/{values.get('bot')}",
        "ID": shown.made["id"],
        "ENTRY": str(values.get("bot")),
        "AUTH": f"Authorization: Bearer {token}",
        **{name.upper(): text if isinstance(text, str) else json.dumps(text) for name, text in values.items()}
        | ({"BOT": f"{stack.url}/v1/bots/{values['bot']}"} if "bot" in values else {}),
    }
    source = shown.source("curl", listener)
    command = f'curl() {{ command curl -sS --fail-with-body "$@"; }}\n{source}'
    done = subprocess.run(
        ["sh", "-c", command], env=os.environ | variables, check=False, capture_output=True, timeout=10 * PATIENCE
    )
    assert done.returncode == 0, source + done.stderr.decode() + done.stdout.decode()
    words = shlex.split(Template(source).safe_substitute({**variables, "AUTH": "", "ACTION": ""}))
    method = words[words.index("-X") + 1] if "-X" in words else "POST" if "--json" in words else "GET"
    [url] = [word for word in words if word.startswith(stack.url)]
    assert shown.called([(method, urlsplit(url).path)]), source


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_python_runs_it(http: httpx.Client, stack: Stack, listener: WebhookBot, endpoint: str) -> None:
    shown, requests = scene(http, listener, endpoint), []
    asking = httpx.Client(timeout=40, verify=False)
    asking.event_hooks = {"request": [lambda request: requests.append((request.method, request.url.path))]}
    with asking:
        server = Ludotheque(stack.url, http=asking)
        game = server.table(shown.slug).game(shown.made["id"], shown.made["host_token"])
        game.tokens = shown.tokens["seats"]
        seat = {"seat": game.seat(0)} if 0 in game.tokens else {}
        with contextlib.redirect_stdout(io.StringIO()):
            exec(shown.source("python", listener), {"server": server, "game": game, **seat, **shown.values})
    assert shown.called(requests), requests


def test_typescript_runs_them(http: httpx.Client, stack: Stack, listener: WebhookBot) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not on the PATH")
    scenes = [scene(http, listener, endpoint) for endpoint in ENDPOINTS]
    samples = [
        {"source": shown.source("typescript", listener), "slug": shown.slug, "id": shown.made["id"],
         "tokens": shown.tokens, "values": shown.values}
        for shown in scenes
    ]  # fmt: skip
    script = ROOT / "tests" / "system" / "contract" / "samples.mjs"
    done = subprocess.run(
        [node, script], input=json.dumps({"url": stack.url, "samples": samples}), check=False, capture_output=True,
        text=True, timeout=10 * PATIENCE,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    for shown, requests in zip(scenes, json.loads(done.stdout), strict=True):
        assert shown.called(requests), (shown.endpoint, requests)
