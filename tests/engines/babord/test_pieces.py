"""The box as the content tells it, and the domains that schemas are made of."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec import inspect as info

from engines.babord import engine, events
from engines.babord.actions import Buy, Sail
from engines.babord.pieces import (
    BALLS_IN_FLIGHT,
    DIRECTIONS,
    EFFECTS,
    GOODS,
    KINDS,
    MAX_STEPS,
    MOST_BOUGHT,
    MOST_FISH_ON_A_TILE,
    MOST_UNITS,
    ORDINARY_FACES,
    PORT_TILES,
    PUSHES,
    TILE_IDS,
    TRACKS,
    TREASURE_FACE,
    Effect,
)
from engines.kernel.refusals import InvalidOptions
from tests.support.kit.domains import parameters, values, whole_domain


@pytest.mark.rule("BAB-4")
def test_the_tiles_of_the_box() -> None:
    kinds = Counter(kind for kind, _ in ORDINARY_FACES)
    assert kinds == {
        "mine": 4,
        "iceberg": 3,
        "pirates": 2,
        "bermuda": 2,
        "tornado": 2,
        "spyglass": 3,
        "palm": 3,
        "sea": 4,
        "fish": 5,
        "shark": 2,
        "whale": 1,
    }
    assert set(KINDS) == {*kinds, "treasure"}
    assert sum(fish for _, fish in ORDINARY_FACES) == 40
    assert TREASURE_FACE == ("treasure", 0)
    assert (TILE_IDS[0], TILE_IDS[-1], len(TILE_IDS)) == ("t01", "t32", 32)
    assert PORT_TILES == ("port_nw", "port_ne", "port_se", "port_sw")


def test_effects() -> None:
    assert EFFECTS["mine"] == Effect("lose", hull=2)
    assert EFFECTS["iceberg"] == Effect("lose", hull=1, fuel=1)
    assert EFFECTS["spyglass"] == Effect("peek", tiles=2)
    assert EFFECTS["port"] == EFFECTS["palm"] == EFFECTS["sea"] == Effect("none")


def test_bounds_and_prices() -> None:
    assert (MAX_STEPS, BALLS_IN_FLIGHT, MOST_BOUGHT, MOST_UNITS, MOST_FISH_ON_A_TILE) == (10, 2, 10, 20, 5)
    assert {item: TRACKS[item].price for item in GOODS} == {
        "hull": 1,
        "fuel": 1,
        "xp": 5,
        "cannonballs": 5,
        "knife": 10,
    }
    assert list(DIRECTIONS) == ["n", "ne", "e", "se", "s", "sw", "w", "nw"]
    assert PUSHES == {"n": (1, 0), "e": (0, -1), "s": (-1, 0), "w": (0, 1)}


def test_the_domain_of_every_action_can_be_written_down() -> None:
    domain = whole_domain(engine.rules.action_types)
    assert domain is not None
    assert values(parameters(Buy)["quantity"]) == list(range(1, 11))
    assert len(values(parameters(Sail)["to"]) or ()) == 144
    assert Counter(type(action).__name__ for action in domain) == {
        "ChoosePort": 576,
        "RollWind": 1,
        "Observe": 36,
        "Fish": 1,
        "Fire": 8,
        "Attack": 4,
        "Buy": 50,
        "Sail": 144,
        "Jump": 144,
        "SetOut": 144,
        "SwapTiles": 1296,
        "Peek": 36,
        "EndTurn": 1,
    }


def test_every_type_and_field_is_described() -> None:
    own = [
        *engine.rules.event_types,
        *engine.rules.action_types,
        engine.rules.position_type,
        engine.visibility.view_type,
        engine.rules.options_type,
    ]
    for kind in own:
        assert kind.__doc__
        described = info.type_info(kind)
        assert isinstance(described, info.StructType)
        for field in described.fields:
            assert isinstance(field.type, info.Metadata | info.LiteralType | info.StructType), (kind, field.name)
    assert engine.rules.event_types[0] is events.GameStarted
    assert engine.slug == engine.content["game"]["slug"] == "babord"
    assert engine.bot.decisive is False


@pytest.mark.parametrize(
    ("name", "value"),
    [("rows", 2), ("cols", 7), ("restart_fish", 6), ("max_rounds", 0), ("max_rounds", 1001), ("wind_die", "calm")],
)
def test_options_have_bounds(name: str, value: object) -> None:
    with pytest.raises(InvalidOptions) as refusal:
        engine.options({name: value}, 2)
    assert refusal.value.field == name


def test_every_action_and_phase_has_words() -> None:
    words = engine.words
    for action in engine.rules.action_types:
        entry = words.actions[str(action.__struct_config__.tag)]
        assert entry["en"]
        assert entry["fr"]
    for phase in (*engine.rules.phases, "game_over"):
        assert words.phases[phase]["en"]
        assert words.phases[phase]["fr"]


def test_sentences_name_winds_ports_and_tiles() -> None:
    players = ["Ann", "Bob"]

    def said(event: events.Event, language: str = "en") -> str:
        return engine.words.sentence(event, language, players)

    rolled = events.WindRolled(seat=0, face=4, winds=("w",))
    assert said(rolled) == "Ann rolls 4: wind from the west."
    assert said(rolled, "fr") == "Ann obtient 4 au dé : vent de secteur ouest."
    assert said(events.WindRolled(seat=1, face=6, winds=("n", "e", "s", "w"))) == (
        "Bob rolls 6: the wind is a free choice (north, east, south, west)."
    )
    chosen = events.PortChosen(seat=1, port="se", point=(10, 11))
    assert said(chosen) == "Bob chooses the south-east port as home and starts on F6 (north-east corner)."
    lost = events.TreasureLost(
        seat=0, reason="pirates", treasure_place=(3, 3), moved_tile_from=None, moved_tile_to=None
    )
    assert said(lost) == "Ann loses the treasure: it goes back to its place D4."
    shown = events.TileRevealed(seat=0, place=(2, 3), tile="t14", kind="bermuda", fish=0, reason="arrival")
    assert said(shown, "fr") == "Ann dévoile la tuile en D3 : Triangle des Bermudes."
    changed = events.DashboardChanged(seat=0, changes={"hull": (10, 8)}, reason="arrival")
    assert said(changed) == "Dashboard of Ann: hull 10 → 8."
