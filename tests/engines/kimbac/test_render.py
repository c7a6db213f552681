"""The picture and the text board: the whole city, one's own cards, and no secret of anybody else."""

from __future__ import annotations

import pytest

from engines.kernel.records import GAME_OVER, Result
from engines.kimbac import engine
from engines.kimbac.parts import RoundResult
from engines.kimbac.pieces import CROSSROADS, FOOT, GATES, NUMBERS, REMOVED
from engines.kimbac.position import KimbacPosition
from tests.engines.kimbac.positions import finder, hunting, search
from tests.support.kit.pictures import (
    NAMES,
    PLAYERS,
    Board,
    along,
    check_picture,
    check_text,
    classes,
    ids,
    titles,
    written,
)

BOARD = Board(engine)
shown, text = BOARD.svg, BOARD.text


@pytest.mark.parametrize("secret_holder", [0, 1])
def test_the_cache_is_for_the_finder_alone(secret_holder: int) -> None:
    """Two hunts that differ in the dice only look the same to everybody but the finder."""
    one, other = (hunting(3, secret=12, cache=cache, seat=secret_holder) for cache in (5, 9))
    for reader in (None, 0, 1, 2):
        same = (shown(one, reader), text(one, reader)) == (shown(other, reader), text(other, reader))
        assert same == (reader != secret_holder)


@pytest.mark.parametrize("seats", engine.seats)
def test_every_piece_is_there_with_a_title(seats: int) -> None:
    for position in along(engine, seats, stride=67):
        drawn = titles(shown(position))
        assert {f"crossroad-{crossroad}" for crossroad in CROSSROADS} <= drawn.keys()
        assert {f"gate-{gate}" for gate in GATES} <= drawn.keys()
        assert {f"monument-{number}" for number in NUMBERS} <= drawn.keys()
        assert {f"bridge-bridge_{number}" for number in range(1, 5)} <= drawn.keys()
        assert {"pile", "chest"} | {f"seat-{seat}" for seat in range(seats)} <= drawn.keys()
        assert {name for name in drawn if name.startswith("pawn-")} == {
            f"pawn-{seat}-{number}"
            for seat, own in enumerate(position.pawns)
            for number, place in enumerate(own, 1)
            if place not in (None, REMOVED)
        }


def test_titles_say_where_everything_is() -> None:
    drawn = titles(shown(search(2, pawns={0: {1: "x302"}, 1: {2: "x809", 3: "K"}})))
    assert drawn["pawn-0-1"] == "Pawn 1 of Ana (blue): Silk Street / Heron Lane"
    assert drawn["pawn-1-3"] == "Pawn 3 of Bob (red): Gate K"
    assert drawn["crossroad-x302"] == "Silk Street / Heron Lane"
    assert drawn["monument-1"] == "Monument 1, Jade Pagoda"
    assert drawn["bridge-bridge_3"] == "Dragon Bridge"
    assert drawn["gate-A"] == "Gate A"
    assert drawn["seat-1"] == "Bob, red, 0 taels"
    assert drawn["pile"] == "Pile: 36"
    assert drawn["chest"] == "The chest is closed"


def test_the_same_in_french() -> None:
    position = search(2, pawns={0: {1: "x302"}})
    drawn = titles(shown(position, language="fr"))
    assert drawn["pawn-0-1"] == "Pion 1 d'Ana (bleu) : Rue de la Soie / allée du Héron"
    assert drawn["monument-1"] == "Monument 1, Pagode de Jade"
    assert drawn["chest"] == "Le coffre est fermé"
    assert "Manche 1 sur 1 · recherche, tour 1" in written(shown(position, language="fr"))
    assert "Ana déplace le pion 1" in text(position, language="fr").splitlines()


