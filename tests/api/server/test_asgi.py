"""The API under uvicorn, as any ASGI server runs it: requests, waiting reads and streams beside our own server."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.api.problems import first_action, problem, two_humans
from tests.support.stack import UNLIMITED, Stack, free_port
from tests.support.waiting import PATIENCE, wait_until

LARGEST = 4096


@pytest.fixture(scope="module")
def uvicorn() -> Iterator[tuple[Stack, httpx.Client]]:
    with Stack(workers=0, LUDOTHEQUE_BODY_BYTES=str(LARGEST), **UNLIMITED) as stack:
        port = free_port()
        options = ["--factory", "--log-level", "error", "--host", "127.0.0.1", "--port", str(port)]
        stack.start("uvicorn", "-m", "uvicorn", *options, "api.server.asgi:create_asgi_app")
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, verify=False) as http:
            wait_until(lambda: answers(http), what=lambda: stack.log("uvicorn"))
            yield stack, http


def answers(http: httpx.Client) -> bool:
    try:
        return http.get("/healthz").status_code == 200
    except httpx.HTTPError:
        return False


def test_a_game_is_created_read_and_played(uvicorn: tuple[Stack, httpx.Client]) -> None:
    _, http = uvicorn
    _, ana, _ = two_humans(http)
    answer = ana.act(first_action(ana), Idempotency_Key="once")
    assert (answer.status_code, answer.json()["version"]) == (200, 2)
    again = ana.act({"type": "other"}, Idempotency_Key="once")
    assert again.status_code == 422
    assert http.head(ana.path).status_code == 200
    assert ana.get("/board.svg").headers["Content-Type"].startswith("image/svg+xml")


def test_a_body_that_is_too_large_or_no_json_is_a_problem(uvicorn: tuple[Stack, httpx.Client]) -> None:
    _, http = uvicorn
    large = http.post("/v1/bakong/games", content=b" " * (LARGEST + 1), headers={"Content-Type": "application/json"})
    problem(large, 413, "too-large")
    assert large.headers["Connection"] == "close"
    broken = http.post("/v1/bakong/games", content=b"{", headers={"Content-Type": "application/json"})
    assert broken.status_code == 400


def test_a_waiting_read_answers_when_the_game_moves(uvicorn: tuple[Stack, httpx.Client]) -> None:
    stack, http = uvicorn
    _, ana, _ = two_humans(http)
    tag = ana.get().headers["ETag"]
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(ana.get, "", If_None_Match=tag, Prefer="wait=20")
        stack.wait_until_watched(ana.id)
        ana.act(first_action(ana))
        answer = waiting.result(PATIENCE)
    assert (answer.status_code, answer.json()["version"]) == (200, 2)


def test_a_stream_sends_events_as_they_happen_and_ends_with_the_game(uvicorn: tuple[Stack, httpx.Client]) -> None:
    stack, http = uvicorn
    made, ana, _ = two_humans(http)
    seen: list[str] = []

    def read() -> None:
        with http.stream("GET", f"{ana.path}/events", headers={"Accept": "text/event-stream"}) as response:
            assert response.headers["Content-Type"].startswith("text/event-stream")
            seen.extend(line for line in response.iter_lines() if line.startswith("event: "))

    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(read)
        stack.wait_until_watched(ana.id)
        ana.act(first_action(ana))
        host = {"Authorization": f"Bearer {made['host_token']}"}
        assert http.delete(ana.path, headers=host).status_code == 200
        reading.result(PATIENCE)
    assert seen[-1] == "event: game_aborted"
    assert len(seen) == ana.get("/events").json()["next_after"]
