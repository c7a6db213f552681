"""Imported positions: every check of the ledger names its field and its rule."""

from __future__ import annotations

import pytest
from msgspec import ValidationError

from engines.bakong import engine
from engines.bakong.parts import Current, Flipped, Incoming, ScoreSheet, TempleObject
from engines.bakong.rules.scoring import count
from engines.kernel.refusals import InvalidPosition
from tests.engines.bakong.positions import player, table, track
from tests.engines.bakong.test_refusals import in_phase


def refused(game) -> tuple[str, str]:
    with pytest.raises(InvalidPosition) as caught:
        engine.rules.check(game)
    assert caught.value.detail
    return caught.value.field, caught.value.rule


def over():
    game = table(player(0, big=13, first_home=True), player(6), player(9, big=17), dice=None, phase="game_over")
    game.active_seat = None
    game.score_sheet, game.result = count(game.players)
    return game


def changed(game, change):
    change(game)
    return game


def setting(path: str, value):
    """A change such as ``players.0.slot = 25``."""
    *way, last = path.split(".")

    def change(game):
        for step in way:
            game = game[int(step)] if step.isdigit() else getattr(game, step)
        if last.isdigit():
            game[int(last)] = value
        else:
            setattr(game, last, value)

    return change


# --- the table -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BAK-1")
def test_the_number_of_seats():
    assert refused(table(player(3))) == ("/players", "BAK-1")
    assert refused(table(*[player() for _ in range(7)])) == ("/players", "BAK-1")


@pytest.mark.rule("BAK-7", "BAK-9")
@pytest.mark.parametrize(
    ("game", "change", "complaint"),
    [
        (table(), setting("options.first_seat", 2), ("/options/first_seat", "BAK-7")),
        (table(), setting("active_seat", 2), ("/active_seat", "BAK-9")),
        (table(), setting("active_seat", None), ("/active_seat", "BAK-9")),
        (over(), setting("active_seat", 0), ("/active_seat", "BAK-9")),
    ],
)
def test_seats_that_do_not_exist(game, change, complaint):
    assert refused(changed(game, change)) == complaint


@pytest.mark.rule("BAK-2")
def test_the_track():
    assert refused(changed(table(), setting("track.3.tile", "t99"))) == ("/track/3/tile", "BAK-2")
    game = table()
    game.track[3].tile = game.track[4].tile
    assert refused(game) == ("/track", "BAK-2")
    game = table()
    game.track.pop()
    assert refused(game) == ("/track", "BAK-2")


@pytest.mark.rule("BAK-5")
@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda game: game.supply.objects.update(rope=1), "/supply/objects/rope"),
        (lambda game: game.players[0].objects.append("map"), "/supply/objects/map"),
        (lambda game: game.supply.objects.update(sword=0), "/supply/objects"),
        (lambda game: game.players[1].objects.append("sword"), "/players/1/objects"),
        (lambda game: game.temple.objects.append(TempleObject("sword", 0)), "/temple/objects"),
        (lambda game: game.temple.objects.append(TempleObject("rope", 0)), "/supply/objects/rope"),
        (lambda game: game.current.set_aside.append("sword"), "/current/set_aside"),
        (lambda game: game.current.set_aside.append("torch"), "/supply/objects/torch"),
        (lambda game: game.current.incoming.append(Incoming("object", "sword")), "/current/incoming"),
        (lambda game: game.current.incoming.append(Incoming("object", "torch")), "/supply/objects/torch"),
        (setting("supply.x1", 19), "/supply/x1"),
        (setting("supply.x3", 19), "/supply/x3"),
        (setting("supply.ouch", 11), "/supply/ouch"),
        (setting("players.0.x1", 1), "/supply/x1"),
        (setting("players.1.x3", 1), "/supply/x3"),
        (setting("players.1.ouch", 1), "/supply/ouch"),
        (lambda game: game.current.incoming.append(Incoming("x1")), "/supply/x1"),
        (lambda game: game.current.incoming.append(Incoming("x3")), "/supply/x3"),
    ],
)
def test_pieces_are_neither_made_nor_lost(change, field):
    assert refused(changed(table(), change)) == (field, "BAK-5")


@pytest.mark.rule("BAK-4")
@pytest.mark.parametrize(
    "change",
    [
        setting("temple.big_emeralds", [17, 12]),
        setting("temple.big_emeralds", [17]),
        setting("players.0.big", 17),
        lambda game: game.current.incoming.append(Incoming("big", value=13)),
    ],
)
def test_the_highest_big_emeralds_are_in_play(change):
    assert refused(changed(table(), change)) == ("/temple/big_emeralds", "BAK-4")


