"""The built-in sailor: sensible, quick, and ignorant of what it has not seen."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec
import pytest

from engines.babord import engine
from engines.babord.actions import (
    Attack,
    Buy,
    ChoosePort,
    EndTurn,
    Fire,
    Fish,
    Jump,
    Observe,
    Peek,
    RollWind,
    Sail,
    SwapTiles,
)
from engines.babord.parts import Tile
from engines.babord.position import BabordPosition
from engines.kernel.dice import SeededDice
from engines.kernel.records import Action
from tests.engines.babord.positions import Rolls, boat, name_at, resolving, sea
from tests.support.kit.play import opening, pick

LOOK, EXPLORE = 100, 1
"""What the sailor's own dice say: stay and look, or go and see."""


def chosen(position: BabordPosition, dice: int = LOOK) -> Action:
    assert position.active_seat is not None
    seat = position.active_seat
    choices = engine.rules.legal(position, seat)
    action = engine.bot.greedy(engine.visibility.knowledge(position, seat), seat, choices, Rolls(dice))
    assert action in choices.actions
    return action


def seen(position: BabordPosition, *places: tuple[int, int]) -> BabordPosition:
    """Seat 0 has seen these tiles."""
    for row, col in places:
        name = name_at(position, row, col)
        tile = position.tiles[name]
        position.tiles[name] = Tile(tile.kind, tile.fish, (0,))
    return position


def all_seen(position: BabordPosition) -> BabordPosition:
    for name, tile in position.tiles.items():
        position.tiles[name] = Tile(tile.kind, tile.fish, (0,))
    return position


def sailing(*players: Any, wind: str = "w", **rest: Any) -> BabordPosition:
    return sea(*players, phase="sail", wind=wind, **rest)


def test_it_chooses_a_port_far_from_the_others_and_looks_out_to_sea() -> None:
    position, _, _ = opening(engine, 2, {"first_seat": 0}, bytes(32))
    assert chosen(position) == ChoosePort("nw", (1, 1))
    engine.rules.apply(position, 0, ChoosePort("nw", (1, 1)), SeededDice(b""))
    assert chosen(position) == ChoosePort("se", (10, 10))


def test_it_looks_at_the_nearest_unseen_tile_or_goes_to_see() -> None:
    position = sea(boat((3, 3), cannonballs=2))
    assert chosen(position, LOOK) == Observe((1, 1))
    seen(position, (1, 1))
    assert chosen(position, LOOK) == Observe((1, 2))
    assert chosen(position, EXPLORE) == RollWind()
    position.players[0].fuel = 6
    assert chosen(position, EXPLORE) == Observe((1, 2))
    position.players[0].fuel, position.players[0].hull = 10, 5
    assert chosen(position, EXPLORE) == Observe((1, 2))


def test_the_share_of_exploring_turns() -> None:
    position = sea(boat((3, 3)))
    assert chosen(position, 30) == RollWind()
    assert chosen(position, 31) == Observe((1, 1))


def test_with_nothing_left_to_look_at_it_moves() -> None:
    position = all_seen(sea(boat((5, 5)), boat((9, 9), "se"), carrier=1, hole=(2, 3)))
    assert chosen(position) == RollWind()


def test_it_sails_to_a_known_treasure() -> None:
    position = seen(sea(boat((5, 5)), tiles={(2, 4): ("treasure", 0)}), (2, 4))
    assert chosen(position) == RollWind()
    position = seen(sailing(boat((5, 5)), tiles={(2, 4): ("treasure", 0)}), (2, 4))
    assert chosen(position) == Sail((4, 8))


def test_it_does_not_know_a_treasure_that_it_has_not_seen() -> None:
    position = sea(boat((5, 5)), tiles={(2, 4): ("treasure", 0)})
    assert chosen(position, LOOK) == Observe((2, 2))


def test_it_brings_the_treasure_home() -> None:
    position = sailing(boat((1, 3)), wind="e", carrier=0, hole=(4, 4))
    assert chosen(position).to[0] <= 1
    assert chosen(position).to[1] <= 1
    assert chosen(sea(boat((5, 5)), carrier=0, hole=(4, 4))) == RollWind()


def test_with_the_treasure_it_avoids_pirates_and_uses_a_triangle() -> None:
    pirates = seen(
        sailing(boat((5, 9), fuel=0), wind="free", tiles={(2, 3): ("pirates", 0)}, carrier=0, hole=(4, 4)), (2, 3)
    )
    pirates.players[0].boat = (5, 8)
    assert chosen(pirates) != Sail((5, 7))
    bermuda = seen(sailing(boat((5, 5)), tiles={(2, 3): ("bermuda", 0)}, carrier=0, hole=(4, 4)), (2, 3))
    assert chosen(bermuda).to in {(4, 6), (5, 6), (4, 7), (5, 7)}


