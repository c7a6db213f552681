"""The API under gunicorn, as any WSGI server runs it: everything but waiting and streaming."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.api.problems import first_action, problem, two_humans
from tests.support.client import create
from tests.support.stack import UNLIMITED, Stack, free_port
from tests.support.waiting import PATIENCE, wait_until
from tests.system.bots.players import bearer, register
from tests.system.contract.answers import document

BODY_BYTES = 4096


@pytest.fixture(scope="module")
def gunicorn() -> Iterator[httpx.Client]:
    settings = {"LUDOTHEQUE_BODY_BYTES": str(BODY_BYTES), "LUDOTHEQUE_CORS_ORIGINS": "https://table.example"}
    with Stack(workers=0, **UNLIMITED, **settings) as stack:
        port = free_port()
        options = ["--threads", "4", "--log-level", "error", "--bind", f"127.0.0.1:{port}"]
        stack.start("gunicorn", "-m", "gunicorn", *options, "api.wsgi:app")
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, verify=False) as http:
            wait_until(lambda: answers(http), what=lambda: stack.log("gunicorn"))
            yield http


def answers(http: httpx.Client) -> bool:
    try:
        return http.get("/healthz").status_code == 200
    except httpx.HTTPError:
        return False


def test_a_game_is_played_as_the_document_says(gunicorn: httpx.Client) -> None:
    judge = document()
    _, ana, _ = two_humans(gunicorn)
    action = first_action(ana)
    asked = [
        ana.get(), ana.get("?include=actions"), ana.get("/actions"), ana.get("/events"), ana.get("/board.svg"),
        ana.act(action, Idempotency_Key="once"), ana.act(action, Idempotency_Key="once"), ana.act({"type": "dance"}),
        ana.get("?page=2"), ana.as_("nobody").get(), gunicorn.get("/v1"), gunicorn.get("/v1/bakong/rules/BAK-12"),
        gunicorn.get("/v1/games"), gunicorn.get("/readyz"), gunicorn.get("/v1/bakong/rules/NO-1"),
    ]  # fmt: skip
    assert [answer.status_code for answer in asked[5:10]] == [200, 200, 422, 422, 401]
    assert asked[6].headers["Idempotent-Replay"] == "true"
    for answer in asked:
        request, url = answer.request, answer.request.url
        judge.check(request.method, url.path, answer.status_code, answer.headers, answer.content)


def test_waiting_reads_answer_at_once(gunicorn: httpx.Client) -> None:
    _, ana, _ = two_humans(gunicorn)
    tag = ana.get().headers["ETag"]
    unchanged = ana.get("", If_None_Match=tag, Prefer="wait=25")
    assert unchanged.status_code == 304
    assert "Preference-Applied" not in unchanged.headers
    listed = ana.get("/actions", Prefer="wait=25")
    assert (listed.status_code, "Preference-Applied" in listed.headers) == (200, False)
    later = ana.act(first_action(ana), Prefer="respond-async, wait=25")
    assert (later.status_code, later.headers["Preference-Applied"]) == (202, "respond-async")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_streams_are_refused_with_the_servers_that_stream(gunicorn: httpx.Client, language: str) -> None:
    _, ana, _ = two_humans(gunicorn)
    bot = register(gunicorn, name="Croc")
    accept = {"Accept": "text/event-stream", "Accept-Language": language}
    for answer in (
        ana.get("/events", Accept="text/event-stream", Accept_Language=language),
        gunicorn.get(f"/v1/bots/{bot['id']}/turns", headers=bearer(bot["token"]) | accept),
        gunicorn.get("/v1/bakong/export", headers={"Accept-Language": language}),
        gunicorn.get("/v1/ladders/bakong/results.ndjson", headers={"Accept-Language": language}),
    ):
        said = problem(answer, 501, "cannot-wait")
        assert "api.server.asgi" in said["detail"]
        assert "ludotheque api" in said["detail"]


def test_what_must_wait_for_a_call_is_refused_and_leaves_nothing(gunicorn: httpx.Client) -> None:
    before = gunicorn.get("/v1/bots").json()["remote"]
    refused = gunicorn.post("/v1/bots", json={"name": "Croc", "url": "https://bot.example/"})
    problem(refused, 501, "cannot-wait")
    assert gunicorn.get("/v1/bots").json()["remote"] == before
    bot = register(gunicorn, name="Croc")
    tested = gunicorn.post(f"/v1/bots/{bot['id']}/test", json={}, headers=bearer(bot["token"]))
    problem(tested, 501, "cannot-wait")


def test_limits_and_origins_are_those_of_every_server(gunicorn: httpx.Client) -> None:
    problem(gunicorn.post("/v1/bakong/games", json={"x": "x" * BODY_BYTES}), 413, "too-large")
    chunked = gunicorn.post("/v1/bakong/games", content=iter([b'{"x": "', b"x" * BODY_BYTES, b'"}']))
    problem(chunked, 413, "too-large")
    known = gunicorn.get("/v1/games", headers={"Origin": "https://table.example"})
    assert known.headers["Access-Control-Allow-Origin"] == "https://table.example"
    assert "Origin" in known.headers["Vary"]
    unknown = gunicorn.get("/v1/games", headers={"Origin": "https://elsewhere.example"})
    assert "Access-Control-Allow-Origin" not in unknown.headers
    _, (watcher, *_) = create(gunicorn, "mekong", {"seats": [{"kind": "bot"}, {"kind": "human"}, {"kind": "bot"}]})
    assert [seat["thinking"] for seat in watcher.view()["seats"]] == [True, False, True]
