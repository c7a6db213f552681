"""Seats: taken, given to a bot, taken back, opened, each only by a bearer who has the right."""

from __future__ import annotations

import hmac

import httpx
import pytest

from tests.api.problems import first_action, illegal, problem, two_humans
from tests.support.client import GameClient, Json, create

SEED = "0123456789abcdef" * 4


def open_game(http: httpx.Client, opens: int = 1, slug: str = "bakong", **payload: object) -> tuple[Json, GameClient]:
    """Ana waits for others."""
    seats = [{"kind": "human", "name": "Ana"}] + [{"kind": "open"}] * opens
    made, (ana, *_) = create(http, slug, {"seats": seats, **payload})
    return made, ana


class TestTaking:
    def test_the_last_seat_taken_starts_the_game(self, http: httpx.Client) -> None:
        _, ana = open_game(http, opens=2)
        first = ana.as_(None).post("/seats", {"name": "Ben"})
        assert first.status_code == 201
        assert first.headers["Location"] == ana.path
        assert first.headers["Cache-Control"] == "no-store"
        assert first.json() == {
            "id": ana.id, "seat": 1, "name": "Ben", "token": first.json()["token"], "version": 2,
        }  # fmt: skip
        assert ana.view()["status"] == "open"
        second = ana.as_(None).post("/seats", {"name": "Cleo"})
        assert second.json()["seat"] == 2
        view = ana.as_(second.json()["token"]).view()
        assert (view["status"], view["version"], view["you"]) == ("running", 3, 2)
        assert [seat["name"] for seat in view["seats"]] == ["Ana", "Ben", "Cleo"]
        types = [event["type"] for event in ana.get("/events").json()["events"]]
        assert types == ["seat_taken", "seat_taken", "game_started"]

    def test_nothing_can_be_played_before_the_deal(self, http: httpx.Client) -> None:
        _, ana = open_game(http)
        problem(ana.act({"type": "pass"}), 409, "conflict", reason="not_started")
        problem(ana.get("/actions"), 409, "conflict", reason="not_started")
        problem(ana.post("/resign"), 409, "conflict", reason="seat")
        problem(ana.get("/replay"), 409, "conflict", reason="not_over")
        problem(ana.get("/position"), 409, "conflict", reason="not_over")
        assert ana.view()["version"] == 1

    def test_a_seat_can_be_chosen(self, http: httpx.Client) -> None:
        _, ana = open_game(http, opens=3)
        assert ana.as_(None).post("/seats", {"seat": 2}).json()["name"] == "Player 3"
        problem(ana.as_(None).post("/seats", {"seat": 2}), 409, "conflict", reason="seat")
        problem(ana.as_(None).post("/seats", {"seat": 0}), 409, "conflict", reason="seat")
        problem(ana.as_(None).post("/seats", {"seat": 5}), 409, "conflict", reason="seat")
        problem(ana.as_(None).post("/seats", {"seat": 6}), 422, "invalid")
        problem(ana.as_(None).post("/seats", {"seat": "1"}), 422, "invalid")
        assert ana.view()["version"] == 2

    def test_no_seat_is_free_at_a_full_table(self, http: httpx.Client) -> None:
        _, ana, _ = two_humans(http)
        problem(ana.as_(None).post("/seats"), 409, "conflict", reason="seat")

    def test_names_are_cleaned_here_too(self, http: httpx.Client) -> None:
        _, ana = open_game(http)
        assert ana.as_(None).post("/seats", {"name": " B\u0000en\u202e " + "x" * 60}).json()["name"] == (
            "B en " + "x" * 35
        )

    def test_a_private_seat_needs_the_invite(self, http: httpx.Client) -> None:
        made, ana = open_game(http, visibility="private")
        stranger = ana.as_(None)
        for body in ({}, {"invite": "no"}, {"invite": made["host_token"]}, {"invite": None}, {"invite": 5}):
            problem(stranger.post("/seats", body), 404, "not-found")
        problem(ana.as_(made["spectator_token"]).post("/seats"), 403, "forbidden")
        problem(stranger.post("/seats", {"invite": made["invite"], "seat": "x"}), 422, "invalid")
        taken = stranger.post("/seats", {"name": "Ben", "invite": made["invite"]})
        assert taken.status_code == 201
        assert ana.as_(taken.json()["token"]).view()["status"] == "running"

    @pytest.mark.parametrize(
        "body", [b"[" * 90_000, b'{"invite":' + b"[" * 40_000, b'{"invite":"\\ud800"}', b"\xff", b"{", b'"invite"']
    )
    def test_a_strange_body_does_not_open_a_private_game(self, http: httpx.Client, body: bytes) -> None:
        _, ana = open_game(http, visibility="private")
        response = http.post(ana.path + "/seats", content=body, headers={"Content-Type": "application/json"})
        problem(response, 404, "not-found")

    def test_a_game_that_is_over_has_no_free_seats(self, http: httpx.Client) -> None:
        made, ana = open_game(http)
        assert http.delete(ana.path, headers={"Authorization": f"Bearer {made['host_token']}"}).status_code == 200
        problem(ana.as_(None).post("/seats"), 409, reason="game_over")


