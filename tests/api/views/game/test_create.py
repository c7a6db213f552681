"""Creating games: short forms, seats, options, seeds, scenarios, private games, clocks, names."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from api.app import create_app
from api.views.game import creation
from engines.kernel.dice import SeededDice
from engines.kernel.registry import game, slugs
from store.games.changes.create import build_game
from store.redis.embedded import EmbeddedServer
from store.settings import Settings
from tests.api.problems import problem, two_humans
from tests.support.client import Json, create

SEED = "5eed" * 16


def dealt(slug: str, seats: int, seed: bytes = bytes(32)) -> Json:
    """The position document of a fresh deal."""
    engine = game(slug)
    position, _ = engine.rules.deal(seats, engine.options({}, seats), SeededDice(seed))
    document: Json = msgspec.json.decode(engine.encode(position))
    return document


@pytest.mark.parametrize("slug", slugs())
def test_an_empty_wish_is_one_human_and_bots_at_the_smallest_table(http: httpx.Client, slug: str) -> None:
    made, tables = create(http, slug, {})
    smallest = game(slug).seats[0]
    assert [seat["kind"] for seat in made["seats"]] == ["human"] + ["bot"] * (smallest - 1)
    assert [bool(table.token) for table in tables] == [True] + [False] * (smallest - 1)
    assert made["game"] == slug
    assert made["status"] == "running"
    assert made["version"] == 1
    assert "invite" not in made
    assert "spectator_token" not in made
    view = tables[0].view()
    assert view["position"]["phase"] == view["phase"]
    assert view["position"]["game"] == slug
    assert view["position"]["schema"] == 1


def test_no_body_at_all_is_an_empty_wish(http: httpx.Client) -> None:
    response = http.post("/v1/bakong/games")
    assert response.status_code == 201
    assert [seat["kind"] for seat in response.json()["seats"]] == ["human", "bot"]


def test_a_number_of_seats_is_one_human_and_greedy_bots(http: httpx.Client) -> None:
    made, tables = create(http, "bakong", {"seats": 4})
    assert [seat["kind"] for seat in made["seats"]] == ["human", "bot", "bot", "bot"]
    assert [seat["bot"] for seat in tables[0].view()["seats"]] == [None, "greedy", "greedy", "greedy"]


def test_the_answer_says_where_the_game_is_and_holds_the_spectators_view(http: httpx.Client) -> None:
    response = http.post("/v1/bakong/games", json={"seats": [{"kind": "human"}, {"kind": "human"}]})
    made = response.json()
    assert response.headers["Location"] == f"/v1/bakong/games/{made['id']}"
    assert response.headers["ETag"] == '"1-s"'
    assert response.headers["Cache-Control"] == "no-store"
    assert made["view"]["you"] is None
    assert made["view"] == http.get(response.headers["Location"]).json()
    assert made["commitment"] == made["view"]["commitment"]
    tokens = [made["host_token"], *(seat["token"] for seat in made["seats"])]
    assert len(set(tokens)) == 3
    assert all(len(token) > 32 for token in tokens)


def test_every_kind_of_seat(http: httpx.Client) -> None:
    payload = [{"kind": "human", "name": "Ana"}, {"kind": "bot", "bot": "random"}, {"kind": "open"}, {"kind": "bot"}]
    made, tables = create(http, "bakong", {"seats": payload})
    assert made["status"] == "open"
    assert made["view"]["position"] is None
    assert made["view"]["phase"] is None
    assert made["view"]["to_act"] == []
    seats = [(seat["name"], seat["kind"], seat["bot"]) for seat in tables[0].view()["seats"]]
    assert seats == [
        ("Ana", "human", None), ("Random B", "bot", "random"), ("", "open", None), ("Greedy D", "bot", "greedy"),
    ]  # fmt: skip


def test_options_left_out_have_their_default(http: httpx.Client) -> None:
    made, (ana, *_) = create(http, "kimbac", {"options": {"rounds": 1}})
    options = ana.view()["position"]["options"]
    assert options["rounds"] == 1
    defaults = {name: spec.get("default") for name, spec in game("kimbac").content["options"].items()}
    assert defaults.keys() - options.keys() == {"kimbac_may_stay"}  # newer than the first release: absent = default
    assert options == {name: defaults[name] for name in options} | {"rounds": 1}
    assert made["view"]["position"]["options"] == options


@pytest.mark.parametrize(
    ("payload", "pointer"),
    [
        ({"options": {"memory_aid": "yes"}}, "/options/memory_aid"),
        ({"options": {"luck": True}}, "/options/luck"),
        ({"options": {"first_seat": 2}}, "/options/first_seat"),
        ({"options": None}, "/options"),
        ({"seats": 1}, "/seats"),
        ({"seats": 7}, "/seats"),
        ({"seats": []}, "/seats"),
        ({"seats": [{"kind": "human"}] * 7}, "/seats"),
        ({"seats": True}, "/seats"),
        ({"seats": 2.5}, "/seats"),
        ({"seats": "2"}, "/seats"),
        ({"seats": [{"kind": "human"}, {"kind": "ghost"}]}, "/seats/1/kind"),
        ({"seats": [{"kind": "human"}, {}]}, "/seats/1/kind"),
        ({"seats": [{"kind": "bot", "bot": "deep blue"}, {"kind": "bot"}]}, "/seats/0/bot"),
        ({"seats": [{"kind": "human", "name": 7}, {"kind": "bot"}]}, "/seats/0/name"),
        ({"seats": [{"kind": "human", "name": "x" * 201}, {"kind": "bot"}]}, "/seats/0/name"),
        ({"seats": [{"kind": "human", "nonce": ""}, {"kind": "bot"}]}, "/seats/0/nonce"),
        ({"seats": [{"kind": "human", "nonce": "a\nb"}, {"kind": "bot"}]}, "/seats/0/nonce"),
        ({"seats": [{"kind": "human", "colour": "red"}, {"kind": "bot"}]}, "/seats/0/colour"),
        ({"visibility": "secret"}, "/visibility"),
        ({"seed": "5eed"}, "/seed"),
        ({"seed": SEED.upper()}, "/seed"),
        ({"seed": SEED + "\n"}, "/seed"),
        ({"clock": {"turn_seconds": 0}}, "/clock/turn_seconds"),
        ({"clock": {"turn_seconds": 2592001}}, "/clock/turn_seconds"),
        ({"clock": {"turn_seconds": 1.5}}, "/clock/turn_seconds"),
        ({"clock": {"turn_seconds": True}}, "/clock/turn_seconds"),
        ({"clock": {}}, "/clock/turn_seconds"),
        ({"clock": {"turn_seconds": 60, "on_timeout": "wait"}}, "/clock/on_timeout"),
        ({"players": 2}, "/players"),
    ],
)
def test_a_wish_that_cannot_be_is_refused_by_field(http: httpx.Client, payload: Json, pointer: str) -> None:
    document = problem(http.post("/v1/bakong/games", json=payload), 422, "invalid")
    assert [error["pointer"] for error in document["errors"]] == [pointer]
    assert all(error["detail"] for error in document["errors"])


def test_every_wrong_field_is_named(http: httpx.Client) -> None:
    payload = {"seats": 99, "seed": "x", "clock": {"turn_seconds": 0, "on_timeout": "x"}, "extra/field~": 1}
    document = problem(http.post("/v1/bakong/games", json=payload), 422, "invalid")
    assert {error["pointer"] for error in document["errors"]} == {
        "/seats", "/seed", "/clock/turn_seconds", "/clock/on_timeout", "/extra~1field~0",
    }  # fmt: skip


def test_a_given_seed_is_open_to_everybody_and_decides_the_deal(http: httpx.Client) -> None:
    made, ana, _ = two_humans(http, "mekong", seed=SEED)
    assert made["view"]["open_seed"] is True
    assert made["view"]["seed"] == SEED
    assert ana.view()["seed"] == SEED
    assert made["commitment"] == "sha256:" + sha256(bytes.fromhex(SEED)).hexdigest()
    again, *_ = two_humans(http, "mekong", seed=SEED)
    assert again["view"]["position"] == made["view"]["position"]


def test_a_seed_of_the_house_stays_secret_while_the_game_runs(http: httpx.Client) -> None:
    made, ana, _ = two_humans(http)
    assert made["view"]["open_seed"] is False
    assert "seed" not in made["view"]
    assert "seed" not in ana.view()
    other, *_ = two_humans(http)
    assert other["commitment"] != made["commitment"]


@pytest.mark.parametrize("slug", slugs())
def test_a_game_can_begin_from_a_position(http: httpx.Client, slug: str) -> None:
    seats = game(slug).seats[-1]
    position = dealt(slug, seats)
    made, tables = create(http, slug, {"position": position})
    assert [seat["kind"] for seat in made["seats"]] == ["human"] + ["bot"] * (seats - 1)
    assert made["view"]["sandbox"] is True
    assert tables[0].view()["position"]["options"] == position["options"]
    aborted = http.delete(tables[0].path, headers={"Authorization": f"Bearer {made['host_token']}"})
    assert aborted.status_code == 200


@pytest.mark.parametrize("slug", slugs())
def test_a_position_that_play_cannot_reach_names_field_and_rule(http: httpx.Client, slug: str) -> None:
    position = dealt(slug, 2) | {"phase": "game_over"}
    document = problem(http.post(f"/v1/{slug}/games", json={"position": position}), 422)
    [error] = document["errors"]
    assert error["pointer"].startswith("/position")
    assert document["rule"] in game(slug).rulebook
    assert document["type"] == f"/v1/{slug}/rules/{document['rule']}"
    assert http.get(document["type"]).status_code == 200
    answer = http.post(f"/v1/{slug}/games", json={"position": position}, headers={"Accept-Language": "fr"})
    assert answer.headers["Content-Language"] == "fr"
    french = {words["fr"] for words in game(slug).words.positions.values()}
    assert problem(answer, 422)["errors"][0]["detail"] in french


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"schema": 2}, "/position/schema"),
        ({"game": "mekong"}, "/position/game"),
        ({"phase": 3}, "/position/phase"),
        ({"extra": 1}, "/position/extra"),
    ],
)
def test_a_position_of_the_wrong_shape_names_its_field(http: httpx.Client, change: Json, pointer: str) -> None:
    document = problem(http.post("/v1/bakong/games", json={"position": dealt("bakong", 2) | change}), 422)
    assert [error["pointer"] for error in document["errors"]] == [pointer]


def test_a_position_brings_its_own_seats_and_options(http: httpx.Client) -> None:
    position = dealt("bakong", 3)
    refused = problem(http.post("/v1/bakong/games", json={"position": position, "seats": 2}), 422, "invalid")
    assert refused["errors"][0]["pointer"] == "/seats"
    payload = {"position": position, "options": {"memory_aid": False}}
    refused = problem(http.post("/v1/bakong/games", json=payload), 422, "invalid")
    assert refused["errors"][0]["pointer"] == "/options"


def test_a_clock_shows_an_absolute_deadline(http: httpx.Client) -> None:
    made, ana, _ = two_humans(http, clock={"turn_seconds": 3600, "on_timeout": "abort"})
    clock = ana.view()["clock"]
    assert (clock["turn_seconds"], clock["on_timeout"]) == (3600, "abort")
    assert clock["deadlines"] == [clock["deadline"], None]
    left = datetime.fromisoformat(clock["deadline"]) - datetime.now(UTC)
    assert timedelta(minutes=59) < left <= timedelta(hours=1)
    assert made["view"]["clock"] == clock
    assert two_humans(http)[0]["view"]["clock"] is None


def test_a_private_game_gets_an_invite_and_a_token_for_spectators(http: httpx.Client) -> None:
    made, ana, _ = two_humans(http, visibility="private")
    assert made["view"]["private"] is True
    assert made["spectator_token"] != made["invite"]
    assert ana.as_(made["spectator_token"]).view() == made["view"]
    assert ana.as_(made["host_token"]).view() == made["view"]


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ana", "Ana"),
        ("  Ana \t\n Maria  ", "Ana Maria"),
        ("A\u0000n\u001b[31ma", "A n [31ma"),
        ("evil\u202egnp.exe", "evil gnp.exe"),
        ("x" * 100, "x" * 40),
        ("é" * 41, "é" * 40),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("", "Player 1"),
        ("\u200b\u0007", "Player 1"),
        (None, "Player 1"),
    ],
)
def test_names_are_user_text(http: httpx.Client, given: Any, shown: str) -> None:
    made, tables = create(http, "bakong", {"seats": [{"kind": "human", "name": given}, {"kind": "bot"}]})
    assert made["seats"][0]["name"] == shown
    assert tables[0].view()["seats"][0]["name"] == shown


@pytest.mark.parametrize("kind", ["human", "open"])
@pytest.mark.parametrize("given", [{"bot": "greedy"}, {"level": 3}])
def test_a_bot_is_named_only_for_a_seat_that_a_bot_plays(http: httpx.Client, kind: str, given: Json) -> None:
    refused = http.post("/v1/bakong/games", json={"seats": [{"kind": "human"}, {"kind": kind, **given}]})
    [error] = problem(refused, 422, "invalid")["errors"]
    assert error["pointer"] == f"/seats/1/{next(iter(given))}"
    assert "`bot`" in error["detail"]
    _, ana, _ = two_humans(http)
    problem(ana.put("/seats/0", {"kind": kind, **given}), 422, "invalid")


def test_positions_and_options_of_version_0_1_are_read(http: httpx.Client) -> None:
    made, (ana, _) = create(http, "mekong", {"seats": 2, "options": {"colors": ["black", "white"]}})
    view = ana.view()["position"]
    assert [player["colour"] for player in view["players"]] == ["black", "white"]
    http.delete(ana.path, headers={"Authorization": f"Bearer {made['host_token']}"})
    old = ana.get("/position").text.replace('"colour', '"color')
    again, _ = create(http, "mekong", {"position": msgspec.json.decode(old)})
    assert again["view"]["sandbox"] is True


def test_a_game_with_a_remote_bot_is_built_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[str] = []

    def counted(*given: Any) -> Any:
        built.append(given[1])
        return build_game(*given)

    monkeypatch.setattr(creation, "build_game", counted)
    server = EmbeddedServer(tmp_path)
    server.start()
    try:
        client = create_app(Settings(redis_url=server.url, data=tmp_path, log_level="error")).test_client()
        bot: Any = client.post("/v1/bots", json={"name": "Croc"}).json
        seats = [{"kind": "human"}, {"kind": "remote", "bot": bot["id"]}]
        made: Any = client.post("/v1/bakong/games", json={"seats": seats}).json
        assert built == [made["id"]]
        assert [seat["name"] for seat in made["seats"]] == ["Player 1", "Croc"]
        path = f"/v1/bakong/games/{made['id']}/actions"
        for token in (made["seats"][0]["token"], bot["token"]):
            assert client.get(path, headers={"Authorization": f"Bearer {token}"}).status_code == 200
    finally:
        server.stop()
