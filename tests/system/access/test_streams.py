"""What is already under way when a seat is opened: streams of its old token end, and a read that waits is refused."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import httpx

from tests.api.problems import problem, two_humans
from tests.support.client import StoredGame


def read_on(table: StoredGame) -> list[str]:
    """Every line until the stream ends."""
    with table.http.stream("GET", table.path + "/events", headers=table.headers(Accept="text/event-stream")) as stream:
        return list(stream.iter_lines())


def test_what_waits_for_an_old_token(http: httpx.Client) -> None:
    for visibility, status, kind in (("public", 401, "unauthorized"), ("private", 404, "not-found")):
        _, ana, ben = two_humans(http, "kimbac", visibility=visibility)
        with ThreadPoolExecutor() as pool:
            stream = pool.submit(read_on, ben)
            waiting = pool.submit(ben.get, "", If_None_Match=ben.get().headers["ETag"], Prefer="wait=20")
            time.sleep(0.4)
            assert ben.put("/seats/1", {"kind": "open"}).status_code == 200
            lines = stream.result(timeout=10)
            problem(waiting.result(timeout=10), status, kind)
        assert not any("seat_changed" in line for line in lines), "what follows is no longer for it"
        problem(ben.get("/events", Accept="text/event-stream"), status, kind)
        assert ana.view()["version"] == 2
