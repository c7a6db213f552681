"""What each event changes on the board: `include=board` on events, streams and past views, `Prefer` on acts."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from engines.kernel.registry import slugs
from tests.api.problems import first_action, problem, two_humans
from tests.support.client import GameClient


def first_to_act(ana: GameClient, ben: GameClient) -> GameClient:
    return ana if ana.view()["to_act"][0] == 0 else ben


@pytest.mark.parametrize("slug", slugs())
def test_events_tell_what_they_change_where_it_is_asked_for(http: httpx.Client, slug: str) -> None:
    _, ana, ben = two_humans(http, slug)
    player = first_to_act(ana, ben)
    acted = player.act(first_action(player), Prefer="include=board")
    assert acted.headers["Preference-Applied"] == "include=board"
    events = acted.json()["events"]
    assert all("board" in event for event in events)
    assert all("board" not in event for event in player.get("/events").json()["events"])
    page = player.get("/events?include=board").json()["events"]
    assert page[0]["board"] == {"reset": True}
    assert page[-len(events) :] == events
    at = acted.json()["version"]
    if player.get(f"?at={at}").status_code == 200:  # not where remembering is a part of the game
        assert player.get(f"?at={at}&include=board").json()["events"] == events


def test_a_stream_has_the_changes_too(http: httpx.Client) -> None:
    _, ana, ben = two_humans(http)
    player = first_to_act(ana, ben)
    player.act(first_action(player))
    headers = player.headers(Accept="text/event-stream")
    with http.stream("GET", f"{player.path}/events?include=board", headers=headers) as stream:
        lines = stream.iter_lines()
        assert any(line == "event: object_taken" for line in lines)
        assert '"board":{' in next(line for line in lines if line.startswith("data: "))


def test_changes_are_masked_like_the_event(http: httpx.Client) -> None:
    """The card that a seat of Kim-Bac draws turns over for that seat alone."""
    _, ana, ben = two_humans(http, "kimbac")
    while not any(event["type"] == "card_drawn" for event in ana.get("/events?limit=500").json()["events"]):
        player = first_to_act(ana, ben)
        player.act(first_action(player))

    def drawn(reader: GameClient) -> list[dict[str, Any]]:
        page = reader.get("/events?include=board&limit=500").json()["events"]
        return [event for event in page if event["type"] == "card_drawn"]

    seats = {event["seat"] for event in drawn(ana)}
    for seat, reader in enumerate((ana, ben)):
        for event in drawn(reader):
            assert ("turned" in event["board"]) == (event["seat"] == seat)
    assert seats


def test_what_cannot_be_included_is_refused(http: httpx.Client) -> None:
    _, ana, _ = two_humans(http)
    problem(ana.get("/events?include=effects"), 422)
