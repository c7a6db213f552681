"""Does the running turn of an imported position hang together? (BAK-11 and the rule of each phase)"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from engines.bakong.parts import Current, Incoming, Phase, Player
from engines.bakong.pieces import EMERALDS_OF, FACES_OF, JUNGLE_SLOTS, OTHER_SIDE, START_SLOT, TEMPLE_SLOT
from engines.bakong.position import BakongPosition
from engines.bakong.rules.backpack import could_stow
from engines.bakong.rules.stopping import camp_objects
from engines.bakong.rules.stowing import fits_in, temple_objects
from engines.bakong.rules.turning import map_targets
from engines.kernel.refusals import InvalidPosition, require, said

_CHOSEN: Final = frozenset({"flip_die", "move_die"})
_WALKED: Final = _CHOSEN | {"steps", "steps_left"}

NEEDED: Final[dict[Phase, frozenset[str]]] = {
    "choose_flip": frozenset(),
    "map_flip": _CHOSEN | {"flipped"},
    "choose_steps": _CHOSEN,
    "quicksand": _WALKED,
    "camp": _WALKED | {"at"},
    "choose_split": _WALKED | {"at", "cave"},
    "choose_big_emerald": _WALKED | {"at"},
    "temple_pick": _WALKED | {"at"},
    "make_room": _WALKED | {"at", "incoming"},
}
"""Fields of the turn that a phase fills."""
ALLOWED: Final[dict[Phase, frozenset[str]]] = {
    "choose_steps": frozenset({"flipped"}),
    "quicksand": frozenset({"flipped", "set_aside", "owed"}),
    "camp": frozenset({"flipped", "set_aside"}),
    "choose_split": frozenset({"flipped", "set_aside"}),
    "choose_big_emerald": frozenset({"flipped", "set_aside"}),
    "temple_pick": frozenset({"flipped", "set_aside"}),
    "make_room": frozenset({"flipped", "set_aside", "cave"}),
}
"""Fields that it may fill besides."""
OPTIONAL_FIELDS: Final = (
    *("flip_die", "move_die", "flipped", "steps", "steps_left"),
    *("set_aside", "owed", "cave", "incoming", "at"),
)


def check_turn(game: BakongPosition) -> None:
    """The phase's own fields are filled and no other, and they agree with the table."""
    turn = game.current
    if game.phase in ("choose_start_object", "game_over"):
        if turn is not None:
            raise InvalidPosition("/current", "BAK-11", said("no turn runs in {phase}", phase=game.phase))
        return
    if turn is None:
        require(
            game.phase == "choose_flip", "/current", "BAK-11", said("{phase} happens within a turn", phase=game.phase)
        )
        return  # the dice are rolled when play begins
    require(bool(game.turn), "/turn", "BAK-10", "turns are counted from 1")
    seat = cast(int, game.active_seat)
    check_fields(game.phase, turn)
    check_dice(game, seat, turn)
    if turn.steps is not None:
        check_walk(game, turn)
    PHASES[game.phase](game, seat, turn)


def check_fields(phase: Phase, turn: Current) -> None:
    for name in OPTIONAL_FIELDS:
        filled = getattr(turn, name) not in ((None, []) if name != "owed" else (0,))
        require(
            not filled or name in NEEDED[phase] | ALLOWED.get(phase, frozenset()),
            f"/current/{name}",
            "BAK-11",
            said("not yet, or no longer, in {phase}", phase=phase),
        )
        require(
            filled or name not in NEEDED[phase],
            f"/current/{name}",
            "BAK-11",
            said("must be known in {phase}", phase=phase),
        )