@pytest.mark.parametrize(
    ("position", "heading", "news"),
    [
        (search(2), "Round 1 of 1 · search, turn 1", "Ana moves pawn 1"),
        (
            search(2, phase="search_end", next_pawn=None),
            "Round 1 of 1 · search, turn 1",
            "Ana may take the chest, or ends the turn",
        ),
        (finder(2), "Round 1 of 1 · search, turn 1", "Ana has shaken the chest: Kim-Bac or not?"),
        (hunting(2), "Round 1 of 1 · race for the treasure, step 1", "Ana, the Kim-Bac, moves"),
        (
            hunting(2, phase="hunt_pursuit", active_seat=1, next_pawn=3, hunt_turn=4),
            "Round 1 of 1 · race for the treasure, step 4",
            "Bob pursues with pawn 3",
        ),
        (
            search(2, phase="place", first_seat=None, options={"rounds": 3}, search_turn=0),
            "Round 1 of 3 · preparation",
            "Ana places pawn 1 on a gate",
        ),
    ],
)
def test_the_heading_says_who_has_to_do_what(position: KimbacPosition, heading: str, news: str) -> None:
    assert written(shown(position)).splitlines()[:2] == [heading, news]
    assert text(position).splitlines()[:2] == [f"Kim-Bac · {heading}", news]
    acting = position.active_seat
    for seat in (0, 1):
        assert ("now" in classes(shown(position), f"seat-{seat}")) == (seat == acting)
        assert (f"> {'■▲'[seat]} {NAMES[seat]}" in text(position)) == (seat == acting)


def test_the_pawn_to_move_is_ringed() -> None:
    picture = shown(search(2, next_pawn=2))
    assert "ring" in classes(picture, "pawn-0-2")
    assert "ring" not in classes(picture, "pawn-0-1")
    assert "ring" not in classes(picture, "pawn-1-2")


def test_the_reader_sees_the_own_cards_and_how_many_the_others_hold() -> None:
    position = search(3, hands={0: [4, 7, 7], 1: [1, 2]}, face_up={2: [15]}, renounced_by=2)
    own, other = shown(position, 0), shown(position, 1)
    assert {name for name in ids(own) if name.startswith("card-")} == {"card-4-1", "card-7-1", "card-7-2"}
    assert {name for name in ids(other) if name.startswith("card-")} == {"card-1-1", "card-2-1"}
    assert not [name for name in ids(shown(position)) if name.startswith("card-")]
    assert "pair" in classes(own, "card-7-1")
    assert "pair" not in classes(own, "card-4-1")
    assert titles(own)["card-4-1"] == "Card 4, Cloud Pavilion"
    assert titles(other)["hand-0"] == "Cards in the hand of Ana: 3"
    assert titles(other)["pair-15"] == "Both cards 15 (Dragon Temple) face up"
    assert "0 taels\nhas renounced" in written(other)
    assert "back" in classes(other, "hand-0")
    assert "back" not in classes(own, "hand-0")
    assert "      4 7 7\n" in text(position, 0)
    assert "4 7 7" not in text(position, 1)
    assert "    Both cards 15 face up\n" in text(position)


def test_the_chest_shows_its_dice_to_the_finder() -> None:
    position = finder(2, secret=12, cache=5, seat=0)
    own, other = shown(position, 0), shown(position, 1)
    assert titles(own)["chest"] == "Secret 12 · treasure at 5 · 7,000 taels"
    assert titles(other)["chest"] == "Secret 12 · where the treasure lies is secret"
    assert titles(own)["monument-5"] == "Monument 5, Lotus Garden: the treasure is here"
    assert titles(other)["monument-5"] == "Monument 5, Lotus Garden"
    assert titles(other)["monument-12"] == "Monument 12, Tea House: the pair shown"
    assert "crown" in classes(own, "monument-5")
    assert not [number for number in NUMBERS if "crown" in classes(other, f"monument-{number}")]
    assert "due" in classes(other, "monument-12")
    assert written(other).splitlines().count("?") == 2
    assert "?" not in written(own).replace("not?", "")


def test_the_kimbac_wears_a_crown() -> None:
    position = hunting(3)
    kimbac = position.kimbac
    assert kimbac is not None
    name = f"pawn-{kimbac.seat}-{kimbac.pawn}"
    picture = shown(position)
    assert titles(picture)[name].startswith(f"The Kim-Bac, pawn {kimbac.pawn} of Ana (blue): ")
    assert [pawn for pawn in ids(picture) if pawn.startswith("pawn-") and "crown" in classes(picture, pawn)] == [name]
    assert f"■{kimbac.pawn}!" in text(position)
    assert "0 taels\nKim-Bac" in written(picture)


