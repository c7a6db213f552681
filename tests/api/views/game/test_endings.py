"""Giving up, calling off, playing again."""

from __future__ import annotations

import httpx
import msgspec
import pytest

from engines.kernel.registry import game, slugs
from engines.kernel.verification import ReplayFile, verify
from tests.api.problems import first_action, illegal, problem, two_humans
from tests.support.client import GameClient, Json, create


def abort(table: GameClient, token: str | None) -> httpx.Response:
    return table.http.delete(table.path, headers={"Authorization": f"Bearer {token}"} if token else {})


class TestResigning:
    def test_a_bot_plays_on(self, http: httpx.Client) -> None:
        _, ana, ben = two_humans(http)
        response = ana.post("/resign")
        assert response.status_code == 200
        assert [event["type"] for event in response.json()["events"]] == ["seat_resigned"]
        assert response.json()["view"]["you"] == 0
        seat = ben.view()["seats"][0]
        assert (seat["kind"], seat["resigned"], seat["name"]) == ("bot", True, "Ana")
        assert ben.wait_for(lambda view: view["to_act"] == [1])["version"] > 2

    def test_given_up_is_given_up(self, http: httpx.Client) -> None:
        _, _, ben = two_humans(http)
        ben.post("/resign")
        problem(ben.post("/resign"), 409, "conflict", reason="seat")
        problem(ben.put("/seats/1", {"kind": "human"}), 409, "conflict", reason="seat")
        problem(ben.act({"type": "pass"}), 409, "conflict", reason="seat")
        assert ben.legal()["actions"] == []
        assert ben.view()["you"] == 1

    def test_only_seats_give_up(self, http: httpx.Client) -> None:
        made, ana, _ = two_humans(http)
        problem(ana.as_(None).post("/resign"), 401, "unauthorized")
        problem(ana.as_(made["host_token"]).post("/resign"), 403, "forbidden")
        problem(ana.post("/resign", {"why": "tired"}), 422, "invalid")
        assert http.post(ana.path + "/resign", headers=ana.headers()).status_code == 200

    @pytest.mark.parametrize("slug", slugs())
    def test_a_game_of_two_can_end_with_it(self, http: httpx.Client, slug: str) -> None:
        _, ana, ben = two_humans(http, slug)
        response = ana.post("/resign", {"end": True})
        resigned, over = response.json()["events"]
        assert (resigned["type"], resigned["then"], resigned["sentence"]) == ("seat_resigned", "end", "Ana gives up.")
        assert (over["type"], over["winners"], over["reason"]) == ("game_over", [1], "resigned")
        assert over["sentence"] == "The game is over: Ben wins."
        view = ben.view()
        assert (view["status"], view["to_act"]) == ("finished", [])
        assert view["result"] == {"winners": [1], "ranking": [[1], [0]], "scores": [], "reason": "resigned"}
        assert [seat["kind"] for seat in view["seats"]] == ["human", "human"]  # a rematch is theirs, not a bot's
        replay = ben.get("/replay").json()
        assert replay["result"] == view["result"]
        assert "a player has given up: the result needs no more actions" in list(
            verify(game(slug), msgspec.convert(replay, ReplayFile))
        )
        past = [ben.get(f"?at={version}").json() for version in (view["version"] - 1, view["version"])]
        assert [(then["status"], then["result"]) for then in past] == [("running", None), ("finished", view["result"])]
        illegal(ben.post("/resign"), slug, game(slug).rules.over_rule, "game_over")

    def test_larger_tables_go_on(self, http: httpx.Client) -> None:
        seats = [{"kind": "human", "name": name} for name in ("Ana", "Ben", "Cleo")]
        _, (ana, *_) = create(http, "bakong", {"seats": seats})
        problem(ana.post("/resign", {"end": True}), 409, "conflict", reason="seat")
        _, ana, ben = two_humans(http)
        ana.post("/resign")
        problem(ben.post("/resign", {"end": True}), 409, "conflict", reason="seat")
        problem(ben.post("/resign", {"end": "yes"}), 422, "invalid")

    def test_when_all_have_given_up_bots_finish_the_game(self, http: httpx.Client) -> None:
        _, ana, ben = two_humans(http, "kimbac", options={"rounds": 1})
        ana.post("/resign")
        ben.post("/resign")
        view = ana.wait_for(lambda v: v["status"] == "finished")
        assert view["result"]["reason"] == "rounds_played"


