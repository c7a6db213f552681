"""What a seat expects of the ground ahead. Values are hundredths of a point."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engines.bakong.pieces import (
    CURSED,
    DIE_SIDES,
    END_FACES,
    FACES,
    HALTING,
    IGNORED_WITH,
    MOST_STEPS,
    POINTS,
    START_SLOT,
    TEMPLE_SLOT,
)
from engines.bakong.position import BakongView
from engines.bakong.rules.backpack import add_object, fits, room
from engines.bakong.rules.scoring import count

POINT = 100
SLOT = 40
"""What a slot gained is worth."""
CAVE = 250
TEMPLE = 200
HOME_AND_WINNING, HOME_AND_LOSING = 3000, -3000
NEXT_TURN = 60
"""Percent of what the next turn promises that counts now."""
WORTH = {
    "first_aid_kit": 400,
    "machete": 300,
    "rope": 240,
    "grapnel": 240,
    "torch": 200,
    "journal": 180,
    "compass": 150,
    "map": 100,
}
"""What an object is worth at the start of the game."""
WHOLE_WAY = 2 * TEMPLE_SLOT
ALL_STEPS = range(1, MOST_STEPS + 1)
ODD = range(1, 2 * DIE_SIDES, 2)

CAMPS: dict[tuple[int | None, tuple[str, ...], int, bool, int, tuple[str, ...]], int] = {}
"""What a camp is worth, by load, way and supply."""
MOST_CAMPS = 8192


class Scout:
    """What a seat expects of the ground ahead, from the faces that everybody sees and the backs that are known."""

    def __init__(self, view: BakongView, seat: int) -> None:
        self.view, self.seat, self.me = view, seat, view.players[seat]
        self.faces = [END_FACES[START_SLOT], *[tile.face for tile in view.track], END_FACES[TEMPLE_SLOT]]
        self.stride = 1 if self.me.direction == "outward" else -1
        self.stops = dict.fromkeys(PLAIN, 0)

    def way_left(self) -> int:
        return TEMPLE_SLOT - self.me.slot + TEMPLE_SLOT if self.stride > 0 else self.me.slot

    def worth(self, name: str) -> int:
        """Objects are worth less the nearer home is."""
        return WORTH[name] * self.way_left() // WHOLE_WAY

    def turned(self, slot: int) -> list[str]:
        """The faces once this slot is turned; an unknown back counts as plain jungle."""
        faces = self.faces
        if not START_SLOT < slot < TEMPLE_SLOT:
            return faces
        return [*faces[:slot], self.view.track[slot - 1].back or "jungle", *faces[slot + 1 :]]

    def step_counts(self, die: int) -> list[int]:
        counts = [die]
        if "compass" in self.me.objects and die > 1:
            counts.append(die - 1)
        if "machete" in self.me.objects:
            counts.append(die + 1)
        return counts

    def best_move(self, die: int, faces: list[str]) -> int:
        return max(self.values(self.step_counts(die), faces))

    def values(self, counts: Iterable[int], faces: list[str]) -> list[int]:
        """What moves of so many steps bring, each with a glance at the turn after it."""
        walks = self.walks(self.me.slot, self.stride, faces)
        found = []
        for steps in counts:
            now, slot = walks[steps - 1]
            found.append(now if slot == START_SLOT else now + self.promise(slot, faces) * NEXT_TURN // 100)
        return found

    def promise(self, slot: int, faces: list[str]) -> int:
        """The mean over all throws of the better of both dice, from this slot."""
        stride = -1 if slot == TEMPLE_SLOT else self.stride
        return self.mean_of_better([gain for gain, _ in self.walks(slot, stride, faces)])

    def new_throw(self) -> int:
        """The same from here, with the glance at the turn after it: what a re-roll is worth."""
        return self.mean_of_better(self.values(ALL_STEPS, self.faces))

    def mean_of_better(self, moves: list[int]) -> int:
        """The mean of the better of two dice, given the value of every number of steps."""
        best = moves[:DIE_SIDES]
        if "compass" in self.me.objects:
            best = [best[0], *map(max, best[1:], best)]
        if "machete" in self.me.objects:
            best = list(map(max, best, moves[1:]))
        best.sort()
        # the k-th lowest, from 0, is the better one in 2k + 1 of 36 throws
        return sum([weight * value for weight, value in zip(ODD, best, strict=True)]) // DIE_SIDES**2

    def walks(self, slot: int, stride: int, faces: list[str]) -> list[tuple[int, int]]:
        """Points, losses and ground of a move of 1, 2, ... steps, and where it ends."""
        gain, ouch, objects, found = 0, 0, self.me.objects, []
        for _ in ALL_STEPS:
            slot += stride
            gain += SLOT
            face = faces[slot]
            if face == "ditch":
                if IGNORED_WITH[face] not in objects:
                    ouch += 1
            elif face == "quicksand" and objects:
                lost = min(objects, key=WORTH.__getitem__)
                gain -= self.worth(lost)
                objects = [name for name in objects if name != lost]
            hurt = POINTS["ouch"] * POINT * min(ouch, self.view.supply.ouch) if ouch else 0
            found.append((gain + hurt + self.stop(face), slot))
            if face in HALTING and IGNORED_WITH[face] not in objects:
                found += found[-1:] * (MOST_STEPS - len(found))
                break
        return found

    def stop(self, face: str) -> int:
        """What it is worth to stop on this face; reckoned once."""
        if face not in self.stops:
            self.stops[face] = STOP_VALUE[face](self)
        return self.stops[face]

    # --- what a stop is worth ----------------------------------------------------------------------------------------

    def emerald(self) -> int:
        due = 1 + ("torch" in self.me.objects)
        return POINT * min(due, self.view.supply.x1, self.free_cells())

    def cave(self) -> int:
        if not self.free_cells():
            return 0
        return CAVE + POINT * ("torch" in self.me.objects)

    def free_cells(self) -> int:
        me = self.me
        return room(me.big, tuple(me.objects)) - me.x1 - me.x3

    def camp(self) -> int:
        """The best object of the supply; camps are weighed in every step of a rollout, so the result is remembered."""
        me = self.me
        offered = tuple([name for name, left in self.view.supply.objects.items() if left])
        load = (me.big, tuple(me.objects), me.x1 + me.x3, bool(me.x1), self.way_left(), offered)
        if load not in CAMPS:
            if len(CAMPS) >= MOST_CAMPS:
                CAMPS.clear()
            CAMPS[load] = max([self.object_gain(name) for name in offered], default=0)
        return CAMPS[load]

    def object_gain(self, name: str) -> int:
        """What an object adds, less what must be thrown out for it; 0 when it is not worth taking."""
        me = self.me
        if name in me.objects:
            return 0
        if fits(me.big, add_object(me.objects, name), me.x1 + me.x3):
            return self.worth(name)
        return max([0, *[self.swap(item, name) for item in (*me.objects, *["x1"] * bool(me.x1))]])

    def swap(self, item: str, name: str) -> int:
        """What it brings to throw this item out for that object; nothing when that makes no room."""
        me = self.me
        if item in me.objects:
            objects, small, cost = [other for other in me.objects if other != item], me.x1 + me.x3, self.worth(item)
        else:
            objects, small, cost = me.objects, me.x1 + me.x3 - 1, POINT
        if not fits(me.big, add_object(objects, name), small):
            return 0
        return self.worth(name) - cost

    def waterfall(self) -> int:
        return -POINTS["ouch"] * POINT if self.me.ouch and self.me.big not in CURSED else 0

    def temple(self) -> int:
        return TEMPLE

    def home(self) -> int:
        """Coming home ends the game: good for the winner only."""
        players = [player.copy() for player in self.view.players]
        players[self.seat].first_home = True
        won = self.seat in count(players)[1].winners
        return HOME_AND_WINNING if won else HOME_AND_LOSING


STOP_VALUE: dict[str, Callable[[Scout], int]] = {
    "jungle_emerald": Scout.emerald,
    "cave": Scout.cave,
    "abandoned_camp": Scout.camp,
    "waterfall": Scout.waterfall,
    "temple": Scout.temple,
    "start_camp": Scout.home,
}
PLAIN = [face for face in FACES if face not in STOP_VALUE]
"""Where it means nothing to stop."""
