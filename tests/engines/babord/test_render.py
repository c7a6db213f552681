"""The picture and the text board: boats, balls and dashboards for all, tiles for those who know them."""

from __future__ import annotations

import re

import pytest

from engines.babord import engine
from engines.babord.actions import Sail
from engines.babord.events import Sailed
from engines.babord.pieces import DIRECTIONS, board
from engines.babord.position import BabordPosition
from engines.kernel.records import GAME_OVER, Result
from tests.engines.babord.positions import boat, legal, name_at, only, play, resolving, sea
from tests.support.kit.pictures import (
    PLAYERS,
    SVG,
    Board,
    along,
    check,
    check_picture,
    check_text,
    classes,
    ids,
    parsed,
    titles,
    written,
)
from tests.support.kit.play import opening

SHORT = {"max_rounds": 15}
BOARD = Board(engine)
shown, text = BOARD.svg, BOARD.text


def chase(**options: object) -> BabordPosition:
    """Bob has the treasure; Ana has fired a ball at him and is low on fuel; a mine lies on the way."""
    return sea(
        boat((5, 5), "nw", fuel=2, knife=1, cannonballs=3),
        boat((6, 9), "se", hull=4, fish=12),
        tiles={(2, 2): ("mine", 2)},
        carrier=1,
        hole=(3, 1),
        balls=[(0, (2, 3), "e")],
        **options,
    )


@pytest.mark.parametrize("size", [{"rows": 3, "cols": 3}, {"rows": 3, "cols": 6}, {"rows": 6, "cols": 4}])
def test_seas_of_every_size_are_sound(size: dict[str, int]) -> None:
    for game in along(engine, 4, stride=31, options={**SHORT, "memory_aid": True, **size}):
        check(engine, game)


@pytest.mark.parametrize("seats", engine.seats)
def test_every_piece_is_there_with_a_title(seats: int) -> None:
    for game in along(engine, seats, stride=7, options=SHORT):
        drawn = set(titles(engine.renderer.svg(engine.visibility.view(game, None), PLAYERS[:seats], "en")))
        laid = {name for row in game.grid for name in row if name is not None}
        assert {name for name in drawn if name.startswith("tile-")} == {f"tile-{name}" for name in laid}
        assert ("hole" in drawn) == (game.treasure.hole is not None)
        points = {f"point-{y}-{x}" for y, x in board(6, 6).points}
        assert {name for name in drawn if name.startswith("point-")} == points
        afloat = {f"boat-{player.seat}" for player in game.players if player.boat is not None}
        assert {name for name in drawn if name.startswith("boat-")} == afloat
        flying = {f"ball-{number}" for number in range(len(game.balls))}
        assert {name for name in drawn if name.startswith("ball-")} == flying
        for kind in ("seat", "hull", "fuel", "xp", "cannonballs", "fish"):
            assert {f"{kind}-{seat}" for seat in range(seats)} <= drawn


@pytest.mark.parametrize("wind", ["w", "free"])
def test_points_say_what_sailing_there_costs(wind: str) -> None:
    def game() -> BabordPosition:
        return sea(boat((5, 5), "nw", fuel=3), boat((6, 9), "se"), phase="sail", wind=wind)

    costs = {}
    for action in legal(game(), Sail):
        sailed = only(play(game(), action), Sailed)
        costs[f"point-{action.to[0]}-{action.to[1]}"] = sailed.fuel_used
    costly = {name: re.search(r"for (\d) unit", title) for name, title in titles(shown(game())).items()}
    assert {name: int(found[1]) for name, found in costly.items() if found} == costs
    assert set(costs.values()) == {0, 1, 2, 3}


def test_names_of_tiles_are_drawn_over_the_points() -> None:
    game = sea(boat((5, 5), "nw"), boat((6, 9), "se"), tiles={(2, 2): ("mine", 2)}, phase="sail", wind="w")
    game.current.face_up = (2, 2)
    picture = shown(game)
    assert picture.index(">Mine<") > picture.rindex('id="point-')


def test_titles_say_what_everything_is() -> None:
    game = chase()
    drawn = titles(shown(game))
    assert drawn[f"tile-{name_at(game, 2, 2)}"] == "Tile C3: face down"
    assert drawn["tile-port_nw"] == "North-West Port, home of Ana"
    assert drawn["tile-port_ne"] == "North-East Port"
    assert drawn["hole"] == "Place B4: the treasure was taken from here, nobody may enter"
    assert drawn["point-5-5"] == "Point C3 (south-east corner)"
    assert not [title for title in drawn.values() if "fuel" in title and title.startswith("Point")]
    assert drawn["boat-0"] == "Boat of Ana on C3 (south-east corner)"
    assert drawn["boat-1"] == "Boat of Bob on E4 (north-east corner), with the treasure"
    assert drawn["ball-0"] == "Cannonball of Ana on tile D3, flying east"
    assert drawn["seat-0"] == "Dashboard of Ana, home: north-west"
    assert drawn["fuel-0"] == "Fuel: 2 of 10"
    assert drawn["fish-1"] == "Fish: 12 of 20"
    assert drawn["knife-0"] == "Knife"
    assert drawn["treasure-1"] == "Treasure"
    assert not {"knife-1", "treasure-0", "wind"} & ids(shown(game))


