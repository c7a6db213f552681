"""The cards that move the pawn: one plank, two planks, the jump, and the fall."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engines.kernel.dice import Dice
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.records import Action, Event
from engines.kernel.refusals import Illegal, said
from engines.mekong.actions import JumpPawn, MovePawn
from engines.mekong.events import PawnFell, PawnJumped, PawnMoved
from engines.mekong.pieces import AMOUNT, GOAL, HOME, ORDER, PLACES, SHORE
from engines.mekong.position import MekongPosition, MekongView, PositionOrView, pawns_on_planks, pending_card
from engines.mekong.rules.ending import win
from engines.mekong.rules.spans import Pair

TO: dict[str, Action] = {place: MovePawn((place,)) for place in PLACES}


def next_to(planks: Mapping[str, Pair], place: str) -> list[str]:
    """Of a village: the planks that rest on it. Of a plank: its villages, and the planks that share a stone (MEK-71).

    Any plank counts, whatever its colour and whoever laid it (MEK-73). Two planks on one village are not
    neighbours: one walks through the village (MEK-105).
    """
    if place in SHORE:
        found = [plank for plank, pair in planks.items() if place in pair]
    else:
        a, b = planks[place]  # islands come before villages, so only b can be a village
        if b in SHORE:
            found = [plank for plank, pair in planks.items() if a in pair and plank != place]
            found.append(b)
        else:
            found = [plank for plank, pair in planks.items() if (a in pair or b in pair) and plank != place]
    if len(found) > 1:
        found.sort(key=ORDER.__getitem__)
    return found


class Footbridges:
    """Which places are next to each other, and where the other pawns stand (MEK-70, MEK-71)."""

    def __init__(self, game: PositionOrView, seat: int) -> None:
        own = game.players[seat]
        self.start = own.pawn
        self.goal = GOAL[own.colour]
        self.planks = game.planks
        self.held = pawns_on_planks(game)
        """The planks with another pawn, and whose it is (MEK-70)."""
        self.held.pop(self.start, None)  # no two pawns share a plank

    def neighbours(self, place: str) -> list[str]:
        return next_to(self.planks, place)

    def free(self, place: str) -> list[str]:
        """The neighbours without another pawn; villages take any number (MEK-72)."""
        return [neighbour for neighbour in next_to(self.planks, place) if neighbour not in self.held]


# --- moving by one or two planks -------------------------------------------------------------------------------------


def moves(game: MekongPosition, seat: int) -> list[Action]:
    """Every path of the card's length; none means that the pawn falls (MEK-72, MEK-76).

    Moving is compulsory whenever a move exists, in any direction (MEK-73, MEK-74).
    """
    if AMOUNT[pending_card(game).card] == 1:
        return [TO[place] for place in free_places(game, seat)]
    return [MovePawn(path) for path in two_steps(Footbridges(game, seat))]


def can_move(game: MekongPosition, seat: int) -> bool:
    """Is there a free place next to the pawn? From there it may always come back (MEK-75, MEK-77, MEK-78)."""
    return bool(free_places(game, seat))


def free_places(game: MekongPosition, seat: int) -> list[str]:
    """Where one step may lead: to a neighbour without a pawn; villages take any number (MEK-70, MEK-72)."""
    found = next_to(game.planks, game.players[seat].pawn)
    if not found:
        return found
    pawns = [player.pawn for player in game.players]
    return [place for place in found if place not in pawns or place in SHORE]


def two_steps(bridges: Footbridges) -> list[tuple[str, ...]]:
    """Two steps in a row; back and forth only if nothing else exists (MEK-77); the goal ends the path (MEK-92).

    Reaching the goal with the first step is enough (MEK-106); back and forth is a second step to the starting place
    (MEK-117).
    """
    onward: list[tuple[str, ...]] = []
    returns: list[tuple[str, ...]] = []
    for first in bridges.free(bridges.start):
        if first == bridges.goal:
            onward.append((first,))
            continue
        for second in bridges.free(first):
            (returns if second == bridges.start else onward).append((first, second))
    return onward or returns


def move_pawn(game: MekongPosition, seat: int, action: MovePawn, dice: Dice) -> list[Event]:
    """Walk to a neighbouring place, or two in a row; the goal ends the game (MEK-72, MEK-76, MEK-90)."""
    bridges, path = Footbridges(game, seat), action.path
    _check_length(bridges, path, AMOUNT[pending_card(game).card])
    _check_steps(bridges, path)
    if path[-1] == bridges.start and path not in two_steps(bridges):
        raise Illegal("MEK-77", "there is another way than back and forth")
    pending_card(game).remaining -= 1
    game.players[seat].pawn = path[-1]
    moved = PawnMoved(round=game.round, step=game.step, seat=seat, from_=bridges.start, path=list(path))
    return [moved, win(game, seat)] if path[-1] == bridges.goal else [moved]


def move_pawn_effects(view: MekongView, seat: int, action: MovePawn) -> Iterator[ActionEffect]:
    """The way of the pawn; its goal ends the game (MEK-72, MEK-90)."""
    yield from path_effects(view, seat, "path", action.path)


def path_effects(view: MekongView, seat: int, words: str, path: Sequence[str]) -> Iterator[ActionEffect]:
    pieces = [f"village-{place}" if place in SHORE else f"plank-{place}" for place in path]
    yield effect("path", words, pieces, amount=len(path), to=path[-1])
    if path[-1] == GOAL[view.players[seat].colour]:
        yield effect("end", "goal", pieces[-1:], what="game")


def _check_length(bridges: Footbridges, path: Sequence[str], steps: int) -> None:
    """The path has as many places as the card says, or ends early on the goal."""
    if steps == 1 and len(path) != 1:
        raise Illegal("MEK-72", "the card moves the pawn by one place")
    if steps == 2 and len(path) != 2 and path[-1] != bridges.goal:
        raise Illegal("MEK-76", "the card moves the pawn by two places")


def _check_steps(bridges: Footbridges, path: Sequence[str]) -> None:
    """Each place is next to the one before (MEK-71) and free (MEK-70); nothing comes after the goal (MEK-92)."""
    here = bridges.start
    for number, place in enumerate(path):
        if place not in bridges.neighbours(here):
            raise Illegal("MEK-71", said("{place} is not next to {here}", place=place, here=here))
        if place == bridges.goal and number + 1 < len(path):
            raise Illegal("MEK-92", "the first step reaches the goal, there is no second one")
        here = place
    for place in path:
        if place in bridges.held:
            raise Illegal("MEK-70", said("another pawn stands on {place}", place=place))


# --- jumping ---------------------------------------------------------------------------------------------------------


def jumps(game: MekongPosition, seat: int) -> list[Action]:
    """Every jump over a pawn on a neighbouring plank; none means that the pawn falls (MEK-80, MEK-81, MEK-82, MEK-83).

    A jump ends wherever a two-step move through that plank could end, but not where it began (MEK-107). From a
    village it is allowed unless `jump_from_village` is false (MEK-108).
    """
    bridges = Footbridges(game, seat)
    held = bridges.held
    if not held or (bridges.start in SHORE and not game.options.jump_from_village):
        return []
    return [
        JumpPawn(over, to)
        for over in bridges.neighbours(bridges.start)
        if over in held
        for to in bridges.free(over)
        if to != bridges.start
    ]


def jump_pawn(game: MekongPosition, seat: int, action: JumpPawn, dice: Dice) -> list[Event]:
    """Jump over a neighbouring pawn, which is not affected (MEK-80, MEK-84); the goal ends the game (MEK-90)."""
    bridges, over, to = Footbridges(game, seat), action.over, action.to
    held = bridges.held
    if over not in held:
        raise Illegal("MEK-80", said("there is no pawn to jump over on {over}", over=over))
    if over not in bridges.neighbours(bridges.start):
        raise Illegal("MEK-80", said("{over} is not next to {start}", over=over, start=bridges.start))
    if bridges.start in SHORE and not game.options.jump_from_village:
        raise Illegal("MEK-81", "in this game a pawn does not jump from a village")
    if to == bridges.start or to not in bridges.neighbours(over):
        raise Illegal("MEK-82", said("a jump over {over} does not end on {to}", over=over, to=to))
    if to in held:
        raise Illegal("MEK-70", said("another pawn stands on {to}", to=to))
    pending_card(game).remaining -= 1
    game.players[seat].pawn = to
    jumped = PawnJumped(
        round=game.round,
        step=game.step,
        seat=seat,
        from_=bridges.start,
        over=over,
        over_seat=held[over],
        to=to,
    )
    return [jumped, win(game, seat)] if to == bridges.goal else [jumped]


def jump_pawn_effects(view: MekongView, seat: int, action: JumpPawn) -> Iterator[ActionEffect]:
    """Over the other pawn (MEK-80); the goal ends the game (MEK-90)."""
    yield from path_effects(view, seat, "jump", (action.over, action.to))


# --- falling ---------------------------------------------------------------------------------------------------------


def fall(game: MekongPosition, seat: int, card: str, unused: int) -> Event:
    """No way to go: the pawn falls into the water and starts again from its village (MEK-75, MEK-78, MEK-83).

    On the start village the fall has no effect but its event (MEK-111).
    """
    player = game.players[seat]
    start, home = player.pawn, HOME[player.colour]
    player.pawn = home
    return PawnFell(round=game.round, step=game.step, seat=seat, card=card, from_=start, to=home)