@pytest.mark.rule("BAK-46", "BAK-53")
def test_backpacks():
    assert refused(table(player(2, "map", "map"), player())) == ("/players/0/objects", "BAK-46")
    load = player(2, "rope", "grapnel", "first_aid_kit")
    assert refused(table(player(), load)) == ("/players/1/objects", "BAK-53")
    assert refused(table(player(2, "compass", x1=20), player())) == ("/players/0/objects", "BAK-53")
    engine.rules.check(table(player(2, "compass", x1=19), player()))


@pytest.mark.rule("BAK-63", "BAK-66")
def test_pawns_and_directions():
    assert refused(table(player(2, direction="return"), player())) == ("/players/0/direction", "BAK-63")
    assert refused(table(player(), player(2, big=13, direction="outward"))) == ("/players/1/direction", "BAK-63")
    assert refused(table(player(25), player())) == ("/players/0/slot", "BAK-63")
    assert refused(table(player(), player(0, big=13))) == ("/players/1/slot", "BAK-66")
    engine.rules.check(table(player(25, big=17), player(24)))


@pytest.mark.rule("BAK-63")
@pytest.mark.parametrize(
    ("phase", "change"),
    [
        ("choose_big_emerald", setting("players.0.slot", 24)),
        ("choose_big_emerald", setting("players.0.direction", "outward")),
        ("choose_flip", setting("players.0", player(25, "journal", direction="return"))),
        ("quicksand", setting("players.0", player(25, "rope", "map", direction="return"))),
        ("choose_big_emerald", setting("players.1", player(25, direction="return"))),
    ],
)
def test_only_who_has_just_arrived_returns_without_an_emerald(phase, change):
    field, rule = refused(changed(in_phase(phase), change))
    assert (field[-9:], rule) == ("direction", "BAK-63")


@pytest.mark.rule("BAK-61")
@pytest.mark.parametrize("seat", [0, 2, 5])
def test_only_a_seat_that_was_there_left_something_at_the_temple(seat):
    game = table(player(3), player(20, big=13), left=[("map", 1), ("rope", seat)])
    assert refused(game) == ("/temple/objects/1/left_by", "BAK-61")


# --- before the first turn, and after the last -----------------------------------------------------------------------


@pytest.mark.rule("BAK-8", "BAK-6", "BAK-10")
@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (setting("turn", 1), ("/turn", "BAK-10")),
        (setting("options.first_seat", 1), ("/players/1/objects", "BAK-8")),
        (setting("players.1.slot", 1), ("/players/1", "BAK-6")),
        (setting("current", Current((1, 2))), ("/current", "BAK-11")),
    ],
)
def test_while_the_first_objects_are_chosen(change, complaint):
    assert refused(changed(in_phase("choose_start_object"), change)) == complaint


@pytest.mark.rule("BAK-8")
def test_first_objects_chosen_so_far():
    game = table(player(0, "rope"), player(), player(0, "map"), dice=None, phase="choose_start_object", active=1)
    game.turn, game.options.first_seat = 0, 2
    engine.rules.check(game)
    game.options.first_seat = None
    engine.rules.check(game)
    game.active_seat = 0
    assert refused(game) == ("/players/0/objects", "BAK-8")
    game.options.first_seat = 2
    assert refused(game) == ("/players/0/objects", "BAK-8")


@pytest.mark.rule("BAK-66", "BAK-69", "BAK-71")
@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (setting("players.0.first_home", False), ("/players", "BAK-66")),
        (setting("players.2.first_home", True), ("/players", "BAK-66")),
        (setting("players.0.slot", 1), ("/players/0/first_home", "BAK-66")),
        (setting("players.0.direction", "outward"), ("/players/0/first_home", "BAK-66")),
        (setting("score_sheet", None), ("/score_sheet", "BAK-69")),
        (setting("score_sheet.lines.0.total", 99), ("/score_sheet", "BAK-69")),
        (setting("result", None), ("/result", "BAK-71")),
        (setting("result.winners", [1]), ("/result", "BAK-71")),
        (setting("players.2.slot", 0), ("/players/2/slot", "BAK-66")),
        (setting("current", Current((1, 2))), ("/current", "BAK-11")),
    ],
)
def test_a_finished_game(change, complaint):
    engine.rules.check(over())
    assert refused(changed(over(), change)) == complaint


