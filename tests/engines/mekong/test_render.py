"""The picture and the text board: everything that lies on the table, nothing that lies face down."""

from __future__ import annotations

from math import dist

import pytest

from engines.kernel.records import GAME_OVER, Result
from engines.mekong import engine
from engines.mekong.actions import ChoosePlank, CommitProgram
from engines.mekong.pieces import CONTENT, GOAL, HOME, ISLANDS, PLANKS, VILLAGES
from engines.mekong.position import MekongPosition
from tests.engines.mekong.positions import carrying_out, play, program, table
from tests.support.kit.pictures import (
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

BOARD = Board(engine)
shown, text = BOARD.svg, BOARD.text


def bridge() -> MekongPosition:
    """Three planks of two colours, two pawns on them, one plank lost."""
    return table(
        stones="i05 i11 i15",
        planks="red_2 v_red-i11, red_3 i05-i11, blue_1 i11-i15",
        pawns={"red": "red_2", "white": "blue_1", "blue": "v_red"},
        reserves={"white": "white_1 white_2 white_3 white_4 white_5"},
    )


@pytest.mark.parametrize("seats", engine.seats)
def test_every_piece_is_there_with_a_title(seats: int) -> None:
    for position in along(engine, seats, stride=67):
        drawn = titles(shown_to_all(position))
        assert {f"island-{island}" for island in ISLANDS} <= drawn.keys()
        assert {f"village-{village}" for village in VILLAGES} <= drawn.keys()
        in_play = {plank for plank in PLANKS if plank.split("_")[0] in {player.colour for player in position.players}}
        assert {name.removeprefix("plank-") for name in drawn if name.startswith("plank-")} == in_play
        assert {f"pawn-{seat}" for seat in range(seats)} | {f"seat-{seat}" for seat in range(seats)} <= drawn.keys()
        assert {f"slot-{seat}-{slot}" for seat in range(seats) for slot in range(1, 6)} <= drawn.keys()
        picture_ids = ids(shown_to_all(position))
        assert {name for name in picture_ids if name.startswith("stone-")} == {f"stone-{i}" for i in position.stones}
        assert {name for name in picture_ids if name.startswith("beam-")} == {f"beam-{p}" for p in position.planks}


def shown_to_all(position: MekongPosition) -> str:
    return engine.renderer.svg(engine.visibility.view(position, None), PLAYERS[: len(position.players)], "en")


def test_titles_say_where_everything_is() -> None:
    drawn = titles(shown(bridge()))
    assert drawn["island-i11"] == "Island 11, with a stone"
    assert drawn["island-i01"] == "Island 1"
    assert drawn["village-v_red"] == "Red village"
    assert drawn["plank-red_3"] == "red plank 3: Island 5, Island 11"
    assert drawn["plank-blue_2"] == "blue plank 2, reserve of Bob"
    assert drawn["plank-white_6"] == "white plank 6, lost"
    assert drawn["pawn-0"] == "Pawn of Ana (red): red plank 2"
    assert drawn["pawn-1"] == "Pawn of Bob (blue): Red village"
    assert drawn["statuette"] == "Ana has the statuette and plays first with every card"
    assert drawn["seat-2"] == "Chloé, white"


def test_the_same_in_french() -> None:
    drawn = titles(shown(bridge(), language="fr"))
    assert drawn["island-i11"] == "Île 11, avec une pierre"
    assert drawn["plank-red_3"] == "planche rouge 3 : Île 5, Île 11"
    assert drawn["pawn-1"] == "Pion de Bob (bleu) : Village rouge"
    assert "Tour 1 · on pose les cartes" in written(shown(bridge(), language="fr"))
    assert "But : Village vert" in written(shown(bridge(), language="fr"))


def test_the_heading_says_who_has_to_do_what() -> None:
    position = carrying_out(bridge(), "blue", "place_2_planks")
    text = written(shown(position))
    assert "Round 1 · card 1 of 5" in text
    assert "Bob: Choose a plank (2 to go)" in text
    assert "Stones left: 24" in text
    assert "Goal: Green village" in text
    assert "Lost planks" in text
    assert "now" in classes(shown(position), "seat-1")
    assert "now" not in classes(shown(position), "seat-0")


def test_planks_in_reserve_are_as_long_as_they_reach_on_the_board() -> None:
    picture = parsed(shown(table(2)))
    (panel,) = (element for element in picture.iter() if element.get("id") == "seat-0")
    frame = panel.find(f"{SVG}rect")
    assert frame is not None
    bars = {
        str(group.get("id")): bar
        for group in panel.iter(f"{SVG}g")
        if str(group.get("id")).startswith("plank-") and (bar := group.find(f"{SVG}rect")) is not None
    }
    lengths = [float(bar.get("width") or 0) for bar in bars.values()]
    spots = {name: engine.renderer.places()[f"island-{name}"] for name in ("i01", "i02")}
    islands = {item["id"]: (item["x"], item["y"]) for item in CONTENT["islands"]["items"]}
    scale = dist(spots["i01"], spots["i02"]) / dist(islands["i01"], islands["i02"])
    assert lengths == pytest.approx([scale * reach for reach in (5, 7, 9, 11, 13, 15)])
    right, bottom = (
        float(frame.get(near) or 0) + float(frame.get(size) or 0) for near, size in (("x", "width"), ("y", "height"))
    )
    for bar in bars.values():
        assert float(bar.get("x") or 0) + float(bar.get("width") or 0) < right
        assert float(bar.get("y") or 0) + float(bar.get("height") or 0) < bottom


def test_a_chosen_plank_stands_out_until_it_is_placed() -> None:
    position = carrying_out(bridge(), "red", "place_1_plank")
    play(position, ChoosePlank("red_6"))
    assert position.phase == "place_plank"
    assert "Ana: Place the plank: red plank 6" in written(shown(position))
    assert titles(shown(position))["plank-red_6"] == "red plank 6, chosen by Ana, to be placed"
    assert "red chosen" in classes(shown(position), "plank-red_6")
    assert "red edge" in classes(shown(position), "plank-red_5")


def test_the_reader_alone_sees_the_own_hand_and_programme() -> None:
    position = table()
    play(position, CommitProgram(("move_1", "jump", "dragon_blue", "remove", "place_1_stone")), 0)
    own, others = titles(shown(position, 0)), titles(shown(position, 1))
    assert own["slot-0-3"] == "Ana, card 3: Blue dragon, face down for the others"
    assert others["slot-0-3"] == "Ana, card 3: face down"
    assert others["slot-1-1"] == "Bob, card 1: not laid yet"
    assert {name for name in own if name.startswith("card-")} == {
        "card-0-place_2_stones",
        "card-0-place_1_plank",
        "card-0-place_2_planks",
        "card-0-move_2",
        "card-0-dragon_white",
    }
    assert len([name for name in others if name.startswith("card-1-")]) == 10
    assert not [name for name in others if name.startswith("card-0-")]
    assert not [name for name in titles(shown(position)) if name.startswith("card-")]
    assert "cards: move 1 | jump | dragon ■ | remove | stone" in text(position, 0)
    assert "cards: ? | ? | ? | ? | ?" in text(position, 1)
    assert "hand: stones | plank | planks | move 2 | dragon ◆\n" in text(position, 0)
    assert text(position).count("hand:") == 0


def test_a_card_under_a_dragon_is_struck_out() -> None:
    position = carrying_out(table(), "red", "place_1_stone")
    position.players[1].program = program("dragon_white")
    position.players[2].program = program("jump")
    drawn = titles(shown(position))
    assert drawn["slot-0-1"] == "Ana, card 1: Place 1 stone"
    assert drawn["slot-1-1"] == "Bob, card 1: White dragon"
    assert drawn["slot-2-1"] == "Chloé, card 1: Jump over another pawn, cancelled by a dragon"
    assert drawn["slot-2-2"] == "Chloé, card 2: face down"
    assert "strike" in classes(shown(position), "slot-2-1")
    assert "now" in classes(shown(position), "slot-0-1")
    assert "cards: x jump | ? | ? | ? | ?" in text(position)


def test_a_dragon_does_not_strike_a_dragon_out() -> None:
    position = carrying_out(table(), "red", "place_1_stone")
    position.players[1].program = program("dragon_white")
    position.players[2].program = program("dragon_blue")
    assert "cancelled" not in "".join(titles(shown(position)).values())


def test_own_cards_to_come_are_not_struck_out() -> None:
    """A dragon that the reader alone knows of has cancelled nothing yet."""
    position = carrying_out(table(2), "white", "place_1_stone")
    position.players[0].program = ["place_1_stone", "dragon_black", "move_1", "move_2", "jump"]
    assert "cancelled" not in "".join(titles(shown(position, 0)).values())


@pytest.mark.parametrize(
    ("winners", "reason", "english", "french"),
    [
        ([0], "goal_reached", "Ana wins: the village opposite is reached", "Ana gagne : le village opposé est atteint"),
        (
            [],
            "round_cap",
            "Draw: the last round is over, nobody has crossed",
            "Égalité : dernier tour terminé, personne n'a traversé",
        ),
        ([], "no_planks", "Draw: all planks are lost", "Égalité : toutes les planches sont perdues"),
    ],
)
def test_the_end_is_shown(winners: list[int], reason: str, english: str, french: str) -> None:
    position = table(pawns={"red": GOAL["red"]} if winners else None)
    position.phase = GAME_OVER
    position.result = Result(winners=winners, ranking=[[0], [1, 2]], scores=[], reason=reason)
    assert english in written(shown(position))
    assert french in written(shown(position, language="fr"))
    assert english in text(position).splitlines()
    assert ("now" in classes(shown(position), "seat-0")) == bool(winners)
    assert ">" not in text(position).replace("> to act", "")


def test_six_pawns_on_one_village_all_have_room() -> None:
    position = table(6, pawns=dict.fromkeys(HOME, "v_green"))
    places = {place(shown_to_all(position), f"pawn-{seat}") for seat in range(6)}
    assert len(places) == 6
    assert all(0 < x < 600 and 0 < y < 620 for x, y in places)
    check_picture(shown_to_all(position))


def place(picture: str, name: str) -> tuple[float, float]:
    """Where the one round piece of a group lies."""
    (group,) = (element for element in parsed(picture).iter() if element.get("id") == name)
    (spot,) = {(float(c.get("cx") or 0), float(c.get("cy") or 0)) for c in group.findall(f"{SVG}circle")}
    return spot


def test_all_planks_lost_still_fits() -> None:
    position = table(6, reserves=dict.fromkeys(HOME, ""))
    assert len(position.lost) == 36
    check_picture(shown_to_all(position))
    check_text(engine.renderer.text(engine.visibility.view(position, 0), PLAYERS, "fr"))


def test_the_text_board_in_full() -> None:
    position = carrying_out(bridge(), "blue", "remove")
    lines = text(position).partition("\n\nReconstructed")[0].splitlines()
    assert lines[:2] == ["Dragons of the Mekong · Round 1 · card 1 of 5", "Bob: Remove a plank or a stone"]
    chart = "\n".join(lines[3:30])
    for sign in ("(05)", "(11)", "(15)", " 01", "[▲]♟■", "▲2♟▲", "▲3", "■1♟◆"):
        assert sign in chart
    assert lines[34:] == [
        "Stones left: 24",
        "Lost planks: ◆6",
        "",
        "  ▲ Ana · red plank 2 · Goal: Green village",
        "    reserve: ▲1 ▲4 ▲5 ▲6",
        "    cards: stone | ? | ? | ? | ?",
        "",
        "> ■ Bob * · Red village · Goal: Yellow village",
        "    reserve: ■2 ■3 ■4 ■5 ■6",
        "    cards: remove | ? | ? | ? | ?",
        "",
        "  ◆ Chloé · blue plank 1 · Goal: Black village",
        "    reserve: ◆1 ◆2 ◆3 ◆4 ◆5",
        "    cards: stone | ? | ? | ? | ?",
    ]


def test_face_down_cards_are_for_their_owner_alone() -> None:
    """Two tables that differ in one seat's face-down cards only look the same to everybody else."""
    tables = []
    for later in (["move_1", "jump", "remove", "move_2"], ["place_1_plank", "dragon_red", "move_2", "jump"]):
        position = carrying_out(bridge(), "red", "place_1_stone")
        position.players[1].program = ["place_2_stones", *later]
        tables.append(position)
    one, other = tables
    for reader in (None, 0, 1, 2):
        same = (shown(one, reader), text(one, reader)) == (shown(other, reader), text(other, reader))
        assert same == (reader != 1)