def drawn(key: bytes, bounds: list[int]) -> list[int]:
    """What `below(n)` gives for each bound, from the contract alone: HMAC blocks, bytes, rejection."""
    results: list[int] = []
    index = 0
    for bound in bounds:
        while True:
            byte = hmac.digest(key, (index // 32).to_bytes(8, "big"), "sha256")[index % 32]
            index += 1
            if byte < 256 - 256 % bound:
                break
        results.append(byte % bound)
    return results


class TestPrivateGames:
    def test_a_body_of_any_size_tells_nothing(self, http: httpx.Client) -> None:
        """A private game answers as a game that does not exist."""
        _, (ana, *_) = create(http, "bakong", {"seats": [{"kind": "human"}, {"kind": "open"}], "visibility": "private"})
        nowhere = GameClient(http, "bakong", ana.id[:-6] + "nobody")
        for body in (b"{}", b'{"invite": "no"}', b'{"name": "' + b"x" * 2_000_000 + b'"}', b"[" * 5000, b"no json"):
            answers = [
                http.post(game.path + "/seats", content=body, headers={"Content-Type": "application/json"})
                for game in (ana.as_(None), nowhere)
            ]
            private, none = (answer.json() | {"instance": "", "request_id": ""} for answer in answers)
            assert private == none
            assert private["status"] in (404, 413)  # the server may refuse a body before it looks for a game


class TestNonces:
    SHUFFLE = list(range(36, 1, -1))
    """Kimbac begins with one shuffle of its 36 tiles."""

    def test_nonces_enter_the_key_of_the_dice(self, http: httpx.Client) -> None:
        """The key is HMAC-SHA256 of the seed over the nonces in seat order, whatever the order of taking."""
        seats = [{"kind": "human", "nonce": "ana's luck"}, {"kind": "open"}, {"kind": "open"}]
        made, (ana, *_) = create(http, "kimbac", {"seats": seats})
        ana.as_(None).post("/seats", {"seat": 2, "nonce": "cleo's luck"})
        ana.as_(None).post("/seats", {"seat": 1})
        http.delete(ana.path, headers={"Authorization": f"Bearer {made['host_token']}"})
        replay = ana.get("/replay").json()
        assert replay["nonces"] == ["ana's luck", "cleo's luck"]
        key = hmac.digest(bytes.fromhex(replay["seed"]), b"ana's luck\ncleo's luck", "sha256")
        assert replay["deal"]["dice"] == drawn(key, self.SHUFFLE)

    def test_an_open_seed_takes_no_nonce(self, http: httpx.Client) -> None:
        """Who takes the last seat would know the seed, and could try nonces until the dice please."""
        _, (ana, *_) = create(http, "kimbac", {"seats": [{"kind": "human"}, {"kind": "open"}], "seed": SEED})
        problem(ana.as_(None).post("/seats", {"nonce": "mine"}), 409, "conflict", reason="seat")
        assert ana.as_(None).post("/seats", {}).status_code == 201

    def test_a_rematch_keeps_the_nonces(self, http: httpx.Client) -> None:
        seats = [{"kind": "human", "nonce": "ana's luck"}, {"kind": "human"}]
        made, (ana, *_) = create(http, "kimbac", {"seats": seats})
        host = {"Authorization": f"Bearer {made['host_token']}"}
        http.delete(ana.path, headers=host)
        again = GameClient(http, "kimbac", ana.post("/rematch").json()["id"], ana.token)
        http.delete(again.path, headers=host)
        assert again.get("/replay").json()["nonces"] == ["ana's luck"]

    def test_without_nonces_the_seed_is_the_key(self, http: httpx.Client) -> None:
        made, ana, _ = two_humans(http, "kimbac", seed=SEED)
        http.delete(ana.path, headers={"Authorization": f"Bearer {made['host_token']}"})
        replay = ana.get("/replay").json()
        assert replay["nonces"] == []
        assert replay["deal"]["dice"] == drawn(bytes.fromhex(SEED), self.SHUFFLE)

    def test_a_seat_that_is_opened_before_the_deal_takes_its_nonce_along(self, http: httpx.Client) -> None:
        seats = [{"kind": "human"}, {"kind": "human", "nonce": "ben's luck"}, {"kind": "open"}]
        made, (ana, ben, _) = create(http, "kimbac", {"seats": seats, "seed": SEED})
        assert ben.put("/seats/1", {"kind": "open"}).status_code == 200
        ana.as_(None).post("/seats")
        ana.as_(None).post("/seats")
        http.delete(ana.path, headers={"Authorization": f"Bearer {made['host_token']}"})
        assert ana.get("/replay").json()["nonces"] == []

    def test_a_nonce_comes_too_late_once_the_dice_have_fallen(self, http: httpx.Client) -> None:
        _, ana, ben = two_humans(http)
        assert ben.put("/seats/1", {"kind": "open"}).status_code == 200
        problem(ana.as_(None).post("/seats", {"nonce": "late"}), 409, "conflict", reason="seat")
        assert ana.as_(None).post("/seats", {"name": "Cleo"}).status_code == 201


class TestChanging:
    def test_a_holder_hands_over_and_takes_back(self, http: httpx.Client) -> None:
        _, ana, ben = two_humans(http)
        handed = ben.put("/seats/1", {"kind": "bot", "bot": "random"})
        assert handed.status_code == 200
        assert handed.headers["ETag"] == '"2-1"'
        [event] = handed.json()["events"]
        assert (event["type"], event["seat"], event["kind"], event["name"]) == ("seat_changed", 1, "bot", "Ben")
        seat = ana.view()["seats"][1]
        assert (seat["kind"], seat["bot"], seat["name"]) == ("bot", "random", "Ben")
        back = ben.put("/seats/1", {"kind": "human"})
        assert back.json()["version"] == 3
        seat = ana.view()["seats"][1]
        assert (seat["kind"], seat["bot"]) == ("human", None)
        assert [e["type"] for e in ana.get("/events").json()["events"]] == [
            "game_started", "seat_changed", "seat_changed",
        ]  # fmt: skip

    def test_a_bot_plays_on_where_it_is_handed_the_turn(self, http: httpx.Client) -> None:
        _, ana, ben = two_humans(http)
        assert ana.put("/seats/0", {"kind": "bot"}).status_code == 200
        view = ben.wait_for(lambda v: v["to_act"] == [1])
        assert view["version"] > 2

    def test_whoever_has_handed_over_takes_back_before_acting(self, http: httpx.Client) -> None:
        _, ana, ben = two_humans(http)
        ben.put("/seats/1", {"kind": "bot"})
        assert ben.legal()["actions"] == []
        ana.act(first_action(ana))
        problem(ben.act({"type": "pass"}), 409, "conflict", reason="seat")
        problem(ben.act({"type": "pass"}, Prefer="respond-async, wait=20"), 409, "conflict", reason="seat")

    def test_opening_a_seat_ends_its_token(self, http: httpx.Client) -> None:
        made, ana, ben = two_humans(http)
        opened = ben.put("/seats/1", {"kind": "open"})
        assert opened.status_code == 200
        for response in (
            ben.get(),
            ben.get("/actions"),
            ben.act({"type": "pass"}),
            ben.put("/seats/1", {"kind": "bot"}),
        ):
            problem(response, 401, "unauthorized")
        seat = ana.view()["seats"][1]
        assert (seat["kind"], seat["name"]) == ("open", "")
        taken = ana.as_(None).post("/seats", {"name": "Cleo"})
        assert taken.json()["seat"] == 1
        cleo = ana.as_(taken.json()["token"])
        assert cleo.view()["seats"][1]["name"] == "Cleo"
        problem(ben.get(), 401, "unauthorized")
        assert ana.view()["version"] == made["version"] + 2

    def test_a_private_games_former_token_finds_nothing(self, http: httpx.Client) -> None:
        _, _, ben = two_humans(http, visibility="private")
        ben.put("/seats/1", {"kind": "open"})
        problem(ben.get(), 404, "not-found")

    @pytest.mark.parametrize("kind", ["human", "bot", "open"])
    def test_nobody_else_changes_a_humans_seat(self, http: httpx.Client, kind: str) -> None:
        made, ana, ben = two_humans(http, visibility="private")
        body = {"kind": kind}
        problem(ben.put("/seats/0", body), 403, "forbidden")
        problem(ana.as_(made["host_token"]).put("/seats/0", body), 403, "forbidden")
        problem(ana.as_(made["spectator_token"]).put("/seats/0", body), 403, "forbidden")
        problem(ana.as_(None).put("/seats/0", body), 404, "not-found")
        assert ana.view()["version"] == 1

    def test_a_guest_needs_a_token(self, http: httpx.Client) -> None:
        _, ana, _ = two_humans(http)
        response = ana.as_(None).put("/seats/0", {"kind": "bot"})
        problem(response, 401, "unauthorized")
        assert response.headers["WWW-Authenticate"].startswith("Bearer")

    def test_the_host_gets_no_seat_while_its_holder_has_a_token(self, http: httpx.Client) -> None:
        """Lent to a bot, the seat is still its holder's: the host may choose the bot, and see nothing."""
        made, ana, ben = two_humans(http)
        host = ana.as_(made["host_token"])
        assert ben.put("/seats/1", {"kind": "bot"}).status_code == 200
        problem(host.put("/seats/1", {"kind": "open"}), 403, "forbidden")
        mine = http.post("/v1/bots", json={"name": "Spy"}).json()
        problem(host.put("/seats/1", {"kind": "remote", "bot": mine["id"]}), 403, "forbidden")
        assert host.put("/seats/1", {"kind": "bot", "bot": "random"}).status_code == 200
        assert ben.post("/resign").status_code == 200
        problem(host.put("/seats/1", {"kind": "open"}), 403, "forbidden")
        assert ben.view()["you"] == 1

    def test_the_host_changes_open_seats_and_bots(self, http: httpx.Client) -> None:
        made, (ana, *_) = create(http, "bakong", {"seats": [{"kind": "human"}, {"kind": "bot"}, {"kind": "open"}]})
        host = ana.as_(made["host_token"])
        assert host.put("/seats/1", {"kind": "bot", "bot": "random"}).status_code == 200
        assert host.put("/seats/1", {"kind": "open"}).json()["view"]["seats"][1]["kind"] == "open"
        problem(host.put("/seats/1", {"kind": "human"}), 403, "forbidden")
        assert host.put("/seats/1", {"kind": "bot"}).json()["view"]["status"] == "open"
        started = host.put("/seats/2", {"kind": "bot"}).json()
        assert started["view"]["status"] == "running"
        assert [event["type"] for event in started["events"]] == ["seat_changed", "game_started"]
        assert started["view"]["seats"][2]["name"] == "Greedy C"

    @pytest.mark.parametrize(
        ("body", "pointer"),
        [
            ({}, "/kind"),
            ({"kind": "cat"}, "/kind"),
            ({"kind": "bot", "bot": "x"}, "/bot"),
            ({"kind": "bot", "x": 1}, "/x"),
        ],
    )
    def test_a_bad_wish_is_refused_by_field(self, http: httpx.Client, body: Json, pointer: str) -> None:
        _, ana, _ = two_humans(http)
        document = problem(ana.put("/seats/0", body), 422, "invalid")
        assert [error["pointer"] for error in document["errors"]] == [pointer]

    @pytest.mark.parametrize("seat", ["2", "99", "-1", "x", "0.5", "9" * 5000])
    def test_unknown_seats_are_not_found(self, http: httpx.Client, seat: str) -> None:
        _, ana, _ = two_humans(http)
        problem(ana.put(f"/seats/{seat}", {"kind": "bot"}), 404, "not-found")

    def test_a_game_that_is_over_changes_no_seats(self, http: httpx.Client) -> None:
        made, ana, _ = two_humans(http)
        http.delete(ana.path, headers={"Authorization": f"Bearer {made['host_token']}"})
        illegal(ana.put("/seats/0", {"kind": "bot"}), "bakong", "BAK-68", "game_over")