class TestAborting:
    def test_the_host_calls_the_game_off(self, http: httpx.Client) -> None:
        made, ana, _ = two_humans(http, clock={"turn_seconds": 600})
        response = abort(ana, made["host_token"])
        assert response.status_code == 200
        [event] = response.json()["events"]
        assert (event["type"], event["reason"]) == ("game_aborted", "host")
        view = ana.view()
        assert (view["status"], view["version"], view["to_act"], view["result"]) == ("aborted", 2, [], None)
        assert view["position"] is not None
        assert view["decision"] is None
        assert view["clock"]["deadline"] is None
        assert len(view["seed"]) == 64
        assert [e["type"] for e in ana.get("/events").json()["events"]][-1] == "game_aborted"

    def test_a_game_of_two_that_one_has_left_has_no_winner(self, http: httpx.Client) -> None:
        made, ana, ben = two_humans(http)
        assert ben.post("/resign").status_code == 200
        [event] = abort(ana, made["host_token"]).json()["events"]
        assert (event["type"], event["reason"]) == ("game_aborted", "host")
        view = ana.view()
        assert (view["status"], view["result"]) == ("aborted", None)

    def test_nobody_else_may(self, http: httpx.Client) -> None:
        made, ana, _ = two_humans(http, visibility="private")
        problem(abort(ana, ana.token), 403, "forbidden")
        problem(abort(ana, made["spectator_token"]), 403, "forbidden")
        problem(abort(ana, None), 404, "not-found")
        _, public, _ = two_humans(http)
        problem(abort(public, None), 401, "unauthorized")
        assert ana.view()["status"] == "running"

    @pytest.mark.parametrize("slug", slugs())
    def test_once_is_enough(self, http: httpx.Client, slug: str) -> None:
        made, ana, _ = two_humans(http, slug)
        assert abort(ana, made["host_token"]).status_code == 200
        illegal(abort(ana, made["host_token"]), slug, game(slug).rules.over_rule, "game_over")
        illegal(ana.post("/resign"), slug, game(slug).rules.over_rule, "game_over")
        assert ana.view()["version"] == 2

    def test_a_game_that_never_began_has_no_replay(self, http: httpx.Client) -> None:
        made, (ana, _) = create(http, "bakong", {"seats": [{"kind": "human"}, {"kind": "open"}]})
        assert abort(ana, made["host_token"]).json()["view"]["position"] is None
        problem(ana.get("/replay"), 409, "conflict", reason="not_started")
        problem(ana.get("/position"), 409, "conflict", reason="not_started")
        problem(ana.get("/actions"), 409, "conflict", reason="not_started")
        assert ana.view()["status"] == "aborted"


class TestRematch:
    def over(self, http: httpx.Client, **payload: object) -> tuple[Json, GameClient, GameClient]:
        made, ana, ben = two_humans(http, **payload)  # type: ignore[arg-type]
        assert abort(ana, made["host_token"]).status_code == 200
        return made, ana, ben

    def test_everybody_is_told_the_same_new_game(self, http: httpx.Client) -> None:
        made, ana, ben = self.over(http, options={"memory_aid": True}, clock={"turn_seconds": 600})
        answers = [ana.post("/rematch"), ben.post("/rematch"), ana.as_(made["host_token"]).post("/rematch")]
        assert [answer.status_code for answer in answers] == [201, 201, 201]
        [identifier] = {answer.json()["id"] for answer in answers}
        assert identifier != made["id"]
        assert answers[0].headers["Location"] == f"/v1/bakong/games/{identifier}"
        assert "host_token" not in answers[0].json()
        assert ana.view()["rematch"] == identifier
        assert ana.view()["version"] == 3
        assert ana.get("/events").json()["events"][-1]["type"] == "rematch_offered"

    def test_the_same_tokens_open_the_new_game(self, http: httpx.Client) -> None:
        made, ana, ben = self.over(http, options={"memory_aid": True}, clock={"turn_seconds": 600})
        identifier = ana.post("/rematch").json()["id"]
        again = GameClient(http, "bakong", identifier, ana.token)
        view = again.view()
        assert (view["you"], view["status"], view["version"]) == (0, "running", 1)
        assert [seat["name"] for seat in view["seats"]] == ["Ana", "Ben"]
        assert view["position"]["options"]["memory_aid"] is True
        assert view["clock"]["turn_seconds"] == 600
        assert view["commitment"] != made["commitment"]
        assert GameClient(http, "bakong", identifier, ben.token).view()["you"] == 1
        assert again.act(first_action(again)).status_code == 200
        assert abort(again, made["host_token"]).status_code == 200

    def test_a_private_game_stays_private(self, http: httpx.Client) -> None:
        made, ana, _ = self.over(http, visibility="private")
        again = GameClient(http, "bakong", ana.post("/rematch").json()["id"])
        problem(again.get(), 404, "not-found")
        assert again.as_(made["spectator_token"]).view()["private"] is True

    def test_whoever_gave_up_plays_again(self, http: httpx.Client) -> None:
        made, ana, ben = two_humans(http)
        ben.post("/resign")
        abort(ana, made["host_token"])
        again = GameClient(http, "bakong", ben.post("/rematch").json()["id"], ben.token)
        seat = again.view()["seats"][1]
        assert (seat["kind"], seat["resigned"]) == ("human", False)

    def test_a_seat_that_a_bot_played_on_is_its_persons_again(self, http: httpx.Client) -> None:
        made, ana, ben = two_humans(http)
        assert ben.put("/seats/1", {"kind": "bot"}).status_code == 200
        abort(ana, made["host_token"])
        again = GameClient(http, "bakong", ana.post("/rematch").json()["id"], ben.token)
        assert [seat["kind"] for seat in again.view()["seats"]] == ["human", "human"]
        assert again.view()["you"] == 1

    def test_a_seed_is_open_for_one_game_only(self, http: httpx.Client) -> None:
        _, ana, _ = self.over(http, seed="ab" * 32)
        view = ana.post("/rematch").json()["view"]
        assert view["open_seed"] is False
        assert "seed" not in view

    def test_not_while_the_game_runs(self, http: httpx.Client) -> None:
        _, ana, _ = two_humans(http)
        problem(ana.post("/rematch"), 409, "conflict", reason="seat")

    def test_only_seats_and_the_host_may_ask(self, http: httpx.Client) -> None:
        made, ana, _ = self.over(http, visibility="private")
        problem(ana.as_(made["spectator_token"]).post("/rematch"), 403, "forbidden")
        _, public, _ = self.over(http)
        problem(public.as_(None).post("/rematch"), 401, "unauthorized")
