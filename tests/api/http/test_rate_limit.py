"""Rate limits over HTTP: who is turned away, what every answer says, and that nothing was changed."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import httpx
import pytest

from api.http.cors import EXPOSED
from api.http.request import client_of, true_address
from tests.api.problems import first_action, problem, two_humans
from tests.support.stack import Stack

LIMITS = {"READ": "40", "ACT": "5", "CREATE": "3", "JOB": "0", "BOT": "2"}


NUMBERS = count(1)


@pytest.fixture(scope="module")
def strict() -> Iterator[Stack]:
    settings = {f"LUDOTHEQUE_LIMIT_{name}": number for name, number in LIMITS.items()}
    settings["LUDOTHEQUE_API_PROCESSES"] = "1"  # several tell each other once a second what they have counted
    with Stack(workers=0, LUDOTHEQUE_TRUSTED_PROXIES="1", **settings) as stack:
        yield stack


def in_one_minute(test: Callable[[Stack, httpx.Client], None]) -> Callable[[Stack], None]:
    """Give the test a client of its own; try again when the minute ended in which its requests are counted."""

    def try_it(strict: Stack) -> None:
        for _ in range(5):
            minute = time.time() // 60
            with httpx.Client(base_url=strict.url, timeout=40, verify=False) as client:
                client.headers["X-Forwarded-For"] = f"10.9.8.7, 203.0.113.{next(NUMBERS)}"
                try:
                    test(strict, client)
                    return
                except AssertionError:
                    if time.time() // 60 == minute:
                        raise
        raise AssertionError("there was no minute in which all requests could be sent")

    try_it.__name__ = test.__name__
    return try_it


def quota(response: httpx.Response) -> tuple[str, int, int]:
    """Class, what is left, and for how long, as RateLimit says; the policy must agree."""
    found = re.fullmatch(r'"(\w+)";r=(\d+);t=(\d+)', response.headers["RateLimit"])
    assert found
    name, left, seconds = found[1], int(found[2]), int(found[3])
    assert response.headers["RateLimit-Policy"] == f'"{name}";q={LIMITS[name.upper()]};w=60'
    assert 1 <= seconds <= 60
    return name, left, seconds


@in_one_minute
def test_acts_beyond_the_limit_change_nothing(strict: Stack, asking: httpx.Client) -> None:
    _, ana, ben = two_humans(asking)
    for left in (4, 3, 2):
        refused = ben.act({"type": "dance"})
        problem(refused, 422, "invalid")
        assert quota(refused)[:2] == ("act", left), "what is refused counts too"
    action = first_action(ana)
    assert quota(ana.act(action))[:2] == ("act", 1)
    assert quota(ana.as_("seat_unknown").act(action))[:2] == ("act", 0)
    before = ana.view()
    turned_away = ana.act(action, Idempotency_Key="later")
    document = problem(turned_away, 429, "too-many-requests")
    assert "At most 5 requests of class `act` in a minute" in document["detail"]
    name, left, seconds = quota(turned_away)
    assert (name, left) == ("act", 0)
    assert turned_away.headers["Retry-After"] == str(seconds)
    assert ana.view() == before
    assert quota(ana.get())[0] == "read", "reads have a count of their own"
    elsewhere = ana.act({"type": "dance"}, X_Forwarded_For="203.0.113.254")
    assert quota(elsewhere)[:2] == ("act", 4), "another client is not held up"


@in_one_minute
def test_creation_and_bots_have_limits_of_their_own(strict: Stack, asking: httpx.Client) -> None:
    for left in (2, 1, 0):
        assert quota(asking.post("/v1/kimbac/games", json={}))[:2] == ("create", left)
    problem(asking.post("/v1/mekong/games", json={}), 429, "too-many-requests")
    for left in (1, 0):
        assert quota(asking.post("/v1/bots", json={"name": "Croc"}))[:2] == ("bot", left)
    problem(asking.post("/v1/bots", json={"name": "Croc"}), 429, "too-many-requests")


@in_one_minute
def test_unknown_paths_count_and_probes_do_not(strict: Stack, asking: httpx.Client) -> None:
    assert quota(asking.get("/nowhere"))[:2] == ("read", 39)
    assert quota(asking.get("/v1/games"))[:2] == ("read", 38)
    for path in ("/healthz", "/readyz"):
        for _ in range(45):
            response = asking.get(path)
            assert response.status_code == 200
            assert "RateLimit" not in response.headers
    for _ in range(38):
        asking.get("/v1/games")
    problem(asking.get("/nowhere"), 429, "too-many-requests")
    preflight = {"Origin": "https://a.example", "Access-Control-Request-Method": "GET"}
    assert asking.options("/v1/games", headers=preflight).status_code == 204


@in_one_minute
def test_a_waiting_read_and_a_stream_count_once(strict: Stack, asking: httpx.Client) -> None:
    _, ana, ben = two_humans(asking)
    tag = ana.get().headers["ETag"]
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(ana.get, "", If_None_Match=tag, Prefer="wait=20")
        strict.wait_until_watched(ana.id)
        assert quota(ben.get())[:2] == ("read", 37)
        assert ana.act({"type": "take_object", "object": "rope"}).status_code == 200
        answer = waiting.result()
    assert answer.status_code == 200
    assert quota(answer)[:2] == ("read", 37), "asked twice by the edge, counted once"
    with asking.stream("GET", ana.path + "/events", headers=ana.headers(Accept="text/event-stream")) as stream:
        assert quota(stream)[:2] == ("read", 35), "events are dearer than views"
        next(stream.iter_lines())
    for _ in range(35):
        ana.get()
    refused = ana.get("/events", Accept="text/event-stream")
    problem(refused, 429, "too-many-requests")


@in_one_minute
def test_pages_of_other_origins_may_read_the_headers(strict: Stack, asking: httpx.Client) -> None:
    response = asking.get("/v1/games", headers={"Origin": "https://a.example"})
    exposed = {name.strip() for name in response.headers["Access-Control-Expose-Headers"].split(",")}
    assert exposed == {name.strip() for name in EXPOSED.split(",")}
    assert {"RateLimit", "RateLimit-Policy", "Retry-After"} <= exposed


def test_nobody_is_limited_where_the_operator_says_zero(stack: Stack) -> None:
    with Stack(workers=0, LUDOTHEQUE_LIMIT_READ="0") as free:
        answer = httpx.get(f"{free.url}/v1/games", verify=False)
    assert "RateLimit" not in answer.headers
    assert "RateLimit" in httpx.get(f"{stack.url}/v1/games", verify=False).headers


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("203.0.113.7:4711", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("[2001:db8:1:2:3:4:5:6]:4711", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("", "unknown"),
        ("nonsense", "unknown"),
        ("1" * 1000, "unknown"),
    ],
)
def test_what_counts_as_one_client(address: str, client: str) -> None:
    assert client_of(address) == client


@pytest.mark.parametrize(
    ("forwarded", "proxies", "address"),
    [
        ("", 0, "192.0.2.1"),
        ("203.0.113.7", 0, "192.0.2.1"),
        ("", 1, "192.0.2.1"),
        ("203.0.113.7", 1, "203.0.113.7"),
        ("6.6.6.6, 203.0.113.7", 1, "203.0.113.7"),
        ("6.6.6.6,203.0.113.7 , 198.51.100.1", 2, "203.0.113.7"),
        ("203.0.113.7", 2, "203.0.113.7"),
        ("6.6.6.6, nonsense", 1, "192.0.2.1"),
        ("6.6.6.6, [2001:db8::7]:99", 1, "2001:db8::7"),
        ("," * 1000, 3, "192.0.2.1"),
    ],
)
def test_only_what_trusted_proxies_wrote_is_believed(forwarded: str, proxies: int, address: str) -> None:
    assert true_address("192.0.2.1", forwarded, proxies) == address
