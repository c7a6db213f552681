"""Problem documents, their pages and their field errors in the language asked for."""

from __future__ import annotations

import re
from typing import Any, get_args

import httpx
import pytest
from msgspec import Struct

from api.http.problems import KINDS
from api.http.problems.causes import REFUSALS, refusal_problem
from api.http.problems.details import detail_in
from api.http.request import ApiRequest
from engines.kernel.content import load
from engines.kernel.registry import slugs
from engines.kernel.typography import typeset
from store.bots.remote import NOT_PROVEN
from store.model.outcomes import BrokenRule, NotStarted, Refusal, StaleVersion, Superseded
from store.settings import Settings
from workers.jobs.act import problem

FRENCH = {"Accept-Language": "fr"}
LATER: dict[str, dict[str, Any]] = {
    "bakong": {"type": "reroll"},
    "mekong": {"type": "place_stone", "island": "i01"},
    "babord": {"type": "end_turn"},
    "kimbac": {"type": "renounce"},
    "bailouke": {"type": "end_turn"},
}
"""Actions that no game begins with."""
UNLIKE = "5ca1ab1e" * 8
"""A seed whose first two dice in Bakong are not alike: with a pair there is nothing to choose."""


@pytest.mark.parametrize("kind", list(KINDS))
def test_every_kind_has_two_different_titles_and_texts(kind: str) -> None:
    for part in ("title", "text"):
        assert set(KINDS[kind][part]) == {"en", "fr"}
        assert KINDS[kind][part]["en"] != KINDS[kind][part]["fr"]


def test_every_detail_keeps_its_gaps() -> None:
    for short, words in load("api.http.problems", "details.toml").items():
        assert words["en"] != words["fr"], short
        for text in words.values():
            assert text.count("{}") == short.count("{}"), short
            assert text.endswith((".", "`")), text
            assert not text.startswith("Not a valid"), text


def test_details_are_given_in_full_with_their_parts() -> None:
    assert detail_in("seat 3 is not open", "fr") == (
        "La place 3 n'est pas libre ; omettez `seat` pour prendre la première qui l'est."
    )
    assert detail_in("2 to 6 seats play this game, not 9", "en") == "Must be 2 to 6 seats, not 9."
    assert detail_in("the game is aborted", "fr") == typeset("La partie a été annulée ; POST …/rematch la rejoue.")
    assert detail_in("something new", "fr") == "something new"
    assert "GET /v1/games" in detail_in("There is no such game.", "en")


def test_a_problem_speaks_the_language_asked_for(http: httpx.Client) -> None:
    answer = http.get("/v1/bakong/rules/BAK-999", headers=FRENCH)
    assert answer.headers["Content-Language"] == "fr"
    assert answer.json()["title"] == "Introuvable"
    assert answer.json()["detail"] == (
        "Il n'y a pas de règle de cet identifiant ; la liste des règles est un niveau plus haut."
    )
    english = http.get("/v1/bakong/rules/BAK-999")
    assert english.headers["Content-Language"] == "en"
    assert english.json()["title"] == "Nothing here"


def test_a_page_on_a_problem_is_french_too(http: httpx.Client) -> None:
    page = http.get("/problems/conflict", headers=FRENCH)
    assert page.headers["Content-Language"] == "fr"
    assert page.text.startswith("Pas maintenant (409)")


def test_a_broken_rule_is_explained_in_french(http: httpx.Client) -> None:
    made = http.post("/v1/bakong/games", json={"seats": 2, "options": {"first_seat": 0}}).json()
    token = {"Authorization": f"Bearer {made['seats'][0]['token']}"}
    url = f"/v1/bakong/games/{made['id']}/actions"
    refused = http.post(url, json={"type": "flip", "die": 1}, headers=token | FRENCH)
    assert refused.status_code == 409
    assert refused.headers["Content-Language"] == "fr"
    assert refused.json()["detail"] == typeset(
        "Ce n'est pas le moment. Votre décision maintenant : Choisissez votre premier objet. "
        "GET …/actions donne vos actions possibles."
    )
    assert refused.json()["rule"] == "BAK-11"


