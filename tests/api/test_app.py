"""The application is Flask: its routes, its hooks and its error handlers; the pipeline runs every route of ours."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from flask import Blueprint, Response, g, request
from werkzeug.exceptions import HTTPException

from api.app import OPTIONS, Ludotheque, create_app
from store.settings import Settings
from tests.support.stack import ROOT

ID = "07" + "a1b2c3d4e5f6g7h8i9j0k1l2m3"
PATHS = [
    f"/v1/bakong/games/{ID}", f"/v1/bakong/games/{ID}/actions", f"/v1/kimbac/games/{ID}/board.svg", f"/v1/jobs/{ID}",
    f"/v1/bots/{ID}/turns", f"/v1/bakong/games/{ID}/", f"/v1/nothing/games/{ID}", f"/v1/bakong/games/{ID}/{ID}",
    f"//v1/bakong/games/{ID}", f"/v1/bakong/games/{ID}x", f"/v1/{ID}", f"/{ID}", f"/v1/bakong/games/{ID}/seats/1",
    f"/v1/bakong/games/{ID}/seats/x", f"/v1/bakong/games/{ID.upper()}", "/v1/bakong/games/short", "/v1/bakong/games",
    "/v1/bakong/games/", "/v1/bakong/games/*", "/v1/*", "/healthz", "/", "", "/v1/bakong/games/<id>",
    f"/v1/bakong/games/{ID}\n", f"/v1/bakong/rules/{ID}", "/web/board/board.js", "/openapi/bots.json", "/docs/x/y",
]  # fmt: skip


@pytest.fixture(scope="module")
def app() -> Ludotheque:
    return new_app()


def new_app() -> Ludotheque:
    return create_app(Settings(redis_url="unix:///nowhere", log_level="error", secret="s" * 32))


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"])
@pytest.mark.parametrize("path", PATHS)
def test_the_index_finds_the_route_that_the_router_finds(app: Ludotheque, path: str, method: str) -> None:
    found = app.routes.find(method, path)
    try:
        rule, arguments = app.url_map.bind("localhost").match(path, method, return_rule=True)
    except HTTPException:
        assert found is None
    else:
        assert found is not None
        assert (found[0].id, found[1]) == (rule.endpoint.rpartition(".")[2], arguments)


def test_every_rule_has_a_route(app: Ludotheque) -> None:
    rules = [rule for rule in app.url_map.iter_rules() if rule.arguments <= {"id"}]
    assert len(rules) > 70
    for rule in rules:
        for method in (rule.methods or set()) - {"OPTIONS"}:
            found = app.routes.find(method, rule.rule.replace("<id>", ID))
            assert found is not None
            assert found[0].id == rule.endpoint.rpartition(".")[2]


def test_options_lists_the_methods_of_a_path(app: Ludotheque) -> None:
    client = app.test_client()
    for path in ("/v1/bakong/games", f"/v1/bakong/games/{ID}/actions"):
        answer = client.options(path)
        assert (answer.status_code, answer.data) == (204, b"")
        assert answer.headers["Allow"] == "GET, HEAD, OPTIONS, POST"
        assert "Content-Type" not in answer.headers
    assert app.routes.find("OPTIONS", "/v1")[0] is OPTIONS  # type: ignore[index]
    assert client.options("/nowhere").status_code == 404
    asking = {"Origin": "https://table.example", "Access-Control-Request-Method": "POST"}
    for path in ("/v1/bakong/games", "/nowhere"):
        preflight = client.options(path, headers=asking)
        assert preflight.status_code == 204
        assert "POST" in preflight.headers["Access-Control-Allow-Methods"]


def test_functions_that_somebody_adds_are_called_around_every_request() -> None:
    app, called = new_app(), list[str]()

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
    answer = client.get("/healthz", headers={"X-Request-Id": "mine"})
    assert (answer.status_code, answer.json, answer.headers["X-After"]) == (200, {"status": "ok"}, "yes")
    assert answer.headers["X-Request-Id"] == "mine"
    assert called == ["before service.health", "after True", "teardown"]
    assert client.get("/healthz?stop").status_code == 418
    assert client.get("/nowhere").headers["X-After"] == "yes"
    assert client.get("/v1/bakong/rules/BAK-12").status_code == 200


def test_a_blueprint_of_somebody_else_is_served() -> None:
    app, other = new_app(), Blueprint("other", __name__)

    @other.get("/other/<name>")
    def hello(name: str) -> str:
        return f"Hello, {name}, from {request.path}."

    @other.get("/broken")
    def broken() -> str:
        raise RuntimeError("a fault of theirs")

    app.register_blueprint(other)
    client = app.test_client()
    assert client.get("/other/Ana").text == "Hello, Ana, from /other/Ana."
    fault = client.get("/broken")
    assert (fault.status_code, fault.content_type) == (500, "application/problem+json")


def test_unknown_paths_and_methods_are_problems(app: Ludotheque) -> None:
    client = app.test_client()
    missing: Any = client.get("/v1/chess", headers={"X-Request-Id": "mine"}).json
    assert (missing["status"], missing["request_id"], missing["instance"]) == (404, "mine", "/v1/chess")
    refused = client.put("/v1/bakong/games")
    assert (refused.status_code, refused.content_type) == (405, "application/problem+json")
    assert "POST" in refused.headers["Allow"]
    assert refused.headers["X-Content-Type-Options"] == "nosniff"


def test_a_body_that_breaks_off_is_refused(app: Ludotheque) -> None:
    environ = {"CONTENT_LENGTH": "50"}
    answer = app.test_client().post(
        "/v1/bakong/games", data=b"{}", environ_overrides=environ, content_type="application/json"
    )
    assert (answer.status_code, answer.content_type) == (400, "application/problem+json")


def test_head_answers_as_get_without_a_body(app: Ludotheque) -> None:
    got, headed = app.test_client().get("/v1/bakong"), app.test_client().head("/v1/bakong")
    assert headed.status_code == 200
    assert headed.data == b""
    assert headed.headers["Content-Length"] == got.headers["Content-Length"] == str(len(got.data))


def test_it_runs_without_the_names_that_flask_3_2_removes() -> None:
    program = (
        "import flask.ctx, flask.globals\n"
        "del flask.globals._cv_request, flask.globals.request_ctx, flask.ctx.RequestContext\n"
        "from api.wsgi import app\n"
        "client = app.test_client()\n"
        "print(client.get('/v1/bakong').status_code, client.get('/nowhere').status_code, "
        "client.post('/v1/bakong/games', data=b'{').status_code)"
    )
    given = {"REDIS_URL": "unix:///nowhere", "LUDOTHEQUE_SECRET": "s" * 32, "PATH": "/usr/bin"}
    given["LUDOTHEQUE_LOG_LEVEL"] = "error"
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, cwd=ROOT, env=given, stdout=subprocess.PIPE, text=True, check=True)
    assert ran.stdout.split() == ["200", "404", "415"]


APPLICATION = {"api/app.py", "api/spec/blueprint.py"}
"""Where Flask asks for its own classes; ``Flask`` itself may be named elsewhere, as a type."""


def flask_names(path: Path) -> set[str]:
    """What a module takes from Flask."""
    imports = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.ImportFrom)]
    return {alias.name for node in imports if node.module == "flask" for alias in node.names}


def test_views_limits_auth_and_problems_know_nothing_of_flask() -> None:
    modules = {str(path.relative_to(ROOT)): path for path in (ROOT / "api").rglob("*.py")}
    used = {name: names for name, path in modules.items() if (names := flask_names(path) - {"Flask"})}
    assert used.keys() == APPLICATION
    assert not [name for name, path in modules.items() if '"ludotheque.' in path.read_text("utf-8")], (
        "keys in the environ"
    )
