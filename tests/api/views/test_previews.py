"""Links to games on other sites: the page for iframes, previews of links, and none of it for private games."""

from __future__ import annotations

import html
import re

import httpx
import pytest

from api.app import create_app
from api.views.web import POLICY
from store.settings import Settings
from tests.api.problems import problem
from tests.support.client import create
from tests.support.stack import ROOT, Stack

PEOPLE = {"seats": [{"kind": "human", "name": "Ana"}, {"kind": "human", "name": 'Bo "<b>&'}]}
UNKNOWN = "07" + "a" * 26


def tags(page: str) -> dict[str, str]:
    found = re.findall(r'<meta property="([\w:]+)" content="([^"]*)">', page)
    return {name: html.unescape(text) for name, text in found}


@pytest.mark.parametrize("kind", ["embed", "table"])
def test_a_public_game_has_a_preview(http: httpx.Client, stack: Stack, kind: str) -> None:
    made, _ = create(http, "kimbac", PEOPLE)
    french = {"Accept-Language": "fr"}
    response = http.get(f"/{kind}/kimbac/{made['id']}", headers=french)
    assert (response.status_code, response.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert response.headers["Cache-Control"] == "private, no-cache"
    told = tags(response.text)
    assert told["og:title"] == 'Kim-Bac\xa0: Ana, Bo "<b>&'
    assert told["og:description"] == "La partie est en cours\xa0: suivez-la en direct."
    assert told["og:url"] == f"{stack.url}/table/kimbac/{made['id']}"
    assert "<b>" not in response.text
    picture = http.get(told["og:image"])
    assert picture.headers["Content-Type"].startswith(told["og:image:type"])
    (link,) = re.findall(r'type="application/json\+oembed" href="([^"]*)"', response.text)
    assert http.get(html.unescape(link), headers=french).json()["title"] == told["og:title"]


def test_the_frame_may_stand_where_the_api_may_be_called_from(http: httpx.Client) -> None:
    made, _ = create(http, "kimbac", PEOPLE)
    policy = http.get(f"/embed/kimbac/{made['id']}").headers["Content-Security-Policy"]
    assert policy == POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
    assert http.get(f"/table/kimbac/{made['id']}").headers["Content-Security-Policy"] == POLICY


def test_only_named_origins_frame_it_where_they_are_named(stack: Stack, http: httpx.Client) -> None:
    made, _ = create(http, "kimbac", PEOPLE)
    path = f"/embed/kimbac/{made['id']}"
    for origins, ancestors in (
        ("https://a.example https://b.example", "'self' https://a.example https://b.example"),
        ("", "'self'"),
    ):
        app = create_app(Settings(redis_url=stack.server.url, cors_origins=origins))
        policy = app.test_client().get(path).headers["Content-Security-Policy"]
        assert policy.count(f"frame-ancestors {ancestors};") == 1


def test_oembed_answers_with_a_frame(http: httpx.Client, stack: Stack) -> None:
    made, _ = create(http, "bakong", PEOPLE)
    links = [f"/table/bakong/{made['id']}", f"/embed/bakong/{made['id']}", f"/#/bakong/{made['id']}"]
    answers = [http.get("/oembed", params={"url": stack.url + link, "maxwidth": 400}).json() for link in links]
    assert answers[0] == answers[1] == answers[2]
    found = answers[0]
    assert (found["version"], found["type"], found["width"], found["height"]) == ("1.0", "rich", 400, 760)
    (source,) = re.findall(r'<iframe src="([^"]*)"', found["html"])
    assert source == f"{stack.url}/embed/bakong/{made['id']}"
    assert "<b>" not in found["html"]
    assert http.get(found["thumbnail_url"]).status_code == 200


@pytest.mark.parametrize("url", ["http://[", "http://[::1", "//[x]/", "http://\u2100/"])
def test_oembed_of_what_is_no_address(http: httpx.Client, url: str) -> None:
    problem(http.get("/oembed", params={"url": url}), 404, "not-found")


def test_a_game_that_is_not_dealt_has_no_picture(http: httpx.Client) -> None:
    made, _ = create(http, "bakong", {"seats": [{"kind": "human", "name": "Ana"}, {"kind": "open"}]})
    told = tags(http.get(f"/embed/bakong/{made['id']}").text)
    assert "og:image" not in told
    assert (told["og:title"], told["og:description"]) == ("Bakong: Ana", "Seats are free: come and play.")


def test_the_end_of_a_game_is_told(http: httpx.Client) -> None:
    made, _ = create(http, "mekong", PEOPLE)
    http.delete(f"/v1/mekong/games/{made['id']}", headers={"Authorization": f"Bearer {made['host_token']}"})
    assert tags(http.get(f"/embed/mekong/{made['id']}").text)["og:description"] == "The game was called off."


def test_a_private_game_is_like_one_that_does_not_exist(http: httpx.Client, stack: Stack) -> None:
    made, (ana, _) = create(http, "kimbac", {**PEOPLE, "visibility": "private"})

    def answers(identifier: str, **headers: str) -> list[tuple[int, str, str]]:
        paths = [
            f"/embed/kimbac/{identifier}",
            f"/table/kimbac/{identifier}",
            f"/oembed?url=/table/kimbac/{identifier}",
        ]
        found = [http.get(path, headers=headers) for path in paths]
        hidden = [re.sub(r'"(request_id|instance)":"[^"]*"', "", one.text) for one in found]
        return [(one.status_code, text, one.headers["Content-Type"]) for one, text in zip(found, hidden, strict=True)]

    unknown = answers(UNKNOWN)
    assert [status for status, _, _ in unknown] == [404, 200, 404]
    assert answers(made["id"]) == unknown
    assert answers(made["id"], **ana.headers()) == unknown
    assert unknown[1][1] == (ROOT / "api" / "web" / "index.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("", 404),
        ("?url=https://elsewhere.example/", 404),
        ("?url=/table/chess/" + UNKNOWN, 404),
        ("?url=/table/bakong/" + UNKNOWN + "&format=xml", 422),
    ],
)
def test_what_cannot_be_shown_is_refused(http: httpx.Client, query: str, status: int) -> None:
    response = http.get(f"/oembed{query}")
    assert (response.status_code, response.headers["Content-Type"]) == (status, "application/problem+json")


def test_a_size_must_be_a_number(http: httpx.Client) -> None:
    made, _ = create(http, "bakong", PEOPLE)
    response = http.get("/oembed", params={"url": f"/table/bakong/{made['id']}", "maxwidth": "wide"})
    assert response.status_code == 422
    assert response.json()["errors"][0]["parameter"] == "maxwidth"
