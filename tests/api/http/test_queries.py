"""Query parameters: what an operation does not know it refuses by name, once it knows who asks."""

from __future__ import annotations

import httpx
import pytest

from api.spec.shape.nodes import operations_by_id
from tests.api.problems import first_action, problem, two_humans
from tests.system.contract.answers import committed

FREE = {"/healthz", "/readyz"}


def test_every_operation_but_the_probes_refuses_surprises(http: httpx.Client) -> None:
    for path, item in committed()["paths"].items():
        if "{" not in path and "get" in item and path not in FREE:
            refused = http.get(f"{path}?page=2")
            errors = problem(refused, 422, "invalid")["errors"]
            assert errors == [{"parameter": "page", "detail": errors[0]["detail"]}], path
    for name, operation in operations_by_id(committed()).items():
        assert ("422" in operation["responses"]) == (name not in ("checkHealth", "checkReadiness")), name
    for path in FREE:
        assert http.get(f"{path}?t=1").status_code == 200


@pytest.mark.parametrize(
    "query", ["limit=5&limit=6", "limit=5&Limit=5", "limit=5&=", "limit=5&%FF=1", "%00", "a/b~c=1"]
)
def test_each_is_named_as_it_came(http: httpx.Client, query: str) -> None:
    document = problem(http.get(f"/v1/bakong/games?{query}"), 422, "invalid")
    assert all("parameter" in error and "pointer" not in error for error in document["errors"])


def test_a_thousand_surprises_get_a_short_answer(http: httpx.Client) -> None:
    refused = http.get("/v1/games?" + "&".join(f"p{number}=1" for number in range(1000)))
    assert len(problem(refused, 422, "invalid")["errors"]) == 100


def test_the_token_is_looked_at_before_the_query_and_the_query_before_the_body(http: httpx.Client) -> None:
    _, ana, _ = two_humans(http)
    stranger = ana.as_("seat_of-another-game")
    for query in ("?seat=9", "?seat=x", "?page=2"):
        for tail in ("", "/actions", "/events", "/board.svg", "/board.txt"):
            problem(stranger.get(tail + query), 401, "unauthorized")
            problem(ana.get(tail + query), 422, "invalid")
        problem(stranger.post("/actions" + query, {"type": "dance"}), 401, "unauthorized")
        refused = problem(ana.post("/actions" + query, {"type": "dance"}), 422, "invalid")
        assert refused["errors"][0]["parameter"] in ("seat", "page")
    action = first_action(ana)
    problem(ana.post("/actions?seat=0&dry_run=1", action), 422, "invalid")
    assert ana.view()["version"] == 1, "nothing was played"
    assert ana.post("/actions?seat=0", action).status_code == 200
