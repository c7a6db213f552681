"""The history of a game: pages, sentences in two languages, each reader's own share."""

from __future__ import annotations

import httpx
import pytest

from engines.kernel.registry import slugs
from tests.api.problems import first_action, problem, two_humans
from tests.support.client import GameClient, Json


@pytest.fixture
def played(http: httpx.Client) -> tuple[GameClient, GameClient]:
    """A game with a little history."""
    _, ana, ben = two_humans(http, "bakong", seed="00" * 32)
    for _ in range(6):
        player = ana if ana.view()["to_act"] == [0] else ben
        assert player.act(first_action(player)).status_code == 200
    return ana, ben


def test_the_whole_history_in_order(played: tuple[GameClient, GameClient]) -> None:
    ana, _ = played
    page = ana.get("/events").json()
    assert [event["seq"] for event in page["events"]] == list(range(1, len(page["events"]) + 1))
    assert page["events"][0]["type"] == "game_started"
    versions = [event["version"] for event in page["events"]]
    assert versions == sorted(versions)
    assert set(versions) == set(range(1, ana.view()["version"] + 1))
    assert page["next_after"] == len(page["events"])
    assert page["more"] is False


@pytest.mark.parametrize("limit", [1, 2, 5, 500])
def test_pages_add_up_to_the_whole(played: tuple[GameClient, GameClient], limit: int) -> None:
    ana, _ = played
    whole = ana.get("/events").json()["events"]
    found: list[Json] = []
    after, more = 0, True
    while more:
        page = ana.get(f"/events?after={after}&limit={limit}").json()
        assert len(page["events"]) <= limit
        assert page["next_after"] == after + min(limit, len(whole) - after)
        found += page["events"]
        after, more = page["next_after"], page["more"]
    assert found == whole


def test_behind_the_end_there_is_nothing_yet(played: tuple[GameClient, GameClient]) -> None:
    ana, _ = played
    last = ana.get("/events").json()["next_after"]
    for after in (last, last + 10, 2**31):
        page = ana.get(f"/events?after={after}").json()
        assert page == {"events": [], "next": None, "next_after": after, "more": False}


@pytest.mark.parametrize("query", ["after=-1", "after=x", "limit=0", "limit=501", "limit=", f"after={2**31 + 1}"])
def test_a_bad_query_is_refused_by_name(http: httpx.Client, query: str) -> None:
    _, ana, _ = two_humans(http)
    document = problem(ana.get(f"/events?{query}"), 422, "invalid")
    assert [error["parameter"] for error in document["errors"]] == [query.partition("=")[0]]


@pytest.mark.parametrize("slug", slugs())
def test_sentences_come_in_both_languages(http: httpx.Client, slug: str) -> None:
    _, ana, _ = two_humans(http, slug)
    english, french = ana.get("/events"), ana.get("/events", Accept_Language="fr")
    assert (english.headers["Content-Language"], french.headers["Content-Language"]) == ("en", "fr")
    assert "Accept-Language" in english.headers["Vary"]
    for one, other in zip(english.json()["events"], french.json()["events"], strict=True):
        assert one["sentence"] != other["sentence"]
        assert one | {"sentence": ""} == other | {"sentence": ""}


def test_names_stand_in_sentences_as_they_are(http: httpx.Client) -> None:
    _, ana, ben = two_humans(http)
    ben.put("/seats/1", {"kind": "open"})
    name = "<b>{seat} & {name}</b>"
    assert ana.as_(None).post("/seats", {"name": name}).status_code == 201
    [event] = ana.get("/events?after=2").json()["events"]
    assert event["name"] == name
    assert event["sentence"].startswith(name)


def test_a_secret_choice_is_told_without_its_content(http: httpx.Client) -> None:
    _, ana, ben = two_humans(http, "mekong")
    programme = first_action(ana)
    own = ana.act(programme).json()["events"]
    for reader in (ben, ana.as_(None)):
        heard = reader.get("/events?after=1").json()["events"]
        assert [event["type"] for event in heard] == [event["type"] for event in own] == ["program_committed"]
        assert all(event.get("cards") is None for event in heard)


def test_what_one_seat_sees_is_not_told_to_others(http: httpx.Client) -> None:
    """Masked per seat: over a whole round nobody hears more than its own share."""
    _, ana, ben = two_humans(http, "bailouke", seed="11" * 32, options={"memory_aid": True})
    for _ in range(30):
        view = ana.view()
        if not view["to_act"]:
            break
        player = (ana, ben)[view["to_act"][0]]
        actions = player.legal()["actions"]
        looking = [action for action in actions if action["type"] in ("peek", "play")]
        assert player.act((looking or actions)[0]).status_code == 200
    shares = [{event["seq"]: event for event in events_of(reader)} for reader in (ana, ben, ana.as_(None))]
    masked = [seq for seq in shares[0] if any(share.get(seq) != shares[0][seq] for share in shares[1:])]
    assert masked
    assert shares[0] != shares[1]
    assert shares[2].keys() <= shares[0].keys() | shares[1].keys()


def events_of(reader: GameClient) -> list[Json]:
    events: list[Json] = reader.get("/events?limit=500").json()["events"]
    return events
