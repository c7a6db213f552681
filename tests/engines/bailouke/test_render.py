"""The picture and the text board: what lies open, and backs for the rest."""

from __future__ import annotations

from typing import Any

import pytest

from engines.bailouke import engine
from engines.bailouke.parts import Effect, LastRound
from engines.bailouke.position import Position
from engines.bailouke.render.captions import Scene
from engines.kernel.dice import SeededDice
from engines.kernel.protocols.render import Wording
from engines.kernel.records import GAME_OVER
from tests.engines.bailouke.positions import COMING, DRAWN, position
from tests.support.kit.pictures import (
    NAMES,
    PLAYERS,
    SVG,
    Board,
    along,
    check_picture,
    check_text,
    classes,
    ids,
    parsed,
    titles,
    written,
)
from tests.support.kit.play import opening, steps

BOARD = Board(engine)
shown, text = BOARD.svg, BOARD.text


def drawing(**fields: Any) -> Position:
    """Ana has drawn a 4; a token of hers lies on her 7, one of Bob's on his 0; a 1 and a 10 lie in the graveyard."""
    seats = {
        0: {"assigned": [1], "tokens": 3, "fer": [1, 2], "kouronn": 1},
        1: {"assigned": [10], "tokens": 1, "peboude": 2},
    }
    return position([[2, 7, 3], [0, 24]], drawn=4, graveyard=[1, 10], seats=seats, turn=5, **fields)


def scene(game: Position, reader: int | None = None) -> Scene:
    wording = Wording(engine.words, NAMES[: len(game.players)], "en")
    return Scene(engine.visibility.view(game, reader), engine.rules.beasts, engine.content, wording)


@pytest.mark.parametrize("seats", engine.seats)
def test_every_card_that_lies_on_the_table_is_there_with_a_title(seats: int) -> None:
    for game in along(engine, seats, stride=11):
        drawn = set(titles(engine.renderer.svg(engine.visibility.view(game, None), PLAYERS[:seats], "en")))
        lying = {card for player in game.players for card in player.zone} | {*game.graveyard, *game.pile[:1]}
        lying |= {game.drawn} if game.drawn is not None else set()
        lying |= {game.incoming.card} if game.incoming else set()
        assert {name for name in drawn if name.startswith("card-")} == {f"card-{card}" for card in lying}
        assert {f"{kind}-{seat}" for kind in ("seat", "crowns") for seat in range(seats)} <= drawn
        assert {"pile", "graveyard"} <= drawn


@pytest.mark.parametrize("seats", engine.seats)
def test_the_picture_waits_for_whom_the_game_waits(seats: int) -> None:
    """The view alone tells who owes a decision, secret choices included."""
    phases = set()
    for key in (b"one", b"two", b"three"):
        game, _, dice = opening(engine, seats, {}, key)
        for step in steps(engine, game, dice, SeededDice(key), ["random"] * seats):
            assert tuple(scene(step.after).waited_for()) == engine.rules.to_act(step.after)
            phases.add(step.after.phase)
    assert phases == {*engine.rules.phases, GAME_OVER}


def test_titles_say_what_everything_is() -> None:
    drawn = titles(shown(drawing()))
    assert drawn["card-0"] == "Card 1, face down"
    assert drawn["card-1"] == "Card 2, face down, with a Louk Louké token"
    assert drawn[f"card-{DRAWN}"] == "A card, face down"
    assert drawn["drawn"] == "Drawn by Ana"
    assert drawn["graveyard"] == "Graveyard, 2 cards"
    assert [drawn[f"card-{card}"] for card in drawing().graveyard] == [
        "Liboudé, value 1",
        "Baidoume, value 10",
    ]
    assert drawn["pile"] == f"Draw pile, {len(drawing().pile)} cards left"
    assert drawn["seat-1"] == "Hunting zone of Bob, 2 cards"
    assert drawn["crowns-0"] == "Kouronn: 1 of 3"
    assert drawn["free-tokens-0"] == "Louk Louké tokens to assign: 2"
    assert drawn["discount-0"] == "Fer enn lizaz boss: -1, -2"
    assert drawn["sulking-1"] == "Péboudé token, side 2: protected"
    assert not {"free-tokens-1", "sulking-0", "discount-1", "incoming", "last-round"} & ids(shown(drawing()))


def test_the_same_in_french() -> None:
    drawn = titles(shown(drawing(), language="fr"))
    assert drawn["card-1"] == "Carte 2, face cachée, avec un jeton Louk Louké"
    assert drawn["crowns-0"] == "Kouronn : 1 sur 3"
    assert drawn["sulking-1"] == "Jeton Péboudé, face 2 : zone protégée"
    words = written(shown(drawing(), language="fr"))
    assert "Baïlouké · Manche 2 · Tour 5" in words
    assert "Ana : Jouez la carte piochée ou remplacez une des vôtres" in words
    assert "Cimetière" in words
    assert "De côté : 3 · retirées : 0" in words