def test_the_same_in_french() -> None:
    drawn = titles(shown(chase(), language="fr"))
    assert drawn["tile-port_nw"] == "Port du Nord-Ouest, port d'attache d'Ana"
    assert drawn["boat-1"] == "Bateau de Bob en E4 (coin nord-est), avec le trésor"
    assert drawn["ball-0"] == "Boulet d'Ana sur la tuile D3, direction est"
    assert drawn["fuel-0"] == "Carburant : 2 sur 10"
    words = written(shown(chase(), language="fr")).replace("\n", " ")
    assert "Ana : Déplacez-vous, observez ou pêchez ; combats et achats possibles avant" in words
    assert "Bob a le trésor" in words


def test_a_seat_low_on_fuel_is_warned_by_a_sign_as_well() -> None:
    picture = shown(chase())
    assert "low" in classes(picture, "fuel-0")
    assert "! 2/10" in written(picture)
    assert "low" not in classes(picture, "hull-1")
    assert "low" not in classes(picture, "cannonballs-1")


def test_fog_lies_over_what_the_reader_does_not_know() -> None:
    game = chase(memory_aid=True)
    mine = name_at(game, 2, 2)
    game.tiles[mine].seen_by = (1,)
    assert titles(shown(game, 1))[f"tile-{mine}"] == "Tile C3: Mine, 2 fish, you have seen it"
    assert uses(shown(game, 1), f"tile-{mine}") == ["#icon-mine", "#icon-fish"]
    for reader in (0, None):
        assert titles(shown(game, reader))[f"tile-{mine}"] == "Tile C3: face down"
        assert uses(shown(game, reader), f"tile-{mine}") == ["#icon-fog"]
        assert "Mine 2" not in text(game, reader).splitlines()[9]
    assert "Mine 2" in text(game, 1).splitlines()[9]
    game.options.memory_aid = False
    assert uses(shown(game, 1), f"tile-{mine}") == ["#icon-fog"]


def uses(picture: str, name: str) -> list[str]:
    """The drawings inside a piece."""
    (group,) = (element for element in parsed(picture).iter() if element.get("id") == name)
    return [use.get("href") or "" for use in group.iter(f"{SVG}use")]


def test_the_tile_being_resolved_is_open_to_all() -> None:
    game = resolving(sea(boat((5, 5)), tiles={(2, 2): ("spyglass", 0)}), "peek", (2, 2))
    game.current.peeked = [(4, 4)]
    game.current.peeks_left = 1
    picture = shown(game)
    name, other = name_at(game, 2, 2), name_at(game, 4, 4)
    assert titles(picture)[f"tile-{name}"] == "Tile C3: Spyglass, 0 fish, being resolved"
    assert titles(picture)[f"tile-{other}"] == "Tile E5: face down, seen through the spyglass this turn"
    assert "shown" in classes(picture, f"tile-{name}")
    assert "marked" in classes(picture, f"tile-{other}")
    assert "Looks left: 1" in written(picture)


def test_a_bermuda_triangle_that_was_used_is_marked() -> None:
    game = resolving(sea(boat((5, 5)), tiles={(2, 2): ("bermuda", 0)}), "jump", (2, 2))
    title = titles(shown(game))[f"tile-{name_at(game, 2, 2)}"]
    assert title == "Tile C3: Bermuda Triangle, 0 fish, being resolved, used this turn"


@pytest.mark.parametrize(("wind", "winds", "arrows"), [("w", "west", 1), ("free", "north, east, south, west", 4)])
def test_the_wind_is_drawn_while_a_boat_sails(wind: str, winds: str, arrows: int) -> None:
    picture = shown(sea(boat((5, 5)), phase="sail", wind=wind))
    assert titles(picture)["wind"] == f"Wind from: {winds}"
    assert classes(picture, "wind").count("aim") == arrows
    assert f"Wind from: {winds}" in written(picture)


def test_the_west_wind_points_east() -> None:
    picture = shown(sea(boat((5, 5)), phase="sail", wind="w"))
    (group,) = (element for element in parsed(picture).iter() if element.get("id") == "wind")
    path, circle = group.find(f"{SVG}path"), group.find(f"{SVG}circle")
    assert path is not None
    assert circle is not None
    assert (path.get("d") or "").startswith(f"M{circle.get('cx')}.0 {circle.get('cy')}.0L575.0 {circle.get('cy')}.0")


def test_whoever_acts_stands_out() -> None:
    picture = shown(chase())
    assert "Babord · Round 1" in written(picture)
    assert "now" in classes(picture, "seat-0")
    assert "now" in classes(picture, "boat-0")
    assert "now" not in classes(picture, "seat-1") + classes(picture, "boat-1")
    attacked = chase()
    attacked.current.attacked = True
    assert "An attack was made · Bob has the treasure" in written(shown(attacked))


