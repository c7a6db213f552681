"""Secrets over every channel: two games that differ only in what a reader cannot know answer it alike, word for word.

Bodies, headers, streams, pictures, refusals, jobs, turns of remote bots, lists, the log and the metrics.
"""

from __future__ import annotations

import io
import random
import re
from typing import Any

import msgspec
import orjson
import pytest

from api.spec.shape.nodes import operations_by_id
from engines.kernel.dice import SeededDice
from engines.kernel.registry import game, slugs
from store.bots.turn_document import turn_document
from store.games.views import encode
from store.process.logs import log
from tests.system.access.games import ApiCaller, Json
from tests.system.contract.answers import committed
from tests.system.contract.reach import mutated, positions

SEED = "5e" * 32
READS = ("", "/actions", "/events", "/events?after=1", "/board.svg", "/board.txt", "/position", "/replay")
READS += ("?at=1", "/board.svg?at=1", "/board.txt?at=1", "/position?at=1")
CHANGING = re.compile(
    r"\d{4}-\d\d-\d\dT[\d:.]+Z"  # times
    r"|\b(?:seat|host|spectator|invite|bot)_[\w-]{20,}"  # tokens
    r'|(?<=;r=)\d+;t=\d+|(?<="ms":)[\d.]+|(?<="request_id":")[0-9a-f]{16}'
)


class Twin:
    """One of two games, opened from a position over HTTP."""

    def __init__(self, caller: ApiCaller, slug: str, position: Any, seats: int) -> None:
        self.caller, self.slug = caller, slug
        payload = {"position": orjson.loads(game(slug).encode(position)), "seed": SEED, "clock": {"turn_seconds": 600}}
        payload["seats"] = [{"kind": "human", "name": f"P{seat}"} for seat in range(seats)]
        self.made = caller.expect(201, "POST", f"/v1/{slug}/games", body=payload)
        self.path = f"/v1/{slug}/games/{self.made['id']}"

    def plain(self, text: str) -> str:
        return CHANGING.sub("~", text.replace(self.made["id"], "ID"))

    def ask(self, method: str, tail: str, seat: int | None, body: Any = None, **headers: str) -> tuple[int, str, str]:
        token = None if seat is None else self.made["seats"][seat]["token"]
        answer = self.caller.ask(method, self.path + tail, token, body, X_Request_Id="same", **headers)
        return answer.status_code, self.plain(str(answer.headers)), self.plain(answer.text)

    def channels(self, seat: int | None) -> dict[str, Any]:
        """All that this reader gets to see without changing the game, and what the log says of it."""
        lines = io.StringIO()
        log.handlers[0].setStream(lines)  # type: ignore[attr-defined]
        log.setLevel("INFO")
        found: dict[str, Any] = {tail: self.ask("GET", tail, seat) for tail in READS}
        found |= {f"{tail} fr": self.ask("GET", tail, seat, Accept_Language="fr") for tail in ("/events", "/board.txt")}
        listed = self.caller.expect(200, "GET", f"/v1/{self.slug}/games?limit=100")["games"]
        found["list"] = [self.plain(str(entry)) for entry in listed if entry["id"] == self.made["id"]]
        found["stream"] = self._stream(seat)
        found["agents"] = [self._tool(tool, seat) for tool in ("look", "legal", "wait")]
        found["created"] = self.plain(orjson.dumps(self.made).decode())
        if seat is not None:
            found["turn"] = self._turn(seat)
        job = self.caller.ask("POST", f"{self.path}/odds", self._token(seat), {"rollouts": 10}).json or {}
        found["job"] = {**job, "id": "", "url": "", "created_at": ""}
        services = self.caller.client.application.extensions["services"]
        found["what workers get"] = services.jobs.load(job["id"]).order | {"game": ""}
        found["log"] = self.plain(lines.getvalue().replace(job["id"], "JOB"))
        assert found["log"].count("\n") > len(READS)
        assert len(found["list"]) == 1
        return found

    def _tool(self, tool: str, seat: int | None) -> str:
        """What a tool of /mcp says."""
        arguments = {"id": self.made["id"], **({"seconds": 0} if tool == "wait" else {})}
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
        return self.plain(self.caller.ask("POST", "/mcp", self._token(seat), call, X_Request_Id="same").text)

    def _token(self, seat: int | None) -> str | None:
        return None if seat is None else self.made["seats"][seat]["token"]

    def _stream(self, seat: int | None) -> str:
        """As much of a stream as there is, until it would wait."""
        headers = {"Accept": "text/event-stream"}
        if seat is not None:
            headers["Authorization"] = f"Bearer {self._token(seat)}"
        answer = self.caller.client.get(self.path + "/events", headers=headers, buffered=False)
        known = self.caller.expect(200, "GET", f"{self.path}/events", self._token(seat))["events"]
        frames, last = "", known[-1]["seq"]
        for piece in answer.response:
            frames += piece.decode() if isinstance(piece, bytes) else piece
            if f"id: {last}\n" in frames or frames.count(": ") > 500:
                break
        answer.close()
        return self.plain(frames)

    def _turn(self, seat: int) -> str:
        services = self.caller.client.application.extensions["services"]
        table = services.store.load(game(self.slug), self.made["id"])
        events = services.history.events(self.slug, self.made["id"], 0, 500)
        return self.plain(encode(turn_document(table, seat, events, 0, None, text=True)).decode())


