"""The service itself: health, metrics, documentation, other origins, request ids, what is written down."""

from __future__ import annotations

import re

import httpx
import orjson
import pytest

from api.http.problems import KINDS
from tests.api.problems import first_action, problem, two_humans
from tests.support.client import create
from tests.support.stack import Stack
from tests.support.waiting import wait_until
from tests.system.contract.answers import committed


def test_alive_and_ready(http: httpx.Client) -> None:
    for path, extra in (("/healthz", {}), ("/readyz", {"warnings": []})):
        response = http.get(path)
        assert (response.status_code, response.json()) == (200, {"status": "ok", **extra})


def test_metrics_count_requests_by_operation(http: httpx.Client) -> None:
    http.get("/healthz")
    response = http.get("/metrics")
    assert response.status_code == 200
    assert response.headers["Content-Type"].startswith("text/plain")
    assert re.search(r'ludotheque_requests_total\{operation="health",status="200"\} [1-9]', response.text)
    assert 'ludotheque_request_seconds_bucket{le="0.01",operation="health"}' in response.text


def test_metrics_do_not_grow_with_what_strangers_ask_for(http: httpx.Client) -> None:
    for number in range(3):
        http.get(f"/no/such/path/{number}")
    lines = [line for line in http.get("/metrics").text.splitlines() if "requests_total" in line]
    assert not any("such" in line for line in lines)
    assert any('operation="unknown",status="404"' in line for line in lines)


def test_the_document_is_served(http: httpx.Client) -> None:
    document = http.get("/openapi.json").json()
    assert document["openapi"] == "3.1.0"
    assert "/v1/bakong/games/{id}/actions" in document["paths"]


class TestDocs:
    def test_the_page_loads_nothing_from_elsewhere(self, http: httpx.Client) -> None:
        response = http.get("/docs")
        assert response.headers["Content-Type"] == "text/html; charset=utf-8"
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "frame-ancestors 'none'" in policy
        assert "http" not in policy
        assets = re.findall(r'(?:src|href)="([^"]+)"', response.text)
        assert len(assets) >= 3
        assert all(asset.startswith(("/docs/", "/docs?of=")) for asset in assets)
        for asset in assets:
            served = http.get(asset)
            assert served.status_code == 200
            assert ("html" in served.headers["Content-Type"]) == asset.startswith("/docs?of=")
        assert '"/openapi.json"' in http.get("/docs/start.js").text

    @pytest.mark.parametrize(
        "name", ["index.html", "nothing.js", "", "../app.py", "%2e%2e/app.py", "..%2f..%2fx", "x/y"]
    )
    def test_other_assets_are_not_found(self, http: httpx.Client, name: str) -> None:
        response = http.get(httpx.URL(http.base_url, raw_path=f"/docs/{name}".encode()))
        assert response.status_code == 404
        assert response.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_problem_has_a_page_of_text(http: httpx.Client, name: str) -> None:
    response = http.get(f"/problems/{name}")
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert KINDS[name]["title"]["en"] in response.text
    assert str(KINDS[name]["status"]) in response.text


def test_an_unknown_kind_of_problem_is_not_found(http: httpx.Client) -> None:
    problem(http.get("/problems/bad-luck"), 404, "not-found")


class TestOtherOrigins:
    ORIGIN = {"Origin": "https://table.example"}

    def test_a_preflight_allows_what_the_contract_needs(self, http: httpx.Client) -> None:
        asked = {**self.ORIGIN, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "prefer"}
        response = http.options("/v1/bakong/games", headers=asked)
        assert response.status_code == 204
        assert response.content == b""
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert {"GET", "POST", "PUT", "PATCH", "DELETE"} <= words(response.headers["Access-Control-Allow-Methods"])
        assert words(response.headers["Access-Control-Allow-Headers"]) >= {
            "Authorization", "Content-Type", "If-Match", "If-None-Match", "Idempotency-Key", "Prefer", "Last-Event-ID",
            "Accept-Language", "X-Request-Id", "traceparent",
        }  # fmt: skip

    def test_answers_and_problems_expose_their_headers(self, http: httpx.Client) -> None:
        _, ana, _ = two_humans(http)
        for path, status in ((ana.path, 200), ("/v1/chess", 404), (f"{ana.path}/actions", 401)):
            response = http.get(path, headers=self.ORIGIN)
            assert response.status_code == status
            assert response.headers["Access-Control-Allow-Origin"] == "*"
            assert words(response.headers["Access-Control-Expose-Headers"]) >= {
                "ETag", "Location", "Retry-After", "RateLimit", "RateLimit-Policy", "Idempotent-Replay",
                "Preference-Applied", "X-Request-Id",
            }  # fmt: skip

    def test_cookies_are_never_involved(self, http: httpx.Client) -> None:
        response = http.get("/v1/games", headers=self.ORIGIN)
        assert "Access-Control-Allow-Credentials" not in response.headers
        assert "Set-Cookie" not in response.headers

    def test_who_comes_from_nowhere_hears_nothing_of_it(self, http: httpx.Client) -> None:
        assert "Access-Control-Allow-Origin" not in http.get("/v1/games").headers


def words(header: str) -> set[str]:
    return {word.strip() for word in header.split(",")}


def test_plain_options_lists_the_methods(http: httpx.Client) -> None:
    response = http.options("/v1/bakong/games")
    assert response.status_code == 204
    assert words(response.headers["Allow"]) == {"GET", "HEAD", "OPTIONS", "POST"}
    assert "Content-Type" not in response.headers