def test_it_never_sinks_itself_or_sails_into_a_ball() -> None:
    mine = seen(sailing(boat((5, 5), hull=2, fuel=1, fish=0), tiles={(2, 3): ("mine", 2)}), (2, 3))
    assert chosen(mine).to not in {(4, 6), (5, 6), (4, 7), (5, 7)}
    ball = sailing(boat((5, 5), fuel=1, fish=0), boat((9, 9), "se"), balls=[(1, (2, 3), "n")])
    assert chosen(ball).to not in {(4, 6), (5, 6), (4, 7), (5, 7)}


def test_a_bermuda_triangle_leads_home_or_to_the_treasure() -> None:
    home = sea(boat((5, 5)), tiles={(2, 2): ("bermuda", 0)}, carrier=0, hole=(4, 4))
    assert chosen(resolving(home, "jump", (2, 2))) == Jump((0, 1))
    known = seen(sea(boat((5, 5)), tiles={(2, 2): ("bermuda", 0), (4, 4): ("treasure", 0)}), (4, 4))
    assert chosen(resolving(known, "jump", (2, 2))) == Jump((8, 8))
    unknown = sea(boat((5, 5)), tiles={(2, 2): ("bermuda", 0)})
    assert chosen(resolving(unknown, "jump", (2, 2))) == Jump((0, 2))


def test_a_tornado_brings_a_known_treasure_near() -> None:
    known = seen(sea(boat((5, 5)), tiles={(2, 2): ("tornado", 0), (4, 4): ("treasure", 0)}), (4, 4))
    assert chosen(resolving(known, "swap_tiles", (2, 2))) == SwapTiles((1, 1), (4, 4))
    unknown = sea(boat((5, 5)), tiles={(2, 2): ("tornado", 0)})
    assert chosen(resolving(unknown, "swap_tiles", (2, 2))) == SwapTiles((0, 1), (0, 2))


def test_the_spyglass_is_for_unseen_tiles() -> None:
    position = seen(sea(boat((5, 5)), tiles={(2, 2): ("spyglass", 0)}), (1, 1), (1, 2), (2, 3))
    assert chosen(resolving(position, "peek", (2, 2))) == Peek((3, 2))


def test_it_shoots_a_carrier_on_the_next_tile_and_nobody_else() -> None:
    position = sea(boat((5, 5), cannonballs=1), boat((5, 6), "se"), carrier=1, hole=(4, 4))
    assert chosen(position) == Fire("e")
    far = sea(boat((5, 5), cannonballs=1), boat((5, 8), "se"), carrier=1, hole=(4, 4))
    assert chosen(far) == RollWind()
    empty = sea(boat((5, 5), cannonballs=1), boat((5, 6), "se"))
    assert chosen(empty) == Observe((2, 2))


def test_it_attacks_when_it_will_win() -> None:
    position = sea(boat((5, 5), xp=1), boat((5, 4), "se"), carrier=1, hole=(4, 4))
    assert chosen(position) == Attack(1)
    weak = sea(boat((5, 5)), boat((5, 4), "se"), carrier=1, hole=(4, 4), phase="after_action")
    assert chosen(weak) == EndTurn()


def test_it_hunts_an_armed_way_or_buys_arms_first() -> None:
    armed = sailing(boat((5, 3), cannonballs=1), boat((5, 9), "se"), carrier=1, hole=(4, 4))
    assert chosen(armed).to[1] >= 6
    unarmed = sea(boat((3, 3)), boat((9, 7), "se"), carrier=1, hole=(4, 4))
    assert chosen(unarmed) == RollWind()
    poor = sea(boat((3, 3), fish=4), boat((9, 7), "se"), carrier=1, hole=(4, 4))
    assert chosen(poor, LOOK) == Observe((1, 1))


def test_purchases() -> None:
    assert chosen(sea(boat((1, 1), fuel=3, hull=7))) == Buy("fuel", 5)
    assert chosen(sea(boat((1, 1), fuel=3, hull=2))) == Buy("hull", 5)
    assert chosen(sea(boat((1, 1), hull=7))) == Buy("hull", 3)
    assert chosen(sea(boat((1, 1)), boat((9, 9), "se"))) == Buy("cannonballs", 1)
    assert chosen(sea(boat((1, 1), cannonballs=2, fish=20), boat((9, 9), "se"))) == Buy("knife", 1)
    assert chosen(sea(boat((1, 1), cannonballs=2, knife=1, fish=19), boat((9, 9), "se"))) == Buy("xp", 3)
    assert chosen(sea(boat((1, 1), cannonballs=2, fish=14), boat((9, 9), "se"))) == Observe((0, 1))
    assert chosen(sea(boat((1, 1)))) == Observe((0, 1))
    assert chosen(sea(boat((1, 1)), boat(None, "se", hull=0, sunk=True))) == Observe((0, 1))