@pytest.mark.rule("BAK-66", "BAK-69", "BAK-71")
def test_a_running_game_has_no_end():
    assert refused(changed(table(), setting("players.0.first_home", True))) == ("/players", "BAK-66")
    assert refused(changed(table(), setting("score_sheet", ScoreSheet([], False)))) == ("/score_sheet", "BAK-69")
    assert refused(changed(table(), setting("result", over().result))) == ("/result", "BAK-71")


# --- the running turn ------------------------------------------------------------------------------------------------

TURNS = ["choose_flip", "map_flip", "choose_steps", "quicksand", "camp", "choose_split", "choose_big_emerald"]


@pytest.mark.rule("BAK-10", "BAK-11")
@pytest.mark.parametrize("phase", [*TURNS, "temple_pick", "make_room"])
def test_turns_are_counted_and_have_dice(phase):
    assert refused(changed(in_phase(phase), setting("turn", 0))) == ("/turn", "BAK-10")
    game = in_phase(phase)
    game.current.set_aside, game.current.incoming = [], []
    if phase == "choose_flip":
        game.current, game.turn = None, 0
        engine.rules.check(game)
    elif phase not in ("choose_big_emerald", "make_room"):
        assert refused(changed(game, setting("current", None))) == ("/current", "BAK-11")


@pytest.mark.rule("BAK-11")
@pytest.mark.parametrize(
    ("phase", "field", "value"),
    [
        ("choose_flip", "flip_die", 3),
        ("choose_flip", "move_die", 5),
        ("choose_flip", "flipped", Flipped(5, "jungle", "river")),
        ("choose_flip", "owed", 1),
        ("map_flip", "steps", 5),
        ("map_flip", "flipped", None),
        ("choose_steps", "steps_left", 5),
        ("choose_steps", "flip_die", None),
        ("choose_steps", "owed", 1),
        ("quicksand", "steps", None),
        ("quicksand", "at", "cave"),
        ("quicksand", "cave", (1, 2)),
        ("camp", "at", None),
        ("camp", "cave", (1, 2)),
        ("camp", "owed", 1),
        ("choose_split", "cave", None),
        ("choose_split", "move_die", None),
        ("choose_split", "owed", 1),
        ("choose_big_emerald", "at", None),
        ("choose_big_emerald", "steps_left", None),
        ("choose_big_emerald", "owed", 1),
        ("temple_pick", "cave", (1, 2)),
        ("temple_pick", "steps", None),
        ("temple_pick", "owed", 1),
        ("make_room", "at", None),
        ("make_room", "owed", 1),
        ("make_room", "steps", None),
    ],
)
def test_a_phase_fills_its_own_fields_and_no_other(phase, field, value):
    assert refused(changed(in_phase(phase), setting(f"current.{field}", value))) == (f"/current/{field}", "BAK-11")


@pytest.mark.rule("BAK-11", "BAK-36")
@pytest.mark.parametrize("phase", ["choose_flip", "map_flip", "choose_steps"])
def test_nothing_is_set_aside_or_gained_before_the_move(phase):
    game = in_phase(phase)
    game.current.set_aside, game.supply.objects["torch"] = ["torch"], 1
    assert refused(game) == ("/current/set_aside", "BAK-11")
    game = in_phase(phase)
    game.current.incoming, game.supply.x1 = [Incoming("x1")], 19
    assert refused(game) == ("/current/incoming", "BAK-11")


@pytest.mark.parametrize(
    "phase", ["quicksand", "camp", "choose_split", "choose_big_emerald", "temple_pick", "make_room"]
)
def test_after_the_move_something_may_be_set_aside(phase):
    game = in_phase(phase)
    game.current.set_aside, game.supply.objects["torch"] = ["torch"], 1
    engine.rules.check(game)
    game.current.flipped = Flipped(11, game.track[10].face, "cave")
    assert refused(game) == ("/current/flipped", "BAK-13")


