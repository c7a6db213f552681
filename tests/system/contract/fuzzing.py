"""The fuzzed application, and requests that it should accept or refuse."""

from __future__ import annotations

import os
import random
import re
import time
from collections.abc import Iterator
from copy import deepcopy
from itertools import cycle
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import GenerationMode
from schemathesis.transport.requests import REQUESTS_TRANSPORT

from api.http.rate_limit import CLASSES
from engines.kernel.registry import game, slugs
from tests.support.waiting import PATIENCE
from tests.system.bots.players import listening
from tests.system.contract.answers import OPERATIONS, committed, declared, document, endpoints
from tests.system.contract.reach import ACTED, STRANGER, Bot, LiveGame, Reach
from tools.in_process import InProcessServer

BUDGET = 60 * float(os.environ.get("FUZZ_MINUTES", "0.05"))
OPERATIONS_SHARE, ACTS_SHARE, WALKS_SHARE = 0.5, 0.25, 0.25
JSON = "application/json"
JOBS = ("_odds", "_simulate", "_match")
"""Operations that order long work."""
MILLION = 1_000_000
SEED = int(os.environ.get("FUZZ_SEED", "1"))
SECRET = "a secret that only the fuzz knows, long enough"

WIDE: Any = {f"limit_{name}": 0 for name in CLASSES} | {"client_games": 0, "client_bots": 0, "client_jobs": 0}
WIDE["client_hooks"] = 0
"""The fuzz is one client that does everything."""

CHECKS: dict[str, Any] = {
    # A valid request may still meet a game in another state (409), another version (412) or a rule that no schema can
    # say (422: see `refused_for_a_reason`).
    "positive_data_acceptance": {"expected-statuses": ["2xx", "304", "401", "403", "404", "409", "412", "422"]},
    # An invalid request may be stopped earlier by the state of the game, and media types have a status of their own.
    "negative_data_rejection": {"expected-statuses": ["400", "401", "403", "404", "409", "413", "415", "422"]},
    # Aborting is DELETE, and later reads still answer, as the contract says.
    "use_after_free": {"enabled": False},
    # Tokens belong to games, not to clients: sent to another game they are refused by design. Bearers test access.
    "ignored_auth": {"enabled": False},
    # Private games are not there for those without a token.
    "ensure_resource_availability": {"enabled": False},
}
"""Every check of schemathesis is on; what is changed, and why."""

PLAIN: dict[str, Any] = {"headers": {"Accept-Encoding": "identity"}}
"""Flask's own client does not unpack what it asked to be packed: packed answers come over the socket, where it does."""

HAPPY = {
    "view": ("running", "seat"),
    "abort": ("running", "host"),
    "take_seat": ("open", "nobody"),
    "change_seat": ("open", "host"),
    "legal": ("running", "to_act"),
    "act": ("running", "to_act"),
    "take_back": ("acted", "to_act"),
    "add_hook": ("running", "seat"),
    "hook": ("running", "seat"),
    "delete_hook": ("running", "seat"),
    "resign": ("running", "seat"),
    "rematch": ("finished", "seat"),
    "events": ("running", "spectator"),
    "board_svg": ("running", "nobody"),
    "board_txt": ("running", "seat"),
    "position": ("finished", "nobody"),
    "replay": ("finished", "nobody"),
    "odds": ("running", "spectator"),
}
"""Where an operation succeeds: the state of the game, and who asks."""

SETTINGS = settings(
    deadline=None, database=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate], print_blob=False
)


def with_closed_actions(spec: Any) -> Any:
    """The document, with bodies of acts that schemathesis can read: it has no `unevaluatedProperties`."""
    schemas = spec["components"]["schemas"]
    for item in spec["paths"].values():
        content = item.get("post", {}).get("requestBody", {}).get("content", {}).get(JSON, {})
        if "unevaluatedProperties" in content.get("schema", {}):
            union = schemas[content["schema"]["$ref"].rpartition("/")[2]]
            variants = [schemas[variant["$ref"].rpartition("/")[2]] for variant in union["oneOf"]]
            content["schema"] = {"oneOf": [variant | {"additionalProperties": False} for variant in variants]}
    return spec