def check_dice(game: BakongPosition, seat: int, turn: Current) -> None:
    """One die turned a tile, the other is the move (BAK-12, BAK-13, BAK-40)."""
    require(
        not (turn.flip_die and turn.move_die and (sorted((turn.flip_die, turn.move_die)) != sorted(turn.dice))),
        "/current/flip_die",
        "BAK-12",
        "one die turns a tile, the other is the move",
    )
    flipped = turn.flipped
    if flipped:
        tile = game.track[flipped.slot - 1]
        back = FACES_OF[tile.tile][OTHER_SIDE[tile.side]]
        require(
            tile.seen and (flipped.from_, flipped.to) == (back, tile.face),
            "/current/flipped",
            "BAK-13",
            "the track shows another tile there",
        )
    if turn.steps is None:
        require(
            not turn.rerolled or "journal" in game.players[seat].objects,
            "/current/rerolled",
            "BAK-40",
            "only the journal allows another roll",
        )
        aimed = game.ahead(seat, turn.flip_die) if turn.flip_die else START_SLOT
        require(
            (flipped.slot if flipped else None) == (aimed if aimed in JUNGLE_SLOTS else None),
            "/current/flipped",
            "BAK-13",
            "the die turns the tile exactly so far ahead, if any",
        )


def check_walk(game: BakongPosition, turn: Current) -> None:
    """Steps follow the move die; what quicksand took is distinct (BAK-19, BAK-36)."""
    steps, left = cast(int, turn.steps), cast(int, turn.steps_left)
    require(abs(steps - cast(int, turn.move_die)) <= 1, "/current/steps", "BAK-19", "the steps follow the move die")
    crossing = game.phase == "quicksand" and game.options.quicksand_loss == "on_crossing"
    require(
        left < steps and (not left or crossing),
        "/current/steps_left",
        "BAK-19",
        "the pawn has not walked as far as it should",
    )
    require(
        len(set(turn.set_aside)) == len(turn.set_aside),
        "/current/set_aside",
        "BAK-46",
        "nobody had two objects of a kind to give up",
    )


def stands_on(game: BakongPosition, seat: int, face: str, rule: str) -> None:
    require(
        game.face(game.players[seat].slot) == face,
        f"/players/{seat}/slot",
        rule,
        said("the pawn stands on no {face}", face=face),
    )


def comes_from(turn: Current, place: str) -> None:
    require(turn.at == place, "/current/at", "BAK-11", said("the gain comes from the {place}", place=place))


# --- phase by phase --------------------------------------------------------------------------------------------------


def check_map(game: BakongPosition, seat: int, turn: Current) -> None:
    require(bool(map_targets(game, seat)), "/phase", "BAK-45", "the map can turn no second tile")


def check_quicksand(game: BakongPosition, seat: int, turn: Current) -> None:
    player = game.players[seat]
    require(bool(player.objects), "/phase", "BAK-35", "there is nothing to give up")
    require(
        not set(turn.set_aside) & set(player.objects),
        "/current/set_aside",
        "BAK-46",
        "nobody had two objects of a kind to give up",
    )
    if game.options.quicksand_loss == "on_crossing":
        require(not turn.owed, "/current/owed", "BAK-92", "quicksand takes its object at once")
        stands_on(game, seat, "quicksand", "BAK-35")
        return
    require(1 <= turn.owed <= len(player.objects), "/current/owed", "BAK-92", "between one and all objects are owed")
    require(
        player.slot != START_SLOT and (player.slot != TEMPLE_SLOT or not player.big),
        f"/players/{seat}/slot",
        "BAK-19",
        "the pawn has not moved",
    )


def check_camp(game: BakongPosition, seat: int, turn: Current) -> None:
    comes_from(turn, "abandoned_camp")
    stands_on(game, seat, "abandoned_camp", "BAK-28")
    require(bool(camp_objects(game, seat)), "/phase", "BAK-28", "the camp has nothing that this seat could take")


def check_cave(game: BakongPosition, seat: int, turn: Current) -> None:
    comes_from(turn, "cave")
    stands_on(game, seat, "cave", "BAK-30")


