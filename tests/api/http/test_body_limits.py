"""Limits that an operator sets: waiting reads beyond them are asked to come back."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import httpx
import pytest

from tests.api.problems import problem, two_humans
from tests.support.client import create
from tests.support.stack import Stack, free_port
from tests.support.waiting import wait_until

TAKE_ROPE = {"type": "take_object", "object": "rope"}


@pytest.fixture
def behind_gunicorn() -> Iterator[tuple[Stack, httpx.Client]]:
    """The Flask application alone, without the edge: each waiting read holds a thread, so they are counted."""
    settings = {"LUDOTHEQUE_WAITERS": "1", "LUDOTHEQUE_BODY_BYTES": "1024"}
    with Stack(workers=0, LUDOTHEQUE_CORS_ORIGINS="https://table.example", **settings) as stack:
        port = str(free_port())
        options = ["--threads", "8", "--log-level", "error", "--bind", f"127.0.0.1:{port}"]
        stack.start("flask", "-m", "gunicorn", *options, "api.wsgi:app")
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=40, verify=False) as client:
            wait_until_alive(client)
            yield stack, client


def wait_until_alive(client: httpx.Client) -> None:
    def alive() -> bool:
        with suppress(httpx.HTTPError):
            return client.get("/healthz").status_code == 200
        return False

    wait_until(alive)


def test_small_limits(behind_gunicorn: tuple[Stack, httpx.Client]) -> None:
    stack, narrow = behind_gunicorn
    _, ana, ben = two_humans(narrow)
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(ben.get, "", If_None_Match='"1-1"', Prefer="wait=25")
        stack.wait_until_watched(ben.id)
        turned_away = ana.get("", If_None_Match='"1-0"', Prefer="wait=25")
        problem(turned_away, 503, "busy")
        assert int(turned_away.headers["Retry-After"]) > 0
        assert ana.get("", If_None_Match='"1-0"').status_code == 304
        later = ana.act(TAKE_ROPE, Prefer="respond-async, wait=25")
        assert later.status_code == 202, "the job is under way, so it is not answered by a 503"
        assert ana.act(TAKE_ROPE).status_code == 200
        assert waiting.result().json()["version"] == 2
    assert ana.get("", If_None_Match='"2-0"', Prefer="wait=1").status_code == 304

    problem(narrow.post("/v1/bakong/games", json={"x": "x" * 2000}), 413, "too-large")

    _, (watcher, *_) = create(narrow, "mekong", {"seats": [{"kind": "bot"}, {"kind": "human"}, {"kind": "bot"}]})
    assert [seat["thinking"] for seat in watcher.view()["seats"]] == [True, False, True]

    known = narrow.get("/v1/games", headers={"Origin": "https://table.example"})
    assert known.headers["Access-Control-Allow-Origin"] == "https://table.example"
    assert "Origin" in known.headers["Vary"]
    unknown = narrow.get("/v1/games", headers={"Origin": "https://elsewhere.example"})
    assert "Access-Control-Allow-Origin" not in unknown.headers
