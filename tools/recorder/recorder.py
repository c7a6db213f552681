"""Calls the application and keeps requests and responses as examples."""

from __future__ import annotations

from typing import Any

import orjson
from werkzeug.test import TestResponse

from api.app import Ludotheque
from api.services import ApiServices
from tools.in_process import InProcessServer

NOBODY = "seat_of-another-game"
NOWHERE = "00aaaaaaaaaaaaaaaaaaaaaaaaaa"
SURPRISE = "?page=2"
"""A parameter that no operation knows."""
SUCCESS = range(200, 300)
Json = dict[str, Any]


class Recorder:
    """Calls the app; keeps the first example of each operation and status."""

    def __init__(self, app: Ludotheque) -> None:
        self.client = InProcessServer(app).client()
        self.routes = app.url_map.bind("localhost")
        self.services: ApiServices = app.extensions["services"]
        self.examples: dict[str, Json] = {}

    def call(self, method: str, path: str, token: str = "", body: Any = None, **headers: str) -> TestResponse:
        """Send a request without keeping it. A body of bytes is sent as it is."""
        given = {"X-Request-Id": "example", **{name.replace("_", "-"): text for name, text in headers.items()}}
        if token:
            given["Authorization"] = f"Bearer {token}"
        data = body if isinstance(body, bytes | None) else orjson.dumps(body)
        if data is not None:
            given.setdefault("Content-Type", "application/json")
        return self.client.open(path, method=method, data=data, headers=given)

    def show(self, method: str, path: str, token: str = "", body: Any = None, **headers: str) -> TestResponse:
        """Send a request, and keep it with its response as an example of the operation."""
        response = self.call(method, path, token, body, **headers)
        endpoint, _ = self.routes.match(path.partition("?")[0], method)
        entry = self.examples.setdefault(endpoint.rpartition(".")[2], {"responses": {}})
        if response.status_code in SUCCESS and body is not None:
            entry.setdefault("request", body)
        shown = entry["responses"].setdefault(str(response.status_code), {})
        if response.mimetype:
            shown.setdefault(response.mimetype, _body(response))
        return response

    def show_call(self, body: Json, reply: Json | None) -> None:
        """Keep a call of the dispatcher and its answer."""
        kind = body.get("notice", "turn").replace("game", "game_notice")
        answers = {"204": dict[str, Any]()} if reply is None else {"200": {"application/json": reply}}
        self.examples.setdefault(f"webhook_{kind}", {"request": shortened(body), "responses": answers})

    def show_job(self, job: Json, token: str = "") -> None:
        """Read a job; there is an example for each kind in each status."""
        self.show("GET", job["url"], token)
        document: Json = self.call("GET", job["url"], token).json or {}
        cases = self.examples["job"].setdefault("cases", {})
        cases.setdefault(f"{document['kind']} {document['status']}", document)

    def show_bad_bodies(self, method: str, path: str, token: str = "", wrong: Any = None) -> None:
        """The errors of every operation with a body: not JSON, too large, another media type, unknown fields."""
        self.show(method, path, token, b'{"type": ')
        self.show(method, path, token, b" " * (self.services.settings.body_bytes + 1))
        self.show(method, path, token, b"type=dance", Content_Type="application/x-www-form-urlencoded")
        self.show(method, path, token, {"dance": True} if wrong is None else wrong)

    def forget_answers(self) -> None:
        """Let the stored responses expire."""
        redis = self.services.queue.redis
        for pattern in ("*:answer", "*:answer:*"):
            for key in redis.scan_iter(pattern):
                redis.delete(key)


LONGEST_LINE = 600
MOST_ACTIONS = 2


def _body(response: TestResponse) -> Any:
    if response.mimetype in ("application/x-ndjson", "text/plain"):
        return response.text[:LONGEST_LINE]
    return shortened(orjson.loads(response.data)) if (response.mimetype or "").endswith("json") else response.text


def shortened(document: Any) -> Any:
    """An example with long lists of legal actions shortened."""
    if isinstance(document, list):
        return [shortened(entry) for entry in document]
    if not isinstance(document, dict):
        return document
    cut = {"actions", "labels"} <= document.keys()
    return {
        key: shortened(value[:MOST_ACTIONS] if cut and key in ("actions", "labels") else value)
        for key, value in document.items()
    }
