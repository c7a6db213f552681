"""Who may see what. Nothing else reads hidden faces on a player's behalf."""

from __future__ import annotations

from msgspec import UNSET

from engines.babord.determinize import determinize
from engines.babord.events import DashboardChanged, TileRevealed, TileSeen
from engines.babord.position import BabordPosition, BabordView, TileView, TreasureView, copied_current
from engines.babord.rules.seeing import lying_open
from engines.kernel.dice import Dice
from engines.kernel.protocols.visibility import Visibility
from engines.kernel.records import GAME_OVER, Event

HIDDEN = TileView(None, None)
"""A face that a reader does not know. A view is only looked at, so that all its hidden tiles can be this one."""


class BabordVisibility(Visibility[BabordPosition, BabordView]):
    """Tiles are hidden until they are shown; dashboards and boats are public."""

    view_type = BabordView
    faces = {TileRevealed: ("kind", "fish"), TileSeen: ("kind", "fish"), DashboardChanged: ("changes",)}

    def view(self, position: BabordPosition, seat: int | None) -> BabordView:
        """What lies open; with `memory_aid` also what this reader has seen (BAB-128)."""
        return seen(position, seat, remember=position.options.memory_aid)

    def knowledge(self, position: BabordPosition, seat: int | None) -> BabordView:
        """What lies open, and all that this reader has lawfully seen."""
        return seen(position, seat, remember=True)

    def redact(self, event: Event, seat: int | None) -> Event | None:
        """Everything is public but what a seat saw alone (BAB-39)."""
        return None if isinstance(event, TileSeen) and event.seat != seat else event

    def shows(self, view: BabordView, event: Event, field: str) -> bool:
        """A tile that lies open; and a dashboard that no tile has changed, so that no face can be read from it."""
        if isinstance(event, TileRevealed | TileSeen):
            return view.tiles[event.tile].kind is not None
        return isinstance(event, DashboardChanged) and event.reason == "cannonball"

    def out(self, view: BabordView) -> list[int]:
        """A boat that has sunk has no turn (BAB-9)."""
        return [player.seat for player in view.players if player.sunk]

    def determinize(self, knowledge: BabordView, seat: int | None, dice: Dice) -> BabordPosition:
        return determinize(knowledge, seat, dice)


def seen(game: BabordPosition, seat: int | None, remember: bool) -> BabordView:
    carried = game.treasure.carrier is not None
    over = game.phase == GAME_OVER
    return BabordView(
        game="babord",
        schema=1,
        options=game.options,
        first_seat=game.first_seat,
        round=game.round,
        active_seat=game.active_seat,
        phase=game.phase,
        current=copied_current(game.current),
        grid=[row[:] for row in game.grid],
        tiles=seen_tiles(game, seat, remember),
        treasure=TreasureView(
            tile=game.treasure.tile if carried or over else None,
            carrier=game.treasure.carrier,
            hole=game.treasure.hole,
        ),
        players=[player.__copy__() for player in game.players],  # type: ignore[attr-defined]
        balls=[ball.__copy__() for ball in game.balls],  # type: ignore[attr-defined]
        result=game.result,
    )


def seen_tiles(game: BabordPosition, seat: int | None, remember: bool) -> dict[str, TileView]:
    """The open faces; the others as null. `known` is there only for a reader whose memory is aided."""
    if remember or game.phase == GAME_OVER:
        return _remembered_tiles(game, seat, remember)
    tiles = dict.fromkeys(sorted(game.tiles), HIDDEN)
    for name in lying_open(game):
        if name in tiles:
            tiles[name] = TileView(game.tiles[name].kind, game.tiles[name].fish)
    return tiles


def _remembered_tiles(game: BabordPosition, seat: int | None, remember: bool) -> dict[str, TileView]:
    """What lies open, and what the reader has seen; everything once the game is over."""
    bare = lying_open(game)
    over = game.phase == GAME_OVER
    tiles = {}
    for name in sorted(game.tiles):
        tile = game.tiles[name]
        known = over or (tile.revealed if seat is None else seat in tile.seen_by)
        mark, lookers = (known, tile.seen_by) if remember else (UNSET, UNSET)
        if over or name in bare or mark is True:
            tiles[name] = TileView(tile.kind, tile.fish, mark, lookers)
        else:
            tiles[name] = TileView(None, None, mark, lookers)
    return tiles
