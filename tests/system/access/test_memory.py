"""Players must remember: without `memory_aid` the history stops repeating faces that the board no longer shows.

A seat has a face in its history until it acts again, everybody else until every seat has acted; what replaces it is an
event `masked` with the same number. Twins, two games that differ only in that face, answer alike from then on.
"""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from engines.babord.position import BabordPosition
from engines.bailouke.actions import Ready
from engines.bailouke.position import Position as BailoukePosition
from engines.bakong.position import BakongPosition
from engines.kernel.dice import SeededDice
from engines.kernel.registry import game
from tests.engines.bakong import positions
from tests.support.kit.play import opening
from tests.system.access.games import ApiCaller, Json
from tests.system.access.test_secrecy import Twin

BABORD, BAILOUKE = game("babord"), game("bailouke")
WITH_KNOWLEDGE = ("turn", "what workers get")
"""Channels of bots, built-in and remote, which remember all that their seat has seen."""


def act(table: Twin, seat: int, action: Json) -> Json:
    answer = table.caller.ask("POST", f"{table.path}/actions", table._token(seat), action)
    assert answer.status_code == 200, answer.text
    return dict(answer.json or {})


def history(table: Twin, seat: int | None, token: str | None = None) -> list[Json]:
    """The events as their reader gets them in pages; a stream from the beginning says the same."""
    answer = table.caller.ask("GET", f"{table.path}/events", token or table._token(seat)).json or {}
    events: list[Json] = answer["events"]
    stream = table._stream(seat)
    if token is None:
        assert [f"id: {event['seq']}\n" in stream for event in events] == [True] * len(events)
        assert stream.count("event: masked") == sum(event["type"] == "masked" for event in events)
    return events


def alike(one: Twin, twin: Twin, reader: int | None) -> bool:
    """Does this reader get the same on every channel of both games?"""
    now, then = one.channels(reader), twin.channels(reader)
    return all(answer == then[name] for name, answer in now.items() if name not in WITH_KNOWLEDGE)


# --- Babord: what a seat observes is for it alone, what lies under a boat that fishes is for all ---------------------


def at_sea(memory_aid: bool) -> BabordPosition:
    """Two boats without fish to trade, so that a look ends a turn; nothing seen yet, seat 0 to act."""
    options = {"first_seat": 0, "memory_aid": memory_aid, "max_rounds": 9}
    position, _, dice = opening(BABORD, 2, options, bytes(32))
    for _ in range(2):
        seat = BABORD.rules.to_act(position)[0]
        BABORD.rules.apply(position, seat, BABORD.rules.legal(position, seat).actions[0], dice)
    for sailor, boat in zip(position.players, ((2, 2), (8, 8)), strict=True):
        sailor.fish, sailor.boat = 0, boat
    return position


def twin_of(position: BabordPosition, one: tuple[int, int], other: tuple[int, int]) -> BabordPosition:
    """The same game with two faces exchanged."""
    names = [str(position.grid[row][col]) for row, col in (one, other)]
    twin = position.copy()
    twin.tiles[names[0]], twin.tiles[names[1]] = position.tiles[names[1]], position.tiles[names[0]]
    twin.treasure.tile = next(name for name, tile in twin.tiles.items() if tile.kind == "treasure")
    return twin


def look(table: Twin, seat: int, place: tuple[int, int]) -> Json:
    return act(table, seat, {"type": "observe", "tile": list(place)})


def sightings(table: Twin, seat: int) -> list[list[int]]:
    """The places of the tiles that the seat's history shows to it alone."""
    return [event["place"] for event in history(table, seat) if event["type"] == "tile_seen"]


def faces(position: BabordPosition) -> tuple[tuple[int, int], tuple[int, int]]:
    """Two places with different faces, neither of which has fish."""
    places = [(row, col) for row in range(1, 5) for col in range(1, 5)]
    first = position.tiles[str(position.grid[1][1])]
    assert first.fish == 0
    tiles = {place: position.tiles[str(position.grid[place[0]][place[1]])] for place in places}
    return (1, 1), next(place for place, tile in tiles.items() if tile.kind != first.kind and not tile.fish)


