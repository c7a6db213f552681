"""Hostile bytes get a refusal in words: no 5xx, no hang, no memory that grows.

Each test has its share of ``HOSTILE_SECONDS`` (12; `make hostile` has more); ``HOSTILE_SEED`` gives other bytes.
"""

from __future__ import annotations

import gc
import json
import os
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import httpx
import orjson
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from api.cli import main
from engines.kernel.registry import slugs
from tests.support.processes import memory
from tests.support.stack import Stack
from tests.system.access.games import ApiCaller, Json
from tests.system.contract.reach import positions
from tests.system.hostile.bytes import harmed, nasty

SECONDS = float(os.environ.get("HOSTILE_SECONDS", "12"))
SEED = os.environ.get("HOSTILE_SEED", "1")
DEAREST = 40
"""How many times as much CPU one request may take as Python's own parser does for a megabyte of fields."""
T = TypeVar("T")
JSON = "application/json"


def rounds(share: float, name: str) -> Iterator[random.Random]:
    """Random numbers for one round after the other, while the time lasts."""
    until, number = time.monotonic() + SECONDS * share, 0
    while number < 5 or time.monotonic() < until:
        yield random.Random(f"{SEED} {name} {number}")
        number += 1


def seconds_of_cpu(work: Callable[[], Any]) -> float:
    """Of this thread: what other threads do meanwhile does not count."""
    begun = time.thread_time()
    work()
    return time.thread_time() - begun


@cache
def parsing() -> float:
    """Seconds of CPU for a megabyte of fields."""
    return min(seconds_of_cpu(lambda: json.loads(nasty()["a megabyte of fields"])) for _ in range(3))


def soon(work: Callable[[], T], given: bytes) -> T:
    """What the work gives, which must not be dear."""
    answers: list[T] = []
    spent = seconds_of_cpu(lambda: answers.append(work()))
    assert spent < DEAREST * parsing(), f"{spent:.2f} s for {given[:200]!r}"
    return answers[0]


def send(caller: ApiCaller, method: str, path: str, body: bytes, token: str | None = None) -> int:
    """Send bytes; whatever they are, the answer is one of ours, and soon there."""
    headers = {"Content-Type": JSON} | ({"Authorization": f"Bearer {token}"} if token else {})
    answer = soon(lambda: caller.client.open(path, method=method, data=body, headers=headers), body)
    assert answer.status_code < 500, (path, body[:500], answer.text)
    if answer.status_code >= 400:
        assert answer.mimetype == "application/problem+json"
        assert len(answer.data) < 100_000, "the answer must not echo it all"
        orjson.loads(answer.data)
    return answer.status_code


def send_over_socket(client: httpx.Client, method: str, path: str, body: bytes, token: str | None = None) -> int:
    """The same over the socket of an API process."""
    headers = {"Content-Type": JSON} | ({"Authorization": f"Bearer {token}"} if token else {})
    answer = client.request(method, path, content=body, headers=headers)
    assert answer.status_code < 500, (path, body[:500], answer.text)
    if answer.status_code >= 400:
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert len(answer.content) < 100_000, "the answer must not echo it all"
        orjson.loads(answer.content)
    return answer.status_code