def test_a_token_opens_a_card_for_its_owner_alone() -> None:
    own, other, spectator = (titles(shown(drawing(), reader)) for reader in (0, 1, None))
    assert own["card-1"] == "Card 2: Macabam, value 7, with a Louk Louké token"
    assert other["card-1"] == spectator["card-1"] == "Card 2, face down, with a Louk Louké token"
    assert other["card-10"] == "Card 1: Alalila, value 0, with a Louk Louké token"
    assert own["card-10"] == "Card 1, face down, with a Louk Louké token"
    assert own["card-45"] == "Ravina, value 4"
    assert other["card-45"] == "A card, face down"
    assert backs(shown(drawing(), 0), "seat-0") == 2
    assert backs(shown(drawing(), 1), "seat-0") == 3


def backs(picture: str, name: str) -> int:
    """Cards that lie face down in a part of the picture."""
    (group,) = (element for element in parsed(picture).iter() if element.get("id") == name)
    return sum(use.get("href") == "#icon-back" for use in group.iter(f"{SVG}use"))


def test_memory_is_drawn_where_it_is_aided() -> None:
    seats = {0: {"seen": [2, 10]}}
    aided, unaided = (
        titles(shown(position([[2, 7, 3], [0, 24]], drawn=4, seats=seats, options={"memory_aid": aid}), 0))
        for aid in (True, False)
    )
    assert aided["card-2"] == "Card 3: Payanki, value 3"
    assert aided["card-10"] == "Card 1: Alalila, value 0"
    assert unaided["card-2"] == "Card 3, face down"


def test_whoever_acts_stands_out() -> None:
    picture = shown(drawing())
    assert "Baïlouké · Round 2 · Turn 5" in written(picture)
    assert "Ana: Play the drawn card or replace one of yours with it" in written(picture)
    assert "now" in classes(picture, "seat-0")
    assert "now" not in classes(picture, "seat-1")


def test_the_beast_at_work_is_explained() -> None:
    game = position([[2, 7, 3], [0, 24]], "effect", graveyard=[9], effect=Effect(9, step=1, looked=[2]), turn=3)
    words = written(shown(game))
    assert "9 · Lougarou" in words
    assert "Look at one of your cards, then at" in words
    assert "Ana: looking at a card of an opponent" in words
    assert titles(shown(game, 1))["card-2"] == "Card 3, face down, looked at in this turn"
    assert titles(shown(game, 0))["card-2"] == "Card 3: Payanki, value 3, looked at in this turn"
    assert "seen" in classes(shown(game), "card-2")
    assert "?*" in text(game)
    assert "3*" in text(game, 0)


def test_a_drawn_card_is_explained_to_whoever_sees_it() -> None:
    assert "4 · Ravina" in written(shown(drawing(), 0))
    assert "10 · Baidoume" in written(shown(drawing(), 1))
    assert text(position([[2], [0]], "place_tokens")).splitlines()[2] == ""


def test_one_of_two_effects_is_to_be_chosen() -> None:
    game = position([[2, 7, 3], [0, 24]], "effect", graveyard=[7], effect=Effect(7), turn=3)
    assert "Ana: Apply the effect of the beast" in written(shown(game))


def test_secret_choices_stay_secret() -> None:
    """Bob has chosen to reveal his 24: Ana sees that he has chosen, and no more."""
    effect = Effect(10, choices=[None, 11])
    game = position([[2, 7, 3], [0, 24]], "effect", graveyard=[10], effect=effect, turn=3)
    assert titles(shown(game, 1))["card-11"] == "Card 2, face down, your choice"
    assert "ring" in classes(shown(game, 1), "card-11")
    for reader in (0, None):
        assert titles(shown(game, reader))["card-11"] == "Card 2, face down"
        assert "ring" not in classes(shown(game, reader), "seat-1")
        assert "has chosen" in written(shown(game, reader))
        assert "has chosen" in text(game, reader)
    assert "Ana: revealing a card" in written(shown(game))


def test_a_card_on_its_way_lies_in_the_middle() -> None:
    game = position([[2, 7, 3], [0, 24]], "place_added", graveyard=[7], incoming=(6, 1, "add_from_pile"), turn=3)
    game.effect = Effect(7, option=0)
    drawn = titles(shown(game, 1))
    assert drawn["incoming"] == "Comes to Bob"
    assert drawn[f"card-{COMING}"] == "A card, face down"
    assert "Bob: Choose the end of your hunting zone for the new card" in written(shown(game))
    assert "Comes to Bob: ?" in text(game).splitlines()