def load_schema(app: InProcessServer | None = None) -> Any:
    config = schemathesis.Config.from_dict({"checks": CHECKS})
    schema = schemathesis.openapi.from_dict(
        with_closed_actions(deepcopy(committed())), config=config
    )  # it writes into what it is given
    schema.app = app
    return schema


LABELS = {
    endpoints()[operation["operationId"]]: f"{method.upper()} {path}"
    for path, item in committed()["paths"].items()
    for method, operation in item.items()
    if "operationId" in operation
}
"""What schemathesis calls an operation."""
NAMES = {label: name for name, label in LABELS.items()}
PHASES = [(slug, phase) for slug in slugs() for phase in game(slug).rules.phases]


class FuzzedApp:
    """The app in this process; an API process, the store and workers beside it."""

    def __init__(self, app: InProcessServer, url: str) -> None:
        self.app = app
        self.url = url
        self.session = requests.Session()
        self.over_socket = cycle([True, False])
        self.schema = load_schema(app)
        self.operations = {
            endpoints()[result.ok().definition.raw["operationId"]]: result.ok()
            for result in self.schema.get_all_operations()
        }
        self.reach = Reach(app)
        self.rng = random.Random(SEED)

    def call(self, case: Any) -> Any:
        """Over the socket and to the app in turn."""
        if next(self.over_socket):
            return REQUESTS_TRANSPORT.send(case, session=self.session, base_url=self.url, timeout=PATIENCE)
        return case.call(**PLAIN)

    def send(self, name: str, case: Any, checks: list[Any] | None = None) -> Any:
        """Send a case and hold the answer against every check, and against our own judge."""
        tame(case)
        response = self.call(case)
        case.validate_response(response, additional_checks=checks)
        headers = {key.title(): values[0] for key, values in response.headers.items()}
        self.reach.saw(name, response.status_code)
        path = re.sub(r"^\w+://[^/]*", "", response.request.url or "").partition("?")[0]
        document().check(response.request.method or "", path, response.status_code, headers, response.content)
        if response.status_code == 201 and name.endswith("_create"):
            self.reach.end(Reach.opened(name.removesuffix("_create"), response.json()))
        self.cancel_jobs((case, response))
        return response

    def cancel_jobs(self, *asked: tuple[Any, Any]) -> None:
        """Cancel the jobs that were accepted: a hundred games by default keep a worker busy for nobody."""
        for case, response in asked:
            if response.status_code == 202 and NAMES[case.operation.label].endswith(JOBS):
                token = str((case.headers or {}).get("Authorization", "")).removeprefix("Bearer ")
                cancelled = self.reach.call("DELETE", f"/v1/jobs/{response.json()['id']}", token or None)
                assert cancelled.status_code == 200, cancelled.text


def tame(case: Any) -> None:
    """A fuzz that asks to wait 30 seconds would do little else."""
    prefer = (case.headers or {}).get("Prefer")
    if isinstance(prefer, str) and re.search(r"wait *= *\d\d*", prefer):
        case.headers["Prefer"] = re.sub(r"\d+", lambda number: str(min(int(number[0]), 1)), prefer)
    if isinstance(case.body, dict) and str(case.body.get("url")).startswith("http"):
        case.body["url"] = "http://127.0.0.1:9/"  # nobody else is to be called
    for name, most in (("rollouts", 10), ("games", 1)):  # workers have better things to do
        if isinstance(case.body, dict) and type(case.body.get(name)) is int and most < case.body[name] <= MILLION:
            case.body[name] = most  # more than a million is not allowed, and stays
    calm(case.body)


def calm(body: Any) -> None:
    """Let bots search as little as they can: workers play these games to their end."""
    for part in body.values() if isinstance(body, dict) else body if isinstance(body, list) else ():
        calm(part)
    if not isinstance(body, dict):
        return
    if (type(body.get("level")) is int and 1 < body["level"] <= 8) or (
        body.get("bot") == "search" and "level" not in body
    ):
        body["level"] = 1