class Targets:
    """Every operation that reads a body, with a body that it accepts."""

    def __init__(self, caller: ApiCaller) -> None:
        body = {"seats": [{"kind": "human"}] * 2, "options": {"first_seat": 0}}
        made = caller.expect(201, "POST", "/v1/bakong/games", body=body)
        path, self.token = f"/v1/bakong/games/{made['id']}", made["seats"][0]["token"]
        legal = caller.expect(200, "GET", f"{path}/actions", self.token)["actions"][0]
        bot = caller.expect(201, "POST", "/v1/bots", body={"name": "Croc"})
        self.bot = bot["token"]
        seats = [{"kind": "human", "name": "Ana", "nonce": "x"}, {"kind": "bot", "bot": "greedy"}]
        new = {"seats": seats, "options": {}, "visibility": "private", "seed": "0" * 64, "clock": {"turn_seconds": 9}}
        self.all: list[tuple[str, str, Json, str | None]] = [
            ("POST", "/v1/bakong/games", new, None),
            ("POST", f"{path}/actions", legal, self.token),
            ("POST", f"{path}/seats", {"name": "Eve", "seat": 1, "nonce": "x"}, None),
            ("PUT", f"{path}/seats/0", {"kind": "human", "bot": None}, self.token),
            ("POST", f"{path}/rematch", {}, self.token),
            ("POST", f"{path}/odds", {"rollouts": 10}, self.token),
            ("POST", "/v1/bakong/simulations", {"seats": [{"bot": "random"}] * 2, "games": 1}, None),
            ("POST", "/v1/bakong/matches", {"entries": [{"bot": "random"}] * 2, "games": 1}, None),
            ("POST", "/v1/bots", {"name": "Croc", "games": ["bakong"], "concurrent": 1}, None),
            ("POST", "/v1/ladders/bakong/entries", {"bot": bot["id"], "owner": "Ana"}, self.bot),
            ("PATCH", f"/v1/bots/{bot['id']}", {"name": "Crocodile", "concurrent": 3}, self.bot),
        ]


@pytest.fixture(scope="module")
def targets(open_caller: ApiCaller) -> Targets:
    return Targets(open_caller)


@pytest.mark.parametrize("name", nasty())
def test_what_has_broken_parsers_before(open_caller: ApiCaller, targets: Targets, name: str) -> None:
    for method, path, honest, token in targets.all:
        for field in list(honest)[:1] or ["x"]:
            status = send(open_caller, method, path, nasty(field.encode())[name], token)
            assert status < 300 or status in (400, 409, 413, 422), name


def test_honest_bodies_that_were_harmed(open_caller: ApiCaller, targets: Targets) -> None:
    seen: Counter[int] = Counter()
    for rng in rounds(0.3, "bodies"):
        for method, path, honest, token in targets.all:
            seen[send(open_caller, method, path, harmed(orjson.dumps(honest), rng), token)] += 1
    assert seen[400], seen
    assert seen[422], seen


def test_harmed_bodies_over_the_socket(
    open_caller: ApiCaller, socket_client: httpx.Client, targets: Targets, api_process: Stack
) -> None:
    """Whatever came before it on the connection, the next request is answered by what it says itself."""
    seen: Counter[int] = Counter()
    for rng in rounds(0.2, "socket"):
        for method, path, honest, token in targets.all:
            seen[send_over_socket(socket_client, method, path, harmed(orjson.dumps(honest), rng), token)] += 1
        name = rng.choice(list(nasty()))
        for method, path, honest, token in targets.all:
            field = next(iter(honest), "x").encode()
            assert send_over_socket(socket_client, method, path, nasty(field)[name], token) < 500
        assert socket_client.get("/healthz").json() == {"status": "ok"}
    assert seen[400], seen
    assert seen[422], seen
    assert "Traceback" not in api_process.log("api")


def test_any_bytes_at_all(open_caller: ApiCaller, targets: Targets) -> None:
    @settings(
        max_examples=int(20 * SECONDS),
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
        derandomize=True,
    )
    @given(st.binary(max_size=200), st.sampled_from(targets.all))
    def try_it(body: bytes, target: tuple[str, str, Json, str | None]) -> None:
        method, path, _, token = target
        send(open_caller, method, path, body, token)

    try_it()


def test_positions_that_were_harmed(open_caller: ApiCaller) -> None:
    seen: Counter[int] = Counter()
    for rng in rounds(0.3, "positions"):
        for slug in slugs():
            phases, _ = positions(slug)
            honest = rng.choice(phases[rng.choice(list(phases))])
            payload = b'{"position":' + harmed(orjson.dumps(honest), rng) + b"}"
            seen[send(open_caller, "POST", f"/v1/{slug}/games", payload)] += 1
    assert seen[422], seen


