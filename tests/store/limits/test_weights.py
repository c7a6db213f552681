"""Dear requests count as several of their class."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient
from werkzeug.test import Client

from api.app import create_app
from api.http.rate_limit import CLASSES, body_weight
from engines.kernel.registry import game, slugs
from store.bots.deliveries import KEPT, Delivery
from store.bots.hooks import Hook
from store.bots.record import RemoteBot
from store.bots.remote import Remotes
from store.games.replay.past import PastPositions
from store.ids import hashed, new_id
from store.model.game import StoredGame
from store.model.turns import Turn
from store.process.clock import now_ms
from store.redis.embedded import EmbeddedServer
from store.settings import Settings
from tests.store.bots.test_remote import seated
from tests.store.services import StoreHarness
from tests.support.waiting import wait_until
from tests.system.contract.reach import positions
from tools.in_process import InProcessServer


def left(answer: Any) -> int:
    found = re.search(r";r=(\d+);", answer.headers["RateLimit"])
    assert found is not None
    return int(found[1])


def spent(call: Callable[[], Any]) -> int:
    """What a request counts as; asked again when a minute of the clock began meanwhile."""
    while True:
        began = int(time.time()) // 60
        counted = left(call()) - left(call())
        if int(time.time()) // 60 == began:
            return counted


def client(server: EmbeddedServer, folder: Path, **limits: int) -> FlaskClient:
    return create_app(Settings(redis_url=server.url, data=folder, log_level="error", **limits)).test_client()  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def http(shared_server: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """For tests that only look at what a request counts as: no quota of theirs is ever used up."""
    wide = {f"limit_{name}": 1_000_000 for name in CLASSES}
    made = client(shared_server, tmp_path_factory.mktemp("weights"), client_games=0, client_bots=0, **wide)
    yield made
    made.application.extensions["services"].close()


@pytest.mark.parametrize(("path", "counts"), [("", 1), ("/board.svg", 20), ("/board.txt", 20), ("/events", 2)])
@pytest.mark.parametrize("slug", slugs())
def test_a_picture_counts_as_twenty_reads(http: FlaskClient, slug: str, path: str, counts: int) -> None:
    made = http.post(f"/v1/{slug}/games", json={}).get_json()
    assert spent(lambda: http.get(f"/v1/{slug}/games/{made['id']}{path}")) == counts


def test_metrics_count_as_fifty_and_documents_as_one(http: FlaskClient) -> None:
    assert [spent(lambda path=path: http.get(path)) for path in ("/metrics", "/openapi.json", "/openapi.yaml")] == [  # type: ignore[misc]
        50, 1, 1,
    ]  # fmt: skip


@pytest.mark.parametrize("what", ["turns", "deliveries"])
def test_the_turns_and_deliveries_of_a_bot_count_as_five(http: FlaskClient, what: str) -> None:
    """Up to fifty or a hundred of them come with each answer."""
    bot = http.post("/v1/bots", json={"name": "Croc"}).get_json()
    bearer = {"Authorization": f"Bearer {bot['token']}"}
    assert spent(lambda: http.get(f"/v1/bots/{bot['id']}/{what}", headers=bearer)) == 5


@pytest.mark.parametrize(
    ("path", "counts"),
    [
        ("/v1/bakong/games?status=open", 1 + 4),
        ("/v1/bakong/games?status=open&limit=100", 1 + 20),
        ("/v1/bakong/games", 1 + 4 + 1),
        ("/v1/games", 1 + 4 + 8),
        ("/v1/games?player=nobody", 1 + 100 + 8),
        ("/v1/bots?limit=50", 1 + 10),
    ],
)
def test_a_list_counts_by_what_is_looked_at(http: FlaskClient, path: str, counts: int) -> None:
    assert spent(lambda: http.get(path)) == counts


def test_a_hook_counts_by_its_calls(shared_server: EmbeddedServer, harness: StoreHarness, tmp_path: Path) -> None:
    http, (table, tokens) = client(shared_server, tmp_path), harness.open("bakong", "hh")
    remotes, hook = Remotes(harness.store), RemoteBot(new_id(), "Hook", "", [], None, [], 1, now_ms())
    hook.hook = Hook("bakong", table.id, hashed(tokens.host), None, ["turn"])
    remotes.register(hook, None, local=True)

    def read() -> Any:
        bearer = {"Authorization": f"Bearer {tokens.host}"}
        return http.get(f"/v1/bakong/games/{table.id}/hooks/{hook.id}", headers=bearer)

    assert spent(read) == 1
    remotes.deliveries.add(hook.id, *[Delivery.of("turn", Turn("bakong", table.id, 0, 1), 200, 5, None)] * KEPT)
    assert spent(read) == 1 + KEPT // 25


def long_game(harness: StoreHarness) -> StoredGame:
    """A game of 41 changes that was called off."""
    table, _ = harness.open("mekong", "hh")
    while harness.load(table).version < 40:
        harness.step(table)
    return harness.change(table, lambda now: now.abort("host"))


def test_a_history_counts_by_its_length(shared_server: EmbeddedServer, harness: StoreHarness, tmp_path: Path) -> None:
    """Pages of events, streams from the beginning, replays; what is played again to look back."""
    http, table = client(shared_server, tmp_path), long_game(harness)
    path, length = f"/v1/mekong/games/{table.id}", table.record.seq
    past: PastPositions = http.application.extensions["services"].past
    assert length >= 50

    def read(tail: str, **headers: str) -> int:
        def get() -> Any:
            past._timelines.clear()
            return http.get(path + tail, headers=headers)

        return spent(get)

    assert read("/events?limit=20") == 2 + 2
    assert read("/events?limit=500") == 2 + length // 10
    assert read("/events?limit=500&after=10000") == 2
    assert read("/events", Accept="text/event-stream") == 2 + length // 10
    assert read("/replay") == 1
    assert read("") == 1
    assert read("?at=40") == read("/position?at=2") == 1 + 8 + 41 // 4
    assert read("/board.txt?at=40") == 20 + 8 + 41 // 4
    assert spent(lambda: http.get(f"{path}?at=40")) == 1 + 8 + (7 + 1) // 4, "positions on the way are kept"


def end_a_game(http: Client) -> None:
    """A game of Baïlouké whose next action ends it."""
    _, ending = positions("bailouke")
    engine = game("bailouke")
    seats = engine.rules.seat_count(engine.decode(orjson.dumps(ending.position)))
    body = {"position": ending.position, "seats": [{"kind": "human"}] * seats}
    made = http.post("/v1/bailouke/games", json=body).get_json()
    bearer = {"Authorization": f"Bearer {made['seats'][ending.seat]['token']}"}
    path = f"/v1/bailouke/games/{made['id']}/actions"
    assert http.post(path, json=ending.action, headers=bearer).get_json()["view"]["status"] == "finished"


def test_an_export_counts_each_game_as_a_read(server: EmbeddedServer, tmp_path: Path) -> None:
    in_process = InProcessServer(create_app(Settings(redis_url=server.url, data=tmp_path, log_level="error")))
    http = in_process.client()
    for _ in range(3):
        end_a_game(http)

    def export() -> int:
        """How many games come; what is left goes down by each of them."""
        return len(http.get("/v1/bailouke/export").get_data(as_text=True).splitlines())

    wait_until(lambda: export() == 3)

    def between() -> Any:
        answer = http.get("/v1")
        export()
        return answer

    assert spent(between) == 1 + 1 + 3
    in_process.close()


def test_a_stream_pauses_when_the_minute_is_used_up(server: EmbeddedServer, tmp_path: Path) -> None:
    http = client(server, tmp_path, limit_read=60)
    reads = http.application.extensions["services"].extra_reads
    for number in range(3):  # asked again when a minute of the clock began meanwhile
        minute, address = int(time.time()) // 60, f"203.0.113.{number}"
        waits = [reads.seconds_to_wait(address, 25) for _ in range(3)]
        if int(time.time()) // 60 == minute:
            break
    assert waits[:2] == [0, 0]
    assert 0 < waits[2] <= 60


def waiting_turns(harness: StoreHarness, http: FlaskClient, number: int) -> Callable[[], Any]:
    """A new bot for which so many turns wait; call to read them."""
    made, remotes = http.post("/v1/bots", json={"name": "Croc", "concurrent": 100}).get_json(), Remotes(harness.store)
    for _ in range(number):
        seated(harness, remotes, remotes.load(made["id"]))
    bearer = {"Authorization": f"Bearer {made['token']}"}
    return lambda: http.get(f"/v1/bots/{made['id']}/turns", headers=bearer)


def test_turns_that_are_made_first_count_as_two_more_each(
    shared_server: EmbeddedServer, harness: StoreHarness, tmp_path: Path
) -> None:
    http = client(shared_server, tmp_path)

    def between(read: Callable[[], Any]) -> int:
        before = left(http.get("/v1"))
        assert len(read().get_json()["turns"]) == 3
        return before - left(http.get("/v1")) - 1

    def counted() -> tuple[int, int]:
        read = waiting_turns(harness, http, 3)
        return between(read), between(read)

    tries = (counted() for _ in range(3))
    assert next(counts for counts in tries if min(counts) > 0) == (5 + 3 * 2, 5)


def test_too_many_new_turns_are_refused(shared_server: EmbeddedServer, harness: StoreHarness, tmp_path: Path) -> None:
    """A quota that is smaller than they count as is enough for one answer in a minute."""
    http = client(shared_server, tmp_path, limit_read=20)
    http.environ_base["REMOTE_ADDR"] = "203.0.113.3"
    answers = []
    while 429 not in answers:
        answers.append(waiting_turns(harness, http, 10)().status_code)
    assert answers[0] == 200


def test_a_body_of_unknown_length_counts_as_a_long_one() -> None:
    assert body_weight({"HTTP_TRANSFER_ENCODING": "chunked"}, 262144) == 512
    assert body_weight({"HTTP_TRANSFER_ENCODING": "chunked", "CONTENT_LENGTH": "10"}, 262144) == 0
    assert body_weight({"CONTENT_LENGTH": "300000"}, 262144) == 0, "refused unread"


@pytest.mark.parametrize(("size", "counts"), [(2, 1), (127, 1), (128, 2), (10_240, 81)])
def test_a_body_counts_by_its_size(http: FlaskClient, size: int, counts: int) -> None:
    """A position costs more to check than a list of seats, and most when it is bad."""
    body = b"{" + b" " * (size - 2) + b"}"
    assert spent(lambda: http.post("/v1/bakong/games", data=body, content_type="application/json")) == counts


def test_a_refusal_says_what_is_left(server: EmbeddedServer, tmp_path: Path) -> None:
    """What was refused is not counted: cheaper requests may still follow."""
    http = client(server, tmp_path, limit_create=30)
    http.environ_base["REMOTE_ADDR"] = "203.0.113.1"  # counts are kept in the server that tests share
    big = {"seats": [{"kind": "human", "name": "x" * 20}] * 2, "options": {"x": "x" * 2500}}
    assert left(http.post("/v1/bakong/games", json={})) in (29, 30)
    refused = http.post("/v1/bakong/games", json=big)
    while refused.status_code != 429:  # the quota is enough for one such request in a minute
        refused = http.post("/v1/bakong/games", json=big)
    assert "counts as 2" in refused.get_json()["detail"]
    assert 0 < left(refused) < 25
    assert http.post("/v1/bakong/games", json={}).status_code == 201


def test_a_quota_below_the_weight_allows_one(server: EmbeddedServer, tmp_path: Path) -> None:
    http = client(server, tmp_path, limit_read=5)
    http.environ_base["REMOTE_ADDR"] = "203.0.113.2"
    made = http.post("/v1/bakong/games", json={}).get_json()
    answers = [http.get(f"/v1/bakong/games/{made['id']}/board.svg").status_code for _ in range(4)]
    assert answers[0] == 200
    assert 429 in answers