@pytest.mark.rule("BAK-12", "BAK-13", "BAK-40")
@pytest.mark.parametrize(
    ("phase", "change", "complaint"),
    [
        ("choose_steps", setting("current.flip_die", 4), ("/current/flip_die", "BAK-12")),
        ("choose_steps", setting("current.move_die", 3), ("/current/flip_die", "BAK-12")),
        ("camp", setting("current.dice", (3, 6)), ("/current/flip_die", "BAK-12")),
        ("choose_steps", setting("current.flipped", None), ("/current/flipped", "BAK-13")),
        ("choose_steps", setting("players.0.slot", 3), ("/current/flipped", "BAK-13")),
        ("choose_steps", setting("track.4.side", "a"), ("/current/flipped", "BAK-13")),
        ("choose_steps", setting("track.4.seen", False), ("/current/flipped", "BAK-13")),
        ("choose_steps", setting("current.flipped.from_", "cave"), ("/current/flipped", "BAK-13")),
        ("choose_steps", setting("current.flipped.to", "cave"), ("/current/flipped", "BAK-13")),
        ("choose_steps", setting("current.rerolled", True), ("/current/rerolled", "BAK-40")),
    ],
)
def test_the_dice_and_the_tile_turned(phase, change, complaint):
    assert refused(changed(in_phase(phase), change)) == complaint


@pytest.mark.rule("BAK-14", "BAK-40")
def test_no_tile_is_turned_beyond_the_end_and_the_journal_rerolls():
    turn = {"flip_die": 5, "move_die": 3, "rerolled": True}
    engine.rules.check(table(player(21, "journal"), player(), phase="choose_steps", current=turn))
    game = in_phase("choose_flip")
    game.current.rerolled = True
    engine.rules.check(game)


@pytest.mark.rule("BAK-19", "BAK-36")
@pytest.mark.parametrize(
    ("phase", "change", "complaint"),
    [
        ("camp", setting("current.steps", 7), ("/current/steps", "BAK-19")),
        ("camp", setting("current.steps", 3), ("/current/steps", "BAK-19")),
        ("camp", setting("current.steps_left", 1), ("/current/steps_left", "BAK-19")),
        ("quicksand", setting("current.steps_left", 5), ("/current/steps_left", "BAK-19")),
        ("quicksand", setting("options.quicksand_loss", "after_move"), ("/current/owed", "BAK-92")),
    ],
)
def test_the_walk(phase, change, complaint):
    assert refused(changed(in_phase(phase), change)) == complaint


def test_walks_that_are_fine():
    for steps in (4, 6):
        engine.rules.check(changed(in_phase("camp"), setting("current.steps", steps)))
    engine.rules.check(changed(in_phase("quicksand"), setting("current.steps_left", 4)))


@pytest.mark.rule("BAK-46")
def test_set_aside_objects_are_distinct():
    game = in_phase("camp")
    game.current.set_aside, game.supply.objects["torch"] = ["torch", "torch"], 0
    assert refused(game) == ("/current/set_aside", "BAK-46")
    game = in_phase("quicksand")
    game.current.set_aside, game.supply.objects["rope"] = ["rope"], 0
    assert refused(game) == ("/current/set_aside", "BAK-46")


@pytest.mark.rule("BAK-45")
def test_map_flip_needs_a_map_and_a_target():
    game = in_phase("map_flip")
    game.players[0].objects, game.supply.objects["map"] = [], 2
    assert refused(game) == ("/phase", "BAK-45")


@pytest.mark.rule("BAK-35", "BAK-92")
def test_quicksand():
    game = in_phase("quicksand")
    game.players[0].objects = []
    game.supply.objects.update(rope=2, map=2)
    assert refused(game) == ("/phase", "BAK-35")
    assert refused(changed(in_phase("quicksand"), setting("players.0.slot", 8))) == ("/players/0/slot", "BAK-35")
    assert refused(changed(in_phase("quicksand"), setting("current.owed", 1))) == ("/current/owed", "BAK-92")


@pytest.mark.rule("BAK-92", "BAK-19")
def test_quicksand_after_the_move():
    def game(**fields):
        seat = player(fields.pop("slot", 12), "rope", "map", **fields.pop("seat", {}))
        turn = {"flip_die": 3, "move_die": 5, "steps": 5, "steps_left": 0, "owed": 1, **fields}
        return table(seat, player(), phase="quicksand", current=turn, quicksand_loss="after_move")

    engine.rules.check(game())
    engine.rules.check(game(owed=2))
    engine.rules.check(game(slot=25, seat={"direction": "return"}))
    assert refused(game(owed=3)) == ("/current/owed", "BAK-92")
    assert refused(game(steps_left=1)) == ("/current/steps_left", "BAK-19")
    assert refused(game(slot=0)) == ("/players/0/slot", "BAK-19")
    assert refused(game(slot=25, seat={"big": 13})) == ("/players/0/slot", "BAK-19")


