"""Acts that answer later, and the jobs that they become."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.api.problems import illegal, problem, two_humans
from tests.support.client import GameClient, Json
from tests.support.stack import Stack
from tests.support.waiting import wait_until

TAKE_ROPE = {"type": "take_object", "object": "rope"}


def ended(player: GameClient, url: str) -> Json:
    """The job once it has ended, as the player who ordered it reads it."""

    def read() -> httpx.Response:
        return player.http.get(url, headers=player.headers())

    wait_until(lambda: read().json()["status"] not in ("queued", "running"), what=lambda: read().text)
    job: Json = read().json()
    return job


def test_done_within_the_wait_answers_like_any_act(http: httpx.Client) -> None:
    _, ana, _ = two_humans(http)
    response = ana.act(TAKE_ROPE, Prefer="respond-async, wait=30", Accept_Language="fr")
    assert response.status_code == 200
    assert response.headers["ETag"] == '"2-0"'
    assert response.headers["Content-Language"] == "fr"
    assert response.json()["version"] == 2
    assert response.json()["view"] == ana.view()


def test_not_waited_for_it_is_a_job(http: httpx.Client) -> None:
    _, ana, _ = two_humans(http)
    response = ana.act(TAKE_ROPE, Prefer="respond-async")
    assert response.status_code == 202
    assert response.headers["Preference-Applied"] == "respond-async"
    job = response.json()
    assert (job["kind"], job["status"], job["progress"]) == ("act", "queued", 0)
    assert (job["result"], job["problem"]) == (None, None)
    assert response.headers["Location"] == job["url"] == f"/v1/jobs/{job['id']}"
    done = ended(ana, job["url"])
    assert (done["status"], done["progress"], done["problem"]) == ("done", 1, None)
    assert done["result"]["version"] == 2
    assert done["result"]["view"] == ana.view()


def test_the_same_key_is_played_once_now_and_later(http: httpx.Client) -> None:
    _, ana, _ = two_humans(http)
    first = ana.act(TAKE_ROPE, Prefer="respond-async, wait=30", Idempotency_Key="k")
    again = ana.act(TAKE_ROPE, Idempotency_Key="k")
    assert again.content == first.content
    assert again.headers["Idempotent-Replay"] == "true"
    later = ana.act(TAKE_ROPE, Prefer="respond-async", Idempotency_Key="k")
    assert (later.status_code, later.content) == (200, first.content)
    assert ana.view()["version"] == 2


def test_refusals_within_the_wait_are_those_of_any_act(http: httpx.Client) -> None:
    _, ana, ben = two_humans(http)
    later = "respond-async, wait=30"
    illegal(ben.act(TAKE_ROPE, Prefer=later), "bakong", "BAK-9", "not_to_act")
    illegal(ana.act({"type": "flip", "die": 3}, Prefer=later), "bakong", "BAK-11", "wrong_phase")
    problem(ana.act(TAKE_ROPE, Prefer=later, If_Match='"9-0"'), 412, "stale-version", version=1)
    problem(ana.act({"type": "fly"}, Prefer=later), 422, "invalid")
    problem(ana.as_(None).act(TAKE_ROPE, Prefer=later), 401, "unauthorized")
    assert ana.view()["version"] == 1


def test_a_job_that_fails_holds_the_problem(http: httpx.Client) -> None:
    _, _, ben = two_humans(http)
    job = ended(ben, ben.act(TAKE_ROPE, Prefer="respond-async").json()["url"])
    assert (job["status"], job["result"]) == ("failed", None)
    assert (job["problem"]["status"], job["problem"]["rule"]) == (409, "BAK-9")
    assert job["problem"]["type"] == "/v1/bakong/rules/BAK-9"
    assert job["problem"]["reason"] == "not_to_act"


def test_a_job_that_has_ended_cannot_be_cancelled(http: httpx.Client) -> None:
    _, ana, _ = two_humans(http)
    url = ana.act(TAKE_ROPE, Prefer="respond-async").json()["url"]
    done = ended(ana, url)
    assert http.delete(url, headers=ana.headers()).json() == done
    assert http.get(url, headers=ana.headers()).headers["Cache-Control"] == "private, no-store"


def test_only_the_token_that_ordered_it_opens_the_job_of_an_action(http: httpx.Client) -> None:
    """Its result is the view of a seat; its id stands in logs and proxies."""
    made, ana, ben = two_humans(http)
    url = ana.act(TAKE_ROPE, Prefer="respond-async").json()["url"]
    strangers = [{}, ben.headers(), ana.as_(made["host_token"]).headers(), {"Authorization": "Bearer x"}]
    for headers in strangers:
        problem(http.get(url, headers=headers), 404, "not-found")
        problem(http.delete(url, headers=headers), 404, "not-found")
    assert ended(ana, url)["result"]["view"]["you"] == 0
    for headers in strangers:
        problem(http.get(url, headers=headers), 404, "not-found")


@pytest.mark.parametrize("identifier", ["x", "00" + "a" * 26, "é", "0" * 28, "99" + "a" * 26])
def test_unknown_jobs_are_not_found(http: httpx.Client, identifier: str) -> None:
    problem(http.get(f"/v1/jobs/{identifier}"), 404, "not-found")
    problem(http.delete(f"/v1/jobs/{identifier}"), 404, "not-found")


class TestWithoutWorkers:
    """Where nobody works, nothing is done: jobs wait, and those that were cancelled are never done."""

    @pytest.fixture
    def idle(self) -> Iterator[Stack]:
        with Stack(workers=0) as stack:
            yield stack

    def test_jobs_wait_and_can_be_cancelled(self, idle: Stack) -> None:
        with httpx.Client(base_url=idle.url, timeout=40, verify=False) as http:
            _, ana, _ = two_humans(http)
            response = ana.act(TAKE_ROPE, Prefer="respond-async, wait=1")
            assert response.status_code == 202
            url = response.json()["url"]
            cancelled = http.delete(url, headers=ana.headers())
            assert cancelled.status_code == 200
            assert cancelled.json()["status"] == "cancelled"
            problem(ana.act({"type": "pass"}, If_Match='"9-0"'), 412, "stale-version")
            second = ana.act({"type": "flip", "die": 3}, Prefer="respond-async").json()["url"]
            idle.start("workers", "-m", "workers")
            assert ended(ana, second)["status"] == "failed"
            assert ended(ana, url)["status"] == "cancelled"
            assert ana.view()["version"] == 1
