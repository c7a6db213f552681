"""Are all pieces of an imported position there, each in one place that play can give it?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engines.bakong.parts import Player
from engines.bakong.pieces import BIG_VALUES, COPIES, FACES_OF, START_SLOT, TEMPLE_SLOT, TILES, TOKENS
from engines.bakong.position import BakongPosition
from engines.bakong.rules.backpack import fits
from engines.kernel.refusals import InvalidPosition, require, said


def check_seats(game: BakongPosition) -> None:
    """Two to six seats play (BAK-1, BAK-81), and one of them acts (BAK-9)."""
    number = len(game.players)
    require(2 <= number <= len(BIG_VALUES), "/players", "BAK-1", "2 to 6 seats play")
    if game.options.first_seat is not None and game.options.first_seat >= number:
        raise InvalidPosition("/options/first_seat", "BAK-7", "the first seat is one of the players")
    if (game.active_seat is None) != (game.phase == "game_over"):
        raise InvalidPosition("/active_seat", "BAK-9", "somebody acts exactly while the game runs")
    if game.active_seat is not None and game.active_seat >= number:
        raise InvalidPosition("/active_seat", "BAK-9", "the active seat is one of the players")


def check_track(game: BakongPosition) -> None:
    for index, tile in enumerate(game.track):
        require(tile.tile in FACES_OF, f"/track/{index}/tile", "BAK-2", "there is no such jungle tile")
    require(
        sorted(tile.tile for tile in game.track) == sorted(TILES),
        "/track",
        "BAK-2",
        "each of the 24 jungle tiles lies on the track once",
    )


def check_objects(game: BakongPosition) -> None:
    """Two of each object, wherever they lie (BAK-5)."""
    total: Counter[str] = Counter()
    for field, objects in _objects(game):
        for name, number in objects.items():
            require(name in COPIES, field, "BAK-5", said("there is no object {name}", name=name))
            total[name] += number
    for name, copies in COPIES.items():
        require(
            total[name] == copies,
            f"/supply/objects/{name}",
            "BAK-5",
            said("{number} of {copies} copies are in play", number=total[name], copies=copies),
        )


def _objects(game: BakongPosition) -> Iterator[tuple[str, dict[str, int]]]:
    """Every place where objects lie, with its pointer."""
    yield "/supply/objects", game.supply.objects
    for seat, player in enumerate(game.players):
        yield f"/players/{seat}/objects", Counter(player.objects)
    yield "/temple/objects", Counter(left.object for left in game.temple.objects)
    if game.current:
        yield "/current/set_aside", Counter(game.current.set_aside)
        yield "/current/incoming", Counter(piece.object for piece in game.current.incoming if piece.object)


def check_tokens(game: BakongPosition) -> None:
    """20 x1, 20 x3, 12 ouch, and the highest big emeralds, wherever they lie (BAK-4, BAK-5)."""
    incoming = game.current.incoming if game.current else []
    gained = Counter(piece.kind for piece in incoming)
    held = {
        "x1": sum(player.x1 for player in game.players) + game.supply.x1 + gained["x1"],
        "x3": sum(player.x3 for player in game.players) + game.supply.x3 + gained["x3"],
        "ouch": sum(player.ouch for player in game.players) + game.supply.ouch,
    }
    for token, number in held.items():
        require(
            number == TOKENS[token],
            f"/supply/{token}",
            "BAK-5",
            said("{number} of {copies} tokens are in play", number=number, copies=TOKENS[token]),
        )
    emeralds = [*game.temple.big_emeralds, *[player.big for player in game.players], *[p.value for p in incoming]]
    require(
        sorted((value for value in emeralds if value), reverse=True) == list(BIG_VALUES[: len(game.players)]),
        "/temple/big_emeralds",
        "BAK-4",
        "the highest big emeralds are in play, one per seat",
    )


def check_players(game: BakongPosition) -> None:
    for seat, player in enumerate(game.players):
        field = f"/players/{seat}"
        require(
            len(set(player.objects)) == len(player.objects),
            f"{field}/objects",
            "BAK-46",
            "no backpack holds two objects of a kind",
        )
        require(
            bool(fits(player.big, player.objects, player.x1 + player.x3)),
            f"{field}/objects",
            "BAK-53",
            "this load does not fit into a backpack",
        )
        if (player.direction == "return") != (player.big is not None or _has_just_arrived(game, seat)):
            raise InvalidPosition(f"{field}/direction", "BAK-63", "who has a big emerald returns, and nobody else")
        require(
            player.direction != "outward" or player.slot != TEMPLE_SLOT,
            f"{field}/slot",
            "BAK-63",
            "at the temple the way back begins",
        )
        require(
            not (player.direction == "return" and player.slot == START_SLOT and (not player.first_home)),
            f"{field}/slot",
            "BAK-66",
            "who is back at the camp has the first-home tile",
        )


def _has_just_arrived(game: BakongPosition, seat: int) -> bool:
    """On the temple, before the big emerald is stowed."""
    if seat != game.active_seat or game.current is None or game.players[seat].slot != TEMPLE_SLOT:
        return False
    return (
        game.phase == "choose_big_emerald"
        or (game.phase == "make_room" and any(piece.kind == "big" for piece in game.current.incoming))
        or (game.phase == "quicksand" and game.options.quicksand_loss == "after_move")
    )


def check_temple(game: BakongPosition) -> None:
    for index, left in enumerate(game.temple.objects):
        require(
            left.left_by < len(game.players) and game.players[left.left_by].direction == "return",
            f"/temple/objects/{index}/left_by",
            "BAK-61",
            "only a seat that has been at the temple leaves objects",
        )


def check_start(game: BakongPosition) -> None:
    """While the first objects are chosen nothing else has happened (BAK-6, BAK-8)."""
    if game.phase != "choose_start_object" or game.active_seat is None:
        return
    require(not game.turn, "/turn", "BAK-10", "no turn has begun while the first objects are chosen")
    number, first = len(game.players), game.options.first_seat
    if first is None:  # drawn: those who have chosen sit before the active seat
        first = (game.active_seat - sum(bool(player.objects) for player in game.players)) % number
    chosen = (game.active_seat - first) % number
    for seat, player in enumerate(game.players):
        require(
            len(player.objects) == ((seat - first) % number < chosen),
            f"/players/{seat}/objects",
            "BAK-8",
            "one object each, in turn from the first seat",
        )
        require(
            player == Player(objects=player.objects),
            f"/players/{seat}",
            "BAK-6",
            "everybody starts at the camp with an empty backpack",
        )