def test_in_need_it_steers_for_the_nearest_port() -> None:
    position = sailing(boat((2, 3), fuel=3), wind="e", tiles={(4, 4): ("treasure", 0)})
    assert chosen(position).to in {(0, 1), (1, 0), (1, 1)}
    assert chosen(sea(boat((2, 3), fuel=3))) == RollWind()
    assert chosen(sea(boat((2, 3), fuel=3, fish=2))) == Observe((1, 1))


def test_it_fishes_when_poor_on_a_tile_that_it_knows() -> None:
    position = seen(sea(boat((5, 5), fuel=3, fish=2), tiles={(2, 2): ("fish", 2)}), (2, 2))
    assert chosen(position) == Fish()
    position.players[0].fish = 6
    assert chosen(position) == RollWind()
    position.players[0].fish, position.players[0].fuel = 2, 4
    assert chosen(position) != Fish()
    unknown = sea(boat((5, 5), fuel=3, fish=2), tiles={(2, 2): ("fish", 2)})
    assert chosen(unknown) != Fish()


def test_it_beats_random_play() -> None:
    """Twelve games with seats exchanged; over many games it wins about 19 of 20."""
    wins = 0
    for number in range(12):
        position, _, dice = opening(engine, 2, {}, bytes([number]) * 32)
        rng = SeededDice(bytes([number]))
        greedy = number % 2
        while position.phase != "game_over":
            seat = position.active_seat
            assert seat is not None
            action = pick(engine, position, seat, "greedy" if seat == greedy else "random", rng)
            engine.rules.apply(position, seat, action, dice)
        assert position.result is not None
        wins += position.result.winners == [greedy]
    assert wins >= 10


TRANSCRIPTS = {
    (1, "{}"): "9f15dbb805fba09d",
    (2, "{}"): "0c9a2271ade02281",
    (3, '{"rows":4,"cols":5}'): "dda327c7f0737296",
    (4, "{}"): "c85d29a3f3093ff6",
    (4, '{"rows":3,"cols":4,"wind_die":"four_winds"}'): "2c706c115f2add78",
    (2, '{"wind_mode":"once","arrival_fish":false}'): "de030a4c372ab1ce",
    (3, '{"blocked_push":"forbidden","restart_fish":0}'): "2ad793ba94b82692",
}
"""Fingerprints of whole games between these sailors: whoever changes how they choose renews them."""


@pytest.mark.parametrize(("seats", "options"), list(TRANSCRIPTS))
def test_its_games_are_repeatable(seats: int, options: str) -> None:
    assert transcript(seats, options) == TRANSCRIPTS[seats, options]


def transcript(seats: int, options: str) -> str:
    """Four games, every action of them, as one fingerprint."""
    lines = []
    for number in range(4):
        position, _, dice = opening(
            engine, seats, {"restart_fish": 5, "first_seat": 0} | msgspec.json.decode(options), bytes([number]) * 32
        )
        rng = SeededDice(bytes([number]))
        while position.phase != "game_over":
            action = pick(engine, position, position.active_seat or 0, "greedy", rng)
            lines.append(msgspec.json.encode(action))
            engine.rules.apply(position, position.active_seat or 0, action, dice)
    return sha256(b"".join(lines)).hexdigest()[:16]


@pytest.mark.parametrize("carrier_at", [(5, 6), (7, 5), (2, 3)])
def test_with_a_cannonball_it_stops_beside_the_carrier_and_fires(carrier_at: tuple[int, int]) -> None:
    """On the carrier's own place it could not fire at it."""
    position = all_seen(sailing(boat((3, 3), cannonballs=1), boat(carrier_at, "se"), carrier=1, hole=(1, 3), wind="s"))
    hunter, prey = position.players
    action = chosen(position)
    assert isinstance(action, Sail)
    engine.rules.apply(position, 0, action, SeededDice(b""))
    assert hunter.boat is not None
    assert hunter.boat != prey.boat
    assert isinstance(chosen(position), Fire)


def test_rollouts_play_a_carrier_s_way_home() -> None:
    assert engine.bot.quiet(sea(boat((5, 5)), boat((9, 9), "se")))
    assert not engine.bot.quiet(sea(boat((5, 5)), boat((9, 9), "se"), carrier=1, hole=(2, 4)))
