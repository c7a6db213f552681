"""The document itself: complete, exact, and the same in the file, on the wire and in the routes."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator

import httpx
import pytest
import yaml
from openapi_spec_validator import OpenAPIV31SpecValidator

from api.spec.cut import for_bots, for_game, without_examples
from api.spec.document import PARTS, document_yaml
from api.views import service
from engines.kernel.registry import slugs
from store.ids import new_id
from tests.system.contract.answers import (
    OPERATIONS,
    Json,
    Undocumented,
    bare_app,
    committed,
    document,
    every_schema,
)

PAGES = {
    "/metrics": "the operator's page, in Prometheus' own format",
    "/openapi.json": "this document",
    "/openapi.yaml": "this document",
    "/openapi/<name>.json": "parts of this document",
    "/": "the web table, a page for browsers",
    "/ladder": "a page with the ladders",
    "/web/<path:name>": "what that page loads",
    "/web/pictures/<language>/<slug>-<moment>.svg": "pictures of that page",
    "/embed/<slug>/<id>": "a page for iframes",
    "/table/<slug>/<id>": "the web table, with a preview of a game",
    "/oembed": "previews of links, in a format of its own",
    "/docs": "a page for browsers",
    "/docs/<name>": "what that page loads",
    "/mcp": "JSON-RPC for agents, which describes itself (tools/list)",
}
"""Routes that are no operations of the API."""
CANNOT_FAIL = {"checkHealth", "checkReadiness"}
"""Operations without anything in the request that could be wrong, and without a limit."""
VERBS = {
    "abort", "act", "add", "cancel", "change", "check", "create", "delete", "describe", "draw", "enter", "estimate",
    "explain", "export", "leave", "list", "match", "print", "read", "register", "rematch", "resign", "simulate", "take",
    "test", "view",
}  # fmt: skip
"""The first words of operation ids."""


def test_the_committed_document_is_served(http: httpx.Client) -> None:
    response = http.get("/openapi.json")
    assert response.headers["Content-Type"] == "application/json"
    assert response.json() == committed()
    assert len(response.content) == size(committed()), "no white space is sent"


def test_the_yaml_says_the_same(http: httpx.Client) -> None:
    response = http.get("/openapi.yaml")
    assert response.headers["Content-Type"] == "application/yaml"
    assert response.text == document_yaml(bare_app())
    assert yaml.load(response.text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)) == committed()


def test_the_yaml_is_built_once_and_has_a_tag(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[str] = []
    monkeypatch.setattr(service, "document_yaml", lambda app: built.append("") or document_yaml(app))
    client = bare_app.__wrapped__().test_client()  # one that logs where this test does
    first = client.get("/openapi.yaml")
    assert client.get("/openapi.yaml").data == first.data
    assert client.get("/openapi.yaml", headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    assert len(built) <= 1


def test_the_yaml_is_built_in_a_moment() -> None:
    """Its process answers nobody meanwhile."""
    app, began = bare_app(), time.process_time()
    assert document_yaml(app)
    assert time.process_time() - began < 1


def test_every_route_is_documented_and_nothing_else() -> None:
    routes = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in bare_app().url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule not in PAGES
    }
    documented = {
        (path, method)
        for path, item in committed()["paths"].items()
        for method in item
        if method != "parameters"
    }  # fmt: skip
    assert documented == routes
    assert set(PAGES) <= {rule.rule for rule in bare_app().url_map.iter_rules()}


def test_the_document_is_valid_openapi() -> None:
    assert list(OpenAPIV31SpecValidator(committed()).iter_errors()) == []
    assert committed()["openapi"] == "3.1.0"


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_says_what_it_is(name: str) -> None:
    operation = OPERATIONS[name]
    found = re.fullmatch("([a-z]+)([A-Z][a-z]+)+", name)
    assert found and found[1] in VERBS
    assert operation["summary"].endswith(".")
    assert len(operation["description"]) > 20
    [tag] = operation["tags"]
    assert tag in {entry["name"] for entry in committed()["tags"] if entry["description"]}
    if tag in slugs():
        assert tag.capitalize() in name
    schemes = {scheme for choice in operation["security"] for scheme in choice}
    assert schemes <= set(committed()["components"]["securitySchemes"])


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_status_has_its_example(name: str) -> None:
    for status, said in OPERATIONS[name]["responses"].items():
        answer = document().resolved(said)
        assert answer["description"]
        assert "X-Request-Id" in answer["headers"]
        for media_type, media in answer.get("content", {}).items():
            assert ("example" in media) != bool(media.get("examples")), f"{status} {media_type}"
            assert (media_type == "application/problem+json") == (int(status) >= 400)
    problems = {status for status in OPERATIONS[name]["responses"] if "400" <= status < "500"}
    assert bool(problems) == (name not in CANNOT_FAIL)


def media_types(tag: str) -> Iterator[tuple[str, Json]]:
    """Pointer and text of every media type object of the operations with a tag."""
    items = [(f"/paths/{path.replace('/', '~1')}", item) for path, item in committed()["paths"].items()]
    items += [(f"/components/pathItems/{name}", item) for name, item in committed()["components"]["pathItems"].items()]
    for beginning, item in items:
        for method, operation in item.items():
            if method == "parameters" or operation["tags"] != [tag]:
                continue
            pointer = f"{beginning}/{method}"
            places = {"requestBody": operation.get("requestBody", {})}
            places |= {f"responses/{status}": answer for status, answer in operation["responses"].items()}
            for place, text in places.items():
                for name, media in text.get("content", {}).items():
                    yield f"{pointer}/{place}/content/{name.replace('/', '~1')}", media


@pytest.mark.parametrize("tag", [entry["name"] for entry in committed()["tags"]])
def test_every_example_fits_its_schema(tag: str) -> None:
    seen = 0
    for pointer, media in media_types(tag):
        seen += 1
        place = pointer.replace("{", "%7B").replace("}", "%7D").replace(" ", "%20")
        cases = [document().resolved(case) for case in media.get("examples", {}).values()]
        shown = [case["value"] for case in cases] or [media["example"]]
        for example in shown:
            found = document().validator(f"{place}/schema").iter_errors(example)
            assert [error.message[:300] for error in found] == [], pointer
    assert seen


def test_every_shared_problem_is_one() -> None:
    examples = committed()["components"]["examples"]
    problems = {name: example for name, example in examples.items() if "title" in example["value"]}
    assert len(problems) > 10
    for name, example in problems.items():
        found = document().validator("/components/schemas/ProblemDocument").iter_errors(example["value"])
        assert [error.message for error in found] == [], name


def test_nothing_is_written_twice() -> None:
    inline = [node for path, node in every_schema() if len(node.get("enum", ())) > 1 and path.count("/") > 1]
    texts = [str(sorted(map(str, node["enum"]))) for node in inline]
    assert len(texts) == len(set(texts)), "an enum stands in two places without a name"
    assert not [path for path, node in every_schema() if len(node.get("enum", (1, 2))) == 1], "one value is a constant"
    problems = [
        answer
        for operation in OPERATIONS.values()
        for status, answer in operation["responses"].items()
        if status >= "400"
    ]
    assert all("$ref" in answer for answer in problems)


def test_events_always_carry_their_place_and_their_sentence() -> None:
    components = committed()["components"]["schemas"]
    for slug in slugs():
        for variant in components[f"{slug.capitalize()}Event"]["oneOf"]:
            required = components[variant["$ref"].rpartition("/")[2]]["required"]
            assert {"seq", "version", "sentence", "type"} <= set(required)


def test_every_moment_is_a_date_time() -> None:
    moments = [
        (place, field.get("items", field))
        for place, schema in every_schema()
        for name, field in schema.get("properties", {}).items()
        if "(UTC)" in field.get("description", "") or name.endswith(("_at", "deadline"))
    ]
    assert moments
    assert [place for place, moment in moments if moment.get("format") != "date-time"] == []


def size(spec: Json) -> int:
    return len(json.dumps(spec, separators=(",", ":"), ensure_ascii=False).encode())


def test_the_document_is_small_enough_to_be_read_by_tools() -> None:
    assert size(committed()) <= 900_000
    assert size(without_examples(committed())) <= 700_000


@pytest.mark.parametrize("slug", slugs())
def test_a_game_has_a_document_of_its_own(slug: str) -> None:
    own = for_game(committed(), slug)
    assert list(OpenAPIV31SpecValidator(own).iter_errors()) == []
    assert size(own) <= 350_000
    others = tuple(name.capitalize() for name in slugs() if name != slug)
    assert [name for name in own["components"]["schemas"] if name.startswith(others)] == []
    assert f"/v1/{slug}/games" in own["paths"]
    assert list(own["webhooks"]) == ["challenge", "game-notice"]


@pytest.mark.parametrize("name", PARTS)
def test_the_parts_are_served_as_they_are_cut(http: httpx.Client, name: str) -> None:
    response, whole = http.get(f"/openapi/{name}.json"), committed()
    own = {"lean": without_examples, "bots": for_bots}
    assert response.json() == (own[name](whole) if name in own else for_game(whole, name))
    assert http.get(f"/openapi/{name}.json", headers={"If-None-Match": response.headers["ETag"]}).status_code == 304
    assert "lean" in http.get("/openapi/chess.json").json()["detail"]


def test_the_document_is_valid_without_its_examples() -> None:
    assert list(OpenAPIV31SpecValidator(without_examples(committed())).iter_errors()) == []


def test_bots_have_a_document_of_their_own() -> None:
    own = for_bots(committed())
    assert list(OpenAPIV31SpecValidator(own).iter_errors()) == []
    assert all(path.startswith("/v1/bots") for path in own["paths"])
    assert list(own["webhooks"]) == ["turn", "start", "end", "challenge"]


def test_every_parameter_and_header_is_described() -> None:
    spec = committed()
    items = [item for path in spec["paths"].values() for item in path.get("parameters", []) if "name" in item]
    items += [item for operation in OPERATIONS.values() for item in operation.get("parameters", []) if "name" in item]
    items += [*spec["components"]["parameters"].values(), *spec["components"]["headers"].values()]
    for item in items:
        assert item["description"].endswith("."), item
        if "$ref" in item["schema"]:
            continue  # a named enum
        bounded = {"enum", "const", "pattern", "minimum", "maximum", "maxLength", "examples", "format"} & set(
            item["schema"]
        )
        assert bounded or item["schema"]["type"] == "boolean", item
        assert isinstance(item["schema"]["type"], str), "nothing can be null in a URL"
        if item["schema"]["type"] == "integer":
            assert "minimum" in item["schema"], item


def test_there_is_one_pagination() -> None:
    lists = set()
    for name, operation in OPERATIONS.items():
        given = {document().resolved(parameter)["name"] for parameter in operation.get("parameters", ())}
        if not given & {"limit", "cursor", "page", "offset"}:
            continue
        answer = document().resolved(operation["responses"]["200"])
        page = document().resolved(answer["content"]["application/json"]["schema"])
        assert {"limit", "cursor"} <= given and "Link" in answer["headers"], name
        assert "next" in page["required"] and page["properties"]["next"]["type"] == ["string", "null"], name
        lists.add(name)
    assert {"listGames", "listBots", "listLadderGames", "listBakongEvents", "listBakongGames"} <= lists


def test_new_games_and_jobs_lead_on() -> None:
    for slug in slugs():
        create, act = OPERATIONS[f"create{slug.capitalize()}"], OPERATIONS[f"act{slug.capitalize()}"]
        links = document().resolved(create["responses"]["201"])["links"]
        assert create["responses"]["201"] == OPERATIONS[f"rematch{slug.capitalize()}"]["responses"]["201"]
        assert {"view", "actions", "act", "events", "seats"} <= set(links)
        links = links | document().resolved(act["responses"]["202"])["links"]
        assert all(link["operationId"] in OPERATIONS for link in links.values())


def test_a_job_is_shown_in_every_kind_and_status() -> None:
    content = OPERATIONS["readJob"]["responses"]["200"]["content"]["application/json"]
    cases = [document().resolved(case)["value"] for case in content["examples"].values()]
    shown = {(case["kind"], case["status"]) for case in cases}
    assert {kind for kind, _ in shown} == {"act", "odds", "simulation", "match"}
    assert {(kind, "done") for kind in ("act", "odds", "simulation", "match")} <= shown
    assert {status for _, status in shown} == {"queued", "running", "done", "failed", "cancelled"}


def test_long_jobs_lead_to_their_job() -> None:
    for slug in slugs():
        for name in ("estimate{}Odds", "simulate{}", "match{}"):
            links = document().resolved(OPERATIONS[name.format(slug.capitalize())]["responses"]["202"])["links"]
            assert {link["operationId"] for link in links.values()} == {"readJob", "cancelJob"}


def test_an_undocumented_answer_is_found() -> None:
    judge, path = document(), f"/v1/bakong/games/{new_id()}"
    headers = {"Content-Type": "application/json"}
    with pytest.raises(Undocumented, match="answered 418; documented are 200"):
        judge.check("GET", path, 418, headers, b"{}")
    with pytest.raises(Undocumented, match="with text/html; documented are application/json"):
        judge.check("GET", path, 200, {"Content-Type": "text/html"}, b"<html>")
    with pytest.raises(Undocumented, match="with the header X-Surprise"):
        judge.check("GET", path, 200, headers | {"X-Surprise": "1"}, b"{}")
    with pytest.raises(Undocumented, match="is a required property"):
        judge.check("GET", path, 200, headers, b"{}")
    with pytest.raises(Undocumented, match="with a body"):
        judge.check("GET", path, 304, {}, b"{}")
