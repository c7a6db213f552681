"""Imported positions: every check names its field and its rule."""

from __future__ import annotations

import pytest
from msgspec import ValidationError

from engines.bakong import engine
from engines.bakong.parts import Current, Incoming, ScoreSheet, TempleObject
from tests.engines.bakong.positions import player, table
from tests.engines.bakong.spoilt import X1, X3, changed, over, refused, room_at, setting
from tests.engines.bakong.test_refusals import in_phase

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