@pytest.mark.parametrize("slug", slugs())
def test_a_refusal_at_the_wrong_moment_says_what_is_decided_by_whom_and_the_next_step(
    http: httpx.Client, slug: str
) -> None:
    seats = [{"kind": "human", "name": name} for name in ("Ana", "Ben", "Zoé")]
    made = http.post(f"/v1/{slug}/games", json={"seats": seats}).json()
    path, phases = f"/v1/{slug}/games/{made['id']}", {}
    first = {"Authorization": f"Bearer {made['seats'][0]['token']}"}
    view = http.get(path).json()
    while view["to_act"] in ([0, 1, 2], [0]):  # somebody has to wait
        http.post(f"{path}/actions", json=legal(http, f"{path}/actions", first)[-1], headers=first)
        view = http.get(path).json()
    names = [view["seats"][seat]["name"] for seat in view["to_act"]]
    for language in ("en", "fr"):
        sheet = http.get(f"/v1/{slug}", headers={"Accept-Language": language}).json()
        phases[language] = next(entry["name"] for entry in sheet["phases"] if entry["id"] == view["phase"])

    def refused(seat: int, reason: str, language: str) -> str:
        token = {"Authorization": f"Bearer {made['seats'][seat]['token']}", "Accept-Language": language}
        answer = http.post(f"{path}/actions", json=LATER[slug], headers=token).json()
        assert (answer["status"], answer["reason"]) == (409, reason), answer
        return str(answer["detail"])

    for language, next_step in (("en", "GET …/actions lists"), ("fr", "GET …/actions donne")):
        own = refused(view["to_act"][0], "wrong_phase", language)
        assert f"{phases[language]}. {next_step}" in own
    for seat in {0, 1, 2} - set(view["to_act"]):
        for language, wait in (("en", "answers when"), ("fr", "répond quand")):
            others = refused(seat, "not_to_act", language)
            assert phases[language] in others and names[0] in others
            assert re.search(r"\(|\bseat\b|\bplace\b", others.replace(phases[language], "")) is None, (
                "names, not numbers"
            )
            assert f"GET …/actions {'with' if language == 'en' else 'avec'} `Prefer: wait=30` {wait}" in others


def test_an_illegal_action_leads_to_the_legal_ones(http: httpx.Client) -> None:
    seats = [{"kind": "human"}, {"kind": "human"}]
    game = {"seats": seats, "options": {"first_seat": 0}, "seed": UNLIKE}
    made = http.post("/v1/bakong/games", json=game).json()
    url, host = f"/v1/bakong/games/{made['id']}/actions", {"Authorization": f"Bearer {made['seats'][0]['token']}"}
    http.post(url, json={"type": "take_object", "object": "map"}, headers=host)
    other = {"Authorization": f"Bearer {made['seats'][1]['token']}"}
    http.post(url, json={"type": "take_object", "object": "rope"}, headers=other)
    roll = next(die for die in range(1, 7) if {"type": "flip", "die": die} not in legal(http, url, host))
    answer = http.post(url, json={"type": "flip", "die": roll}, headers=host).json()
    assert (answer["reason"], answer["title"]) == ("illegal", "Against the rules")
    assert answer["detail"].startswith("The dice show")
    assert answer["detail"].endswith(f"not {roll}. GET …/actions lists your legal actions.")


def test_a_request_without_a_token_is_not_told_that_its_token_is_unknown(http: httpx.Client) -> None:
    made = http.post("/v1/bakong/games", json={"seats": 2}).json()
    url = f"/v1/bakong/games/{made['id']}/actions"
    for language, title in (("en", "No valid token"), ("fr", "Pas de jeton valable")):
        for token in ({}, {"Authorization": "Bearer seat_nobody"}):
            answer = http.post(url, json={"type": "reroll"}, headers=token | {"Accept-Language": language}).json()
            assert (answer["status"], answer["title"]) == (401, title)
            assert ("Authorization: Bearer" in answer["detail"]) is not bool(token)


def test_a_decision_that_never_was_is_not_called_superseded_by_another(http: httpx.Client) -> None:
    seats = [{"kind": "human"}, {"kind": "human"}]
    made = http.post("/v1/bakong/games", json={"seats": seats, "options": {"first_seat": 0}}).json()
    url, token = f"/v1/bakong/games/{made['id']}/actions", {"Authorization": f"Bearer {made['seats'][0]['token']}"}
    action = {"type": "take_object", "object": "rope"}
    never = http.post(f"{url}?decision=99", json=action, headers=token).json()
    assert (never["status"], never["reason"]) == (409, "superseded")
    assert never["detail"].startswith("This seat has no decision 99 and never had")
    assert http.post(f"{url}?decision=1", json=action, headers=token).status_code == 200
    passed = http.post(f"{url}?decision=1", json=action, headers=token).json()
    assert passed["detail"].startswith("Another action came first")


def test_a_busy_process_says_what_to_leave_out() -> None:
    assert all("`Prefer: wait`" in text for text in KINDS["busy"]["text"].values())


def test_the_refusal_of_a_url_is_french_too() -> None:
    for reason in (NOT_PROVEN, *(f"the URL {text}" for text in REFUSED_URLS)):
        short = f"Not proven: {reason}."
        assert detail_in(short, "fr").startswith("Non vérifiée"), short
        assert detail_in(short, "en").startswith("Not proven: "), short


REFUSED_URLS = (
    "is no URL: x", "must begin with http:// or https://", "must name a host, and no user",
    "must be plain ASCII, without a zone", "port 22 is not open to remote bots",
)  # fmt: skip