def test_a_sighting_is_shown_until_the_seat_acts_again(caller: ApiCaller) -> None:
    table = Twin(caller, "babord", at_sea(memory_aid=False), 2)
    look(table, 0, (2, 1))
    before = history(table, 0)
    assert sightings(table, 0) == [[2, 1]]
    look(table, 1, (2, 2))
    assert (sightings(table, 0), sightings(table, 1)) == ([[2, 1]], [[2, 2]])
    look(table, 0, (3, 3))
    assert (sightings(table, 0), sightings(table, 1)) == ([[3, 3]], [[2, 2]])
    now = history(table, 0)
    assert [event["seq"] for event in now[: len(before)]] == [event["seq"] for event in before]
    [seen], [masked] = ([event for event in events if event["seq"] == 3] for events in (before, now))
    assert seen["type"] == "tile_seen"
    assert masked == {
        "type": "masked",
        "event": "tile_seen",
        "masked": ["kind", "fish"],
        "seat": 0,
        "fields": {"seat": 0, "place": [2, 1], "tile": seen["tile"]},
        "seq": 3,
        "version": seen["version"],
        "sentence": "P0 sees the tile on B3.",
    }


def test_with_the_aid_history_keeps_every_face(caller: ApiCaller) -> None:
    table = Twin(caller, "babord", at_sea(memory_aid=True), 2)
    for seat, place in ((0, (2, 1)), (1, (2, 2)), (0, (3, 3))):
        look(table, seat, place)
    assert sightings(table, 0) == [[2, 1], [3, 3]]


def test_the_log_opens_at_the_end(caller: ApiCaller) -> None:
    table = Twin(caller, "babord", at_sea(memory_aid=False), 2)
    for seat, place in ((0, (2, 1)), (1, (2, 2)), (0, (3, 3))):
        look(table, seat, place)
    caller.expect(200, "DELETE", table.path, table.made["host_token"])
    assert sightings(table, 0) == [[2, 1], [3, 3]]


def test_who_has_acted_again_cannot_tell_what_it_has_seen(caller: ApiCaller) -> None:
    position = at_sea(memory_aid=False)
    seen, other = faces(position)
    position.players[0].boat = (4, 4)
    one, twin = Twin(caller, "babord", position, 2), Twin(caller, "babord", twin_of(position, seen, other), 2)
    for table in (one, twin):
        look(table, 0, seen)
    assert one.channels(0)["/events"] != twin.channels(0)["/events"]
    for table in (one, twin):
        look(table, 1, (4, 2))
    assert not alike(one, twin, 0)
    for table in (one, twin):
        look(table, 0, (4, 3))
    assert alike(one, twin, 0)


def test_a_public_face_goes_for_each_seat_when_it_acts_and_for_the_others_when_all_have(caller: ApiCaller) -> None:
    """Seat 0 fishes in vain: everybody sees the tile under its boat, and must remember it."""
    position = at_sea(memory_aid=False)
    one, twin = Twin(caller, "babord", position, 2), Twin(caller, "babord", twin_of(position, *faces(position)), 2)

    def who_can_tell() -> list[int | None]:
        return [reader for reader in (0, 1, None) if not alike(one, twin, reader)]

    for table in (one, twin):
        act(table, 0, {"type": "fish"})
    assert who_can_tell() == [0, 1, None]
    for table in (one, twin):
        look(table, 1, (4, 2))
    assert who_can_tell() == [0, None], "seat 1 has acted, and remembers"
    for table in (one, twin):
        look(table, 0, (4, 3))
    assert who_can_tell() == [], "every seat has acted since"


def test_for_the_host_too(caller: ApiCaller) -> None:
    table = Twin(caller, "babord", at_sea(memory_aid=False), 2)
    act(table, 0, {"type": "fish"})
    for seat, place, shown in ((1, (4, 2), True), (0, (4, 3), False)):
        look(table, seat, place)
        types = [event["type"] for event in history(table, None, table.made["host_token"])]
        assert ("tile_revealed" in types) is shown
        assert ("masked" in types) is not shown


def test_what_a_catch_did_to_the_dashboard_is_masked_with_the_tile(caller: ApiCaller) -> None:
    position = at_sea(memory_aid=False)
    position.players[0].boat = (8, 6)
    assert position.tiles[str(position.grid[4][3])].fish > 0
    table = Twin(caller, "babord", position, 2)
    caught = act(table, 0, {"type": "fish"})["events"]
    assert [event["type"] for event in caught[:2]] == ["tile_revealed", "dashboard_changed"]
    look(table, 1, (4, 2))
    masked = [event for event in history(table, 1) if event["type"] == "masked"]
    assert [(event["event"], event["masked"]) for event in masked] == [
        ("tile_revealed", ["kind", "fish"]),
        ("dashboard_changed", ["changes"]),
    ]


