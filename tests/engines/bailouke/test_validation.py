"""Imported positions: every check, with its field and rule."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engines.bailouke import engine
from engines.bailouke.parts import Effect, Incoming, LastRound, Options, Player, Window
from engines.bailouke.position import Position
from tests.engines.bailouke.positions import invalid, position


def good(phase: str = "discard", **fields: Any) -> Position:
    base: dict = {
        "place_tokens": {"seats": {0: {"tokens": 1, "ready": False}}},
        "play": {"drawn": 7},
        "discard": {"window": 0, "graveyard": [6]},
        "announce": {"graveyard": [6]},
        "place_added": {"window": 0, "graveyard": [6], "incoming": (1, 0, "failed_discard")},
        "effect": {"graveyard": [4], "effect": Effect(4)},
        "game_over": {"seats": {0: {"kouronn": 1}}, "winners": [0], "round": 1, "options": {"wins_needed": 1}},
    }[phase]
    return position([[2, 3], [9, 5], [8]], phase, **{**base, **fields})


@pytest.mark.parametrize("phase", ["place_tokens", "play", "discard", "announce", "place_added", "effect", "game_over"])
def test_a_good_position_is_accepted_unchanged(phase: str) -> None:
    game = good(phase)
    before = engine.encode(game)
    engine.rules.check(game)
    assert engine.encode(game) == before


def test_lists_without_an_order_are_sorted() -> None:
    game = good(seats={0: {"tokens": 2, "fer": [2, 1]}})
    game.players[0].assigned, game.players[0].seen = [1, 0], [10, 1, 0]
    engine.rules.check(game)
    player = game.players[0]
    assert (player.assigned, player.fer, player.seen) == ([0, 1], [1, 2], [0, 1, 10])


def test_what_a_scenario_may_leave_out() -> None:
    document = msgspec.json.decode(engine.encode(good("announce")))
    for name in (
        "options",
        "removed",
        "announced_by",
        "drawn",
        "incoming",
        "effect",
        "discard",
        "last_round",
        "winners",
    ):
        del document[name]
    for player in document["players"]:
        for name in ("tokens", "assigned", "peboude", "fer", "kouronn", "seen", "ready"):
            del player[name]
    assert engine.decode(msgspec.json.encode(document)) == good("announce")


def check_change(game: Position, path: str, value: Any) -> tuple[str, str]:
    """Change one field of the position (a path of attributes and indexes) and import it."""
    target: Any = game
    *way, name = path.split(".")
    for part in way:
        target = target[int(part)] if part.isdigit() else getattr(target, part)
    setattr(target, name, value)
    return invalid(game)


@pytest.mark.rule("BAI-1")
def test_seats() -> None:
    assert check_change(good(), "players", [Player([0])]) == ("/players", "BAI-1")
    assert check_change(good(), "players", [Player([seat]) for seat in range(5)]) == ("/players", "BAI-1")
    assert check_change(good(), "first_seat", 3) == ("/first_seat", "BAI-1")
    assert check_change(good(), "active_seat", 3) == ("/active_seat", "BAI-1")
    assert check_change(good(), "announced_by", 3) == ("/announced_by", "BAI-1")
    assert check_change(good(), "discard", Window(3)) == ("/discard/seat", "BAI-1")
    assert check_change(good("place_added"), "incoming.seat", 3) == ("/incoming/seat", "BAI-1")
    assert check_change(good(), "options", Options(first_seat=3)) == ("/options/first_seat", "BAI-1")
    game = good(options={"first_seat": 2})
    engine.rules.check(game)


@pytest.mark.rule("BAI-2")
def test_the_deck() -> None:
    game = good()
    assert check_change(game, "cards", [0, *game.cards[1:]]) == ("/cards", "BAI-2")
    assert check_change(good(), "cards", game.cards[:49]) == ("/cards", "BAI-2")


@pytest.mark.rule("BAI-10")
def test_three_cards_set_aside() -> None:
    game = good()
    game.pile.append(game.set_aside.pop())
    assert invalid(game) == ("/set_aside", "BAI-10")
    game = good()
    game.set_aside.append(game.pile.pop())
    assert invalid(game) == ("/set_aside", "BAI-10")


@pytest.mark.rule("BAI-12")
def test_every_card_lies_in_one_place() -> None:
    game = good()
    game.pile.pop()
    assert invalid(game) == ("/pile", "BAI-12")
    game = good()
    game.pile[-1] = 0
    assert invalid(game) == ("/pile", "BAI-12")
    game = good()
    game.pile[-1] = 50
    assert invalid(game) == ("/pile", "BAI-12")
    game = good()
    game.players[1].zone[0] = 1
    assert invalid(game) == ("/players/1/zone", "BAI-12")
    assert check_change(good(), "graveyard", [0]) == ("/graveyard", "BAI-12")
    assert check_change(good(), "removed", [0]) == ("/removed", "BAI-12")
    assert check_change(good(), "set_aside", [0, 1, 2]) == ("/set_aside", "BAI-12")
    assert check_change(good("play"), "drawn", 0) == ("/drawn", "BAI-12")
    assert check_change(good("place_added"), "incoming.card", 0) == ("/incoming/card", "BAI-12")


@pytest.mark.rule("BAI-14", "BAI-17", "BAI-104")
def test_assigned_tokens() -> None:
    game = good(seats={1: {"tokens": 2}})
    assert check_change(game, "players.1.assigned", [0]) == ("/players/1/assigned", "BAI-14")
    game = good(seats={1: {"tokens": 2}})
    assert check_change(game, "players.1.assigned", [10, 10]) == ("/players/1/assigned", "BAI-104")
    game = good(seats={1: {"assigned": [10, 11]}})
    assert check_change(game, "players.1.tokens", 1) == ("/players/1/assigned", "BAI-17")


@pytest.mark.rule("BAI-3")
def test_supplies() -> None:
    engine.rules.check(good(seats={0: {"tokens": 10}, 1: {"tokens": 10}}))
    assert invalid(good(seats={0: {"tokens": 10}, 1: {"tokens": 11}})) == ("/players", "BAI-3")
    engine.rules.check(good(seats={0: {"fer": [1, 1, 1]}, 1: {"fer": [2, 2, 2]}}))
    assert invalid(good(seats={0: {"fer": [1, 1, 1]}, 1: {"fer": [2, 2, 2, 2]}})) == ("/players", "BAI-3")
    game = position(
        [[2], [3], [5], [8]], "announce", graveyard=[6], round=20, seats={seat: {"kouronn": 3} for seat in range(4)}
    )
    assert invalid(game) == ("/players", "BAI-3")


@pytest.mark.rule("BAI-94", "BAI-95")
def test_rounds_and_kouronn() -> None:
    two = {0: {"kouronn": 1}, 1: {"kouronn": 1}}
    engine.rules.check(good(seats=two, round=3))
    assert invalid(good(seats=two, round=2)) == ("/round", "BAI-94")
    over = {"seats": {0: {"kouronn": 2}}, "options": {"wins_needed": 2}, "winners": [0]}
    engine.rules.check(good("game_over", **{**over, "round": 2}))
    assert invalid(good("game_over", **{**over, "round": 1})) == ("/round", "BAI-94")
    engine.rules.check(good(round=25))
    assert invalid(good(round=26)) == ("/round", "BAI-95")


@pytest.mark.rule("BAI-93")
def test_the_end_of_the_game() -> None:
    assert invalid(good(seats={1: {"kouronn": 3}}, round=4)) == ("/players/1/kouronn", "BAI-93")
    assert invalid(good(winners=[0])) == ("/winners", "BAI-93")
    assert invalid(good("game_over", winners=None)) == ("/winners", "BAI-93")
    assert invalid(good("game_over", winners=[1])) == ("/winners", "BAI-93")
    assert invalid(good("game_over", options={"wins_needed": 2})) == ("/phase", "BAI-93")
    engine.rules.check(good("game_over", options={"max_rounds": 3}, round=3))


@pytest.mark.rule("BAI-19", "BAI-117")
def test_memory() -> None:
    game = good(seats={0: {"assigned": [0]}})
    assert check_change(game, "players.0.seen", [1]) == ("/players/0/seen", "BAI-19")
    game = good()
    assert check_change(game, "players.0.seen", [game.graveyard[0]]) == ("/players/0/seen", "BAI-117")
    game = good()
    assert check_change(game, "players.0.seen", [game.set_aside[0]]) == ("/players/0/seen", "BAI-117")
    game = good(pile_size=3)
    assert check_change(game, "players.0.seen", [game.removed[0]]) == ("/players/0/seen", "BAI-117")
    assert check_change(good(), "players.2.seen", [0, 0]) == ("/players/2/seen", "BAI-117")
    game = good("play")
    game.players[1].seen = sorted([game.drawn, game.pile[0], 0])
    engine.rules.check(game)


@pytest.mark.rule("BAI-13", "BAI-22")
def test_placing_tokens() -> None:
    assert invalid(good("place_tokens", turn=1)) == ("/turn", "BAI-13")
    assert invalid(good(turn=0)) == ("/turn", "BAI-13")
    assert invalid(good("place_tokens", seats={})) == ("/players", "BAI-13")
    assert invalid(good(seats={2: {"ready": False}})) == ("/players", "BAI-13")
    assert invalid(good("place_tokens", active=1)) == ("/active_seat", "BAI-22")
    engine.rules.check(good("place_tokens", active=1, first=1))


@pytest.mark.rule("BAI-78", "BAI-107")
def test_empty_zones() -> None:
    empty = [[2, 3], [], [8]]
    engine.rules.check(position(empty, "discard", graveyard=[6], window=0))
    failed = {"graveyard": [6], "window": 0, "incoming": (1, 0, "failed_discard")}
    engine.rules.check(position(empty, "place_added", **failed))
    engine.rules.check(position(empty, "game_over", options={"max_rounds": 3}, round=3, winners=[]))
    field = ("/players/1/zone", "BAI-78")
    assert invalid(position(empty, drawn=7)) == field
    assert invalid(position(empty, "announce", graveyard=[6])) == field
    assert invalid(position(empty, "effect", graveyard=[4], effect=Effect(4))) == field
    gift = {"graveyard": [7], "incoming": (1, 2, "add_from_pile"), "effect": Effect(7, option=0)}
    assert invalid(position(empty, "place_added", **gift)) == field
    at_once = {"empty_zone_timing": "immediate"}
    assert invalid(position(empty, "discard", graveyard=[6], window=0, options=at_once)) == field
    assert invalid(position(empty, "place_added", options=at_once, **failed)) == field
    over = {**at_once, "max_rounds": 3}
    engine.rules.check(position(empty, "game_over", options=over, round=3, winners=[]))


@pytest.mark.rule("BAI-24", "BAI-25", "BAI-33")
def test_what_each_phase_needs() -> None:
    for phase in ("discard", "announce", "place_added"):
        assert invalid(good(phase, graveyard=[])) == ("/graveyard", "BAI-25")
    assert invalid(good("effect", graveyard=[])) == ("/graveyard", "BAI-25")
    assert invalid(good("play", drawn=None)) == ("/drawn", "BAI-24")
    assert invalid(good("discard", drawn=7)) == ("/drawn", "BAI-24")
    assert invalid(good("place_added", incoming=None)) == ("/incoming", "BAI-33")
    assert invalid(good("discard", incoming=(1, 0, "failed_discard"))) == ("/incoming", "BAI-33")


@pytest.mark.rule("BAI-81")
def test_an_empty_pile() -> None:
    for phase in ("announce", "place_tokens"):
        assert invalid(good(phase, pile_size=0)) == ("/pile", "BAI-81")
    for phase in ("play", "discard", "effect", "place_added"):
        engine.rules.check(good(phase, pile_size=0))


@pytest.mark.rule("BAI-73", "BAI-75", "BAI-76")
def test_announcements() -> None:
    engine.rules.check(good(announced_by=1))
    assert invalid(good(announced_by=0)) == ("/announced_by", "BAI-75")
    assert invalid(good("announce", announced_by=1)) == ("/announced_by", "BAI-76")
    assert invalid(good("place_tokens", announced_by=1)) == ("/announced_by", "BAI-73")


def effect(value: int, **fields: Any) -> Position:
    seats = fields.pop("seats", {})
    return position([[2, 3], [9, 5], [8]], "effect", graveyard=[value], effect=Effect(value, **fields), seats=seats)


@pytest.mark.rule("BAI-28")
def test_an_effect_is_set_while_it_goes_on() -> None:
    assert invalid(good(effect=Effect(6))) == ("/effect", "BAI-28")
    assert invalid(good("effect", effect=None)) == ("/effect", "BAI-28")
    assert invalid(good("place_added", effect=Effect(6))) == ("/effect", "BAI-28")
    game = position([[2], [3]], "place_added", graveyard=[7], incoming=(1, 1, "add_from_pile"))
    assert invalid(game) == ("/effect", "BAI-28")
    assert invalid(good("effect", effect=Effect(6))) == ("/effect/value", "BAI-25")


@pytest.mark.rule("BAI-31")
def test_the_choice_of_an_effect() -> None:
    engine.rules.check(effect(7))
    engine.rules.check(effect(7, option=0))
    assert invalid(effect(7, previous_done=True)) == ("/effect", "BAI-31")
    assert invalid(effect(7, step=1)) == ("/effect", "BAI-31")
    assert invalid(effect(7, choices=[None, None, None])) == ("/effect", "BAI-31")
    assert invalid(effect(7, option=0, step=1)) == ("/effect/option", "BAI-31")
    assert invalid(effect(7, option=0, previous_done=True)) == ("/effect/option", "BAI-31")
    assert invalid(effect(4, option=0)) == ("/effect/option", "BAI-31")
    assert invalid(effect(4, previous_done=True)) == ("/effect/option", "BAI-31")
    game = position([[2], [3]], "effect", graveyard=[7], effect=Effect(7), pile_size=0)
    assert invalid(game) == ("/effect", "BAI-31")


@pytest.mark.rule("BAI-30")
def test_the_step_is_open() -> None:
    assert invalid(effect(4, step=1)) == ("/effect/step", "BAI-30")
    assert invalid(effect(24)) == ("/effect/step", "BAI-30")
    assert invalid(effect(5, step=1)) == ("/effect/previous_done", "BAI-30")
    engine.rules.check(effect(5, step=1, previous_done=True))
    assert invalid(effect(0)) == ("/effect/step", "BAI-30")
    assert invalid(effect(7, option=1, step=1)) == ("/effect/step", "BAI-30")
    assert invalid(effect(12)) == ("/effect/step", "BAI-30")
    engine.rules.check(effect(12, seats={1: {"tokens": 1}}))
    engine.rules.check(effect(8, step=1))
    alone = {1: {"peboude": 1}, 2: {"peboude": 2}}
    assert invalid(effect(4, seats=alone)) == ("/effect/step", "BAI-30")


def test_looks() -> None:
    engine.rules.check(effect(9, step=1, previous_done=True, looked=[0], seats={0: {"seen": [0]}}))
    unseen = effect(9, step=1, previous_done=True, looked=[0])
    assert invalid(unseen) == ("/effect/looked", "BAI-51")
    many = effect(9, step=1, previous_done=True, looked=[0, 1], seats={0: {"seen": [0, 1]}})
    assert invalid(many) == ("/effect/looked", "BAI-51")
    early = effect(2, looked=[0], seats={0: {"seen": [0]}})
    assert invalid(early) == ("/effect/looked", "BAI-44")


@pytest.mark.rule("BAI-52", "BAI-53")
def test_secret_choices() -> None:
    engine.rules.check(effect(10, choices=[0, None, 20]))
    assert invalid(effect(10)) == ("/effect/choices", "BAI-52")
    assert invalid(effect(4, choices=[None, None, None])) == ("/effect/choices", "BAI-46")
    assert invalid(effect(10, choices=[0, 10, 20])) == ("/effect/choices", "BAI-52")
    assert invalid(effect(10, choices=[0, None])) == ("/effect/choices", "BAI-52")
    assert invalid(effect(10, choices=[None, 0, None])) == ("/effect/choices/1", "BAI-52")
    guarded = {1: {"peboude": 1}}
    engine.rules.check(effect(11, choices=[0, None, None], seats=guarded))
    assert invalid(effect(11, choices=[0, 10, None], seats=guarded)) == ("/effect/choices/1", "BAI-53")
    assert invalid(effect(11, choices=[0, None, 20], seats=guarded)) == ("/effect/choices", "BAI-53")


def coming(value: int, seat: int, cause: str, **fields: Any) -> Position:
    seats = fields.pop("seats", {})
    return position(
        [[2, 3], [9, 5], [8]],
        "place_added",
        graveyard=[value],
        incoming=(1, seat, cause),
        effect=Effect(value, **fields),
        seats=seats,
    )


@pytest.mark.rule("BAI-33", "BAI-36", "BAI-68")
def test_cards_on_their_way() -> None:
    for game in (
        coming(7, 1, "add_from_pile", option=0),
        coming(13, 0, "add_from_pile"),
        coming(13, 2, "give_card", step=1, previous_done=True),
    ):
        engine.rules.check(game)
    assert invalid(coming(7, 0, "add_from_pile", option=0)) == ("/incoming", "BAI-33")
    assert invalid(coming(7, 1, "give_card", option=0)) == ("/incoming", "BAI-33")
    assert invalid(coming(13, 1, "add_from_pile")) == ("/incoming", "BAI-33")
    assert invalid(coming(13, 0, "give_card", step=1, previous_done=True)) == ("/incoming", "BAI-33")
    assert invalid(coming(7, 1, "add_from_pile", option=0, seats={1: {"peboude": 1}})) == ("/incoming/seat", "BAI-36")
    assert invalid(coming(13, 0, "add_from_pile", choices=[None] * 3)) == ("/effect/choices", "BAI-55")
    assert invalid(coming(7, 1, "add_from_pile")) == ("/effect/option", "BAI-31")
    game = good("place_added", incoming=(1, 1, "failed_discard"))
    assert invalid(game) == ("/incoming/seat", "BAI-68")
    assert invalid(good("place_added", window=None)) == ("/incoming/seat", "BAI-68")


@pytest.mark.rule("BAI-61", "BAI-72")
def test_windows() -> None:
    assert invalid(good(window=None)) == ("/discard", "BAI-61")
    assert invalid(good("play", window=0)) == ("/discard", "BAI-61")
    assert invalid(good("announce", window=0)) == ("/discard", "BAI-61")
    game = coming(7, 1, "add_from_pile", option=0)
    game.discard = Window(1)
    assert invalid(game) == ("/discard", "BAI-61")
    assert invalid(position([[2, 3], [], [8]], "discard", graveyard=[6], window=1)) == ("/discard/seat", "BAI-72")


def test_a_position_is_stored_without_loss() -> None:
    game = good(
        "effect",
        seats={0: {"assigned": [0], "fer": [1], "kouronn": 1, "peboude": 1}},
        last_round=LastRound(1, "pile", 0, [[1], [2], [3]], [0, 0, 0], [1, 2, 3], 0, [3, 3, 3]),
    )
    assert engine.decode(engine.encode(game)) == game.copy() == game
    game.incoming = Incoming(3, 1, "give_card")
    assert game.copy() == game
