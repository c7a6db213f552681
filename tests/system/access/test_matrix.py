"""Every operation of the document, asked by everybody: the answers are those of the table in `expected`."""

from __future__ import annotations

from typing import Any

import pytest

from api.spec.shape.nodes import operations_by_id
from api.views.bots import registration, testing
from engines.kernel.registry import slugs
from tests.system.access.expected import AT_TABLE, FOR_ANYONE, OF_A_BOT, UNKNOWN, WHO, table
from tests.system.access.games import ApiCaller, Bot, Json, Seating
from tests.system.contract.answers import committed, declared, endpoints

NO_HOOK = f"00{'a' * 26}"
TABLES, BOTS = table(AT_TABLE), table(OF_A_BOT)
ASKED: dict[str, tuple[str, str, Any]] = {
    "view": ("GET", "", None),
    "abort": ("DELETE", "", None),
    "take_seat": ("POST", "/seats", {"name": "Eve"}),
    "change_seat": ("PUT", "/seats/0", {"kind": "bot"}),
    "legal": ("GET", "/actions", None),
    "act": ("POST", "/actions", None),
    "take_back": ("DELETE", "/actions/1", None),
    "add_hook": ("POST", "/hooks", {"url": "http://127.0.0.1:1/"}),
    "hook": ("GET", f"/hooks/{NO_HOOK}", None),
    "delete_hook": ("DELETE", f"/hooks/{NO_HOOK}", None),
    "resign": ("POST", "/resign", {}),
    "rematch": ("POST", "/rematch", {}),
    "events": ("GET", "/events", None),
    "board_svg": ("GET", "/board.svg", None),
    "board_txt": ("GET", "/board.txt", None),
    "position": ("GET", "/position", None),
    "replay": ("GET", "/replay", None),
    "odds": ("POST", "/odds", {"rollouts": 10}),
}
BOT_ASKED: dict[str, tuple[str, str, Any]] = {
    "bot": ("GET", "", None),
    "change_bot": ("PATCH", "", {}),
    "test_bot": ("POST", "/test", {}),
    "bot_deliveries": ("GET", "/deliveries", None),
    "bot_games": ("GET", "/games", None),
    "leave_game": ("DELETE", "/games/{game}", None),
    "bot_turns": ("GET", "/turns", None),
    "delete_bot": ("DELETE", "", None),
    "enter_ladder": ("POST", "/v1/ladders/kimbac/entries", {"bot": "{bot}"}),
    "leave_ladder": ("DELETE", "/v1/ladders/kimbac/entries/{bot}", None),
}


@pytest.fixture(autouse=True)
def short_challenge(monkeypatch: pytest.MonkeyPatch) -> None:
    """No dispatcher runs here: whoever may make a hook is soon answered that its URL was not proven."""
    monkeypatch.setattr(registration, "CHALLENGE_SECONDS", 0.05)


def plain_name(operation: str) -> str:
    """Without the game: the games share one implementation."""
    slug, _, rest = operation.partition("_")
    return rest if slug in slugs() else operation


def test_every_operation_has_its_line() -> None:
    """An operation that is new must say here who may use it."""
    documented = {plain_name(endpoints()[name]) for name in operations_by_id(committed())}
    assert documented == {*TABLES, *BOTS, *FOR_ANYONE}
    assert set(ASKED) == set(TABLES)
    assert set(BOT_ASKED) == set(BOTS)
    for name, (method, tail, _) in ASKED.items():
        template = "/v1/bakong/games/{id}" + tail
        for given, name_in_path in (
            ("/seats/0", "/seats/{seat}"),
            ("/actions/1", "/actions/{version}"),
            (NO_HOOK, "{hook}"),
        ):
            template = template.replace(given, name_in_path)
        assert (
            committed()["paths"][template][method.lower()]["operationId"] == declared()[f"bakong_{name}"].operation_id
        )


@pytest.fixture(scope="session")
def bot(caller: ApiCaller) -> Bot:
    return caller.bot()


def ask(caller: ApiCaller, seating: Seating, name: str, who: str) -> Json | None:
    method, tail, body = ASKED[name]
    body = seating.action if name == "act" else body
    answer = caller.ask(method, seating.path + tail, seating.tokens.get(who), body)
    says = answer.json if answer.mimetype.endswith("json") else None
    return {"status": answer.status_code, "says": says, "headers": answer.headers}


