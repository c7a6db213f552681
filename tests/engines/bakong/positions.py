"""Small builders of positions, in the words of the rulebook."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, structs

from engines.bakong import engine
from engines.bakong.events import TurnStarted
from engines.bakong.parts import Current, Options, Player, Supply, Temple, TempleObject, TrackTile
from engines.bakong.pieces import BIG_VALUES, COPIES, FACES_OF, TILES, TOKENS
from engines.bakong.position import BakongPosition
from engines.kernel.records import Action, Event
from engines.kernel.refusals import Illegal


def track(start: str = "", unseen: set[int] | None = None, at: int = 1) -> list[TrackTile]:
    """The faces from slot ``at`` on, e.g. "jungle ditch cave:t06"; the other slots show jungle while there is some.

    All tiles are seen, but for the slots of ``unseen``.
    """
    wanted: dict[int, tuple[str, str | None]] = {}
    for slot, word in enumerate(start.split(), at):
        face, _, tile = word.partition(":")
        wanted[slot] = (face, tile or None)
    left = list(TILES)
    laid: dict[int, TrackTile] = {}
    for slot, (face, tile) in sorted(wanted.items(), key=lambda item: item[1][1] is None):
        chosen = tile or _tile_with(face, left)
        left.remove(chosen)
        laid[slot] = TrackTile(chosen, "a" if FACES_OF[chosen]["a"] == face else "b", True)
    rest = sorted(left, key=lambda name: "jungle" not in FACES_OF[name].values())
    for slot in range(1, 25):
        if slot not in laid:
            name = rest.pop(0)
            laid[slot] = TrackTile(name, "b" if FACES_OF[name]["b"] == "jungle" else "a", True)
    for slot in unseen or ():
        laid[slot].seen = False
    return [laid[slot] for slot in range(1, 25)]


def _tile_with(face: str, left: list[str]) -> str:
    """A tile with this face, sparing the tiles with jungle for the rest of the track."""
    bearing = [name for name in left if face in FACES_OF[name].values()]
    return min(bearing, key=lambda name: ("jungle" in FACES_OF[name].values()) != (face == "jungle"))


def player(slot: int = 0, *objects: str, **fields: Any) -> Player:
    """A seat: returning once it has a big emerald."""
    fields.setdefault("direction", "return" if fields.get("big") else "outward")
    return Player(slot=slot, objects=list(objects), **fields)


def table(
    *players: Player,
    track: list[TrackTile] | None = None,
    dice: tuple[int, int] | None = (3, 5),
    active: int = 0,
    phase: str = "choose_flip",
    turn: int = 7,
    left: list[tuple[str, int]] | None = None,
    current: dict[str, Any] | None = None,
    **options: Any,
) -> BakongPosition:
    """A game in play, all pieces accounted for: what nobody holds is in the supply or at the temple."""
    seats = list(players) or [player(), player()]
    running = Current(dice, **(current or {})) if dice else None
    lying = [TempleObject(name, seat) for name, seat in left or []]
    held = [name for seat in seats for name in seat.objects] + [item.object for item in lying]
    gained = running.incoming if running else []
    held += [piece.object for piece in gained if piece.object] + (running.set_aside if running else [])
    bigs = {seat.big for seat in seats} | {piece.value for piece in gained}
    return BakongPosition(
        phase=phase,
        game="bakong",
        schema=1,
        options=Options(**({"quicksand_loss": "on_crossing", "memory_aid": True} | options)),
        turn=turn,
        active_seat=active,
        track=track or _plain(),
        players=seats,
        supply=Supply(
            {name: copies - held.count(name) for name, copies in COPIES.items()},
            TOKENS["x1"] - sum(seat.x1 for seat in seats) - sum(piece.kind == "x1" for piece in gained),
            TOKENS["x3"] - sum(seat.x3 for seat in seats) - sum(piece.kind == "x3" for piece in gained),
            TOKENS["ouch"] - sum(seat.ouch for seat in seats),
        ),
        temple=Temple([value for value in BIG_VALUES[: len(seats)] if value not in bigs], lying),
        current=running,
    )


def _plain() -> list[TrackTile]:
    return track()


class LoadedDice:
    """Dice that fall as the test says."""

    def __init__(self, *results: int) -> None:
        self.results = list(results)

    def roll(self, sides: int) -> int:
        assert self.results, "the test has no more throws"
        return self.results.pop(0)

    def below(self, n: int) -> int:
        return self.roll(n) - 1

    def choose(self, items: Any) -> Any:
        return items[self.below(len(items))]

    def shuffle(self, items: Any) -> None:
        raise AssertionError("nothing is shuffled in play")


def play(game: BakongPosition, *actions: Action, throws: tuple[int, ...] = ()) -> list[Event]:
    """Play actions of whoever is to act; the throws are used one after the other, then the dice show 1 and 2."""
    dice = LoadedDice(*throws, *([1, 2] * 10))
    events: list[Event] = []
    for action in actions:
        assert game.active_seat is not None
        events += engine.rules.apply(game, game.active_seat, action, dice)
    return events


def legal(game: BakongPosition) -> list[Action]:
    assert game.active_seat is not None
    return engine.rules.legal(game, game.active_seat).actions


def refusal(game: BakongPosition, action: Action, seat: int | None = None) -> tuple[str, str]:
    """The rule and the reason of a refusal, which must leave everything as it was."""
    before = engine.encode(game)
    try:
        engine.rules.apply(game, game.active_seat if seat is None else seat, action, LoadedDice())
    except Illegal as illegal:
        assert engine.encode(game) == before
        return illegal.rule, illegal.reason
    raise AssertionError(f"{action} is accepted")


def happened(events: list[Event]) -> list[Event]:
    """The events of the turn itself, whether played or automatic: up to the next turn."""
    found: list[Event] = []
    for event in events:
        if isinstance(event, TurnStarted):
            break
        found.append(structs.replace(event, auto=UNSET))
    return found


def of_type(events: list[Event], *types: type[Event]) -> list[Event]:
    return [event for event in happened(events) if isinstance(event, types)]


def about_to_move(*players: Player, die: int, faces: str = "", at: int | None = None, **fields: Any) -> BakongPosition:
    """Seat 0 has turned its tile and is about to advance by ``die``; ``faces`` lie ahead of it (ascending slots)."""
    seats = list(players)
    if len(seats) == 1:
        seats.append(player())
    laid = track(faces, at=seats[0].slot + 1 if at is None else at)
    turn = {"flip_die": 6, "move_die": die, **fields.pop("current", {})}
    return table(*seats, track=laid, dice=(6, die), phase="choose_steps", current=turn, **fields)