def test_the_turn_of_a_bot_has_all_that_its_seat_has_seen(caller: ApiCaller) -> None:
    """In its position and on its board of text, so that a bot may forget everything between two turns."""
    position = at_sea(memory_aid=False)
    seen, other = faces(position)
    position.players[0].boat = (4, 4)
    one, twin = Twin(caller, "babord", position, 2), Twin(caller, "babord", twin_of(position, seen, other), 2)
    turns = []
    for table in (one, twin):
        for seat, place in ((0, seen), (1, (4, 2)), (0, (4, 3)), (1, (4, 2))):
            look(table, seat, place)
        turns.append(orjson.loads(table._turn(0)))
    tile = str(position.grid[seen[0]][seen[1]])
    known = [turn["view"]["position"]["tiles"][tile]["kind"] for turn in turns]
    assert known == [start.tiles[tile].kind for start in (position, twin_of(position, seen, other))]
    assert turns[0]["text"]["board"] != turns[1]["text"]["board"]


def test_an_act_is_answered_again_with_the_faces_that_it_showed(caller: ApiCaller) -> None:
    """The response of a keyed act is the same later, whatever its seat must remember by then."""
    table = Twin(caller, "babord", at_sea(memory_aid=False), 2)
    action, path = {"type": "observe", "tile": [2, 1]}, f"{table.path}/actions"

    def sent() -> Any:
        return caller.ask("POST", path, table._token(0), action, Idempotency_Key="a-key-that-nobody-else-has").json

    first = sent()
    look(table, 1, (2, 2))
    look(table, 0, (3, 3))
    assert first["events"][1]["type"] == "tile_seen"
    assert sent()["events"] == first["events"]


# --- Baïlouké: a drawn card is for its seat alone, a wrong discard for all -------------------------------------------


def dealt() -> tuple[BailoukePosition, BailoukePosition]:
    """Cards have just been dealt; and the same with the card that seat 0 draws first exchanged for one far below it."""
    position, _, _ = opening(BAILOUKE, 2, {"first_seat": 0, "memory_aid": False}, bytes(32))
    ready, dice = position.copy(), SeededDice(bytes(32))
    for seat in (0, 1):
        BAILOUKE.rules.apply(ready, seat, Ready(), dice)
    drawn = ready.drawn
    assert drawn is not None
    twin = position.copy()
    other = next(card for card in sorted(ready.pile[8:-8]) if position.cards[card] != position.cards[drawn])
    twin.cards[drawn], twin.cards[other] = position.cards[other], position.cards[drawn]
    return position, twin


def offers(table: Twin) -> tuple[int, list[Json]]:
    """Who is to act, and the choices."""
    seat = table.caller.expect(200, "GET", table.path)["to_act"][0]
    return seat, table.caller.expect(200, "GET", f"{table.path}/actions", table._token(seat))["actions"]


def go_on(tables: list[Twin], seats: set[int]) -> None:
    """Play on, alike and with as little as possible, until each of these seats has acted."""
    waiting = set(seats)
    while waiting:
        (seat, actions), again = (offers(table) for table in tables)
        assert again == (seat, actions)
        for table in tables:
            act(table, seat, next((one for one in actions if one["type"] in ("pass", "end_turn")), actions[0]))
        waiting.discard(seat)


def card_values(table: Twin, seat: int) -> list[int]:
    """The values that the seat's history shows to it alone."""
    return [event["value"] for event in history(table, seat) if event["type"] == "card_seen"]


def test_who_has_acted_again_cannot_tell_which_card_it_has_drawn(caller: ApiCaller) -> None:
    """A drawn card that was put into the hunting zone must be remembered; its value leaves every channel."""
    position, twin_position = dealt()
    tables = [Twin(caller, "bailouke", start, 2) for start in (position, twin_position)]
    for table in tables:
        for seat in (0, 1):
            act(table, seat, {"type": "ready"})
    values = [card_values(table, 0) for table in tables]
    assert len(values[0]) == 1
    assert values[0] != values[1]
    for table in tables:
        act(table, 0, {"type": "replace", "card": position.players[0].zone[0]})
    go_on(tables, {0, 1})
    assert card_values(tables[0], 0) == card_values(tables[1], 0)
    assert alike(*tables, 0)


def discarding() -> list[BailoukePosition]:
    """Seat 1 may discard, and has no fitting card; the two positions differ in its first card."""
    position, _, _ = opening(BAILOUKE, 2, {"first_seat": 0, "memory_aid": False}, bytes(32))
    dice = SeededDice(bytes(32))
    while not (position.phase == "discard" and BAILOUKE.rules.to_act(position) == (1,)):
        seat = BAILOUKE.rules.to_act(position)[0]
        actions = BAILOUKE.rules.legal(position, seat).actions
        BAILOUKE.rules.apply(position, seat, next((one for one in actions if one == Ready()), actions[0]), dice)
    card, top = position.players[1].zone[0], position.cards[position.graveyard[-1]]
    twin = position.copy()
    values = {top, position.cards[card]}
    other = next(other for other in position.pile[8:-8] if position.cards[other] not in values)
    twin.cards[card], twin.cards[other] = position.cards[other], position.cards[card]
    assert top not in (position.cards[card], twin.cards[card])
    return [position, twin]