def refused_for_a_reason(context: Any, response: Any, case: Any) -> None:
    """A request that fits its schema is refused (422) only for what no schema can say."""
    if response.status_code != 422 or case.meta is None or case.meta.generation.mode != GenerationMode.POSITIVE:
        return
    problem = response.json()
    if problem["type"] == "/problems/key-reused":
        return
    for error in problem["errors"]:
        assert error.get("parameter") in ("at", "since", "until") or error["pointer"].startswith(
            (
                "/position",
                "/options",
                "/seats",
                "/url",
                "/level",
                "/clock",
                "/rollouts",
                "/games",
                "/entries",
                "/hosts",
                "/fork",
            )
        ), problem


def authorize(services: FuzzedApp, case: Any, table: LiveGame, bearer: str) -> None:
    """Swap the live game and its token in."""
    case.path_parameters["id"] = table.id
    if "seat" in case.path_parameters and bearer == "host":
        case.path_parameters["seat"] = len(table.tokens) - 1  # the open one, where there is one
    if "version" in case.path_parameters:
        case.path_parameters["version"] = ACTED
    token = table.token(bearer, services.rng)
    case.headers = dict(case.headers or {})
    case.headers.pop("Authorization", None)
    if token is not None:
        case.headers["Authorization"] = f"Bearer {token}"


def rounds(share: float, parts: int) -> Iterator[int]:
    """At least one round, then as many as fit into this part's share of the budget."""
    until = time.monotonic() + BUDGET * share / parts
    number = 0
    while number == 0 or time.monotonic() < until:
        yield number
        number += 1


def modes(operation: Any) -> list[GenerationMode]:
    """Valid requests, and invalid ones where anything in the request can be wrong."""
    wrong = operation.body or operation.query or operation.path_parameters
    return [GenerationMode.POSITIVE, GenerationMode.NEGATIVE] if wrong else [GenerationMode.POSITIVE]


def succeed_and_fail(services: FuzzedApp, name: str, slug: str) -> None:
    """The recorded request where it succeeds, and with a token of another game."""
    operation = services.operations[name]
    content = operation.definition.raw.get("requestBody", {}).get("content", {})
    state, bearer = HAPPY[name.partition("_")[2]]
    for who, statuses in ((bearer, (200, 201, 202)), ("stranger", (401,))):
        body = {"body": content[JSON]["example"], "media_type": JSON} if content else {}
        case = operation.Case(
            path_parameters={"id": "", **{name: 0 for name in ("seat", "version") if f"{{{name}}}" in operation.path}},
            headers={},
            **body,
        )
        authorize(services, case, services.reach.table(slug, state, services.rng), who)
        assert services.send(name, case).status_code in statuses


def authorize_bot(case: Any, bot: Bot, stranger: bool) -> None:
    """Swap a registered bot in, with its own token or another's."""
    case.path_parameters["id"] = bot.id
    case.headers = {**(case.headers or {}), "Authorization": f"Bearer {STRANGER if stranger else bot.token}"}


def read_job(services: FuzzedApp, case: Any, stranger: bool) -> None:
    """Swap a fresh job in, with the token that ordered it or another's."""
    case.path_parameters["id"], token = services.reach.job(services.rng)
    case.headers = {**(case.headers or {}), "Authorization": f"Bearer {STRANGER if stranger else token}"}


def read_job_twice(services: FuzzedApp, name: str) -> None:
    """A job asked for with the token that ordered it, and with another."""
    for stranger, status in ((True, 404), (False, 200)):
        case = services.operations[name].Case(path_parameters={"id": ""}, headers={})
        read_job(services, case, stranger)
        assert services.send(name, case).status_code == status


def authorize_elsewhere(services: FuzzedApp, case: Any, bearer: str) -> None:
    """Swap in a job or a bot that is there."""
    if "/jobs/{id}" in case.operation.path and services.rng.random() < 0.5:
        read_job(services, case, bearer == "stranger")
    elif "/bots/{id}" in case.operation.path and services.rng.random() < 0.8:
        authorize_bot(case, services.reach.bot(), bearer == "stranger")
    elif "/entries" in case.operation.path and services.rng.random() < 0.8:
        authorize_entry(case, services.reach.bot(), bearer == "stranger")


def authorize_entry(case: Any, bot: Bot, stranger: bool) -> None:
    """Swap a registered bot into a request for its place in a ladder."""
    case.headers = {**(case.headers or {}), "Authorization": f"Bearer {STRANGER if stranger else bot.token}"}
    if "bot" in case.path_parameters:
        case.path_parameters["bot"] = bot.id
    if isinstance(case.body, dict) and isinstance(case.body.get("bot"), str):
        case.body["bot"] = bot.id


