"""What everybody sees, and fair guesses at what nobody has seen yet ."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from string import Formatter
from typing import Any

import pytest
from msgspec import UNSET, json, structs, to_builtins

from engines.bakong import engine
from engines.bakong.determinize import below
from engines.bakong.events import GameStarted, SlotEntered, TileTurned
from engines.bakong.parts import Flipped
from engines.bakong.pieces import FACES_OF, TILES
from engines.bakong.position import TileView
from engines.bakong.rules.turning import turn_over
from engines.kernel.dice import SeededDice
from tests.engines.bakong.positions import player, table, track
from tests.support.kit.play import opening, steps


@pytest.mark.rule("BAK-107", "BAK-3")
def test_a_tile_never_turned_shows_its_face_only():
    laid = track("abandoned_camp:t01 cave:t06", unseen={1})
    view = engine.visibility.view(table(track=laid), 0)
    assert view.track[0] == TileView(1, "abandoned_camp", "green", False, None, None)
    assert view.track[1] == TileView(2, "cave", "green", True, "t06", "quicksand")
    assert view.unseen_tiles == ["t01"]


@pytest.mark.rule("BAK-107")
def test_without_the_memory_aid_nothing_is_remembered():
    laid = track("quicksand:t01 cave:t06", unseen={1})
    game = table(track=laid, memory_aid=False)
    view = engine.visibility.view(game, 0)
    assert view.track[0] == TileView(1, "quicksand", "red", False, None, None)
    assert view.track[1] == TileView(2, "cave", "green", False, None, None), "nor that it was turned before"
    assert view.unseen_tiles == []
    fresh = table(track=track("quicksand:t01 cave:t06", unseen=set(range(1, 25))), memory_aid=False)
    for draw in (engine.renderer.text, engine.renderer.svg):
        boards = [draw(engine.visibility.view(each, 0), ["Ana", "Ben"], "en") for each in (game, fresh)]
        assert boards[0] == boards[1]
    known = engine.visibility.knowledge(game, 0)
    assert known.track[1] == TileView(2, "cave", "green", True, "t06", "quicksand")
    assert known.unseen_tiles == ["t01"]


@pytest.mark.rule("BAK-107")
def test_everything_else_is_open_and_the_same_for_all():
    game = table(player(3, "rope", x1=2, ouch=1), player(20, "map", big=13), left=[("torch", 1)], dice=(4, 2))
    view = engine.visibility.view(game, 1)
    assert view == engine.visibility.view(game, None) == engine.visibility.view(game, 0)
    document, shown = to_builtins(game), to_builtins(view)
    for field in ("game", "schema", "options", "phase", "turn", "active_seat", "supply", "temple", "current"):
        assert shown[field] == document[field]
    for seat in range(2):
        layout = shown["players"][seat].pop("layout")
        assert shown["players"][seat] == document["players"][seat]
        assert len(layout) == (3 if seat == 0 else 2)
    assert (view.score_sheet, view.result) == (None, None)


@pytest.mark.rule("BAK-109")
def test_views_draw_the_backpack():
    view = engine.visibility.view(table(player(9, "compass", x3=1, big=17), player()), None)
    assert [(p.piece, p.pocket, p.x, p.y, p.w, p.h) for p in view.players[0].layout] == [
        ("big", "central", 0, 0, 3, 3),
        ("compass", "top", 0, 0, 1, 1),
        ("x3", "top", 1, 0, 1, 1),
    ]


def test_a_view_is_a_copy():
    game = table(player(3, "rope"), player(20, big=13), left=[("torch", 1)])
    before = json.encode(view := engine.visibility.view(game, 0))
    game.players[0].objects.append("map")
    game.supply.objects["rope"] = 0
    game.temple.objects[0].left_by = 0
    game.temple.big_emeralds.clear()
    game.current.set_aside.append("map")
    game.track[0] = structs.replace(game.track[0], seen=False)
    assert json.encode(view) == before


@pytest.mark.parametrize("aid", [True, False])
def test_a_view_shows_the_tiles_that_were_turned_since_the_last(aid: bool):
    position, _, dice = opening(engine, 3, {"memory_aid": aid}, b"turned")
    for step in steps(engine, position, dice, SeededDice(b"luck"), ["random"] * 3):
        fresh = engine.decode(engine.encode(step.after))
        for look in (engine.visibility.view, engine.visibility.knowledge):
            assert look(step.after, 0) == look(fresh, 0)


def test_copies_share_nothing_that_changes():
    position, _, dice = opening(engine, 4, {"quicksand_loss": "after_move"}, b"copies")
    for step in steps(engine, position, dice, SeededDice(b"luck"), ["random"] * 4):
        # the step's ``before`` was copied before the action: replaying the action on it gives the same position
        assert engine.decode(engine.encode(step.before)) == step.before
        twin = step.after.copy()
        assert twin == step.after
        encoded = engine.encode(twin)
        assert all(a is not b for a, b in zip(twin.players, step.after.players, strict=True))
        assert twin.track is not step.after.track  # its tiles are replaced, never changed, and may be shared
        if twin.current:
            twin.current.set_aside.append("map")
            twin.current.incoming.append(None)
        twin.temple.objects.clear()
        twin.temple.big_emeralds.clear()
        twin.supply.objects.clear()
        twin.players[0].objects.append("map")
        assert engine.encode(step.after) == encoded


@pytest.mark.rule("BAK-107")
def test_turned_tiles_are_public():
    event = TileTurned(seat=0, slot=3, from_="cave", to="river", tile="t08", by="die", first_time=True)
    assert engine.visibility.redact(event, None) == event
    assert engine.visibility.redact(event, 1) == event


@pytest.mark.rule("BAK-107")
def test_only_the_face_that_lies_up_need_not_be_remembered():
    turned = TileTurned(seat=0, slot=3, from_="cave", to="river", tile="t08", by="die", first_time=True)
    entered = SlotEntered(seat=0, slot=3, face="cave")
    camp = SlotEntered(seat=0, slot=0, face="start_camp")

    def hidden(face: str, **current: Any) -> list[str]:
        game = table(track=track(f"jungle jungle {face}:t08"), memory_aid=False, current=current)
        view = engine.visibility.view(game, 1)
        assert engine.visibility.shows(view, camp, "face")
        return [
            f"{type(event).__name__}.{field}"
            for event in (turned, entered)
            for field in engine.visibility.faces[type(event)]
            if not engine.visibility.shows(view, event, field)
        ]

    assert hidden("river") == ["TileTurned.from_", "TileTurned.tile", "SlotEntered.face"]
    assert hidden("cave") == ["TileTurned.to", "TileTurned.tile"]
    assert hidden("river", flipped=Flipped(3, "cave", "river")) == ["TileTurned.tile"], "the turn is going on"


@pytest.mark.rule("BAK-107")
def test_the_first_faces_are_shown_as_long_as_they_all_lie_up():
    game, [started, *_], _ = opening(engine, 2, {"memory_aid": False}, bytes(32))
    assert engine.visibility.shows(engine.visibility.view(game, None), started, "faces")
    turn_over(game, 0, 5, "die")
    assert not engine.visibility.shows(engine.visibility.view(game, None), started, "faces")


def test_nobody_learns_a_back_before_it_is_turned():
    """Twins that differ only in unseen backs tell the same story until the first of them is turned."""
    rng = SeededDice(b"twins")
    for seed in range(6):
        options = {"memory_aid": seed % 2 == 0, "map_colour": "after" if seed % 3 else "before"}
        position, _, dice = opening(engine, 2 + seed % 3, options, bytes([seed]))
        policies = ["random", "greedy"] * 2
        for step in steps(engine, position, dice, rng, policies):
            twin = engine.visibility.determinize(engine.visibility.knowledge(step.before, None), None, rng)
            assert json.encode(engine.rules.legal(twin, step.seat)) == json.encode(
                engine.rules.legal(step.before, step.seat)
            )
            counter = SeededDice(dice.key, dice.counter)
            again = SeededDice(dice.key, dice.counter)
            ours = _until_revealed(engine.rules.apply(step.before.copy(), step.seat, step.action, counter))
            theirs = _until_revealed(engine.rules.apply(twin, step.seat, step.action, again))
            assert ours == theirs


def _until_revealed(events):
    story = []
    for event in events:
        if isinstance(event, TileTurned) and event.first_time:
            return [*story, (event.slot, event.from_)]
        story.append(event)
    return story


# --- imagining -------------------------------------------------------------------------------------------------------


def test_imagined_positions_fit_what_is_known():
    position, _, dice = opening(engine, 3, {}, b"imagine")
    rng = SeededDice(b"guess")
    for step in steps(engine, position, dice, rng, ["random"] * 3):
        known = engine.visibility.knowledge(step.after, 0)
        twin = engine.visibility.determinize(known, 0, rng)
        assert sorted(tile.tile for tile in twin.track) == list(TILES)
        assert engine.visibility.knowledge(twin, 0) == known
        for tile, original in zip(twin.track, step.after.track, strict=True):
            assert tile.face == original.face
            assert not tile.seen or tile == original


def test_every_consistent_deal_has_the_same_chance():
    """Seven unseen tiles in a tangle; the deals are counted by brute force."""
    faces = "ditch:t18 cliff:t16 jungle:t17 jungle:t22 cave:t07 jungle:t15 ditch:t09"
    unseen = [tile.partition(":")[2] for tile in faces.split()]
    game = table(track=track(faces, unseen=set(range(1, 8))))
    shown = [game.face(slot) for slot in range(1, 8)]
    deals = [
        deal
        for deal in permutations(unseen)
        if all(face in FACES_OF[tile].values() for tile, face in zip(deal, shown, strict=True))
    ]
    rng = SeededDice(b"tangle")
    known = engine.visibility.knowledge(game, None)
    draws = 60 * len(deals)
    seen = Counter(
        tuple(t.tile for t in engine.visibility.determinize(known, None, rng).track[:7]) for _ in range(draws)
    )
    assert seen.keys() == set(deals)
    assert sum((number - 60) ** 2 / 60 for number in seen.values()) < len(deals) + 5 * (2 * len(deals)) ** 0.5


def test_large_numbers_are_drawn_byte_by_byte():
    rng = SeededDice(b"large")
    drawn = [below(1000, rng) for _ in range(2000)]
    assert min(drawn) < 10
    assert max(drawn) > 989
    assert max(drawn) < 1000
    assert 475 < sum(drawn) / 2000 < 525
    assert below(1, rng) == 0
    assert {below(256, rng) for _ in range(3000)} == set(range(256))
    spent = rng.counter
    below(256, rng)
    below(1, rng)
    assert rng.counter == spent + 1


def test_imagining_changes_nothing_that_was_known():
    game = table(player(3, "rope"), player(20, big=13), left=[("torch", 1)], track=track(unseen={1, 2, 3}))
    known = engine.visibility.knowledge(game, 0)
    before = json.encode(known)
    twin = engine.visibility.determinize(known, 0, SeededDice(b"x"))
    twin.players[0].objects.append("map")
    twin.supply.objects["rope"] = 0
    twin.temple.objects.clear()
    twin.current.set_aside.append("map")
    twin.track[5] = structs.replace(twin.track[5], seen=False)
    assert json.encode(known) == before


# --- words -----------------------------------------------------------------------------------------------------------


def test_sentences_in_both_languages():
    event = TileTurned(seat=1, slot=3, from_="cave", to="river", tile="t08", by="map", first_time=True)
    assert engine.words.sentence(event, "en", ["Ann", "Bo"]) == (
        "Bo turns the tile of slot 3 with the map: Cave becomes River."
    )
    event = structs.replace(event, by="die")
    assert engine.words.sentence(event, "fr", ["Ann", "Bo"]) == "Bo retourne la tuile 3 et change la grotte en rivière."


def test_every_action_and_phase_has_words():
    words = engine.words
    for action in engine.rules.action_types:
        entry = words.actions[action.__struct_config__.tag]
        fields = dict.fromkeys(action.__struct_fields__, "?")
        for language in ("en", "fr"):
            assert {name for _, name, _, _ in Formatter().parse(entry[language]) if name} <= set(fields)
    assert set(words.actions) == {action.__struct_config__.tag for action in engine.rules.action_types}
    assert set(words.phases) == {*engine.rules.phases, "game_over"}
    assert set(words.events) == {event.__struct_config__.tag for event in engine.rules.event_types}


def test_events_are_described_and_start_unstamped():
    for kind in (*engine.rules.event_types, *engine.rules.action_types):
        assert kind.__doc__
    assert GameStarted(seats=2, faces=[], big_emeralds=[], options=table().options).seq is UNSET


def test_everything_that_is_shown_keeps_to_its_schema():
    for seats, policies in ((2, ["random"] * 2), (6, ["random", "greedy"] * 3)):
        position, events, dice = opening(engine, seats, {"quicksand_loss": "after_move"}, b"bounds")
        for step in steps(engine, position, dice, SeededDice(b"luck"), policies):
            events += step.events
            view = engine.visibility.view(step.after, None)
            assert json.decode(json.encode(view), type=engine.visibility.view_type) == view
        for event in events:
            assert json.decode(json.encode(event), type=type(event)) == event
        assert isinstance(events[-1], engine.rules.event_types[-1])
