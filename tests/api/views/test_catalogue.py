"""The catalogue, the sheets and the rules: what a client can learn before it creates a game."""

from __future__ import annotations

import httpx
import pytest

from engines.kernel.registry import game, slugs
from tests.api.problems import problem


def test_the_catalogue_lists_every_game_with_counts_options_and_links(http: httpx.Client) -> None:
    response = http.get("/v1")
    assert response.status_code == 200
    cards = {card["slug"]: card for card in response.json()["games"]}
    assert tuple(cards) == slugs()
    for slug, card in cards.items():
        engine = game(slug)
        assert (card["seats_min"], card["seats_max"]) == (engine.seats[0], engine.seats[-1])
        assert set(card["options"]) == set(engine.content["options"])
        for link in ("url", "rules_url", "games_url"):
            assert http.get(card[link]).status_code == 200


def test_options_are_told_with_their_defaults_and_bounds(http: httpx.Client) -> None:
    options = http.get("/v1/bakong").json()["options"]
    assert options["memory_aid"]["type"] == "bool"
    assert options["memory_aid"]["default"] is False
    rounds = http.get("/v1/kimbac").json()["options"]["rounds"]
    assert rounds["type"] == "int"
    assert (rounds["default"], rounds["min"], rounds["max"]) == ("seats", 1, 8)


@pytest.mark.parametrize("slug", slugs())
def test_a_sheet_tells_content_actions_phases_events_and_bots(http: httpx.Client, slug: str) -> None:
    engine = game(slug)
    sheet = http.get(f"/v1/{slug}").json()
    assert sheet["slug"] == slug
    assert sheet["actions"] == [action.__struct_config__.tag for action in engine.rules.action_types]
    assert sheet["events"] == [event.__struct_config__.tag for event in engine.rules.event_types]
    assert [phase["id"] for phase in sheet["phases"]][:-1] == list(engine.rules.phases)
    assert sheet["phases"][-1]["id"] == "game_over"
    assert sheet["bots"] == ["random", "greedy", "search"]
    assert sheet["content"]["game"]["name"].keys() >= {"fr", "en"}
    assert sheet["content"]["players"] == engine.content["players"]
    assert "name" not in sheet["names"]


@pytest.mark.parametrize("slug", slugs())
def test_a_sheet_has_the_words_that_a_frontend_needs(http: httpx.Client, slug: str) -> None:
    english, french = (http.get(f"/v1/{slug}", headers={"Accept-Language": asked}).json() for asked in ("en", "fr"))
    for name, option in english["options"].items():
        assert option["label"] != french["options"][name]["label"]
        assert set(option["labels"]) >= set(option["values"] or ())
        assert option["labels"]
    assert english["reasons"]
    assert [reason["id"] for reason in english["reasons"]] == list(game(slug).words.reasons)
    assert [reason["name"] for reason in english["reasons"]] != [reason["name"] for reason in french["reasons"]]
    renderer = game(slug).renderer
    colours = [[colour["id"] for colour in listed] for listed in english["seat_colours"].values()]
    assert colours == [renderer.seat_colours(seats) for seats in game(slug).seats]
    spots = {name: (spot["x"], spot["y"]) for name, spot in english["places"].items()}
    assert spots == {name: pytest.approx(spot, abs=0.01) for name, spot in renderer.places().items()}
    last_lines = {"bakong": ["total"], "kimbac": ["total"], "bailouke": ["last_round"]}
    assert [line["id"] for line in english["score_lines"]][-1:] == last_lines.get(slug, [])
    hinted = {entry["id"] for group in french["reference"] for entry in group["entries"] if entry["hint"]}
    assert hinted == set(game(slug).words.hints) and len(hinted) == (8 if slug == "bakong" else 0)


@pytest.mark.parametrize(("asked", "given"), [("fr", "fr"), ("fr-CA, en;q=0.5", "fr"), ("de", "en"), ("en, fr", "en")])
def test_words_come_in_the_language_asked_for(http: httpx.Client, asked: str, given: str) -> None:
    response = http.get("/v1/babord", headers={"Accept-Language": asked})
    assert response.headers["Content-Language"] == given
    assert "Accept-Language" in response.headers["Vary"]
    assert response.json()["name"] == game("babord").content["game"]["name"][given]
    assert response.json()["names"] == game("babord").words.names[given]
    catalogue = http.get("/v1", headers={"Accept-Language": asked})
    assert catalogue.headers["Content-Language"] == given


@pytest.mark.parametrize("slug", slugs())
def test_every_rule_is_served_with_its_provenance(http: httpx.Client, slug: str) -> None:
    rules = http.get(f"/v1/{slug}/rules").json()["rules"]
    assert [rule["id"] for rule in rules] == list(game(slug).rulebook)
    assert {rule["provenance"] for rule in rules} <= {"rulebook", "inferred", "reconstructed", "reading"}
    assert all(rule["text"] for rule in rules)
    for rule in (rules[0], rules[-1]):
        assert rule["url"] == f"/v1/{slug}/rules/{rule['id']}"
        assert http.get(rule["url"]).json() == rule


def test_unknown_games_and_rules_are_not_found(http: httpx.Client) -> None:
    problem(http.get("/v1/chess"), 404, "not-found")
    problem(http.get("/v1/bakong/rules/BAK-999"), 404, "not-found")
    problem(http.get("/v1/bakong/rules/MEK-1"), 404, "not-found")
