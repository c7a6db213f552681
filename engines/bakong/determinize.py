"""Sample the hidden part of a position: full positions that agree with what a seat knows."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import comb

from engines.bakong.parts import TrackTile
from engines.bakong.pieces import FACES_OF, SIDES
from engines.bakong.position import BakongPosition, BakongView, TileView
from engines.kernel.dice import Dice

KIND_OF: dict[str, tuple[str, ...]] = {tile: tuple(sorted(faces.values())) for tile, faces in FACES_OF.items()}
"""Both faces of a tile: tiles of one kind are alike."""


def determinize(knowledge: BakongView, dice: Dice) -> BakongPosition:
    """A full position: the tiles never turned are dealt fairly to the slots whose visible face they bear."""
    unseen = [tile for tile in knowledge.track if not tile.seen]
    dealt = iter(_deal(tuple(knowledge.unseen_tiles), tuple(tile.face for tile in unseen), dice))
    return BakongPosition(
        phase=knowledge.phase,
        game="bakong",
        schema=1,
        options=knowledge.options,
        turn=knowledge.turn,
        active_seat=knowledge.active_seat,
        track=[_lay(tile, tile.tile or next(dealt)) for tile in knowledge.track],
        players=[player.copy() for player in knowledge.players],
        supply=knowledge.supply.copy(),
        temple=knowledge.temple.copy(),
        current=knowledge.current and knowledge.current.copy(),
        score_sheet=knowledge.score_sheet,
        result=knowledge.result,
    )


def _lay(shown: TileView, tile: str) -> TrackTile:
    side = next(side for side in SIDES if FACES_OF[tile][side] == shown.face)
    return TrackTile(tile, side, shown.seen)


# --- a uniform deal of the unseen tiles ------------------------------------------------------------------------------
#
# Which face each tile shows is drawn first: every way to turn the tiles that gives the visible number of each face has
# the same number of deals, so the ways are counted and one is drawn. Then, face by face, the tiles are shuffled.


def _deal(tiles: tuple[str, ...], faces: tuple[str, ...], dice: Dice) -> list[str]:
    """One tile for each face, every consistent deal with the same chance."""
    stacks = _stacks(tiles, _ways(tiles, faces).draw(dice), dice)
    return [stacks[face].pop() for face in faces]


def _stacks(tiles: tuple[str, ...], showing: dict[tuple[str, ...], int], dice: Dice) -> dict[str, list[str]]:
    """The tiles by the face that they show: of each kind so many, drawn at random, show their first face."""
    by_kind: dict[tuple[str, ...], list[str]] = {}
    for tile in tiles:
        by_kind.setdefault(KIND_OF[tile], []).append(tile)
    stacks: dict[str, list[str]] = {}
    for (first, second), alike in by_kind.items():
        dice.shuffle(alike)
        number = showing[first, second]
        stacks.setdefault(first, []).extend(alike[:number])
        stacks.setdefault(second, []).extend(alike[number:])
    for stack in stacks.values():
        dice.shuffle(stack)
    return stacks


class _Orientations:
    """The ways to turn tiles of given kinds (pairs of faces) so that each face shows a given number of times."""

    def __init__(self, kinds: tuple[tuple[tuple[str, ...], int], ...], shown: dict[str, int]) -> None:
        names = sorted({face for kind, _ in kinds for face in kind} | shown.keys())
        self.kinds = kinds
        self.places = [(names.index(first), names.index(second)) for (first, second), _ in kinds]
        self.wanted = tuple(shown.get(name, 0) for name in names)
        self.counted: dict[tuple[int, tuple[int, ...]], int] = {}
        self.branched: dict[tuple[int, tuple[int, ...]], list[tuple[int, int, tuple[int, ...]]]] = {}
        self.last_use = {place: index for index, pair in enumerate(self.places) for place in pair}

    def ways(self, index: int, wanted: tuple[int, ...]) -> int:
        """How many ways the kinds from ``index`` on can give what is still wanted."""
        if index == len(self.kinds):
            return int(not any(wanted))
        key = (index, wanted)
        if key not in self.counted:
            self.counted[key] = sum(ways for _, ways, _ in self.branches(index, wanted))
        return self.counted[key]

    def branches(self, index: int, wanted: tuple[int, ...]) -> list[tuple[int, int, tuple[int, ...]]]:
        """How many tiles of a kind show their first face, in how many ways, and what is then still wanted."""
        key = (index, wanted)
        if key not in self.branched:
            self.branched[key] = self._branches(index, wanted)
        return self.branched[key]

    def _branches(self, index: int, wanted: tuple[int, ...]) -> list[tuple[int, int, tuple[int, ...]]]:
        first, second = self.places[index]
        number = self.kinds[index][1]
        found = []
        for showing in range(max(0, number - wanted[second]), min(number, wanted[first]) + 1):
            rest = list(wanted)
            rest[first] -= showing
            rest[second] -= number - showing
            if any(rest[place] and self.last_use[place] == index for place in (first, second)):
                continue
            after = tuple(rest)
            if ways := comb(number, showing) * self.ways(index + 1, after):
                found.append((showing, ways, after))
        return found

    def draw(self, dice: Dice) -> dict[tuple[str, ...], int]:
        """One way, each with the same chance: by kind, how many tiles show their first face."""
        drawn: dict[tuple[str, ...], int] = {}
        wanted = self.wanted
        place = below(self.ways(0, wanted), dice)
        for index, (kind, number) in enumerate(self.kinds):
            for showing, ways, after in self.branches(index, wanted):
                if place < ways:
                    drawn[kind], wanted = showing, after
                    place //= comb(number, showing)
                    break
                place -= ways
        return drawn


@lru_cache(maxsize=64)
def _orientations(kinds: tuple[tuple[tuple[str, ...], int], ...], shown: tuple[tuple[str, int], ...]) -> _Orientations:
    return _Orientations(kinds, dict(shown))


@lru_cache(maxsize=64)
def _ways(tiles: tuple[str, ...], faces: tuple[str, ...]) -> _Orientations:
    """Cached: a search samples the same tiles many times."""
    kinds = tuple(sorted(Counter(KIND_OF[tile] for tile in tiles).items()))
    return _orientations(kinds, tuple(sorted(Counter(faces).items())))


def below(n: int, dice: Dice) -> int:
    """A uniform integer below any n, byte by byte."""
    while True:
        drawn = 0
        for _ in range(((n - 1).bit_length() + 7) // 8):
            drawn = drawn * 256 + dice.below(256)
        if drawn < n:
            return drawn
