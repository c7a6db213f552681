"""Games with every kind of bearer: two people, a remote bot, and a seat that its holder has opened again."""

from __future__ import annotations

from typing import Any, NamedTuple

from werkzeug.test import Client, TestResponse

from tests.support.client import first_to_act

Json = dict[str, Any]


class Bot(NamedTuple):
    id: str
    token: str


class Seating(NamedTuple):
    """A game and every token that a request may bear."""

    path: str
    tokens: dict[str, str]
    action: Json


class ApiCaller:
    """Calls the application in process."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def ask(self, method: str, path: str, token: str | None = None, body: Any = None, **headers: str) -> TestResponse:
        given = {name.replace("_", "-"): text for name, text in headers.items()}
        if token is not None:
            given["Authorization"] = f"Bearer {token}"
        return self.client.open(path, method=method, json=body, headers=given)

    def expect(self, status: int, method: str, path: str, token: str | None = None, body: Any = None) -> Json:
        answer = self.ask(method, path, token, body)
        assert answer.status_code == status, answer.text
        return dict(answer.json or {})

    def bot(self) -> Bot:
        made = self.expect(201, "POST", "/v1/bots", body={"name": "Croc", "concurrent": 1000})
        return Bot(made["id"], made["token"])

    def seating(self, slug: str, visibility: str, bot: Bot) -> Seating:
        """Seat 0 is mine, 1 the rival's, 2 the bot's; 3 had a holder, who opened it. Nobody has acted."""
        kinds = [{"kind": "human"}, {"kind": "human"}, {"kind": "remote", "bot": bot.id}, {"kind": "human"}]
        payload = first_to_act(slug, {"seats": kinds, "visibility": visibility})
        made = self.expect(201, "POST", f"/v1/{slug}/games", body=payload)
        path, tokens = f"/v1/{slug}/games/{made['id']}", [seat.get("token", "") for seat in made["seats"]]
        self.expect(200, "PUT", f"{path}/seats/3", tokens[3], {"kind": "open"})
        other = self.expect(201, "POST", f"/v1/{slug}/games", body={"seats": 2})
        known = {"host": made["host_token"], "mine": tokens[0], "rival": tokens[1], "bot": bot.token}
        known |= {"former": tokens[3], "elsewhere": other["seats"][0]["token"], "garbage": "x y\tz"}
        if visibility == "private":
            known["spectator"] = made["spectator_token"]
        legal = self.expect(200, "GET", f"{path}/actions", tokens[0])["actions"]
        return Seating(path, known, legal[0] if legal else {})