def enter_and_leave(services: FuzzedApp, name: str) -> None:
    """A place in a ladder, with the bot's own token and with another."""
    bot, operation = services.reach.bot(), services.operations[name]
    path, place = {"slug": "kimbac"}, "/v1/ladders/kimbac/entries"
    assert services.reach.call("POST", place, bot.token, {"bot": bot.id}).status_code == 201
    path |= {"bot": bot.id} if "{bot}" in operation.path else {}
    body = {"body": {"bot": bot.id}, "media_type": JSON} if "requestBody" in operation.definition.raw else {}
    for stranger, statuses in ((True, (401,)), (False, (200, 204))):
        case = operation.Case(path_parameters=path, headers={}, **body)
        authorize_entry(case, bot, stranger)
        assert services.send(name, case).status_code in statuses


def act_as_bot(services: FuzzedApp, name: str) -> None:
    """The recorded request of a bot that listens, and with another token."""
    operation = services.operations[name]
    with listening(services.reach.bot) as bot:
        seats = [{"kind": "human"}, {"kind": "remote", "bot": bot.id}]
        made = services.app.client().post("/v1/kimbac/games", json={"seats": seats}).get_json()
        for stranger, statuses in ((True, (401,)), (False, (200, 204))):
            body = {"body": {}, "media_type": JSON} if "requestBody" in operation.definition.raw else {}
            case = operation.Case(path_parameters={"id": "", "game": made["id"]}, headers={}, **body)
            authorize_bot(case, bot, stranger)
            assert services.send(name, case).status_code in statuses


def surprise(services: FuzzedApp, name: str) -> None:
    """Where nothing else in the request can be wrong, a parameter too many still is."""
    operation = services.operations[name]
    if len(modes(operation)) == 1 and 422 in committed_statuses(name):
        assert services.send(name, operation.Case(query={"page": "2"})).status_code == 422


def act_as_client(services: FuzzedApp, name: str) -> None:
    """The recorded request for a simulation or a match: what is generated seldom names a level for the right bot."""
    if name.endswith(("_simulate", "_match")):
        operation = services.operations[name]
        example = operation.definition.raw["requestBody"]["content"][JSON]["example"]
        assert services.send(name, operation.Case(body=example, media_type=JSON)).status_code == 202


def use_hook(services: FuzzedApp, name: str, slug: str) -> None:
    """A hook that listens: made, read or taken off with its own token, and with another."""
    with listening(lambda url: url) as url:
        table = services.reach.table(slug, "running", services.rng)
        made = services.reach.call("POST", f"/v1/{slug}/games/{table.id}/hooks", table.tokens[0], {"url": url})
        assert made.status_code == 201, made.text
        document().check("POST", f"/v1/{slug}/games/{table.id}/hooks", 201, made.headers, made.data)
        services.reach.saw(f"{slug}_add_hook", 201)
        if name.endswith("_add_hook"):
            return  # a case has no address of its own: it could not prove that it comes from this machine
        for token, statuses in ((STRANGER, (401,)), (table.tokens[0], (200, 204))):
            case = services.operations[name].Case(
                path_parameters={"id": table.id, "hook": (made.json or {})["id"]},
                headers={"Authorization": f"Bearer {token}"},
            )
            assert services.send(name, case).status_code in statuses


def send_known(services: FuzzedApp, name: str, tag: str) -> None:
    """What must succeed, and what must not, before anything is generated."""
    path = services.operations[name].path
    if "/hooks" in path:
        use_hook(services, name, tag)
    elif "/games/{id}" in path and not name.endswith("_act"):
        succeed_and_fail(services, name, tag)
    if "/bots/{id}" in path:
        act_as_bot(services, name)
    if "/jobs/{id}" in path:
        read_job_twice(services, name)
    if "/entries" in path:
        enter_and_leave(services, name)
    act_as_client(services, name)
    surprise(services, name)


def committed_statuses(name: str) -> list[int]:
    """Without 429: the fuzz is one client, and is not turned away."""
    return [int(status) for status in OPERATIONS[declared()[name].operation_id]["responses"] if status != "429"]
