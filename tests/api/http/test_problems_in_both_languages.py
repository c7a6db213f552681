"""Problem documents, their pages and their field errors in the language asked for."""

from __future__ import annotations

from typing import get_args

import httpx
import pytest
from msgspec import Struct

from api.http.problems import KINDS, REFUSALS, detail_in
from engines.kernel.content import load
from store.outcomes import Refusal

FRENCH = {"Accept-Language": "fr"}


@pytest.mark.parametrize("kind", list(KINDS))
def test_every_kind_has_two_different_titles_and_texts(kind: str) -> None:
    for part in ("title", "text"):
        assert set(KINDS[kind][part]) == {"en", "fr"}
        assert KINDS[kind][part]["en"] != KINDS[kind][part]["fr"]


def test_every_detail_keeps_its_gaps() -> None:
    for english, french in load("api.http", "details.toml").items():
        assert english != french
        assert english.count("{}") == french.count("{}"), english


def test_details_are_translated_with_their_parts() -> None:
    assert detail_in("seat 3 is not open", "fr") == "la place 3 n'est pas libre"
    assert detail_in("/seats: 2 to 6 seats play this game, not 9", "fr") == (
        "/seats : ce jeu se joue à 2 à 6 places, pas 9"
    )
    assert detail_in("something new", "fr") == "something new"
    assert detail_in("There is no such game.", "en") == "There is no such game."


def test_a_problem_speaks_the_language_asked_for(http: httpx.Client) -> None:
    answer = http.get("/v1/bakong/rules/BAK-999", headers=FRENCH)
    assert answer.headers["Content-Language"] == "fr"
    assert answer.json()["title"] == "Rien ici"
    assert answer.json()["detail"] == "Il n'y a pas de règle de cet identifiant."
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
    assert refused.json()["detail"] == "ce n'est pas le moment"
    assert refused.json()["rule"] == "BAK-11"


@pytest.mark.parametrize("refusal", get_args(Refusal))
def test_every_refusal_is_a_plain_value_with_a_problem(refusal: type) -> None:
    assert issubclass(refusal, Struct)
    assert not issubclass(refusal, Exception)
    assert refusal in REFUSALS
