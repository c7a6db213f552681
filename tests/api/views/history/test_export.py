"""The export: public finished games, one replay in each line, oldest first, to go on with by cursor."""

from __future__ import annotations

from typing import Any

import httpx
import msgspec
import orjson
import pytest

from engines.kernel.registry import game
from engines.kernel.verification import ReplayFile, verify
from store.process.clock import iso
from tests.api.problems import problem
from tests.support.client import Json, create
from tests.support.waiting import wait_until
from tests.system.contract.reach import positions

SLUG = "bailouke"


def finished(http: httpx.Client, **fields: Any) -> str:
    """The id of a game that has just ended."""
    _, ending = positions(SLUG)
    engine = game(SLUG)
    seats = engine.rules.seat_count(engine.decode(orjson.dumps(ending.position)))
    made, tables = create(http, SLUG, {"position": ending.position, "seats": [{"kind": "human"}] * seats, **fields})
    assert tables[ending.seat].act(ending.action).json()["view"]["status"] == "finished"
    return str(made["id"])


def exported(http: httpx.Client, query: str = "") -> list[Json]:
    response = http.get(f"/v1/{SLUG}/export{query}")
    assert response.status_code == 200, response.text
    assert response.headers["Content-Type"] == "application/x-ndjson"
    assert response.text.endswith("\n") or not response.text
    return [orjson.loads(line) for line in response.text.splitlines()]


def test_finished_games_one_in_each_line(http: httpx.Client) -> None:
    ids = [finished(http) for _ in range(5)]
    hidden = [finished(http, visibility="private"), create(http, SLUG, {})[0]["id"]]

    def of_these(query: str = "") -> list[Json]:
        """What is exported of these games; others may end meanwhile."""
        return [replay for replay in exported(http, query) if replay["id"] in ids + hidden]

    wait_until(lambda: len(of_these()) == 5, what="the games of the last second are not there yet")
    replays = of_these()
    assert [replay["id"] for replay in replays] == ids, "oldest first"
    for replay in replays:
        document = http.get(f"/v1/{SLUG}/games/{replay['id']}/replay").json()
        assert replay == {**document, "cursor": replay["cursor"]}
        checked = verify(game(SLUG), msgspec.json.decode(orjson.dumps(replay), type=ReplayFile))
        assert len(list(checked)) == 4
    for place, replay in enumerate(replays):
        assert [later["id"] for later in of_these(f"?after={replay['cursor']}")] == ids[place + 1 :]
    ended = int(replays[2]["cursor"].partition("-")[0])
    assert ids[2] in [replay["id"] for replay in exported(http, f"?since={iso(ended)}")]
    assert ids[1] not in [replay["id"] for replay in exported(http, f"?since={iso(ended)}")] or same(replays, 1, 2)
    assert ids[3] not in [replay["id"] for replay in exported(http, f"?until={iso(ended)}")] or same(replays, 2, 3)


def same(replays: list[Json], one: int, other: int) -> bool:
    """Did two games end at the same moment?"""
    return replays[one]["cursor"].partition("-")[0] == replays[other]["cursor"].partition("-")[0]


@pytest.mark.parametrize(
    "query", ["?since=yesterday", "?until=2026-99-99", "?after=7", "?limit=3", "?after=1-" + "x" * 28]
)
def test_bad_queries_are_refused(http: httpx.Client, query: str) -> None:
    name = query[1:].partition("=")[0]
    assert problem(http.get(f"/v1/{SLUG}/export{query}"), 422, "invalid")["errors"][0]["parameter"] == name


def test_an_export_of_nothing_is_empty(http: httpx.Client) -> None:
    assert exported(http, "?until=2020-01-01T00:00:00Z") == []
    text = http.get(f"/v1/{SLUG}/export?until=2020-01-01T00:00:00Z", headers={"Accept": "text/plain"})
    assert (text.headers["Content-Type"], text.headers["Vary"]) == (
        "text/plain; charset=utf-8",
        "Accept, Accept-Encoding",
    )
    head = http.head(f"/v1/{SLUG}/export")
    assert (head.status_code, head.content) == (200, b"")