def finished(caller: ApiCaller, slug: str) -> bytes:
    """The replay of a game that was broken off after a few moves."""
    made = caller.expect(201, "POST", f"/v1/{slug}/games", body={"seats": [{"kind": "human"}] * 2})
    path = f"/v1/{slug}/games/{made['id']}"
    for _ in range(6):
        seat = caller.expect(200, "GET", path)["to_act"][0]
        token = made["seats"][seat]["token"]
        action = caller.expect(200, "GET", f"{path}/actions", token)["actions"][0]
        caller.expect(200, "POST", f"{path}/actions", token, action)
    caller.expect(200, "DELETE", path, made["host_token"])
    return bytes(caller.ask("GET", f"{path}/replay").data)


def verdict(file: Path, data: bytes) -> Any:
    """What `ludotheque verify` says of a file: yes, or no in words, and soon."""
    file.write_bytes(data)
    result = soon(lambda: CliRunner().invoke(main, ["verify", str(file)]), data)
    assert result.exception is None or isinstance(result.exception, SystemExit), (result.exception, data[:2000])
    assert result.exit_code in (0, 1)
    assert len(result.output) < 20_000
    return result


def test_replays_that_were_harmed(open_caller: ApiCaller, tmp_path: Path) -> None:
    honest = {slug: finished(open_caller, slug) for slug in slugs()}
    for slug, data in honest.items():
        assert verdict(tmp_path / "replay.json", data).exit_code == 0, slug
    refused = 0
    for rng in rounds(0.3, "replays"):
        for data in honest.values():
            refused += verdict(tmp_path / "replay.json", harmed(data, rng)).exit_code
    assert refused
    for name, data in nasty().items():
        assert verdict(tmp_path / "replay.json", data).exit_code == 1, name


def test_memory_does_not_grow(open_caller: ApiCaller, targets: Targets) -> None:
    """The same megabytes again and again: what a refusal took is given back."""
    heavy = [nasty()[name] for name in ("a megabyte of fields", "a megabyte of empty arrays", "a megabyte of text")]

    def refuse_all() -> int:
        for body in heavy:
            for method, path, _, token in targets.all[:3]:
                send(open_caller, method, path, body, token)
        gc.collect()
        return memory(os.getpid())

    for _ in range(2):
        before = refuse_all()
    for _ in range(4):
        after = refuse_all()
    assert after - before < 30_000_000, f"{(after - before) / 1e6:.0f} MB more"


def test_hostile_messages_of_agents_are_refused(open_caller: ApiCaller) -> None:
    """Harmed messages to /mcp: an error of JSON-RPC or a refusal of the tool, and the game is as it was."""
    body = {
        "seats": [{"kind": "human"}] * 2,
        "options": {"first_seat": 1},
    }  # so that no number is a legal action of ours
    made = open_caller.expect(201, "POST", "/v1/bakong/games", body=body)
    seat = {"id": made["id"], "token": made["seats"][0]["token"]}
    calls = [("look", seat), ("legal", seat), ("wait", {**seat, "seconds": 0}), ("rules", {"game": "bakong"}),
             ("act", {**seat, "action": {"type": "pass"}}), ("act", {**seat, "number": 99, "decision": 1})]  # fmt: skip
    for rng in rounds(0.1, "agents"):
        tool, arguments = rng.choice(calls)
        params = {"name": tool, "arguments": arguments}
        body = orjson.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
        for data in (harmed(body, rng), rng.choice(list(nasty(b"params").values()))):
            answer = open_caller.client.post("/mcp", data=data, headers={"Content-Type": JSON})
            assert answer.status_code < 500, (data[:500], answer.text)
            assert len(answer.data) < 100_000
    assert open_caller.expect(200, "GET", f"/v1/bakong/games/{made['id']}")["version"] == 1
