"""Who may see what (BAB-39, BAB-128), and fair imagination."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engines.babord import engine
from engines.babord.actions import Fish, Observe, Peek, Sail, SwapTiles
from engines.babord.events import DashboardChanged, GameStarted, TileRevealed, TileSeen
from engines.babord.parts import Tile
from engines.babord.position import BabordPosition
from engines.kernel.dice import SeededDice
from engines.kernel.records import GAME_OVER
from tests.engines.babord.positions import boat, document, play, resolving, sea


def known_faces(position: BabordPosition, seat: int | None, **which: bool) -> dict[str, tuple[str, int]]:
    view = (
        engine.visibility.knowledge(position, seat)
        if which.get("knowledge")
        else engine.visibility.view(position, seat)
    )
    return {name: (tile.kind, tile.fish) for name, tile in view.tiles.items() if tile.kind is not None}


def after_two_looks(**options: Any) -> BabordPosition:
    """Seat 0 has observed (4, 4), then seat 1 has fished on (3, 3)."""
    tiles = {(4, 4): ("whale", 5), (3, 3): ("shark", 3)}
    position = sea(boat((5, 5)), boat((7, 7), "se"), tiles=tiles, **options)
    play(position, Observe((4, 4)))
    play(position, Fish())
    return position


@pytest.mark.rule("BAB-128")
def test_without_the_aid_faces_are_hidden_again_and_players_must_remember() -> None:
    position = after_two_looks()
    for seat in (0, 1, None):
        assert known_faces(position, seat) == {}
        view = document(engine.visibility.view(position, seat))
        assert view["tiles"]["t27"] == {"kind": None, "fish": None}


@pytest.mark.rule("BAB-128")
def test_a_face_that_lies_open_need_not_be_remembered() -> None:
    position = sea(boat((5, 5)), boat((7, 7), "se"), tiles={(4, 4): ("whale", 5)})
    looks: list[TileRevealed | TileSeen] = [
        TileSeen(seat=0, place=(4, 4), tile="t27", kind="whale", fish=5),
        TileRevealed(seat=1, place=(4, 4), tile="t27", kind="whale", fish=5, reason="arrival"),
    ]
    for seen, face_up in ((False, None), (True, (4, 4))):
        position.current.face_up = face_up
        view = engine.visibility.view(position, 0)
        assert {engine.visibility.shows(view, event, field) for event in looks for field in ("kind", "fish")} == {seen}


@pytest.mark.rule("BAB-128")
def test_what_a_tile_did_to_a_dashboard_is_remembered_with_its_face() -> None:
    view = engine.visibility.view(sea(boat((5, 5))), 0)
    changed = [DashboardChanged(seat=0, changes={"fish": (5, 9)}, reason=why) for why in ("fishing", "cannonball")]
    assert [engine.visibility.shows(view, event, "changes") for event in changed] == [False, True]


@pytest.mark.rule("BAB-9", "BAB-128")
def test_a_boat_that_has_sunk_is_out() -> None:
    position = sea(boat((5, 5)), boat((7, 7), "se"), boat((3, 3), "sw"))
    assert engine.visibility.out(engine.visibility.view(position, 0)) == []
    position.players[1].sunk, position.players[1].boat = True, None
    assert engine.visibility.out(engine.visibility.view(position, None)) == [1]


@pytest.mark.rule("BAB-128", "BAB-39")
def test_with_the_aid_a_view_shows_what_its_reader_has_seen() -> None:
    position = after_two_looks(memory_aid=True)
    assert known_faces(position, 0) == {"t27": ("whale", 5), "t20": ("shark", 3)}
    assert known_faces(position, 1) == {"t20": ("shark", 3)}
    assert known_faces(position, None) == {"t20": ("shark", 3)}
    mine, theirs = (
        document(engine.visibility.view(position, 0))["tiles"],
        document(engine.visibility.view(position, 1))["tiles"],
    )
    assert mine["t27"] == {"kind": "whale", "fish": 5, "known": True, "seen_by": [0]}
    assert theirs["t27"] == {"kind": None, "fish": None, "known": False, "seen_by": [0]}
    assert document(engine.visibility.view(position, None))["tiles"]["t20"] == {
        "kind": "shark",
        "fish": 3,
        "known": True,
        "seen_by": [0, 1],
    }


@pytest.mark.rule("BAB-128")
@pytest.mark.parametrize("aid", [False, True])
def test_knowledge_is_what_was_lawfully_seen_whatever_the_aid(aid: bool) -> None:
    position = after_two_looks(memory_aid=aid)
    assert known_faces(position, 0, knowledge=True) == {"t27": ("whale", 5), "t20": ("shark", 3)}
    assert known_faces(position, 1, knowledge=True) == {"t20": ("shark", 3)}
    assert known_faces(position, None, knowledge=True) == {"t20": ("shark", 3)}
    assert document(engine.visibility.knowledge(position, 1))["tiles"]["t27"]["known"] is False


@pytest.mark.rule("BAB-128", "BAB-115")
def test_knowledge_follows_a_tile_that_a_tornado_moves() -> None:
    position = after_two_looks(memory_aid=True)
    position.tiles["t13"] = Tile("tornado", 0)
    resolving(position, "swap_tiles", (2, 2))
    play(position, SwapTiles((4, 4), (1, 1)))
    assert position.grid[1][1] == "t27"
    assert known_faces(position, 0)["t27"] == ("whale", 5)
    assert "t27" not in known_faces(position, 1)


def test_a_view_has_exactly_these_fields_and_no_trace_of_who_saw_what() -> None:
    position = after_two_looks()
    view = document(engine.visibility.view(position, 0))
    assert list(view) == [
        "game",
        "schema",
        "options",
        "round",
        "active_seat",
        "phase",
        "current",
        "grid",
        "tiles",
        "treasure",
        "players",
        "balls",
        "result",
    ]
    assert list(view["tiles"]) == sorted(position.tiles)
    assert view["treasure"] == {"tile": None, "carrier": None, "hole": None}
    assert view["grid"] == position.grid
    assert (view["game"], view["schema"], view["round"], view["active_seat"]) == ("babord", 1, 2, 0)
    assert (view["phase"], view["balls"], view["result"]) == ("before_action", [], None)
    assert b"seen_by" not in msgspec.json.encode(engine.visibility.view(position, 0))
    assert b"revealed" not in msgspec.json.encode(engine.visibility.view(position, 0))


@pytest.mark.parametrize(("phase", "kind"), [("jump", "bermuda"), ("swap_tiles", "tornado"), ("peek", "spyglass")])
def test_the_tile_being_resolved_lies_face_up_for_all(phase: str, kind: str) -> None:
    position = sea(boat((5, 5)), boat((9, 9), "se"), tiles={(2, 2): (kind, 0)})
    resolving(position, phase, (2, 2))
    for seat in (0, 1, None):
        assert known_faces(position, seat) == {"t13": (kind, 0)}
        assert engine.visibility.view(position, seat).current.face_up == (2, 2)


def test_a_carried_treasure_is_seen_by_all_and_hidden_once_it_lies_again() -> None:
    position = sea(
        boat((5, 5)), boat((9, 9), "se"), tiles={(2, 3): ("pirates", 0)}, carrier=0, hole=(4, 3), phase="sail", wind="w"
    )
    treasure = position.treasure.tile
    for seat in (0, 1, None):
        assert known_faces(position, seat) == {treasure: ("treasure", 0)}
        assert engine.visibility.view(position, seat).treasure.tile == treasure
    play(position, Sail((5, 6)))
    for seat in (0, 1, None):
        assert known_faces(position, seat) == {}
        assert engine.visibility.view(position, seat).treasure.tile is None
        assert known_faces(position, seat, knowledge=True)[treasure] == ("treasure", 0)


@pytest.mark.parametrize("aid", [False, True])
def test_everything_lies_open_at_the_end(aid: bool) -> None:
    position = sea(boat((5, 5)), boat((9, 9), "se"), max_rounds=1, memory_aid=aid, seat=1)
    play(position, Observe((3, 3)))
    assert position.phase == "game_over"
    for seat in (0, 1, None):
        view = engine.visibility.view(position, seat)
        assert known_faces(position, seat) == {name: (t.kind, t.fish) for name, t in position.tiles.items()}
        assert view.treasure.tile == position.treasure.tile
        assert all(tile.known is (True if aid else msgspec.UNSET) for tile in view.tiles.values())
        assert view.result == position.result


def test_a_view_does_not_change_with_the_game() -> None:
    position = sea(boat((5, 5), cannonballs=1), balls=[(0, (2, 1), "n")])
    view = engine.visibility.view(position, 0)
    before = msgspec.json.encode(view)
    play(position, Observe((4, 4)))
    position.grid[2][2] = "t01"
    position.current.jumped.append((1, 1))
    position.balls[0].place = (0, 1)
    position.players[0].fish = 0
    assert msgspec.json.encode(view) == before


def test_only_the_seat_itself_hears_what_it_saw() -> None:
    seen = TileSeen(seat=1, place=(2, 2), tile="t13", kind="mine", fish=2)
    assert [engine.visibility.redact(seen, seat) for seat in (0, 1, 2, None)] == [None, seen, None, None]
    started = GameStarted(seats=2, options=engine.options({}, 2))
    assert engine.visibility.redact(started, None) == started


# --- imagine -------------------------------------------------------------------------------------------------------


def test_imagined_positions_keep_all_that_is_known() -> None:
    position = after_two_looks()
    for seat in (0, 1, None):
        for key in range(5):
            twin = engine.visibility.determinize(
                engine.visibility.knowledge(position, seat), seat, SeededDice(bytes([key]))
            )
            engine.rules.check(twin)
            assert engine.visibility.knowledge(twin, seat) == engine.visibility.knowledge(position, seat)
            assert (twin.grid, twin.players, twin.balls) == (position.grid, position.players, position.balls)
            assert twin.tiles[twin.treasure.tile].kind == "treasure"
            assert (twin.round, twin.active_seat, twin.phase) == (2, 0, "before_action")
            assert (twin.options, twin.result, twin.current) == (position.options, None, position.current)


@pytest.mark.rule("BAB-39")
def test_a_seat_imagines_only_its_own_memories_and_remembers_who_has_looked_where() -> None:
    position = after_two_looks()
    mine = engine.visibility.determinize(engine.visibility.knowledge(position, 0), 0, SeededDice(b"0"))
    assert mine.tiles["t27"] == Tile("whale", 5, (0,), False)
    assert mine.tiles["t20"] == Tile("shark", 3, (0, 1), False)
    theirs = engine.visibility.determinize(engine.visibility.knowledge(position, 1), 1, SeededDice(b"0"))
    assert theirs.tiles["t27"].seen_by == (0,)
    spectator = engine.visibility.determinize(engine.visibility.knowledge(position, None), None, SeededDice(b"0"))
    assert spectator.tiles["t20"] == Tile("shark", 3, (0, 1), True)
    assert spectator.tiles["t27"].seen_by == (0,)


def test_an_imagined_game_is_played_without_touching_the_real_one() -> None:
    position = sea(boat((5, 5), cannonballs=1), tiles={(2, 2): ("spyglass", 0)}, balls=[(0, (2, 1), "n")])
    resolving(position, "peek", (2, 2))
    knowledge = engine.visibility.knowledge(position, 0)
    before, known = engine.encode(position), msgspec.json.encode(knowledge)
    twin = engine.visibility.determinize(knowledge, 0, SeededDice(b"0"))
    assert twin.tiles["t13"] == Tile("spyglass", 0, (0,), True)
    play(twin, Peek((4, 4)))
    twin.balls[0].place = (0, 1)
    twin.players[0].fish = 0
    twin.grid[4][4] = "t01"
    assert engine.encode(position) == before
    assert msgspec.json.encode(knowledge) == known


def test_a_carried_treasure_is_never_dealt_again() -> None:
    position = sea(boat((5, 5)), boat((9, 9), "se"), carrier=0, hole=(4, 3), rows=5, cols=6)
    for key in range(5):
        twin = engine.visibility.determinize(engine.visibility.knowledge(position, 1), 1, SeededDice(bytes([key])))
        assert twin.treasure == position.treasure
        assert [tile.kind for tile in twin.tiles.values()].count("treasure") == 1
        assert twin.tiles[position.treasure.tile] == Tile("treasure", 0, (0, 1), True)


@pytest.mark.parametrize("phase", ["before_action", "peek"])
def test_a_copy_shares_nothing_that_changes(phase: str) -> None:
    position = sea(boat((5, 5)), tiles={(2, 2): ("spyglass", 0)}, balls=[(0, (2, 1), "n")])
    if phase == "peek":
        resolving(position, "peek", (2, 2))
    before = engine.encode(position)
    twin = position.copy()
    assert twin == position
    assert engine.encode(twin) == before
    twin.current.peeked.append((1, 1))
    twin.current.jumped.append((1, 1))
    twin.current.attacked = True
    twin.grid[1][1] = None
    twin.tiles.pop("t01")
    twin.treasure.carrier = 0
    twin.players[0].fish = 0
    twin.players.pop()
    twin.balls[0].place = (0, 1)
    twin.balls.pop()
    assert engine.encode(position) == before


def test_a_finished_position_is_copied_with_its_result() -> None:
    position = sea(boat((5, 5)), max_rounds=1)
    play(position, Observe((3, 3)))
    assert position.copy() == position
    assert position.copy().result == position.result


@pytest.mark.rule("BAB-39")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_end_of_a_game_adds_nobody_to_those_that_have_seen_a_tile(seat: int | None) -> None:
    position = after_two_looks()
    position.phase = GAME_OVER
    known = engine.visibility.knowledge(position, seat)
    twin = engine.visibility.determinize(known, seat, SeededDice(b"0"))
    assert document(engine.visibility.knowledge(twin, seat)) == document(known)