def test_browsers_are_told_to_be_careful(http: httpx.Client) -> None:
    headers = http.get("/v1/games").headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"


class TestRequestIds:
    def test_every_answer_has_its_own(self, http: httpx.Client) -> None:
        ids = {http.get(path).headers["X-Request-Id"] for path in ("/healthz", "/healthz", "/v1/games", "/nowhere")}
        assert len(ids) == 4

    def test_a_given_one_is_kept(self, http: httpx.Client, stack: Stack) -> None:
        given = {"X-Request-Id": "trace-4711.a_B"}
        assert http.get("/healthz", headers=given).headers["X-Request-Id"] == "trace-4711.a_B"
        assert problem(http.get("/nowhere", headers=given), 404)["request_id"] == "trace-4711.a_B"
        wait_until(lambda: '"request_id":"trace-4711.a_B"' in stack.log("api"))

    @pytest.mark.parametrize("given", ["", "two words", "x" * 65, "<script>", '"quoted"'])
    def test_one_that_could_do_harm_is_replaced(self, http: httpx.Client, given: str) -> None:
        answered = http.get("/healthz", headers={"X-Request-Id": given}).headers["X-Request-Id"]
        assert re.fullmatch(r"[0-9a-f]{16}", answered)


def test_no_secret_is_ever_written_down(http: httpx.Client, stack: Stack) -> None:
    """Whatever happens to a token, an invite or a key, the log names only paths and outcomes."""
    seats = [{"kind": "human"}, {"kind": "open"}]
    made, (ana, _) = create(http, "bakong", {"seats": seats, "visibility": "private"})
    taken = ana.as_(None).post("/seats", {"invite": made["invite"], "name": "Secretive"}, Idempotency_Key="my-key-4711")
    ben = ana.as_(taken.json()["token"])
    ana.act(first_action(ana))
    ana.act({"type": "fly"})
    ana.as_(made["spectator_token"]).act({"type": "pass"})
    ana.as_("unknown-token-4711").get()
    ben.post("/resign", {"token": ben.token})
    http.delete(ana.path, headers={"Authorization": f"Bearer {made['host_token']}"})
    http.get("/healthz", headers={"X-Request-Id": "after-the-secrets"})
    wait_until(lambda: "after-the-secrets" in stack.log("api"))
    log = stack.log("api")
    assert ana.path in log
    secrets = [made["host_token"], made["spectator_token"], made["invite"], ana.token, ben.token]
    for secret in [*secrets, "unknown-token-4711", "my-key-4711", "Secretive"]:
        assert str(secret) not in log
        assert str(secret) not in stack.log("workers")


def test_the_log_is_one_json_object_a_line(http: httpx.Client, stack: Stack) -> None:
    http.get("/healthz", headers={"X-Request-Id": "log-line-1"})
    wait_until(lambda: "log-line-1" in stack.log("api"))  # lines are written once all requests are answered
    [line] = [line for line in stack.log("api").splitlines() if "log-line-1" in line]
    entry = orjson.loads(line)
    assert entry.items() >= {"level": "info", "method": "GET", "path": "/healthz", "status": 200}.items()


def test_head_is_answered_wherever_get_is(http: httpx.Client) -> None:
    _, ana, _ = two_humans(http)
    paths = [
        path for path, item in committed()["paths"].items() if "get" in item and path.count("{") == path.count("{id}")
    ]
    for path in (*paths, "/", "/docs", "/openapi.json", "/web/main.js", "/web/table/table.js", "/metrics"):
        if "/jobs/" in path or "/bots/{id}" in path:
            continue
        slug = path.split("/")[2] if path.startswith("/v1/") else ""
        if "{id}" in path and slug != "bakong":
            continue
        real = path.replace("{id}", ana.id)
        got, headed = http.get(real, headers=ana.headers()), http.head(real, headers=ana.headers())
        assert (headed.status_code, headed.content) == (got.status_code, b""), path
        assert headed.headers.get("Content-Type") == got.headers.get("Content-Type"), path
        assert ("Content-Length" in headed.headers) == ("Content-Length" in got.headers), path
        if path not in ("/metrics", "/readyz"):  # these differ from one moment to the next
            assert headed.headers.get("Content-Length") == got.headers.get("Content-Length"), path


def test_head_of_a_stream_has_its_headers_and_no_length(http: httpx.Client) -> None:
    _, ana, _ = two_humans(http)
    bot = http.post("/v1/bots", json={"name": "Croc", "games": ["bakong"]}).json()
    owner, live = {"Authorization": f"Bearer {bot['token']}"}, {"Accept": "text/event-stream"}
    for path, headers in (
        (f"{ana.path}/events", ana.headers() | live),
        (f"/v1/bots/{bot['id']}/turns", owner | live),
        ("/v1/bakong/export", {}),
        ("/v1/ladders/bakong/results.ndjson", {}),
    ):
        with http.stream("GET", path, headers=headers) as got:
            assert got.headers["Transfer-Encoding"] == "chunked", path
        headed = http.head(path, headers=headers)
        assert (headed.status_code, headed.content) == (200, b""), path
        assert headed.headers["Content-Type"] == got.headers["Content-Type"], path
        assert "Content-Length" not in headed.headers, path
    assert http.head("/healthz").status_code == 200, "the connection goes on"
    http.delete(f"/v1/bots/{bot['id']}", headers=owner)
