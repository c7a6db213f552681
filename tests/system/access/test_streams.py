"""What is already under way when a seat is opened: streams of its old token end, and a read that waits is refused."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.api.problems import problem, two_humans
from tests.support.client import GameClient
from tests.support.stack import Stack
from tests.support.waiting import PATIENCE

REFUSALS = [("public", 401, "unauthorized"), ("private", 404, "not-found")]


def read_on(table: GameClient, began: threading.Event) -> list[str]:
    """Every line until the stream ends."""
    with table.http.stream("GET", table.path + "/events", headers=table.headers(Accept="text/event-stream")) as stream:
        lines = []
        for line in stream.iter_lines():
            lines.append(line)
            began.set()
        return lines


@pytest.mark.parametrize(("visibility", "status", "kind"), REFUSALS)
def test_a_stream_of_an_old_token_ends(http: httpx.Client, visibility: str, status: int, kind: str) -> None:
    _, ana, ben = two_humans(http, "kimbac", visibility=visibility)
    with ThreadPoolExecutor() as pool:
        began = threading.Event()
        stream = pool.submit(read_on, ben, began)
        assert began.wait(PATIENCE)
        assert ben.put("/seats/1", {"kind": "open"}).status_code == 200
        lines = stream.result(timeout=PATIENCE)
    assert not any("seat_changed" in line for line in lines), "what follows is no longer for it"
    problem(ben.get("/events", Accept="text/event-stream"), status, kind)
    assert ana.view()["version"] == 2


@pytest.mark.parametrize(("visibility", "status", "kind"), REFUSALS)
def test_a_read_that_waits_with_an_old_token_is_refused(
    http: httpx.Client, stack: Stack, visibility: str, status: int, kind: str
) -> None:
    _, _, ben = two_humans(http, "kimbac", visibility=visibility)
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(ben.get, "", If_None_Match=ben.get().headers["ETag"], Prefer="wait=30")
        stack.wait_until_watched(ben.id)
        assert ben.put("/seats/1", {"kind": "open"}).status_code == 200
        problem(waiting.result(timeout=PATIENCE), status, kind)