def test_tokens_are_placed_by_all_at_once() -> None:
    game = position(
        [[2, 7, 3], [0, 24, 5], [1, 1, 6], [8, 8, 4]],
        "place_tokens",
        seats={seat: {"ready": seat == 0, "tokens": 1} for seat in range(4)},
    )
    picture = shown(game)
    assert "Baïlouké · Round 1" in written(picture).splitlines()
    assert "Bob, Chloé +1: Place your Louk Louké tokens" in written(picture)
    assert "ready, plays first" in written(picture)
    assert ["now" in classes(picture, f"seat-{seat}") for seat in range(4)] == [False, True, True, True]


def test_an_announcement_is_written_on_the_zone() -> None:
    picture = shown(drawing(announced_by=1))
    assert "Baïlouké!" in written(picture)
    assert "Baïlouké!" in text(drawing(announced_by=1)).partition("\n\nReconstructed")[0].splitlines()[-4]


@pytest.mark.parametrize(
    ("ending", "announced_by", "english", "french"),
    [
        ("empty_zone", None, "Round 1: a hunting zone was empty", "Manche 1 : une zone de chasse était vide"),
        ("pile", None, "Round 1: the draw pile was empty", "Manche 1 : la pioche était vide"),
        ("announcement", 1, "Round 1: announced by Bob", "Manche 1 : annonce de Bob"),
    ],
)
def test_the_round_before_is_counted(ending: str, announced_by: int | None, english: str, french: str) -> None:
    last = LastRound(1, ending, announced_by, [[3, 24], []], [2, 0], [25, 0], 1, [3, 3])
    game = drawing(last_round=last)
    lines = written(shown(game)).partition("\nReconstructed")[0].splitlines()
    assert lines[-3:] == [english, "3 + 24 - 2 = 25", "0 = 0"]
    assert text(game).partition("\n\nReconstructed")[0].splitlines()[-3:] == [english, "▲ 3 + 24 - 2 = 25", "■ 0 = 0 *"]
    assert french in written(shown(game, language="fr"))


def test_the_end_is_shown() -> None:
    game = position([[2, 7], [0, 24]], GAME_OVER, graveyard=[1], winners=[1], seats={1: {"kouronn": 3}})
    picture = shown(game)
    assert "Won by Bob" in written(picture)
    assert "Winner" in written(picture)
    assert "now" in classes(picture, "seat-1")
    assert "now" not in classes(picture, "seat-0")
    assert titles(picture)["card-11"] == "Card 2: Tizeanne, value 24"
    assert "> ■ Bob" in text(game)
    game.winners = []
    assert "Nobody wins: the last round is over" in written(shown(game))
    assert "Personne ne gagne : la dernière manche est terminée" in text(game, language="fr")


def test_a_zone_of_very_many_cards_stays_on_the_table() -> None:
    zone = sorted(engine.rules.beasts.deck)[:40]
    game = position([zone[:9], [24, 24]], drawn=13)
    game.players[0].zone += [card for card in range(50) if card not in {*range(9), 10, 11, DRAWN}][:31]
    game.pile = [card for card in game.pile if card not in game.players[0].zone]
    game.graveyard = []
    picture = shown(game)
    (group,) = (element for element in parsed(picture).iter() if element.get("id") == "seat-0")
    frame = group.find(f"{SVG}rect")
    assert frame is not None
    left, top, wide, high = (float(frame.get(side) or 0) for side in ("x", "y", "width", "height"))
    cards = [use for use in group.iter(f"{SVG}use") if use.get("href") == "#icon-back"]
    places = {(float(use.get("x") or 0), float(use.get("y") or 0)) for use in cards}
    assert len(places) == len(cards) == 40
    assert all(left < x < x + 60 < left + wide and top < y < y + 84 < top + high for x, y in places)
    check_picture(picture)
    check_text(text(game))


def test_the_text_board_in_full() -> None:
    assert text(drawing(), 0).partition("\n\nReconstructed")[0].splitlines() == [
        "Baïlouké · Round 2 · Turn 5",
        "Ana: Play the drawn card or replace one of yours with it",
        "4 Ravina · Exchange one of your cards with a card of an opponent, without looking.",
        "",
        "Draw pile: 39 (?)",
        "Graveyard: 1 10",
        "Set aside: 3 · removed: 0",
        "Drawn by Ana: 4",
        "",
        "> ▲ Ana               kouronn 1/3  louk louké 2  lizaz -3",
        "      1: ? | 2: 7 (o) | 3: ?",
        "",
        "  ■ Bob               kouronn 0/3  louk louké 0  péboudé 2",
        "      1: ? (o) | 2: ?",
        "",
        "2: = card 2 of the row, ? = hidden, (o) Louk Louké token, * looked at, > to act",
    ]
