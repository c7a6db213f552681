"""Imported positions in the middle of a turn: every check names its field and its rule."""

from __future__ import annotations

import pytest

from engines.bakong import engine
from engines.bakong.parts import Flipped, Incoming
from tests.engines.bakong.positions import player, table
from tests.engines.bakong.spoilt import X1, X3, changed, refused, room_at, setting
from tests.engines.bakong.test_refusals import in_phase

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
