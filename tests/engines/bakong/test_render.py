"""The picture and the text board: the whole table, but no tile from below that nobody has turned."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from engines.bakong import engine
from engines.bakong.actions import Move
from engines.bakong.parts import Current, Flipped, Incoming
from engines.bakong.pieces import BIG_VALUES, OBJECTS
from engines.bakong.position import BakongPosition
from engines.bakong.rules.scoring import count
from engines.kernel.records import GAME_OVER
from tests.engines.bakong.positions import player, table, track
from tests.support.kit.pictures import (
    PLAYERS,
    SVG,
    Board,
    along,
    check_picture,
    classes,
    ids,
    parsed,
    titles,
    written,
)

BOARD = Board(engine)
shown, text = BOARD.svg, BOARD.text


def underway(**options: bool) -> BakongPosition:
    """One seat on the way out with a few things, one on the way home."""
    return table(
        player(3, "first_aid_kit", "compass", x1=2, ouch=1),
        player(20, "map", big=13, x3=1),
        track=track("cave:t06 river:t03", unseen={1}),
        left=[("torch", 1)],
        dice=(4, 2),
        **options,
    )


@pytest.mark.parametrize(("objects", "slot"), [((), 2), (("rope",), 3)])
def test_an_advance_is_marked_where_it_ends(objects: tuple[str, ...], slot: int) -> None:
    game = table(player(0, *objects), player(), track=track("cave:t06 river:t03"))
    view = engine.visibility.view(game, 0)
    assert engine.renderer.elements(view, 0, Move(3)) == ["pawn-0", f"slot-{slot}"]


def finished() -> BakongPosition:
    game = table(player(9, big=17, x1=2), player(0, "rope", big=13, first_home=True), dice=None, phase=GAME_OVER)
    game.active_seat = None
    game.score_sheet, game.result = count(game.players)
    return game


@pytest.mark.parametrize("seats", engine.seats)
def test_every_piece_is_there_with_a_title(seats: int) -> None:
    for game in along(engine, seats, stride=31):
        view = engine.visibility.view(game, None)
        drawn = set(titles(engine.renderer.svg(view, PLAYERS[:seats], "en")))
        assert {f"slot-{slot}" for slot in range(26)} <= drawn
        assert {f"{kind}-{seat}" for kind in ("pawn", "seat") for seat in range(seats)} <= drawn
        assert {f"supply-{name}" for name in (*OBJECTS, "x1", "x3", "ouch")} <= drawn
        assert {name for name in drawn if name.startswith("emerald-")} == {
            f"emerald-{value}" for value in game.temple.big_emeralds
        }
        assert {name for name in drawn if name.startswith("left-")} == {
            f"left-{number}" for number in range(len(game.temple.objects))
        }
        assert {name for name in drawn if name.startswith("item-")} == {
            f"item-{seat}-{number}" for seat in range(seats) for number in range(len(view.players[seat].layout))
        }
        assert ({"die-0", "die-1"} <= drawn) == (game.current is not None)


def test_titles_say_what_everything_is() -> None:
    drawn = titles(shown(underway()))
    assert drawn["slot-1"] == "Slot 1: Cave (green), never turned"
    assert drawn["slot-2"] == "Slot 2: River (yellow), below: Abandoned camp"
    assert drawn["slot-0"] == "Start camp"
    assert drawn["slot-25"] == "Temple of Bakong"
    assert drawn["pawn-0"] == "Pawn of Ana (red), slot 3, way out"
    assert drawn["pawn-1"] == "Pawn of Bob (blue), slot 20, way back"
    assert drawn["seat-0"] == "Backpack of Ana (red), -1 pts, slot 3 →"
    assert [drawn[f"item-0-{n}"] for n in range(4)] == ["First-aid kit", "Compass", *["Small emerald (x1)"] * 2]
    assert [drawn[f"item-1-{n}"] for n in range(3)] == ["Big emerald worth 13", "Map", "Small emeralds (x3)"]
    assert drawn["ouch-0"] == "Ouch tokens: 1"
    assert "ouch-1" not in drawn
    assert drawn["emerald-17"] == "Big emerald worth 17, at the temple"
    assert drawn["left-0"] == "Torch, left at the temple by Bob"
    assert drawn["supply-map"] == "Map, in the supply: 1"
    assert (drawn["die-0"], drawn["die-1"]) == ("Die: 4", "Die: 2")


def test_the_same_in_french() -> None:
    drawn = titles(shown(underway(), language="fr"))
    assert drawn["slot-2"] == "Tuile 2 : Rivière (jaune), dessous : Campement abandonné"
    assert drawn["pawn-1"] == "Pion de Bob (bleu), tuile 20, retour"
    assert drawn["left-0"] == "Torche, laissée au temple par Bob"
    assert "Ana : Choisissez le dé qui retourne une tuile" in written(shown(underway(), language="fr"))
    assert "Réserve" in written(shown(underway(), language="fr"))


def test_backs_are_drawn_only_with_the_memory_aid() -> None:
    aided, unaided = underway(), underway(memory_aid=False)
    assert uses(shown(aided), "slot-2") == ["#icon-river", "#icon-abandoned_camp"]
    assert uses(shown(unaided), "slot-2") == ["#icon-river"]
    assert uses(shown(aided), "slot-1") == uses(shown(unaided), "slot-1") == ["#icon-cave"]
    assert titles(shown(unaided))["slot-2"] == "Slot 2: River (yellow)"
    assert "(Camp)" in text(aided)
    assert "(Camp)" not in text(unaided)


def uses(picture: str, name: str) -> list[str]:
    """The drawings inside a piece."""
    return [use.get("href") or "" for use in group(picture, name).iter(f"{SVG}use")]


def group(picture: str, name: str) -> ElementTree.Element:
    (found,) = (element for element in parsed(picture).iter() if element.get("id") == name)
    return found


def test_before_the_first_turn_the_game_is_prepared() -> None:
    game = table(dice=None, turn=0, phase="choose_start_object")
    assert "Bakong · preparation" in written(shown(game))
    assert "Bakong · preparation" in text(game)


def test_whoever_acts_stands_out() -> None:
    picture = shown(underway())
    assert "Ana: Choose the die that turns a tile" in written(picture)
    assert "Bakong · Turn 7" in written(picture)
    assert "now" in classes(picture, "seat-0")
    assert "now" not in classes(picture, "seat-1")
    assert "now" in classes(picture, "slot-3")
    assert "now" not in classes(picture, "slot-20")


def test_the_running_turn_is_shown() -> None:
    """Ana has turned the second tile with the 3, walks with the 5 and has stopped in a cave with a full backpack."""
    game = underway()
    game.current = Current(
        (3, 5),
        rerolled=True,
        flip_die=3,
        move_die=5,
        flipped=Flipped(2, "abandoned_camp", "river"),
        steps=5,
        steps_left=2,
        set_aside=["rope"],
        owed=1,
        cave=(2, 6),
        incoming=[Incoming("x3"), Incoming("object", object="first_aid_kit"), Incoming("big", value=17)],
    )
    story = "Rolled again · Steps: 3 of 5 · Cave: 2 + 6 · Objects owed to the quicksand: 1 · Set aside: Rope"
    to_stow = "To stow: x3, First aid, Big emerald worth 17"
    assert " ".join(text(game).splitlines()[2:4]) == f"{story} · {to_stow}"
    picture = shown(game)
    assert titles(picture)["slot-2"] == "Slot 2: River (yellow), below: Abandoned camp, turned this turn"
    assert "turned" in classes(picture, "slot-2")
    assert "turned" not in classes(picture, "slot-3")
    assert titles(picture)["die-0"] == "Die that turned a tile: 3"
    assert titles(picture)["die-1"] == "Die for the move: 5"
    assert "Rolled again · Steps: 3 of 5 · Cave: 2 + 6" in written(picture)


def test_the_end_is_shown() -> None:
    game = finished()
    picture = shown(game)
    assert "Won by Ana" in written(picture)
    assert "Winner" in written(picture)
    assert "now" in classes(picture, "seat-0")
    assert "now" not in classes(picture, "seat-1")
    assert titles(picture)["seat-0"] == "Backpack of Ana (red), 19 pts, Winner"
    assert titles(picture)["first-home"] == "First home"
    assert not {"die-0", "die-1"} & ids(picture)
    assert "Victoire : Ana" in text(game, language="fr").splitlines()


def test_a_tie_is_explained() -> None:
    game = table(player(9, big=17), player(0, big=13, x1=1, first_home=True), dice=None, phase=GAME_OVER)
    game.active_seat = None
    game.score_sheet, game.result = count(game.players)
    assert "Won by Ana (tie broken by the bigger emerald)" in written(shown(game))


@pytest.mark.parametrize("slot", [0, 1, 12, 24, 25])
def test_six_pawns_on_one_tile_all_have_room(slot: int) -> None:
    game = table(*(player(slot, big=value if slot == 25 else None) for value in BIG_VALUES))
    picture = shown(game)
    box = group(picture, f"slot-{slot}").find(f"{SVG}rect")
    assert box is not None
    left, top, wide, high = (float(box.get(side) or 0) for side in ("x", "y", "width", "height"))
    places = set()
    for seat in range(6):
        disc = group(picture, f"pawn-{seat}").find(f"{SVG}circle")
        assert disc is not None
        x, y, radius = (float(disc.get(name) or 0) for name in ("cx", "cy", "r"))
        assert left <= x - radius < x + radius <= left + wide
        assert top <= y - radius < y + radius <= top + high
        places.add((x, y))
    assert len(places) == 6


def test_the_fullest_table_fits() -> None:
    """Every token in a backpack, every object carried or at the temple."""
    loads = [
        ("rope",),
        ("machete", "torch"),
        ("journal", "map", "compass"),
        ("journal", "map"),
        ("machete",),
        ("torch",),
    ]
    game = table(
        *(
            player(25, *objects, big=value, x1=4 if value < 17 else 0, x3=3, ouch=2)
            for objects, value in zip(loads, BIG_VALUES, strict=True)
        ),
        left=[("rope", 0), ("grapnel", 1), ("grapnel", 2), ("first_aid_kit", 3), ("first_aid_kit", 4), ("compass", 5)],
    )
    picture = engine.renderer.svg(engine.visibility.view(game, None), ["&" * 40] * 6, "fr")
    assert len([name for name in ids(picture) if name.startswith("item-")]) > 40
    check_picture(picture)


def test_the_text_board_in_full() -> None:
    assert text(underway()).partition("\n\nReconstructed")[0].splitlines() == [
        "Bakong · Turn 7 · dice 4 2",
        "Ana: Choose the die that turns a tile",
        "",
        " 0 Start camp  1 Cave        2|River       3 Jungle      4 Jungle      5 Jungle      6 Jungle",
        "                 (?)           (Camp)        (River)       (River)       (Cliff)       (Cliff)",
        "                                             ▲",
        " 7 Jungle      8 Jungle      9 Jungle     10 Jungle     11 Jungle     12 Camp       13 Camp",
        "   (Ditch)       (Emerald)     (Emerald)     (Camp)        (Cave)        (Quicksand)   (Quicksand)",
        "",
        "14 Camp       15 Camp       16 Cave       17 Cave       18 Waterfall  19 Waterfall  20 Emerald",
        "   (Cliff)       (Ditch)       (Ditch)       (River)       (Ditch)       (Cliff)       (River)",
        "                                                                                       ■",
        "21 Emerald    22!Ditch      23 Emerald    24 Emerald    25 Temple",
        "   (Quicksand)   (Cliff)       (Camp)        (Waterfall)",
        "",
        "14| yellow: stops · 14! red: hurts · in brackets the known back, (?) = never turned",
        "",
        "> ▲ Ana                 -1 pts  slot 3 →    emerald -   x3 ×0   x1 ×2   ouch ×1",
        "      First aid, Compass",
        "  ■ Bob                 16 pts  slot 20 ←   emerald 13  x3 ×1   x1 ×0   ouch ×0",
        "      Map",
        "",
        "Temple: 17, Torch (■)",
        "Supply: Rope ×2, Grapnel ×2, First aid ×1, Journal ×2, Machete ×2, Torch ×1, Map ×1, Compass ×1,",
        "  x3 ×19, x1 ×18, ouch ×11",
    ]
