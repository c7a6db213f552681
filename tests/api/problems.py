"""What every test expects of a refusal: a problem document, whatever its cause."""

from __future__ import annotations

from typing import Any

import httpx

from tests.support.client import GameClient, Json, create

MEDIA_TYPE = "application/problem+json"


def problem(response: httpx.Response, status: int, kind: str | None = None, **members: Any) -> Json:
    """Check the answer's form and the members that matter here; returns the document."""
    assert response.status_code == status, response.text
    assert response.headers["Content-Type"] == MEDIA_TYPE
    document: Json = response.json()
    assert document["status"] == status
    assert document["title"]
    assert document["detail"]
    assert document["instance"] == response.request.url.path
    assert document["request_id"] == response.headers["X-Request-Id"]
    if kind is not None:
        assert document["type"] == f"/problems/{kind}", document
    for name, value in members.items():
        assert document[name] == value, document
    return document


def illegal(response: httpx.Response, slug: str, rule: str, reason: str) -> Json:
    """A refusal by a rule of the game: its type is where the rule is served."""
    document = problem(response, 409, rule=rule, reason=reason)
    assert document["type"] == f"/v1/{slug}/rules/{rule}"
    return document


def two_humans(http: httpx.Client, slug: str = "bakong", **payload: Any) -> tuple[Json, GameClient, GameClient]:
    """A game of two people: nothing in it moves by itself."""
    seats = [{"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Ben"}]
    made, (ana, ben) = create(http, slug, {"seats": seats, **payload})
    return made, ana, ben


def first_action(table: GameClient) -> Json:
    action: Json = table.legal()["actions"][0]
    return action