def over(winners: list[int], rounds: list[RoundResult]) -> KimbacPosition:
    position = hunting(3)
    position.phase, position.active_seat, position.next_pawn = GAME_OVER, None, None
    position.scores = [sum(result.paid[seat] for result in rounds) for seat in range(3)]
    position.round_results = rounds
    position.result = Result(winners=winners, ranking=[winners], scores=[], reason="rounds_played")
    return position


def test_finished_rounds_are_listed() -> None:
    rounds = [
        RoundResult(1, "void", None, None, None, None, None, [0, 0, 0]),
        RoundResult(2, "reached", 0, 3, 15, 12000, [0, 1, 0], [10000, 2000, 0]),
        RoundResult(3, "captured", 1, 12, 5, 7000, [2, 0, 0], [5500, 0, 1500]),
    ]
    position = over([0], rounds)
    picture, board = shown(position), text(position)
    assert "Ana wins" in written(picture)
    assert "now" in classes(picture, "seat-0")
    assert titles(picture)["seat-0"] == "Ana, blue, 15,500 taels"
    assert titles(picture)["round-1"] == "Round 1: void round"
    assert titles(picture)["round-2"] == "Round 2: treasure reached · cards of the hiding place: Bob 1"
    assert classes(picture, "round-3").count("accent") == 2
    assert "3 → 15" in written(picture)
    assert board.partition("\n\nReconstructed")[0].splitlines()[-6:] == [
        "Round 1: void round",
        "    ■ 0  ▲ 0  ★ 0",
        "Round 2: treasure reached · cards of the hiding place: Bob 1",
        "    3 → 15 · ■ 10,000  ▲ 2,000  ★ 0",
        "Round 3: Kim-Bac captured · cards of the hiding place: Ana 2",
        "    12 → 5 · ■ 5,500  ▲ 0  ★ 1,500",
    ]
    assert "15\u202f500 taels" in text(position, language="fr")


def test_a_shared_victory() -> None:
    position = over([0, 2], [RoundResult(1, "void", None, None, None, None, None, [0, 0, 0])])
    assert "Ana, Chloé share the victory" in written(shown(position))
    assert "now" in classes(shown(position), "seat-2")
    assert "now" not in classes(shown(position), "seat-1")


def test_the_largest_hand_and_the_longest_game_fit() -> None:
    position = search(2, hands={0: sorted([*NUMBERS, *NUMBERS])}, options={"rounds": 8})
    position.round_results = [RoundResult(n, "captured", 0, 18, 1, 17000, [2, 2], [-3000, 17000]) for n in range(1, 9)]
    for language in ("en", "fr"):
        check_picture(engine.renderer.svg(engine.visibility.view(position, 0), PLAYERS[1:3], language))
        check_text(engine.renderer.text(engine.visibility.view(position, 0), PLAYERS[1:3], language))


def test_the_plan_in_letters() -> None:
    board = text(search(2, pawns={0: {1: "x302"}, 1: {2: "x809"}}))
    plan = board.split("\n\n302 crossroad")[0]
    free = [crossroad for crossroad in CROSSROADS if crossroad not in ("x302", "x809")]
    assert [crossroad for crossroad in free if crossroad[1:] not in plan] == []
    assert "302" not in plan
    assert "■1  (1)" in plan
    for number in FOOT:
        assert f"({number})" in plan
    for sign in ("▲2", "[A■2]", "~", "#"):
        assert sign in plan


def test_cards_in_hand_are_for_their_owner_alone() -> None:
    one, other = (search(3, hands={0: [4, 9], 1: hand}) for hand in ([1, 1, 2], [5, 8, 17]))
    for reader in (None, 0, 1, 2):
        same = (shown(one, reader), text(one, reader)) == (shown(other, reader), text(other, reader))
        assert same == (reader != 1)