def test_before_the_start_no_boat_is_at_sea() -> None:
    game, _, _ = opening(engine, 3, {}, b"start")
    picture = shown(game)
    assert not {name for name in ids(picture) if name.startswith("boat-")}
    assert "no home port yet" in written(picture)


def test_a_boat_that_has_sunk_is_gone() -> None:
    game = chase()
    game.players[0].boat, game.players[0].hull, game.players[0].sunk = None, 0, True
    picture = shown(game)
    assert "boat-0" not in ids(picture)
    assert titles(picture)["seat-0"] == "Dashboard of Ana, sunk"
    assert "gone" in classes(picture, "seat-0")
    assert "gone" not in classes(picture, "seat-1")


@pytest.mark.parametrize(
    ("reason", "winners", "english", "french"),
    [
        ("treasure_home", [1], "Bob brings the treasure home and wins!", "Bob ramène le trésor à bon port et gagne !"),
        ("last_afloat", [1], "Bob is the last one afloat and wins", "Bob reste seul à flot et gagne"),
        ("all_sunk", [], "All boats have sunk: nobody wins", "Tous les bateaux ont coulé : personne ne gagne"),
        (
            "round_cap",
            [],
            "The last round is over: nobody wins",
            "Le dernier tour est terminé : personne ne gagne",
        ),
    ],
)
def test_the_end_is_shown_and_all_tiles_are_open(reason: str, winners: list[int], english: str, french: str) -> None:
    game = chase()
    game.phase, game.active_seat = GAME_OVER, None
    game.result = Result(winners=winners, ranking=[[0, 1]], scores=[], reason=reason)
    picture = shown(game)
    assert english in written(picture)
    assert french in written(shown(game, language="fr"))
    assert english in text(game).splitlines()
    assert ("now" in classes(picture, "seat-1")) == bool(winners)
    assert ("Winner · home: south-east" in written(picture)) == bool(winners)
    assert "#icon-fog" not in [use.get("href") for use in parsed(picture).iter(f"{SVG}use")]
    assert titles(picture)[f"tile-{name_at(game, 2, 2)}"] == "Tile C3: Mine, 2 fish"


def test_eight_balls_on_one_tile_are_all_drawn_on_it() -> None:
    boats = [boat((1, 1), "nw"), boat((1, 10), "ne"), boat((10, 10), "se"), boat((10, 1), "sw")]
    ways = list(DIRECTIONS)
    game = sea(*boats, balls=[(number // 2, (2, 2), way) for number, way in enumerate(ways)])
    picture = shown(game)
    places = set()
    for number in range(8):
        (group,) = (element for element in parsed(picture).iter() if element.get("id") == f"ball-{number}")
        circle = group.find(f"{SVG}circle")
        assert circle is not None
        places.add((float(circle.get("cx") or 0), float(circle.get("cy") or 0)))
    assert len(places) == 8
    assert all(218 < x - 11 < x + 11 < 308 and 296 < y < 386 for x, y in places)
    check_picture(picture)
    assert "o×8" in text(game)
    check_text(text(game))


def test_the_text_board_in_full() -> None:
    assert text(chase()).partition("\n\nReconstructed")[0].splitlines() == [
        "Babord · Round 1",
        "Ana: Move, observe or fish; fights and trade are possible before",
        "Bob has the treasure",
        "",
        "   A              B              C              D              E              F",
        "1  #· Port ▲      ·· ?           ·· ?           ·· ?           ·· ?           ·# Port",
        "   ··             ··             ··             ··             ··             ··",
        "2  ·· ?           ·· ?           ·· ?           ·· ?           ·· ?           ·· ?",
        "   ··             ··             ··             ··             ··             ··",
        "3  ·· ?           ·· ?           ·· ?           ·· ?           ·· ?           ·· ?",
        "   ··             ··             ·▲             ·· o▲→         ··             ··",
        "4  ·· ?           ·· (hole)      ·· ?           ·· ?           ·■ ?           ·· ?",
        "   ··             ··             ··             ··             ··             ··",
        "5  ·· ?           ·· ?           ·· ?           ·· ?           ·· ?           ·· ?",
        "   ··             ··             ··             ··             ··             ··",
        "6  ·· Port        ·· ?           ·· ?           ·· ?           ·· ?           ·· Port ■",
        "   #·             ··             ··             ··             ··             ·#",
        "· point, # land, ▲ boat, o▲→ cannonball in flight, ? face down, Mine 2 = two fish, > to act",
        "",
        "> ▲ Ana              home: north-west · Knife",
        "    Hull 10/10  Fuel 2/10  Combat 0/10  Balls 3/5  Knife 1/1  Fish 5/20",
        "",
        "  ■ Bob              home: south-east · Treasure",
        "    Hull 4/10  Fuel 10/10  Combat 0/10  Balls 0/5  Knife 0/1  Fish 12/20",
    ]
