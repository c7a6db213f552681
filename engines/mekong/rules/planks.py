"""The cards "Placez 1 planche" and "Placez 2 planches"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import chain

from engines.kernel.dice import Dice
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.records import Action, Event
from engines.kernel.refusals import Illegal, said
from engines.mekong.actions import ChoosePlank, PlacePlank
from engines.mekong.events import CardVoid, PlankChosen, PlankLost, PlankPlaced
from engines.mekong.pieces import ISLANDS, PLANKS, PLANKS_PER_STONE, PLANKS_PER_VILLAGE, SIZE, VILLAGES
from engines.mekong.position import MekongPosition, MekongView, PositionOrView, pending_card
from engines.mekong.rules import spans
from engines.mekong.rules.ending import draw, end_turn, no_planks_left
from engines.mekong.rules.spans import Pair

CHOOSE: dict[str, Action] = {plank: ChoosePlank(plank) for plank in PLANKS}
LAY: tuple[Action, ...] = tuple(PlacePlank(pair) for pair in spans.PAIRS)
CAPACITY = {support: PLANKS_PER_VILLAGE if support in VILLAGES else PLANKS_PER_STONE for support in spans.RANK}


def planks_in_reserve(game: MekongPosition, seat: int) -> list[Action]:
    """Any plank of the reserve may be chosen, whether or not there is a place for it (MEK-40, MEK-110).

    Planks are chosen by eye: the choice does not show their places (MEK-53).
    """
    return [CHOOSE[plank] for plank in game.players[seat].reserve]


def can_choose(game: MekongPosition, seat: int) -> bool:
    """Is there a plank in the reserve (MEK-52)?"""
    return bool(game.players[seat].reserve)


def several_in_reserve(game: MekongPosition, seat: int) -> bool:
    """Does the reserve leave a choice?"""
    return len(game.players[seat].reserve) > 1


def choose_plank(game: MekongPosition, seat: int, action: ChoosePlank, dice: Dice) -> list[Event]:
    """Choose a plank by eye; one that fits nowhere is lost at once (MEK-40, MEK-49)."""
    plank, pending = action.plank, pending_card(game)
    if plank not in game.players[seat].reserve:
        raise Illegal("MEK-40", said("{plank} is not in your reserve", plank=plank))
    chosen = PlankChosen(round=game.round, step=game.step, seat=seat, plank=plank)
    if not open_places(game, plank):
        return [chosen, *lose(game, seat, plank, None)]
    pending.plank, game.phase = plank, "place_plank"
    return [chosen]


def choose_plank_effects(view: MekongView, seat: int, action: ChoosePlank) -> Iterator[ActionEffect]:
    """The plank itself, and nothing about its places: it is chosen by eye (MEK-40, MEK-53)."""
    yield effect("take", "plank", [f"plank-{action.plank}"], what=action.plank, amount=1)


def lose(game: MekongPosition, seat: int, plank: str, supports: Pair | None) -> list[Event]:
    """The plank leaves the game for good; without any plank the game is a draw (MEK-49, MEK-68, MEK-94)."""
    _taken(game, seat, plank)
    game.lost.append(plank)
    lost = PlankLost(
        round=game.round,
        step=game.step,
        seat=seat,
        plank=plank,
        reason="no_place" if supports is None else "misfit",
        supports=supports,
    )
    if not no_planks_left(game):
        return [lost]
    end_turn(game)
    return [lost, draw(game, "no_planks")]


def _taken(game: MekongPosition, seat: int, plank: str) -> None:
    """The chosen plank leaves the reserve; the next one is chosen afterwards (MEK-51)."""
    pending = pending_card(game)
    game.players[seat].reserve.remove(plank)
    pending.remaining -= 1
    pending.plank, game.phase = None, "choose_plank"


# --- the places of a plank -------------------------------------------------------------------------------------------


def plain_pairs(game: PositionOrView) -> int:
    """The pairs that satisfy what is plain to see: everything but the length (MEK-103)."""
    return _plain_pairs(tuple(game.stones), tuple(game.planks.values()))


@lru_cache(maxsize=1024)
def _plain_pairs(stones: tuple[str, ...], laid: tuple[Pair, ...]) -> int:
    """Kept, since stones and planks lie still while a plank is chosen and its place is named."""
    return spans.OPEN_WATER & ~_closed_by_stones(stones) & ~_closed_by_planks(laid)


@lru_cache(maxsize=1024)
def _closed_by_stones(stones: tuple[str, ...]) -> int:
    """The pairs that lack a stone, or would pass over one (MEK-41, MEK-48); kept while planks come and go."""
    closed = 0
    for island in ISLANDS:
        closed |= spans.PASSING[island] if island in stones else spans.TOUCHING[island]
    return closed


def closed_by_planks(game: PositionOrView) -> int:
    """The pairs that the planks close: taken, crossed, or on a full support (MEK-43, MEK-44, MEK-46, MEK-47)."""
    return _closed_by_planks(game.planks.values())


def _closed_by_planks(laid: Collection[Pair]) -> int:
    closed = 0
    for pair in laid:
        closed |= spans.CLASHES[spans.NUMBER[pair]]
    resting = list(chain.from_iterable(laid))
    for support in set(resting):
        if resting.count(support) >= CAPACITY[support]:
            closed |= spans.TOUCHING[support]
    return closed


def open_places(game: PositionOrView, plank: str) -> int:
    """The pairs that may be named for the plank: those that it fits, or with ``eyeball`` any plain one (MEK-45)."""
    if game.options.plank_attempt == "eyeball":
        return plain_pairs(game)
    return sound_places(game, plank)


def sound_places(game: PositionOrView, plank: str) -> int:
    """The pairs to which nothing objects: all of ``plain_pairs`` that the plank fits (MEK-45)."""
    return plain_pairs(game) & spans.FITTING[game.options.plank_fit, SIZE[plank]]


def places_of_plank(game: MekongPosition, seat: int) -> list[Action]:
    """Every place for the chosen plank; it must be put on one of them (MEK-50)."""
    return spans.among(open_places(game, chosen_plank(game)), LAY)


def several_places(game: MekongPosition, seat: int) -> bool:
    """Does the chosen plank leave a choice?"""
    pairs = open_places(game, chosen_plank(game))
    return pairs & (pairs - 1) != 0


def chosen_plank(game: PositionOrView) -> str:
    """The plank that is to be placed: there is one in the phase ``place_plank``."""
    return pending_card(game).plank  # type: ignore[return-value]


def place_plank(game: MekongPosition, seat: int, action: PlacePlank, dice: Dice) -> list[Event]:
    """Lay the chosen plank on two supports (MEK-41); a misjudged attempt loses it (MEK-103)."""
    plank, supports = chosen_plank(game), action.supports
    if misjudged(game, plank, supports):
        return lose(game, seat, plank, supports)
    _taken(game, seat, plank)
    game.planks[plank] = supports
    return [PlankPlaced(round=game.round, step=game.step, seat=seat, plank=plank, supports=supports)]


def place_plank_effects(view: MekongView, seat: int, action: PlacePlank) -> Iterator[ActionEffect]:
    """A beam between the supports; where the player judges by eye, all that may be named look alike (MEK-103)."""
    plank, ghost = chosen_plank(view), [ghost_of(action.supports)]
    left = len(view.players[seat].reserve) - 1
    if view.options.plank_attempt == "eyeball":
        yield effect("risk", "attempt", ghost, what=plank, amount=1, left=left)
    else:
        yield effect("place", "beam", ghost, what=plank, amount=1, left=left)


def ghost_of(supports: Pair) -> str:
    """The hidden element of the picture that shows a place for the chosen plank."""
    return f"ghost-{supports[0]}-{supports[1]}"


def misjudged(game: MekongPosition, plank: str, supports: Pair) -> bool:
    """False for a sound place; True for a misfit where the player judges by eye; anything else is refused."""
    number = spans.NUMBER.get(supports)
    if number is not None and sound_places(game, plank) >> number & 1:
        return False
    for rule, detail in objections(game, plank, supports):
        if rule != "MEK-45" or game.options.plank_attempt == "guided":
            raise Illegal(rule, detail)
    return True


def objections(game: MekongPosition, plank: str, supports: Pair) -> Iterator[tuple[str, str]]:
    """What speaks against the place, rule and reason: MEK-41, MEK-45, MEK-46, MEK-47, MEK-43, MEK-44, MEK-48.

    Any stone and any village will do, whoever placed it (MEK-42); no stone is shifted for it (MEK-54). A plank rests
    on two supports and passes over no third one (MEK-48, MEK-104).
    """
    if supports not in spans.NUMBER:
        yield "MEK-41", "a plank rests on two stones, or on a village and a stone"
        return
    number = spans.NUMBER[supports]
    for support in supports:
        if support not in VILLAGES and support not in game.stones:
            yield "MEK-41", said("{support} has no stone", support=support)
    if not spans.fits(game.options.plank_fit, SIZE[plank], number):
        long = spans.SMALLEST[number] <= SIZE[plank]
        misfit = "{plank} is too long for {supports}" if long else "{plank} is too short for {supports}"
        yield "MEK-45", said(misfit, plank=plank, supports=supports)
    yield from _objections_of_planks(game, supports, number)
    for point in spans.UNDER[number]:
        if point in VILLAGES or point in game.stones:
            yield "MEK-48", said("the plank would pass over {point}", point=point)


def _objections_of_planks(game: MekongPosition, supports: Pair, number: int) -> Iterator[tuple[str, str]]:
    """No crossing, one plank per pair, three on a support (MEK-46, MEK-47, MEK-43, MEK-44)."""
    laid = {pair: plank for plank, pair in game.planks.items()}
    for pair, plank in laid.items():
        if pair != supports and spans.CLASHES[spans.NUMBER[pair]] >> number & 1:
            yield "MEK-46", said("{plank} would be crossed", plank=plank)
    if supports in laid:
        yield "MEK-47", said("{laid} lies there already", laid=laid[supports])
    resting = Counter(support for pair in laid for support in pair)
    for support in supports:
        if resting[support] >= CAPACITY[support]:
            yield "MEK-44" if support in VILLAGES else "MEK-43", f"{support} carries {CAPACITY[support]} planks already"


def void(game: MekongPosition, seat: int, card: str, unused: int) -> Event:
    """With an empty reserve the card does nothing more (MEK-52)."""
    return CardVoid(round=game.round, step=game.step, seat=seat, card=card, reason="no_plank", unused=unused)
