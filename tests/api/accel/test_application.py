"""The straight way through Flask: it finds the same views as the router, and leaves out nothing that is there."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Response, g, request
from werkzeug.exceptions import HTTPException

from api.accel import accelerated
from api.accel.application import FastApplication
from api.app import create_app
from store.settings import Settings

pytestmark = pytest.mark.skipif(not accelerated(), reason="the accelerator is off")

ID = "07" + "a1b2c3d4e5f6g7h8i9j0k1l2m3"
PATHS = [
    f"/v1/bakong/games/{ID}", f"/v1/bakong/games/{ID}/actions", f"/v1/kimbac/games/{ID}/board.svg", f"/v1/jobs/{ID}",
    f"/v1/bots/{ID}/turns", f"/v1/bakong/games/{ID}/", f"/v1/nothing/games/{ID}", f"/v1/bakong/games/{ID}/{ID}",
    f"//v1/bakong/games/{ID}", f"/v1/bakong/games/{ID}x", f"/v1/{ID}", f"/{ID}", f"/v1/bakong/games/{ID}/seats/1",
    f"/v1/bakong/games/{ID.upper()}", "/v1/bakong/games/short", "/v1/bakong/games",
    "/v1/bakong/games/", "/v1/bakong/games/*", "/v1/*", "/healthz", "/", "", "/v1/bakong/games/<id>",
    f"/v1/bakong/games/{ID}\n", f"/v1/bakong/rules/{ID}",
]  # fmt: skip


@pytest.fixture(scope="module")
def app() -> FastApplication:
    app = create_app(Settings(redis_url="unix:///nowhere", log_level="error"))
    assert isinstance(app, FastApplication)
    return app


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
@pytest.mark.parametrize("path", PATHS)
def test_the_index_names_the_rule_that_the_router_would_find(app: FastApplication, path: str, method: str) -> None:
    found = app.routes.find(method, path)
    try:
        routed = app.url_map.bind("localhost").match(path, method, return_rule=True)
    except HTTPException:
        routed = None
    assert found is None or found == routed


def test_every_path_with_an_id_is_found_by_the_index(app: FastApplication) -> None:
    rules = [rule for rule in app.url_map.iter_rules() if rule.arguments == {"id"}]
    assert len(rules) > 50
    for rule in rules:
        for method in (rule.methods or set()) - {"OPTIONS"}:
            assert app.routes.find(method, rule.rule.replace("<id>", ID)) == (rule, {"id": ID})


def test_every_path_without_a_variable_is_found_by_the_index(app: FastApplication) -> None:
    rules = [rule for rule in app.url_map.iter_rules() if not rule.arguments]
    assert len(rules) > 20
    for rule in rules:
        for method in (rule.methods or set()) - {"OPTIONS"}:
            assert app.routes.find(method, rule.rule) == (rule, {})


def test_hooks_that_somebody_adds_are_called() -> None:
    app, called = create_app(Settings(redis_url="unix:///nowhere", log_level="error")), []

    @app.before_request
    def before() -> Any:
        called.append(f"before {request.endpoint}")
        g.seen = True
        return Response("stop", 418) if "stop" in request.args else None

    @app.after_request
    def after(response: Response) -> Response:
        called.append(f"after {g.seen}")
        response.headers["X-After"] = "yes"
        return response

    @app.teardown_request
    def teardown(_: BaseException | None) -> None:
        called.append("teardown")

    client = app.test_client()
    answer = client.get("/healthz")
    assert (answer.status_code, answer.headers["X-After"]) == (200, "yes")
    assert called == ["before service.health", "after True", "teardown"]
    assert client.get("/healthz?stop").status_code == 418
    assert client.get("/nowhere").headers["X-After"] == "yes"


def test_a_body_that_breaks_off_is_refused(app: FastApplication) -> None:
    environ = {"CONTENT_LENGTH": "50"}
    answer = app.test_client().post(
        "/v1/bakong/games", data=b"{}", environ_overrides=environ, content_type="application/json"
    )
    assert answer.status_code == 400
    assert answer.content_type == "application/problem+json"


def test_head_answers_as_get_without_a_body(app: FastApplication) -> None:
    got, headed = app.test_client().get("/v1/bakong"), app.test_client().head("/v1/bakong")
    assert headed.status_code == 200
    assert headed.data == b""
    assert headed.headers["Content-Length"] == got.headers["Content-Length"] == str(len(got.data))