def test_a_wrong_discard_is_remembered_by_everybody(caller: ApiCaller) -> None:
    starts = discarding()
    tables = [Twin(caller, "bailouke", start, 2) for start in starts]
    for table in tables:
        act(table, 1, {"type": "discard", "card": starts[0].players[1].zone[0]})
    failed = [[event for event in history(table, 0) if event["type"] == "discard_failed"] for table in tables]
    assert [len(each) for each in failed] == [1, 1]
    assert failed[0] != failed[1]
    go_on(tables, {1})
    assert [alike(*tables, reader) for reader in (0, 1, None)] == [False, True, False]
    go_on(tables, {0, 1})
    assert all(alike(*tables, reader) for reader in (0, 1, None))


# --- Bakong: a tile that is turned and turned back ------------------------------------------------------------------


def on_the_track(behind: int) -> list[BakongPosition]:
    """Seat 0 may turn slot 8, seat 1 stands so far behind it; the two positions differ in the backs of two tiles."""
    laid = positions.track("jungle:t13", unseen=set(range(1, 25)), at=8)
    far = next(place for place, lying in enumerate(laid) if lying.tile == "t15")
    laid[far], laid[23] = laid[23], laid[far]  # nobody comes by there
    players = (positions.player(5), positions.player(8 - behind))
    position = positions.table(*players, track=laid, dice=(3, 1), memory_aid=False)
    twin = position.copy()
    twin.track[7], twin.track[23] = twin.track[23], twin.track[7]
    return [position, twin]


def take_turn(tables: list[Twin], seat: int, die: int | None = None) -> None:
    """Turn the tile so far ahead (else one that is not slot 8), and do the rest of the turn as it comes."""
    while (offer := offers(tables[0]))[0] == seat:
        assert all(offers(table) == offer for table in tables)
        slot = tables[0].caller.expect(200, "GET", tables[0].path)["position"]["players"][seat]["slot"]
        flips = [one for one in offer[1] if one["type"] == "flip"]
        wanted = [one for one in flips if (one["die"] == die if die else slot + one["die"] != 8)]
        for table in tables:
            act(table, seat, (wanted or offer[1])[0])


def test_a_tile_that_was_turned_back_is_remembered_by_everybody(caller: ApiCaller) -> None:
    trial = Twin(caller, "bakong", on_the_track(8)[0], 2)
    take_turn([trial], 0, 3)
    die = caller.expect(200, "GET", trial.path)["position"]["current"]["dice"][0]  # whichever slot seat 1 is on
    tables = [Twin(caller, "bakong", start, 2) for start in on_the_track(die)]
    take_turn(tables, 0, 3)
    assert not alike(*tables, None), "the other face lies up"
    take_turn(tables, 1, die)
    shown = [[tile["face"] for tile in caller.expect(200, "GET", table.path)["position"]["track"]] for table in tables]
    assert shown[0] == shown[1]
    assert [alike(*tables, reader) for reader in (0, 1, None)] == [False, True, False]
    take_turn(tables, 0)
    assert all(alike(*tables, reader) for reader in (0, 1, None))
    turned = next(event for event in history(tables[0], 0) if event.get("event") == "tile_turned")
    assert turned["masked"] == ["to", "tile"], "what it showed at first lies up again"


@pytest.mark.parametrize("memory_aid", [False, True])
def test_the_first_event_keeps_its_type(caller: ApiCaller, memory_aid: bool) -> None:
    seats = [{"kind": "human"}, {"kind": "human"}]
    made = caller.expect(201, "POST", "/v1/bakong/games", body={"seats": seats, "options": {"memory_aid": memory_aid}})
    path, flips = f"/v1/bakong/games/{made['id']}", 0
    while flips < 4:
        seat = caller.expect(200, "GET", path)["to_act"][0]
        token = made["seats"][seat]["token"]
        [action, *_] = caller.expect(200, "GET", f"{path}/actions", token)["actions"]
        flips += action["type"] == "flip"
        caller.expect(200, "POST", f"{path}/actions", token, action)
    [started, *_] = caller.expect(200, "GET", f"{path}/events")["events"]
    assert started["type"] == "game_started"
    assert len(started["faces"]) == (24 if memory_aid else 0)