def legal(http: httpx.Client, url: str, headers: dict[str, str]) -> list[dict[str, Any]]:
    return list(http.get(url, headers=headers).json()["actions"])


def test_the_refusals_of_deferred_actions_have_the_same_words() -> None:
    request = ApiRequest({"REQUEST_METHOD": "POST"}, Settings())
    for refusal in (NotStarted(), Superseded(), Superseded(99), StaleVersion(7)):
        assert problem(refusal, "bakong")["detail"] == refusal_problem(refusal, request).detail


@pytest.mark.parametrize("refusal", get_args(Refusal))
def test_every_refusal_is_a_plain_value_with_a_problem(refusal: type) -> None:
    assert issubclass(refusal, Struct)
    assert not issubclass(refusal, Exception)
    assert refusal in {*REFUSALS, BrokenRule}


NEW = "/v1/bakong/games"
HELPFUL = [
    ("POST", NEW, {"seats": "three"}, "/seats", "Must be a number from 2 to 6, or a list of so many seats."),
    ("POST", NEW, {"seats": 9}, "/seats", "Must be a number from 2 to 6, or a list of so many seats."),
    ("POST", NEW, {"seats": [{"kind": "human"}]}, "/seats", "a list of so many seats"),
    (
        "POST",
        NEW,
        {"seats": [{"kind": "human"}, {"kind": "bot", "bot": "deep"}]},
        "/seats/1/bot",
        "random, greedy, search",
    ),
    ("POST", NEW, {"options": {"speed": 2}}, "/options/speed", "memory_aid"),
    ("POST", NEW, {"sets": 2}, "/sets", "the fields are seats, options"),
    ("POST", NEW, {"seed": "luck"}, "/seed", "64 hex digits"),
    ("POST", NEW, {"clock": 5}, "/clock", "Must be an object."),
    ("POST", NEW, {"options": {"memory_aid": "yes"}}, "/options/memory_aid", "true or false"),
    (
        "GET",
        "/v1/games?state=open",
        None,
        "state",
        "the parameters are cursor, free_seats, limit, player, slug, status",
    ),
    ("GET", "/v1/games?status=lost", None, "status", "open, running, finished, aborted"),
    ("GET", "/v1/games?cursor=2", None, "cursor", "`next` of the page before"),
]


@pytest.mark.parametrize(("method", "path", "body", "place", "help_"), HELPFUL)
def test_a_field_error_says_what_would_be_right(
    http: httpx.Client, method: str, path: str, body: object, place: str, help_: str
) -> None:
    english = http.request(method, path, json=body).json()
    [error] = english["errors"]
    assert error.get("parameter", error.get("pointer")) == place
    assert help_ in error["detail"]
    assert english["detail"] == f"{place}: {error['detail']}"
    french = http.request(method, path, json=body, headers=FRENCH).json()
    assert french["errors"][0]["detail"] != error["detail"]


def test_many_errors_are_counted_in_the_summary(http: httpx.Client) -> None:
    body = dict.fromkeys(("a", "b", "c", "d", "e", "f", "g"), 1)
    assert http.post(NEW, json=body).json()["detail"].endswith("(and 4 more)")
    assert http.post(NEW, json=body, headers=FRENCH).json()["detail"].endswith("(et 4 de plus)")


@pytest.mark.parametrize(
    ("method", "path", "status", "help_"),
    [
        ("GET", "/v1/chess", 404, "There is no game called chess; the games are bakong, "),
        ("GET", "/v1/chess/games", 404, "There is no game called chess; the games are bakong, "),
        ("GET", "/nowhere", 404, "/openapi.json"),
        ("POST", "/v1/bakong/rules", 405, "POST is not allowed here; the methods are GET, HEAD, OPTIONS."),
        ("GET", "/v1/jobs/00aaaaaaaaaaaaaaaaaaaaaaaaaa", 404, "ask for a new one"),
        ("GET", "/v1/bakong/games/00aaaaaaaaaaaaaaaaaaaaaaaaaa", 404, "GET /v1/games lists the public ones"),
    ],
)
def test_a_refusal_says_the_next_step(http: httpx.Client, method: str, path: str, status: int, help_: str) -> None:
    english = http.request(method, path)
    assert english.status_code == status
    assert help_ in english.json()["detail"]
    assert http.request(method, path, headers=FRENCH).json()["detail"] != english.json()["detail"]


def test_a_body_that_is_too_large_learns_the_limit(http: httpx.Client) -> None:
    refused = http.post(NEW, content=b" " * 300_000, headers={"Content-Type": "application/json"})
    assert (refused.status_code, refused.json()["detail"]) == (
        413,
        "The body may have at most 262144 bytes; send less.",
    )
