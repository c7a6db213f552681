"""The programme of a sensible player: walk the best way in mind, card by card."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel.dice import Dice
from engines.mekong.bot.routes import Route
from engines.mekong.pieces import DRAGON_ON, DRAGONS, PROGRAM_LENGTH, STONES
from engines.mekong.rules import spans

Five = tuple[str, str, str, str, str]

FILLERS = ("remove", "place_1_stone", "place_2_stones", "place_1_plank", "place_2_planks")
"""Cards that cannot send the own pawn backwards, the most useful first."""
STEPS = {"move_1": 1, "move_2": 2}
STUCK = 2
"""A programme with no more cards than this for the way, a dragon included, hardly gets on."""
PLANK_CARDS = ("place_1_plank", "place_2_planks")
AMOUNT = {"place_1_stone": 1, "place_2_stones": 2, "place_1_plank": 1, "place_2_planks": 2}
WINNING_DISTANCE = 3
"""move_1 and move_2 together make three steps in a round."""


class Walk:
    """The own way in mind: what is laid, how far the pawn has come, which cards are left."""

    def __init__(self, route: Route) -> None:
        chart = route.chart
        self.track = list(route.track)
        self.laid = set(chart.laid)
        self.bare = set(chart.bare)
        self.held = {
            spans.NUMBER[chart.seen.planks[plank]] for plank, seat in chart.pawns.items() if seat != route.seat
        }
        self.planks = len(route.reserve)
        self.stones = STONES - len(chart.seen.stones)
        self.cards: list[str] = []

    def next_card(self) -> str | None:
        """Move when the next planks lie, else lay planks whose stones lie, else lay stones."""
        return self._move() or self._lay_planks() or self._lay_stones()

    def takes(self, card: str) -> bool:
        """Carry out a card that another has chosen, if that makes sense; dragons, removals and jumps always do."""
        steps, amount = STEPS.get(card, 0), AMOUNT.get(card, 0)
        if not self.track:
            return True
        if steps:
            ready = self._ready()
            if ready < min(steps, len(self.track)):
                return False
            del self.track[:steps]
        elif card in PLANK_CARDS:
            gaps = [item for item in self.track if isinstance(item, int) and item not in self.laid]
            stand = [gap for gap in gaps if not self.bare.intersection(spans.PAIRS[gap])][:amount]
            self.laid.update(stand[: self.planks])
            self.planks -= amount
            return self.planks >= 0 and len(stand) == amount
        elif amount:
            gaps = [item for item in self.track if isinstance(item, int) and item not in self.laid]
            missing = list(dict.fromkeys(end for gap in gaps for end in spans.PAIRS[gap] if end in self.bare))
            self.bare.difference_update(missing[:amount])
            self.stones -= amount
            return self.stones >= 0
        return True

    def _ready(self) -> int:
        """Steps that can be made now; a pawn in the way is expected to be gone after two cards."""
        steps = 0
        for item in self.track:
            if isinstance(item, int) and (item not in self.laid or (item in self.held and len(self.cards) < 2)):
                break
            steps += 1
        return steps

    def _move(self) -> str | None:
        ready, first = self._ready(), self.track[0]
        if not self.cards and len(self.track) > 1 and first in self.held and self.track[1] not in self.held:
            return self._go("jump", 2) if self._passable(self.track[1]) else None
        if ready >= 2 and "move_2" not in self.cards:
            return self._go("move_2", 2)
        if ready >= 1 and "move_1" not in self.cards:
            return self._go("move_1", 1)
        if ready == len(self.track) == 1 and "move_2" not in self.cards:
            return self._go("move_2", 1)
        return None

    def _passable(self, item: int | str) -> bool:
        return isinstance(item, str) or item in self.laid

    def _go(self, card: str, steps: int) -> str:
        del self.track[:steps]
        return card

    def _lay_planks(self) -> str | None:
        gaps = [item for item in self.track if isinstance(item, int) and item not in self.laid]
        ready = [gap for gap in gaps if not self.bare.intersection(spans.PAIRS[gap])]
        for card, amount in (("place_2_planks", 2), ("place_1_plank", 1)):
            if card not in self.cards and len(ready) >= amount and self.planks >= amount:
                self.laid.update(ready[:amount])
                self.planks -= amount
                return card
        return None

    def _lay_stones(self) -> str | None:
        gaps = [item for item in self.track if isinstance(item, int) and item not in self.laid]
        missing = list(dict.fromkeys(end for gap in gaps for end in spans.PAIRS[gap] if end in self.bare))
        for card, amount in (("place_2_stones", 2), ("place_1_stone", 1), ("place_2_stones", 1)):
            if card not in self.cards and len(missing) >= amount and self.stones >= amount:
                self.stones -= amount
                self.bare.difference_update(missing[:2] if card == "place_2_stones" else missing[:1])
                return card
        return None


def sensible(route: Route, cards: Sequence[str]) -> bool:
    """No move where no plank lies, no plank without its stones or from an empty reserve, no stone when none is left.

    The own way is walked in mind, as if no rival touched it.
    """
    walk = Walk(route)
    return all(walk.takes(card) for card in cards)


def program(route: Route, rivals: list[Route], dice: Dice) -> Five:
    """Five cards: the own way first, a dragon or a removal against a seat that is about to win, fillers last."""
    walk = Walk(route)
    while len(walk.cards) < PROGRAM_LENGTH and walk.track:
        card = walk.next_card()
        if card is None:
            break
        walk.cards.append(card)
    rival = _nearest(rivals, dice)
    cards = walk.cards
    if route.steps_ready == 1:
        cards = walk.cards = ["move_1", "move_2"]  # a second try, should a dragon cancel the first
    slot = _dragon_slot(walk, rival, dice)
    if slot is not None:
        cards.insert(slot, _dragon(rival))
    for filler in (_dragon(rival), *_fillers(cards, dice)):
        if filler not in cards and not (filler in DRAGONS and any(card in DRAGONS for card in cards)):
            cards.append(filler)
    a, b, c, d, e = cards[:PROGRAM_LENGTH]
    return a, b, c, d, e


def _fillers(cards: Sequence[str], dice: Dice) -> Sequence[str]:
    """The most useful first; by lot in every other programme that hardly gets on, lest two undo each other's work."""
    if len(cards) > STUCK or dice.below(2):
        return FILLERS
    fillers = list(FILLERS)
    dice.shuffle(fillers)
    return fillers


def _nearest(rivals: list[Route], dice: Dice) -> Route:
    """The rival that is nearest to its goal; equals take turns."""
    least = min(rival.cost(rival.pawn) for rival in rivals)
    return dice.choose([rival for rival in rivals if rival.cost(rival.pawn) == least])


def _dragon_slot(walk: Walk, rival: Route, dice: Dice) -> int | None:
    """Early against a rival who is about to win, anywhere in every other programme, not in a winning one."""
    if _threatens(rival):
        return dice.below(2) if walk.track or len(walk.cards) > 1 else None
    if walk.track and dice.below(2):
        return dice.below(PROGRAM_LENGTH)
    return None


def _threatens(rival: Route) -> bool:
    """Can the rival win in this round by walking alone?"""
    steps = rival.steps_ready
    return steps is not None and steps <= WINNING_DISTANCE


def _dragon(rival: Route) -> str:
    return DRAGON_ON[rival.chart.seen.players[rival.seat].colour]
