"""What everybody may see, and fair guesses at the rest (BAK-107).

The only hidden thing is the back of a tile that nobody has turned yet. A tile's id gives its back away, so it is
shown only where the back is known.
"""

from __future__ import annotations

from functools import cache
from itertools import compress, count
from operator import is_not
from typing import cast

from engines.bakong.determinize import determinize
from engines.bakong.events import GameStarted, Halted, HazardIgnored, SlotEntered, TileTurned
from engines.bakong.parts import Player
from engines.bakong.pieces import COLOUR_OF, END_FACES, FACES_OF, JUNGLE_SLOTS, OTHER_SIDE, SIDES, Side
from engines.bakong.position import BakongPosition, BakongView, PlayerView, TileView
from engines.bakong.rules.backpack import layout
from engines.kernel.dice import Dice
from engines.kernel.protocols.visibility import Visibility
from engines.kernel.records import GAME_OVER, Event


class BakongVisibility(Visibility[BakongPosition, BakongView]):
    """Everything is public but the backs of tiles that nobody has turned (BAK-107)."""

    view_type = BakongView
    faces = {
        GameStarted: ("faces",),
        TileTurned: ("from_", "to", "tile"),
        SlotEntered: ("face",),
        Halted: ("face",),
        HazardIgnored: ("face", "object"),
    }

    def view(self, position: BakongPosition, seat: int | None) -> BakongView:
        return view(position, remember=position.options.memory_aid or position.phase == GAME_OVER)

    def knowledge(self, position: BakongPosition, seat: int | None) -> BakongView:
        return view(position, remember=True)

    def shows(self, view: BakongView, event: Event, field: str) -> bool:
        """The face that lies up, and the one that was turned down in the present turn."""
        if isinstance(event, GameStarted):
            return event.faces == [tile.face for tile in view.track]
        if isinstance(event, TileTurned):
            return field != "tile" and getattr(event, field) in shown_faces(view, event.slot)
        return isinstance(event, SlotEntered | Halted | HazardIgnored) and event.face in shown_faces(view, event.slot)

    def determinize(self, knowledge: BakongView, seat: int | None, dice: Dice) -> BakongPosition:
        return determinize(knowledge, dice)


def view(game: BakongPosition, remember: bool) -> BakongView:
    """The table as everybody sees it; ``remember`` adds the backs of tiles that were turned before."""
    return BakongView(
        game="bakong",
        schema=1,
        options=game.options,
        phase=game.phase,
        turn=game.turn,
        active_seat=game.active_seat,
        track=_track(game, remember),
        unseen_tiles=sorted([tile.tile for tile in game.track if not tile.seen]) if remember else [],
        players=[_player(player) for player in game.players],
        supply=game.supply.copy(),
        temple=game.temple.copy(),
        current=game.current and game.current.copy(),
        score_sheet=game.score_sheet,
        result=game.result,
    )


def shown_faces(view: BakongView, slot: int) -> tuple[str, ...]:
    """What a view shows of a slot: the face of its tile, and the one below it if it was just turned."""
    if slot in END_FACES:
        return (END_FACES[slot],)
    face, flipped = view.track[slot - 1].face, view.current.flipped if view.current is not None else None
    return (face, flipped.from_) if flipped is not None and flipped.slot == slot else (face,)


def glance(game: BakongPosition) -> BakongView:
    """What ``knowledge`` shows, without copies: it changes with the position, and leaves out tiles and layouts."""
    return BakongView(
        game="bakong",
        schema=1,
        options=game.options,
        phase=game.phase,
        turn=game.turn,
        active_seat=game.active_seat,
        track=_track(game, remember=True),
        unseen_tiles=[],
        players=cast(list[PlayerView], game.players),
        supply=game.supply,
        temple=game.temple,
        current=game.current,
        score_sheet=game.score_sheet,
        result=game.result,
    )


def _track(game: BakongPosition, remember: bool) -> list[TileView]:
    """How the tiles look: as in the last view of this position, but for those that were turned since."""
    last = game.last_shown.get(remember)
    if last is None:
        shown = [
            looks[tile.tile][tile.side][tile.seen] for looks, tile in zip(_tiles(remember), game.track, strict=True)
        ]
        game.last_shown[remember] = game.track[:], shown
    else:
        tiles, shown = last
        for place in compress(count(), map(is_not, game.track, tiles)):
            tiles[place] = tile = game.track[place]
            shown[place] = _tiles(remember)[place][tile.tile][tile.side][tile.seen]
    return shown[:]


@cache
def _tiles(remember: bool) -> list[dict[str, dict[Side, tuple[TileView, TileView]]]]:
    """By slot, tile and side: how it looks before and after it was turned for the first time.

    There are few tiles and sides, and a view is only looked at, so that all views can share these.
    """
    return [
        {
            tile: {
                side: (_tile(slot, tile, side, known=False), _tile(slot, tile, side, known=remember)) for side in SIDES
            }
            for tile in FACES_OF
        }
        for slot in JUNGLE_SLOTS
    ]


def _tile(slot: int, tile: str, side: Side, known: bool) -> TileView:
    """How a tile looks; `seen` says no more than the back does, since players must remember both."""
    faces = FACES_OF[tile]
    face = faces[side]
    if known:
        return TileView(slot, face, COLOUR_OF[face], True, tile, faces[OTHER_SIDE[side]])
    return TileView(slot, face, COLOUR_OF[face], False, None, None)


def _player(player: Player) -> PlayerView:
    return PlayerView(
        player.slot,
        player.direction,
        player.objects[:],
        player.x1,
        player.x3,
        player.big,
        player.ouch,
        player.first_home,
        layout(player.big, tuple(player.objects), player.x3, player.x1),
    )
