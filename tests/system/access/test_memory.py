"""Players must remember: without `memory_aid` a seat's history no longer repeats what it alone has seen once."""

from __future__ import annotations

from typing import Any

from engines.babord.position import BabordPosition
from engines.bailouke.actions import Ready
from engines.bailouke.position import Position as BailoukePosition
from engines.kernel.dice import SeededDice
from engines.kernel.registry import game
from tests.support.kit.play import opening
from tests.system.access.games import Json
from tests.system.access.test_secrecy import Twin

BABORD, BAILOUKE = game("babord"), game("bailouke")


def at_sea(memory_aid: bool) -> BabordPosition:
    """Two boats in their ports without fish to trade, so that a look ends a turn; nothing seen yet, seat 0 to act."""
    options = {"first_seat": 0, "memory_aid": memory_aid, "max_rounds": 9}
    position, _, dice = opening(BABORD, 2, options, bytes(32))
    for _ in range(2):
        seat = BABORD.rules.to_act(position)[0]
        BABORD.rules.apply(position, seat, BABORD.rules.legal(position, seat).actions[0], dice)
    for player in position.players:
        player.fish = 0
    return position


def twin_of(position: BabordPosition, one: tuple[int, int], other: tuple[int, int]) -> BabordPosition:
    """The same game with two faces exchanged."""
    names = [str(position.grid[row][col]) for row, col in (one, other)]
    twin = position.copy()
    twin.tiles[names[0]], twin.tiles[names[1]] = position.tiles[names[1]], position.tiles[names[0]]
    twin.treasure.tile = next(name for name, tile in twin.tiles.items() if tile.kind == "treasure")
    return twin


def look(table: Twin, seat: int, place: tuple[int, int]) -> None:
    status, _, body = table.ask("POST", "/actions", seat, {"type": "observe", "tile": list(place)})
    assert status == 200, body


def sightings(table: Twin, seat: int) -> list[list[int]]:
    answer = table.caller.ask("GET", f"{table.path}/events", table.made["seats"][seat]["token"]).json or {}
    events: list[Json] = answer["events"]
    stream = table._stream(seat)
    seen = [event["place"] for event in events if event["type"] == "tile_seen"]
    assert stream.count("event: tile_seen") == len(seen)
    return seen


def faces(position: BabordPosition) -> tuple[tuple[int, int], tuple[int, int]]:
    """Two places with different faces."""
    places = [(row, col) for row in range(1, 5) for col in range(1, 5)]
    first = position.tiles[str(position.grid[1][1])]
    return (1, 1), next(p for p in places if position.tiles[str(position.grid[p[0]][p[1]])].kind != first.kind)


def test_a_sighting_is_shown_until_the_seat_acts_again(caller: Any) -> None:
    table = Twin(caller, "babord", at_sea(memory_aid=False), 2)
    look(table, 0, (1, 1))
    assert sightings(table, 0) == [[1, 1]]
    look(table, 1, (2, 2))
    assert (sightings(table, 0), sightings(table, 1)) == ([[1, 1]], [[2, 2]])
    look(table, 0, (3, 3))
    assert (sightings(table, 0), sightings(table, 1)) == ([[3, 3]], [[2, 2]])


def test_with_the_aid_history_keeps_all_sightings(caller: Any) -> None:
    table = Twin(caller, "babord", at_sea(memory_aid=True), 2)
    for seat, place in ((0, (1, 1)), (1, (2, 2)), (0, (3, 3))):
        look(table, seat, place)
    assert sightings(table, 0) == [[1, 1], [3, 3]]


def test_the_log_opens_at_the_end(caller: Any) -> None:
    table = Twin(caller, "babord", at_sea(memory_aid=False), 2)
    for seat, place in ((0, (1, 1)), (1, (2, 2)), (0, (3, 3))):
        look(table, seat, place)
    caller.expect(200, "DELETE", table.path, table.made["host_token"])
    assert sightings(table, 0) == [[1, 1], [3, 3]]


def test_who_has_acted_again_cannot_tell_what_it_has_seen(caller: Any) -> None:
    """Two games that differ in a tile that the seat saw once: every channel answers alike once it has acted again."""
    position = at_sea(memory_aid=False)
    seen, other = faces(position)
    one, twin = Twin(caller, "babord", position, 2), Twin(caller, "babord", twin_of(position, seen, other), 2)
    for table in (one, twin):
        look(table, 0, seen)
    assert one.channels(0)["/events"] != twin.channels(0)["/events"]
    same = next(p for p in ((4, 1), (4, 2), (4, 3)) if p not in (seen, other))
    for table in (one, twin):
        look(table, 1, same)
        look(table, 0, (4, 4) if (4, 4) not in (seen, other) else (3, 4))
    now, then = one.channels(0), twin.channels(0)
    for name, answer in now.items():
        if name not in ("turn", "what workers get"):  # bots, built-in and remote, remember all that their seat has seen
            assert answer == then[name], name


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


def act(table: Twin, seat: int, action: Json) -> None:
    status, _, body = table.ask("POST", "/actions", seat, action)
    assert status == 200, body


def card_values(table: Twin, seat: int) -> list[int]:
    """The values that the seat's history shows to it alone."""
    answer = table.caller.ask("GET", f"{table.path}/events", table.made["seats"][seat]["token"]).json or {}
    seen = [event["value"] for event in answer["events"] if event["type"] == "card_seen"]
    assert table._stream(seat).count("event: card_seen") == len(seen)
    return seen


def test_who_has_acted_again_cannot_tell_which_card_it_has_drawn(caller: Any) -> None:
    """Baïlouké: a drawn card that was put into the hunting zone must be remembered; its value leaves every channel."""
    position, twin_position = dealt()
    tables = [Twin(caller, "bailouke", start, 2) for start in (position, twin_position)]
    put_away = position.players[0].zone[0]
    for table in tables:
        for seat in (0, 1):
            act(table, seat, {"type": "ready"})
    values = [card_values(table, 0) for table in tables]
    assert len(values[0]) == 1
    assert values[0] != values[1]
    for table in tables:
        act(table, 0, {"type": "replace", "card": put_away})
    acted: set[int] = set()
    while acted != {0, 1}:
        offers = []
        for table in tables:
            seat = caller.expect(200, "GET", table.path)["to_act"][0]
            offers.append((seat, caller.expect(200, "GET", f"{table.path}/actions", table._token(seat))["actions"]))
        assert offers[0] == offers[1]
        seat, actions = offers[0]
        for table in tables:
            act(table, seat, next((one for one in actions if one["type"] in ("pass", "end_turn")), actions[0]))
        acted.add(seat)
    assert card_values(tables[0], 0) == card_values(tables[1], 0)
    now, then = (table.channels(0) for table in tables)
    for name, answer in now.items():
        if name not in ("turn", "what workers get"):  # bots, built-in and remote, remember all that their seat has seen
            assert answer == then[name], name


def test_the_kernel_names_the_sightings() -> None:
    assert [kind.__name__ for kind in BABORD.visibility.sightings] == ["TileSeen"]
    assert [kind.__name__ for kind in game("bailouke").visibility.sightings] == ["CardSeen"]
