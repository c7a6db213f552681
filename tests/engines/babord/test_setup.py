"""Setting up: tiles, ports, dashboards (BAB-1 to BAB-9)."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.babord import engine
from engines.babord.actions import ChoosePort, EndTurn, Observe, RollWind
from engines.babord.parts import Options
from engines.babord.pieces import ORDINARY_FACES, TRACKS, board
from engines.babord.position import BabordPosition
from engines.kernel.dice import Draws, SeededDice
from tests.engines.babord.positions import document, legal, play, refused, types


def dealt(seats: int = 2, key: bytes = b"setup", **options: object) -> BabordPosition:
    named: dict[str, object] = {"first_seat": 0} | options
    position, _ = engine.rules.deal(seats, engine.options(named, seats), SeededDice(key))
    return position


class Unshuffled(Draws):
    """Dice that leave every shuffle as it is, and note how many items there were."""

    def __init__(self) -> None:
        self.shuffled: list[int] = []

    def shuffle(self, items: list) -> None:
        self.shuffled.append(len(items))


@pytest.mark.rule("BAB-1")
def test_one_to_four_players_with_one_boat_each() -> None:
    assert engine.seats == range(1, 5)
    for seats in engine.seats:
        position = dealt(seats)
        assert [player.seat for player in position.players] == list(range(seats))
        assert engine.rules.seat_count(position) == seats


@pytest.mark.rule("BAB-2", "BAB-3", "BAB-131")
def test_the_board_is_six_by_six_with_ports_in_the_corners_and_all_other_tiles_face_down() -> None:
    position = dealt()
    assert [len(row) for row in position.grid] == [6] * 6
    corners = [position.grid[row][col] for row, col in ((0, 0), (0, 5), (5, 5), (5, 0))]
    assert corners == ["port_nw", "port_ne", "port_se", "port_sw"]
    assert len(position.tiles) == 32
    assert all(not tile.revealed and tile.seen_by == () for tile in position.tiles.values())
    assert all(tile.kind is None for tile in engine.visibility.view(position, 0).tiles.values())


@pytest.mark.rule("BAB-2")
def test_tile_ids_follow_the_reading_order_so_they_betray_nothing() -> None:
    names = [name for row in dealt().grid for name in row if name and not name.startswith("port")]
    assert names == [f"t{number:02}" for number in range(1, 33)]


@pytest.mark.rule("BAB-4")
def test_the_whole_box_lies_on_the_full_board() -> None:
    position = dealt()
    faces = Counter((tile.kind, tile.fish) for tile in position.tiles.values())
    assert faces == Counter(ORDINARY_FACES) + Counter({("treasure", 0): 1})
    assert position.tiles[position.treasure.tile].kind == "treasure"


@pytest.mark.rule("BAB-4")
@pytest.mark.parametrize(("rows", "cols"), [(3, 3), (3, 6), (5, 4)])
def test_smaller_boards_always_hold_the_treasure(rows: int, cols: int) -> None:
    for key in range(20):
        position = dealt(1, bytes([key]), rows=rows, cols=cols)
        kinds = [tile.kind for tile in position.tiles.values()]
        assert len(kinds) == rows * cols - 4
        assert kinds.count("treasure") == 1
        assert position.grid[rows - 1][cols - 1] == "port_se"
        assert position.grid[rows - 1][0] == "port_sw"
        assert position.grid[0][cols - 1] == "port_ne"


@pytest.mark.rule("BAB-4")
def test_two_shuffles_of_the_box_and_of_the_tiles_kept() -> None:
    dice = Unshuffled()
    position, events = engine.rules.deal(3, engine.options({"rows": 3, "cols": 4, "first_seat": 0}, 3), dice)
    assert dice.shuffled == [31, 8]
    kinds = [tile.kind for tile in position.tiles.values()]
    assert kinds == ["mine", "mine", "mine", "mine", "iceberg", "iceberg", "iceberg", "treasure"]
    assert position.treasure.tile == "t08"
    assert (position.treasure.carrier, position.treasure.hole) == (None, None)
    assert position.grid == [
        ["port_nw", "t01", "t02", "port_ne"],
        ["t03", "t04", "t05", "t06"],
        ["port_sw", "t07", "t08", "port_se"],
    ]
    assert (position.phase, position.active_seat, position.round) == ("choose_port", 0, 1)
    assert (position.balls, position.result) == ([], None)
    assert document(events[0]) == {
        "type": "game_started",
        "seats": 3,
        "options": document(Options(rows=3, cols=4, first_seat=0)),
    }
    assert len(events) == 1


@pytest.mark.rule("BAB-5", "BAB-106")
def test_the_board_has_140_points_and_each_port_three_on_its_jetty() -> None:
    table = board(6, 6)
    assert len(table.points) == 140
    assert not {(0, 0), (0, 11), (11, 11), (11, 0)} & set(table.points)
    assert table.jetties == {
        "nw": ((0, 1), (1, 0), (1, 1)),
        "ne": ((0, 10), (1, 10), (1, 11)),
        "se": ((10, 10), (10, 11), (11, 10)),
        "sw": ((10, 0), (10, 1), (11, 1)),
    }


@pytest.mark.rule("BAB-6", "BAB-107")
def test_home_ports_are_chosen_in_seat_order_and_never_shared() -> None:
    position = dealt(2)
    assert len(legal(position, ChoosePort)) == 12
    events = play(position, ChoosePort("se", (10, 11)))
    assert [document(event) for event in events] == [
        {"type": "port_chosen", "seat": 0, "port": "se", "point": [10, 11]}
    ]
    player = position.players[0]
    assert (player.home_port, player.start_point, player.boat) == ("se", (10, 11), (10, 11))
    assert player.arrived_tile == "port_se"
    assert (position.phase, position.active_seat) == ("choose_port", 1)
    assert refused(position, ChoosePort("se", (10, 10))) == ("BAB-6", "illegal")
    assert refused(position, ChoosePort("se", (5, 5))) == ("BAB-6", "illegal")
    ports = legal(position, ChoosePort)
    assert len(ports) == 9
    assert {action.port for action in ports} == {"nw", "ne", "sw"}


@pytest.mark.rule("BAB-5", "BAB-6")
def test_a_boat_starts_on_the_jetty_of_its_port() -> None:
    position = dealt(2)
    for point in ((0, 0), (2, 2), (1, 2), (0, 10)):
        assert refused(position, ChoosePort("nw", point)) == ("BAB-5", "illegal")


@pytest.mark.rule("BAB-9", "BAB-132")
def test_the_first_seat_is_drawn_unless_the_creator_names_it() -> None:
    drawn = Counter(dealt(4, bytes([n]), first_seat=None).active_seat for n in range(200))
    assert sorted(drawn) == [0, 1, 2, 3]
    assert min(drawn.values()) > 25
    position, events = engine.rules.deal(3, engine.options({}, 3), SeededDice(b"first"))
    assert [document(event) for event in events[1:]] == [{"type": "first_seat_drawn", "seat": position.active_seat}]
    recorded_before, _ = engine.rules.deal(3, Options(), SeededDice(b"first"))
    assert (recorded_before.active_seat, document(recorded_before).get("first_seat")) == (0, None)


@pytest.mark.rule("BAB-6", "BAB-9", "BAB-132")
def test_ports_turns_and_rounds_go_clockwise_from_the_first_seat() -> None:
    position = dealt(3, first_seat=2)
    assert position.active_seat == 2
    for port, point in (("nw", (1, 1)), ("ne", (1, 10)), ("se", (10, 10))):
        play(position, ChoosePort(port, point))
    seen = []
    for _ in range(6):
        seen.append((position.active_seat, position.round))
        play(position, Observe((2, 2)))  # a turn without trade ends by itself
        if position.phase == "after_action":
            play(position, EndTurn())
    assert seen == [(2, 1), (0, 1), (1, 1), (2, 2), (0, 2), (1, 2)]


@pytest.mark.rule("BAB-9", "BAB-132")
def test_the_first_seat_begins_once_all_ports_are_chosen() -> None:
    position = dealt(2)
    play(position, ChoosePort("nw", (1, 1)))
    assert refused(position, ChoosePort("ne", (1, 10)), seat=0) == ("BAB-9", "not_to_act")
    events = play(position, ChoosePort("ne", (0, 10)))
    assert types(events) == ["port_chosen", "turn_started"]
    assert (events[1].seat, events[1].round) == (0, 1)
    assert (position.phase, position.active_seat, position.round) == ("before_action", 0, 1)
    assert RollWind() in legal(position)


@pytest.mark.rule("BAB-7", "BAB-105", "BAB-8")
def test_boats_start_with_full_hull_full_fuel_and_five_fish() -> None:
    for player in dealt(4).players:
        assert (player.hull, player.fuel, player.fish) == (10, 10, 5)
        assert (player.xp, player.cannonballs, player.knife, player.sunk) == (0, 0, 0, False)
        assert (player.home_port, player.start_point, player.boat, player.arrived_tile) == (None, None, None, None)
    maxima = {name: track.max for name, track in TRACKS.items()}
    assert maxima == {"hull": 10, "fuel": 10, "xp": 10, "cannonballs": 5, "knife": 1, "fish": 20}


def test_choosing_a_port_is_the_only_thing_to_do_at_first() -> None:
    position = dealt(1)
    assert refused(position, RollWind()) == ("BAB-10", "wrong_phase")
    assert engine.rules.to_act(position) == (0,)
    assert engine.rules.legal(position, 1).actions == []


def test_the_same_key_lays_the_same_tiles() -> None:
    assert engine.encode(dealt(key=b"a")) == engine.encode(dealt(key=b"a"))
    assert engine.encode(dealt(key=b"a")) != engine.encode(dealt(key=b"b"))


def test_an_imported_position_begins_with_game_started() -> None:
    position = dealt(3)
    before = engine.encode(position)
    events = engine.rules.resume(position, SeededDice(b""))
    assert types(events) == ["game_started"]
    assert (events[0].seats, events[0].options) == (3, position.options)
    assert engine.encode(position) == before
