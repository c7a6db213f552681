"""Observing, fishing, trading (BAB-38 to BAB-45)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.babord import engine
from engines.babord.actions import Buy, Fish, Observe
from tests.engines.babord.positions import boat, changed, fields, legal, play, refused, sea, types


@pytest.mark.rule("BAB-38", "BAB-39")
def test_observing_shows_one_tile_to_one_seat() -> None:
    position = sea(boat((5, 5)), boat((7, 7), "se"), tiles={(4, 4): ("whale", 5)})
    events = play(position, Observe((4, 4)))
    assert fields(events[0]) == {"seat": 0, "place": [4, 4], "reason": "observe"}
    assert fields(events[1]) == {"seat": 0, "place": [4, 4], "tile": "t27", "kind": "whale", "fish": 5}
    assert [engine.visibility.redact(events[0], seat) for seat in (0, 1, None)] == [events[0]] * 3
    assert [engine.visibility.redact(events[1], seat) for seat in (0, 1, None)] == [events[1], None, None]
    tile = position.tiles["t27"]
    assert (tile.seen_by, tile.revealed) == ((0,), False)


@pytest.mark.rule("BAB-38")
def test_a_tile_under_another_boat_may_not_be_observed() -> None:
    """T23."""
    position = sea(boat((5, 5)), boat((7, 7), "se"))
    assert Observe((2, 2)) in legal(position)
    assert refused(position, Observe((3, 3))) == ("BAB-38", "illegal")
    both = sea(boat((5, 5)), boat((5, 4), "se"))
    assert refused(both, Observe((2, 2))) == ("BAB-38", "illegal")
    assert Observe((2, 2)) not in legal(both)
    play(position, Observe((2, 2)))
    assert position.tiles["t13"].seen_by == (0,)


@pytest.mark.rule("BAB-38", "BAB-131")
def test_ports_and_the_hole_have_no_face_down_tile() -> None:
    position = sea(boat((5, 5)), boat((9, 9), "se"), carrier=1, hole=(3, 3))
    for place in ((0, 0), (0, 5), (5, 5), (5, 0), (3, 3)):
        assert refused(position, Observe(place)) == ("BAB-38", "illegal")
    assert len(legal(position, Observe)) == 30
    small = sea(boat((3, 3)), rows=3, cols=3)
    assert refused(small, Observe((4, 4))) == ("BAB-38", "illegal")
    assert len(legal(small, Observe)) == 5


@pytest.mark.rule("BAB-39")
def test_what_several_seats_saw_is_kept_in_seat_order() -> None:
    position = sea(boat((5, 5)), boat((7, 7), "se"), boat((3, 3), "ne"), seat=2)
    for _ in range(3):
        play(position, Observe((4, 4)))
    assert position.tiles["t27"].seen_by == (0, 1, 2)
    assert position.tiles["t27"].revealed is False


@pytest.mark.rule("BAB-43", "BAB-44")
def test_fishing_on_the_mine_of_the_example() -> None:
    """E2: two fish, and no damage."""
    position = sea(boat((4, 7), hull=8, fuel=7, cannonballs=1), boat((9, 9), "se"), tiles={(2, 3): ("mine", 2)})
    assert changed(position, Fish()) == {
        "/phase": "after_action",
        "/players/0/fish": 7,
        "/tiles/t14/seen_by": [0, 1],
        "/tiles/t14/revealed": True,
    }
    assert position.players[0].hull == 8


@pytest.mark.rule("BAB-43", "BAB-125")
def test_the_tile_is_shown_to_all_for_fishing() -> None:
    """E5: four fish on the tile, five aboard."""
    position = sea(boat((5, 5)), boat((9, 9), "se"), tiles={(2, 2): ("fish", 4)})
    events = play(position, Fish())
    assert types(events) == ["tile_revealed", "dashboard_changed", "turn_ended", "turn_started"]
    assert fields(events[0]) == {
        "seat": 0,
        "place": [2, 2],
        "tile": "t13",
        "kind": "fish",
        "fish": 4,
        "reason": "fishing",
    }
    assert fields(events[1]) == {"seat": 0, "changes": {"fish": [5, 9]}, "reason": "fishing"}
    assert [engine.visibility.redact(events[0], seat) for seat in (0, 1, None)] == [events[0]] * 3


@pytest.mark.rule("BAB-43", "BAB-8")
def test_a_wasted_turn_and_a_full_hold() -> None:
    empty = sea(boat((5, 5)), tiles={(2, 2): ("palm", 0)})
    assert types(play(empty, Fish())) == ["tile_revealed", "turn_ended", "turn_started"]
    full = sea(boat((5, 5), fish=18), tiles={(2, 2): ("whale", 5)})
    assert fields(play(full, Fish())[1])["changes"] == {"fish": [18, 20]}


@pytest.mark.rule("BAB-44")
@pytest.mark.parametrize("kind", ["pirates", "bermuda", "tornado", "spyglass", "treasure"])
def test_fishing_never_applies_the_tile(kind: str) -> None:
    position = sea(boat((5, 5), cannonballs=1), tiles={(2, 2): (kind, 0)})
    assert changed(position, Fish()) == {
        "/phase": "after_action",
        "/tiles/t13/seen_by": [0],
        "/tiles/t13/revealed": True,
    }


@pytest.mark.rule("BAB-44")
def test_fish_are_never_used_up() -> None:
    position = sea(boat((5, 5)), tiles={(2, 2): ("fish", 3)})
    for fish in (8, 11, 14):
        play(position, Fish())
        assert position.players[0].fish == fish


@pytest.mark.rule("BAB-45")
def test_no_fishing_in_a_port_or_in_the_hole() -> None:
    assert refused(sea(boat((1, 1))), Fish()) == ("BAB-45", "illegal")
    assert refused(sea(boat((10, 11), "se")), Fish()) == ("BAB-45", "illegal")
    hole = sea(boat((6, 6)), carrier=0, hole=(3, 3))
    assert refused(hole, Fish()) == ("BAB-45", "illegal")
    assert Fish() not in legal(hole)
    assert Fish() in legal(sea(boat((5, 5))))


@pytest.mark.rule("BAB-40")
@pytest.mark.parametrize("point", [(0, 1), (1, 0), (1, 1), (0, 10), (10, 11), (11, 1)])
def test_trade_on_every_jetty_point_of_any_port(point: tuple[int, int]) -> None:
    position = sea(boat(point, fuel=5))
    assert changed(position, Buy("fuel", 3)) == {"/players/0/fuel": 8, "/players/0/fish": 2}


@pytest.mark.rule("BAB-40")
def test_no_trade_at_sea() -> None:
    position = sea(boat((2, 2), fuel=5))
    assert refused(position, Buy("fuel", 1)) == ("BAB-40", "illegal")
    assert legal(position, Buy) == []
    position.players[0].fish = 0
    assert refused(position, Buy("knife", 1)) == ("BAB-40", "illegal")


@pytest.mark.rule("BAB-41", "BAB-111")
@pytest.mark.parametrize(
    ("item", "quantity", "cost"),
    [("fuel", 4, 4), ("hull", 3, 3), ("xp", 2, 10), ("cannonballs", 3, 15), ("knife", 1, 10)],
)
def test_prices(item: str, quantity: int, cost: int) -> None:
    position = sea(boat((1, 1), fish=20, fuel=2, hull=2))
    before = getattr(position.players[0], item)
    (event,) = play(position, Buy(item, quantity))
    assert fields(event) == {"seat": 0, "item": item, "quantity": quantity, "cost": cost}
    assert getattr(position.players[0], item) == before + quantity
    assert position.players[0].fish == 20 - cost
    assert position.phase == "before_action"


@pytest.mark.rule("BAB-42")
@pytest.mark.parametrize(
    ("tracks", "item", "quantity"),
    [
        ({"fuel": 9, "fish": 5}, "fuel", 2),
        ({"fish": 4}, "xp", 1),
        ({"fish": 20, "knife": 1}, "knife", 1),
        ({"fish": 20, "cannonballs": 5}, "cannonballs", 1),
        ({"fish": 9, "fuel": 0}, "fuel", 10),
        ({"fish": 20, "xp": 10}, "xp", 1),
    ],
)
def test_no_purchase_beyond_fish_or_dashboard(tracks: dict[str, Any], item: str, quantity: int) -> None:
    """T20."""
    position = sea(boat((1, 1), **tracks))
    assert refused(position, Buy(item, quantity)) == ("BAB-42", "illegal")


@pytest.mark.rule("BAB-42")
def test_every_purchase_that_is_possible_is_listed() -> None:
    position = sea(boat((1, 1), fish=20, fuel=0, hull=1))
    offers = [(action.item, action.quantity) for action in legal(position, Buy)]
    assert len(offers) == 28
    assert offers == [
        *[("hull", n) for n in range(1, 10)],
        *[("fuel", n) for n in range(1, 11)],
        *[("xp", n) for n in range(1, 5)],
        *[("cannonballs", n) for n in range(1, 5)],
        ("knife", 1),
    ]


@pytest.mark.rule("BAB-112")
def test_a_cannonball_may_be_bought_on_the_very_first_turn() -> None:
    """T21."""
    position = sea(boat((1, 1)))
    assert changed(position, Buy("cannonballs", 1)) == {"/players/0/fish": 0, "/players/0/cannonballs": 1}


@pytest.mark.rule("BAB-126")
def test_dashboards_are_public() -> None:
    position = sea(boat((5, 5)), boat((9, 9), "se", xp=3, knife=1, fish=11, cannonballs=2))
    for seat in (0, 1, None):
        assert engine.visibility.view(position, seat).players == position.players