def twins(slug: str, rng: random.Random) -> tuple[Any, Any, int | None, int]:
    """A position of some phase, a twin of it for some reader (none = a spectator), the reader, and the seats."""
    engine = game(slug)
    phases, _ = positions(slug)
    found: Json = rng.choice(phases[rng.choice(list(phases))])
    position = engine.decode(orjson.dumps(found))
    seats = engine.rules.seat_count(position)
    reader = rng.choice([None, *range(seats)])
    dice = SeededDice(rng.randbytes(32))
    return (
        position,
        engine.visibility.determinize(engine.visibility.knowledge(position, reader), reader, dice),
        reader,
        seats,
    )


@pytest.mark.parametrize("slug", slugs())
def test_a_reader_cannot_tell_twins_apart(caller: ApiCaller, slug: str) -> None:
    rng, different = random.Random(slug), 0
    for _ in range(6):
        position, twin, reader, seats = twins(slug, rng)
        different += game(slug).encode(position) != game(slug).encode(twin)
        one, other = Twin(caller, slug, position, seats), Twin(caller, slug, twin, seats)
        seen, twin_seen = one.channels(reader), other.channels(reader)
        for name, told in seen.items():
            assert told == twin_seen[name], f"{slug}: {name} for {reader}"
    assert different >= 2, "the twins hide nothing"


def test_metrics_name_operations_and_nothing_else(caller: ApiCaller) -> None:
    """Whatever games are played: no id, no name, no piece becomes a label."""
    known = {*operations_by_id(committed()), *(rule.endpoint.rpartition(".")[2] for rule in rules(caller)), "unknown"}
    caller.ask("GET", "/v1/bakong/games/no-such-game")
    caller.ask("GET", "/no/such/path")
    labels = re.findall(r'(\w+)="([^"]*)"', caller.ask("GET", "/metrics").text)
    assert {name for name, _ in labels} <= {"operation", "status", "le", "generation", "implementation", "version",
                                            "major", "minor", "patchlevel", "queue"}  # fmt: skip
    assert {value for name, value in labels if name == "operation"} <= known


def rules(caller: ApiCaller) -> Any:
    return caller.client.application.app.url_map.iter_rules()


@pytest.mark.parametrize("slug", slugs())
def test_refusals_do_not_tell_either(caller: ApiCaller, slug: str) -> None:
    """Whatever a seat tries: in both games it is let through, or refused with the same words."""
    rng, refused = random.Random(f"{slug} refusals"), 0
    for _ in range(6):
        position, twin, reader, seats = twins(slug, rng)
        seat = reader if reader is not None else 0
        if reader is None:
            continue
        for _ in range(5):
            one, other = (Twin(caller, slug, held, seats) for held in (position, twin))
            listed = orjson.loads(one.ask("GET", "/actions", seat)[2]).get("actions") or [{"type": "pass"}]
            action = mutated(slug, rng.choice(listed), rng)
            first, second = (held.ask("POST", "/actions", seat, action) for held in (one, other))
            assert first[0] == second[0], (slug, seat, action, first, second)
            if first[0] != 200:
                assert first == second
                refused += 1
    assert refused


@pytest.mark.parametrize("slug", slugs())
def test_nothing_is_told_before_the_end(caller: ApiCaller, slug: str) -> None:
    """The seed and the dice key of a game that runs are in no answer, whoever asks."""
    made = caller.expect(201, "POST", f"/v1/{slug}/games", body={"seats": [{"kind": "human"}, {"kind": "human"}]})
    services = caller.client.application.extensions["services"]
    table = services.store.load(game(slug), made["id"])
    secrets = [table.record.seed.hex(), *(player.token for player in table.record.seats), table.record.host]
    path = f"/v1/{slug}/games/{made['id']}"
    for token in (None, made["host_token"], *(seat["token"] for seat in made["seats"])):
        for tail in READS:
            answer = caller.ask("GET", path + tail, token)
            text = f"{answer.headers}{answer.text}"
            assert not any(secret in text for secret in secrets if secret), tail
        for body in ({"type": "dance"}, None, [1], "x"):
            answer = caller.ask("POST", f"{path}/actions", token, body)
            assert answer.status_code >= 400
            assert not any(secret in answer.text for secret in secrets if secret)
    assert msgspec.json.decode(caller.ask("GET", path).data)["position"] is not None