@pytest.mark.rule("BAK-28", "BAK-30", "BAK-62")
@pytest.mark.parametrize(
    ("phase", "change", "complaint"),
    [
        ("camp", setting("players.0.slot", 8), ("/players/0/slot", "BAK-28")),
        ("camp", setting("current.at", "cave"), ("/current/at", "BAK-11")),
        ("choose_split", setting("players.0.slot", 8), ("/players/0/slot", "BAK-30")),
        ("choose_split", setting("current.at", "temple"), ("/current/at", "BAK-11")),
        ("choose_big_emerald", setting("current.at", "cave"), ("/current/at", "BAK-11")),
        ("temple_pick", setting("current.at", "cave"), ("/current/at", "BAK-11")),
        ("temple_pick", setting("players.0.slot", 24), ("/players/0/slot", "BAK-62")),
        ("make_room", setting("players.0.slot", 8), ("/players/0/slot", "BAK-54")),
        ("make_room", setting("current.at", "jungle_emerald"), ("/players/0/slot", "BAK-54")),
        ("make_room", setting("current.cave", None), ("/current/cave", "BAK-30")),
    ],
)
def test_where_the_pawn_stands(phase, change, complaint):
    assert refused(changed(in_phase(phase), change)) == complaint


@pytest.mark.rule("BAK-60")
def test_one_big_emerald_each():
    game = in_phase("choose_big_emerald")
    game.players[0].big, game.temple.big_emeralds = 17, [13]
    assert refused(game) == ("/players/0/big", "BAK-60")
    game = in_phase("choose_big_emerald")
    game.players[0] = player(24, big=13)
    game.temple.big_emeralds = [17]
    assert refused(game) == ("/players/0/slot", "BAK-60")


@pytest.mark.rule("BAK-28", "BAK-62")
def test_something_can_be_taken():
    game = in_phase("temple_pick")
    game.temple.objects, game.supply.objects["rope"] = [], 2
    assert refused(game) == ("/phase", "BAK-62")
    game = in_phase("camp")
    game.players[0].objects = ["compass"]
    game.players[1].objects = []
    game.players += [player(0, *names) for names in _everything()]
    game.temple.big_emeralds = [17, 13, 12, 10, 9, 8]
    game.supply.objects = dict.fromkeys(game.supply.objects, 0)
    assert refused(game) == ("/phase", "BAK-28")


def _everything() -> list[list[str]]:
    """All objects but one compass, in four backpacks."""
    half = [["rope", "grapnel", "journal", "map"], ["first_aid_kit", "machete", "torch", "compass"]]
    return [*half, half[0][:], half[1][:-1]]


# --- making room -----------------------------------------------------------------------------------------------------


def room_at(place: str, face: str, *incoming: Incoming, seat=None, **fields):
    turn = {"flip_die": 3, "move_die": 5, "steps": 5, "steps_left": 0, "at": place, "incoming": list(incoming)}
    turn.update(fields.pop("turn", {}))
    seat = seat or player(7, "rope", "journal", x1=8, big=13)
    return table(
        seat, *fields.pop("others", [player()]), track=track(face, at=7), phase="make_room", current=turn, **fields
    )


X1, X3 = Incoming("x1"), Incoming("x3")
KIT = Incoming("object", "first_aid_kit")


@pytest.mark.rule("BAK-57")
def test_what_each_place_gives():
    cave = {"cave": (5, 4)}
    temple = {"seat": player(25, "rope", "grapnel", x1=4, big=13), "others": [player(20, big=17)]}
    engine.rules.check(room_at("jungle_emerald", "jungle_emerald", X1))
    engine.rules.check(room_at("jungle_emerald", "jungle_emerald", X1, X1))
    engine.rules.check(room_at("cave", "cave", X3, X1, X1, turn=cave))
    engine.rules.check(room_at("abandoned_camp", "abandoned_camp", KIT))
    arriving = player(25, "rope", "grapnel", direction="return")
    engine.rules.check(room_at("temple", "cave", Incoming("big", value=17), seat=arriving))
    temple["seat"] = player(25, "rope", "journal", x1=4, big=13)
    engine.rules.check(room_at("temple", "cave", Incoming("object", "grapnel", 1), **temple))
    for wrong in (
        room_at("jungle_emerald", "jungle_emerald", X1, X1, X1),
        room_at("jungle_emerald", "jungle_emerald", X3),
        room_at("cave", "cave", X3, X1, X1, X1, turn=cave),
        room_at("cave", "cave", X3, turn={"cave": (2, 6)}),
        room_at("cave", "cave", KIT, turn=cave),
        room_at("cave", "cave", Incoming("x1", value=None, left_by=1), turn=cave),
        room_at("abandoned_camp", "abandoned_camp", X1),
        room_at("abandoned_camp", "abandoned_camp", KIT, Incoming("object", "torch")),
        room_at("abandoned_camp", "abandoned_camp", Incoming("object", "grapnel", 1)),
        room_at("abandoned_camp", "abandoned_camp", Incoming("object")),
        room_at("temple", "cave", Incoming("big"), seat=player(25, "rope", "grapnel", direction="return")),
        room_at("temple", "cave", Incoming("object", "grapnel"), **temple),
        room_at("temple", "cave", Incoming("object", "grapnel", 0), **temple),
        room_at("temple", "cave", Incoming("object", "grapnel", 4), **temple),
        room_at("temple", "cave", Incoming("object", left_by=1), **temple),
        room_at("temple", "cave", Incoming("object", "grapnel", 1), Incoming("object", "torch", 1), **temple),
        room_at("temple", "cave", Incoming("object", "grapnel", 1), seat=temple["seat"], others=[player(9)]),
        room_at("temple", "cave", X1, **temple),
    ):
        assert refused(wrong) == ("/current/incoming", "BAK-57")


