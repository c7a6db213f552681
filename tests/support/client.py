"""A player of one game, over plain HTTP."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx

from tests.support.waiting import PATIENCE, wait_until

Json = dict[str, Any]


class GameClient:
    """One game through one token (none = a spectator)."""

    def __init__(self, http: httpx.Client, slug: str, identifier: str, token: str | None = None) -> None:
        self.http = http
        self.path = f"/v1/{slug}/games/{identifier}"
        self.slug = slug
        self.id = identifier
        self.token = token

    def headers(self, **more: str) -> dict[str, str]:
        given = {name.replace("_", "-"): value for name, value in more.items()}
        return ({"Authorization": f"Bearer {self.token}"} if self.token else {}) | given

    def get(self, tail: str = "", **headers: str) -> httpx.Response:
        return self.http.get(self.path + tail, headers=self.headers(**headers))

    def post(self, tail: str, body: Any = None, **headers: str) -> httpx.Response:
        return self.http.post(self.path + tail, json={} if body is None else body, headers=self.headers(**headers))

    def put(self, tail: str, body: Any, **headers: str) -> httpx.Response:
        return self.http.put(self.path + tail, json=body, headers=self.headers(**headers))

    def view(self) -> Json:
        response = self.get()
        assert response.status_code == 200, response.text
        return dict(response.json())

    def legal(self) -> Json:
        response = self.get("/actions")
        assert response.status_code == 200, response.text
        return dict(response.json())

    def act(self, action: Json, **headers: str) -> httpx.Response:
        return self.post("/actions", action, **headers)

    def as_(self, token: str | None) -> GameClient:
        return GameClient(self.http, self.slug, self.id, token)

    def wait_for(self, condition: Callable[[Json], bool], seconds: float = PATIENCE) -> Json:
        """Poll the view until the condition holds."""
        view: Json = {}

        def holds() -> bool:
            nonlocal view
            view = self.view()
            return condition(view)

        wait_until(holds, seconds, lambda: f"the game is {view}")
        return view

    def my_turn(self, seconds: float = PATIENCE) -> Json:
        return self.wait_for(lambda v: v["you"] in v["to_act"] or v["status"] in ("finished", "aborted"), seconds)

    def play_to_the_end(
        self, choose: Callable[[list[Json]], Json] = lambda actions: actions[0], most: int = 3000
    ) -> Json:
        """Play this seat until the game is over; its turns are waited for at the server."""
        for _ in range(most):
            owed = self.get("/actions", Prefer="wait=20").json()
            if owed["status"] != "running":
                return self.view()
            if owed["actions"]:
                response = self.act(choose(owed["actions"]))
                assert response.status_code in (200, 409), response.text
        raise AssertionError("the game does not end")


SHORT: dict[str, Json] = {"kimbac": {"rounds": 1}}
"""Options of games that are played to the end: one round shows as much as four."""


def first_to_act(slug: str, body: Json) -> Json:
    """The same game with seat 0 to begin, so that a test knows who acts; fields in the body take precedence."""
    if slug not in ("bakong", "babord") or body.keys() & {"position", "fork"}:
        return body
    return body | {"options": {"first_seat": 0} | body.get("options", {})}


def create(http: httpx.Client, slug: str, body: Json | None = None) -> tuple[Json, list[GameClient]]:
    """A new game in which seat 0 begins, and a client for each seat's token (spectators for the others)."""
    response = http.post(f"/v1/{slug}/games", json=first_to_act(slug, body or {}))
    assert response.status_code == 201, response.text
    made = response.json()
    return made, [GameClient(http, slug, made["id"], seat.get("token")) for seat in made["seats"]]