def check_arrival(game: BakongPosition, seat: int, turn: Current) -> None:
    comes_from(turn, "temple")
    stands_on(game, seat, "temple", "BAK-60")
    require(not game.players[seat].big, f"/players/{seat}/big", "BAK-60", "each seat takes one big emerald only")


def check_pick(game: BakongPosition, seat: int, turn: Current) -> None:
    comes_from(turn, "temple")
    stands_on(game, seat, "temple", "BAK-62")
    require(bool(temple_objects(game, seat)), "/phase", "BAK-62", "the temple has nothing that this seat could take")


def check_room(game: BakongPosition, seat: int, turn: Current) -> None:
    """What waits comes from where the pawn stands, and really does not fit (BAK-54, BAK-56)."""
    stands_on(game, seat, str(turn.at), "BAK-54")
    if (turn.cave is not None) != (turn.at == "cave"):
        raise InvalidPosition("/current/cave", "BAK-30", "the dice are thrown in a cave only")
    require(
        bool(GAINS[str(turn.at)](game, seat, turn)),
        "/current/incoming",
        "BAK-57",
        said("the {place} does not give this", place=turn.at),
    )
    player = game.players[seat]
    for index, piece in enumerate(turn.incoming):
        require(
            piece.object not in player.objects, f"/current/incoming/{index}", "BAK-46", "the backpack holds one already"
        )
        require(
            not piece.object or could_stow(player, piece.object),
            f"/current/incoming/{index}",
            "BAK-58",
            "this could never be stowed",
        )
        require(not fits_in(player, piece), f"/current/incoming/{index}", "BAK-56", "there is room for this")


def _from_jungle(game: BakongPosition, seat: int, turn: Current) -> bool:
    return turn.incoming in ([Incoming("x1")], [Incoming("x1")] * 2)


def _from_cave(game: BakongPosition, seat: int, turn: Current) -> bool:
    worth = sum(EMERALDS_OF.get(piece.kind, 0) for piece in turn.incoming)
    x3 = sum(piece.kind == "x3" for piece in turn.incoming)
    return (
        all(piece == Incoming(piece.kind) and piece.kind in EMERALDS_OF for piece in turn.incoming)
        and worth <= turn.granted + 1
        and EMERALDS_OF["x3"] * x3 <= turn.granted
    )


def _from_camp(game: BakongPosition, seat: int, turn: Current) -> bool:
    return turn.incoming == [Incoming("object", turn.incoming[0].object)] and turn.incoming[0].object is not None


def _from_temple(game: BakongPosition, seat: int, turn: Current) -> bool:
    piece, player = turn.incoming[0], game.players[seat]
    if len(turn.incoming) > 1:
        return False
    if piece == Incoming("big", value=piece.value):
        return piece.value is not None and player.big is None
    return (
        piece == Incoming("object", piece.object, piece.left_by)
        and piece.object is not None
        and piece.left_by not in (None, seat)
        and _has_been_at_temple(game, piece.left_by)
        and player.big is not None
    )


def _has_been_at_temple(game: BakongPosition, seat: int | None) -> bool:
    players: list[Player] = game.players
    return seat is not None and seat < len(players) and players[seat].direction == "return"


def _no_more(game: BakongPosition, seat: int, turn: Current) -> None:
    """Nothing else to check."""


GAINS: Final[dict[str, Callable[[BakongPosition, int, Current], bool]]] = {
    "jungle_emerald": _from_jungle,
    "cave": _from_cave,
    "abandoned_camp": _from_camp,
    "temple": _from_temple,
}
PHASES: Final[dict[Phase, Callable[[BakongPosition, int, Current], None]]] = {
    "choose_flip": _no_more,
    "map_flip": check_map,
    "choose_steps": _no_more,
    "quicksand": check_quicksand,
    "camp": check_camp,
    "choose_split": check_cave,
    "choose_big_emerald": check_arrival,
    "temple_pick": check_pick,
    "make_room": check_room,
}