@pytest.mark.rule("BAK-57", "BAK-60")
def test_no_second_big_emerald_comes_in():
    game = room_at("temple", "cave", Incoming("big", value=17), seat=player(25, "rope", "journal", x1=8, big=13))
    assert refused(game) == ("/current/incoming", "BAK-57")


@pytest.mark.rule("BAK-46", "BAK-58", "BAK-56")
def test_what_waits_does_not_fit_yet_but_could():
    owned = Incoming("object", "rope")
    assert refused(room_at("abandoned_camp", "abandoned_camp", owned)) == ("/current/incoming/0", "BAK-46")
    seventeen = player(7, "journal", big=17)
    assert refused(room_at("abandoned_camp", "abandoned_camp", KIT, seat=seventeen)) == (
        "/current/incoming/0",
        "BAK-58",
    )
    light = player(7, "rope", "journal", x1=7, big=13)
    assert refused(room_at("jungle_emerald", "jungle_emerald", X1, seat=light)) == ("/current/incoming/0", "BAK-56")
    small = player(25, "map", direction="return")
    assert refused(room_at("temple", "cave", Incoming("big", value=17), seat=small)) == (
        "/current/incoming/0",
        "BAK-56",
    )


# --- documents -------------------------------------------------------------------------------------------------------


def test_lists_are_put_in_order():
    game = table(player(3, "map", "rope"), player(), player())
    game.temple.big_emeralds = [12, 17, 13]
    del game.supply.objects["torch"]
    game.players[1].objects = ["torch"]
    game.players[2].objects = ["torch"]
    engine.rules.check(game)
    assert game.players[0].objects == ["rope", "map"]
    assert game.temple.big_emeralds == [17, 13, 12]
    assert game.supply.objects["torch"] == 0
    game = room_at("cave", "cave", X1, X3, turn={"cave": (5, 4)})
    engine.rules.check(game)
    assert game.current.incoming == [X3, X1]


def test_a_scenario_may_leave_out_what_has_a_default():
    game = engine.decode(
        b'{"game":"bakong","schema":1,"phase":"choose_flip","active_seat":1,"track":['
        + b",".join(b'{"tile":"t%02d","side":"b"}' % number for number in range(1, 25))
        + b'],"players":[{"slot":4,"objects":["map"]},{"slot":2}],'
        b'"supply":{"objects":{"rope":2,"grapnel":2,"first_aid_kit":2,"journal":2,"machete":2,"torch":2,"map":1,'
        b'"compass":2},"x1":20,"x3":20,"ouch":12},"temple":{"big_emeralds":[17,13]}}'
    )
    engine.rules.check(game)
    assert (game.turn, game.current, game.options.map_colour, game.track[0].seen) == (0, None, "before", False)


@pytest.mark.parametrize("text", [b'"phase":"dancing"', b'"turn":-1', b'"game":"mekong"', b'"schema":2'])
def test_documents_of_the_wrong_shape(text):
    document = engine.encode(table())
    name = text.partition(b":")[0]
    start = document.index(name)
    end = document.index(b",", start) if b"," in document[start:] else len(document) - 1
    with pytest.raises(ValidationError):
        engine.decode(document[:start] + text + document[end:])