@pytest.mark.parametrize("who", [who for who in WHO if who != "spectator"])
@pytest.mark.parametrize("name", TABLES)
def test_of_a_public_game(caller: ApiCaller, bot: Bot, name: str, who: str) -> None:
    answer = ask(caller, caller.seating("bakong", "public", bot), name, who)
    assert answer and answer["status"] == TABLES[name][who], answer
    if answer["status"] == 401:
        assert answer["headers"]["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("name", TABLES)
def test_of_a_private_game(caller: ApiCaller, bot: Bot, name: str, who: str) -> None:
    answer = ask(caller, caller.seating("bakong", "private", bot), name, who)
    expected = 404 if who == "nobody" else TABLES[name][who]
    if name == "take_seat" and who != "nobody":
        expected = 403  # a seat of a private game is taken with its invite, whoever asks
    assert answer and answer["status"] == expected, answer


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize(("visibility", "status"), [("public", 401), ("private", 404)])
def test_tokens_that_a_game_does_not_know(caller: ApiCaller, bot: Bot, slug: str, visibility: str, status: int) -> None:
    """All operations, all games: and a private game answers as one that is not there."""
    seating = caller.seating(slug, visibility, bot)
    nowhere = seating._replace(path=f"/v1/{slug}/games/00{'a' * 26}")
    for name in TABLES:
        for who in (*UNKNOWN, *(["nobody"] if visibility == "private" else [])):
            answer, missing = ask(caller, seating, name, who), ask(caller, nowhere, name, who)
            assert answer and missing and answer["status"] == status, (name, who, answer)
            if visibility == "private":
                for problem in (answer["says"], missing["says"]):
                    del problem["instance"], problem["request_id"]
                assert answer["says"] == missing["says"]
                assert [*answer["headers"].keys()] == [*missing["headers"].keys()]
    assert caller.expect(200, "GET", seating.path, seating.tokens["host"])["version"] == 2, "nothing has changed"


@pytest.mark.parametrize("name", BOTS)
def test_of_a_remote_bot(caller: ApiCaller, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testing, "TEST_SECONDS", 0.1)
    bot, another = caller.bot(), caller.bot()
    seating = caller.seating("kimbac", "public", bot)
    player = seating.tokens["mine"]
    tokens = {"garbage": "x y\tz", "another": another.token, "player": player, "owner": bot.token}
    method, tail, body = BOT_ASKED[name]
    caller.expect(201, "POST", "/v1/ladders/kimbac/entries", bot.token, {"bot": bot.id})
    tail = tail.format(game=seating.path.rpartition("/")[2], bot=bot.id)
    path = tail if tail.startswith("/v1/") else f"/v1/bots/{bot.id}{tail}"
    body = {field: text.format(bot=bot.id) for field, text in body.items()} if body else body
    for who, status in BOTS[name].items():  # the owner comes last
        answer = caller.ask(method, path, tokens.get(who), body)
        assert answer.status_code == status, (who, answer.text)


def test_what_is_for_anyone(caller: ApiCaller, bot: Bot) -> None:
    job = caller.expect(202, "POST", "/v1/bakong/simulations", body={"seats": [{"bot": "random"}] * 2, "games": 1})
    paths: dict[str, tuple[str, str, Any]] = {
        "catalogue": ("GET", "/v1", None),
        "games": ("GET", "/v1/games", None),
        "sheet": ("GET", "/v1/bakong", None),
        "rules": ("GET", "/v1/bakong/rules", None),
        "rule": ("GET", "/v1/bakong/rules/BAK-12", None),
        "list": ("GET", "/v1/bakong/games", None),
        "export": ("GET", "/v1/bakong/export", None),
        "create": ("POST", "/v1/bakong/games", {}),
        "simulate": ("POST", "/v1/bakong/simulations", {"seats": [{"bot": "random"}] * 2, "games": 1}),
        "match": ("POST", "/v1/bakong/matches", {"entries": [{"bot": "random"}] * 2, "games": 1}),
        "ladder": ("GET", "/v1/ladders/bakong", None),
        "ladder_games": ("GET", "/v1/ladders/bakong/games", None),
        "ladder_results": ("GET", "/v1/ladders/bakong/results.ndjson", None),
        "bots": ("GET", "/v1/bots", None),
        "register_bot": ("POST", "/v1/bots", {"name": "Croc"}),
        "job": ("GET", f"/v1/jobs/{job['id']}", None),
        "cancel_job": ("DELETE", f"/v1/jobs/{job['id']}", None),
        "health": ("GET", "/healthz", None),
        "ready": ("GET", "/readyz", None),
        "problem": ("GET", "/problems/conflict", None),
    }
    assert set(paths) == set(FOR_ANYONE)
    for name, (method, path, body) in paths.items():
        for token in (None, "x y\tz", bot.token):
            answer = caller.ask(method, path, token, body)
            assert answer.status_code == FOR_ANYONE[name], (name, answer.text)
    assert caller.ask("GET", f"/v1/jobs/00{'a' * 26}").status_code == 404
