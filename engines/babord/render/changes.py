"""What each event changes in the picture. A tile is named by its place: it moves unseen, and nobody may follow it."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from engines.babord import events
from engines.babord.pieces import TRACKS, Pair
from engines.babord.position import BabordView, drawn_point
from engines.kernel.changes import BoardState, OfEvent, new_board
from engines.kernel.records import Changes, Counted, Event, Moved, Put, Turned


def tile(place: Pair) -> str:
    return f"tile-{place[0]}-{place[1]}"


def state(view: BabordView) -> BoardState:
    """Boats, cannonballs, the treasure and its hole, and the dashboards."""
    pieces = Counter({(f"boat-{p.seat}", drawn_point(p.boat)): 1 for p in view.players if p.boat is not None})
    pieces.update((f"ball-of-{ball.owner}", tile(ball.place)) for ball in view.balls)
    if view.treasure.carrier is not None:
        pieces["treasure", f"boat-{view.treasure.carrier}"] += 1
    if view.treasure.hole is not None:
        pieces["hole", tile(view.treasure.hole)] += 1
    counters = {(f"{track}-{p.seat}", ""): getattr(p, track) for p in view.players for track in TRACKS}
    return BoardState(pieces, {}, counters)


def port_chosen(event: events.PortChosen) -> Changes:
    return Changes(added=[Put(f"boat-{event.seat}", drawn_point(event.point))])


def ball_fired(event: events.BallFired) -> Changes:
    spent = Counted(f"cannonballs-{event.seat}", from_=event.cannonballs + 1, to=event.cannonballs)
    return Changes(added=[Put(f"ball-of-{event.seat}", tile(event.place))], counters=[spent])


def ball_moved(event: events.BallMoved) -> Changes:
    return Changes(moved=[Moved(f"ball-of-{event.owner}", tile(event.to), tile(event.from_))])


def ball_gone(event: events.BallGone) -> Changes:
    return Changes(removed=[Put(f"ball-of-{event.owner}", tile(event.from_))])


def boat_hit(event: events.BoatHit) -> Changes:
    return Changes(moved=[Moved(f"boat-{event.seat}", drawn_point(event.to))])


def wind_rolled(event: events.WindRolled) -> Changes:
    return Changes(turned=[Turned("wind", " ".join(event.winds))])


def sailed(event: events.Sailed) -> Changes:
    stops = [event.from_, *(event.path or (event.to,))]
    steps = pairwise(stops)
    used = [Counted(f"fuel-{event.seat}", by=-event.fuel_used)] if event.fuel_used else []
    moved = [Moved(f"boat-{event.seat}", drawn_point(to), drawn_point(start)) for start, to in steps]
    return Changes(moved=moved, counters=used)


def jumped(event: events.Jumped) -> Changes:
    return Changes(moved=[Moved(f"boat-{event.seat}", drawn_point(event.to), drawn_point(event.from_))])


def point_chosen(event: events.PointChosen) -> Changes:
    return Changes(moved=[Moved(f"boat-{event.seat}", drawn_point(event.point), drawn_point(event.from_))])


def tile_shown(event: events.TileRevealed | events.TileSeen) -> Changes:
    """For a moment: it is hidden again."""
    return Changes(turned=[Turned(tile(event.place), event.kind)])


def dashboard_changed(event: events.DashboardChanged) -> Changes:
    tracks = event.changes.items()
    return Changes(counters=[Counted(f"{track}-{event.seat}", from_=old, to=new) for track, (old, new) in tracks])


def tiles_swapped(event: events.TilesSwapped) -> Changes:
    a, b = tile(event.a), tile(event.b)
    return Changes(moved=[Moved(a, b, a), Moved(b, a, b)])


def treasure_taken(event: events.TreasureTaken) -> Changes:
    return Changes(added=[Put("treasure", f"boat-{event.seat}"), Put("hole", tile(event.place))])


def treasure_stolen(event: events.TreasureStolen) -> Changes:
    return Changes(moved=[Moved("treasure", f"boat-{event.seat}", f"boat-{event.victim}")])


def treasure_lost(event: events.TreasureLost) -> Changes:
    gone = Put("treasure", f"boat-{event.seat}")
    if event.moved_tile_from is None or event.moved_tile_to is None:
        return Changes(removed=[gone, Put("hole", tile(event.treasure_place))])
    start, hole = tile(event.moved_tile_from), tile(event.moved_tile_to)
    return Changes(moved=[Moved(start, hole, start)], removed=[gone, Put("hole", hole)])


def bought(event: events.Bought) -> Changes:
    seat = event.seat
    return Changes(
        counters=[Counted(f"{event.item}-{seat}", by=event.quantity), Counted(f"fish-{seat}", by=-event.cost)]
    )


def boat_sunk(event: events.BoatSunk) -> Changes:
    return Changes(removed=[Put(f"boat-{event.seat}")])


CHANGES: dict[type[Event], OfEvent] = {
    events.GameStarted: new_board,
    events.PortChosen: port_chosen,
    events.BallFired: ball_fired,
    events.BallMoved: ball_moved,
    events.BallGone: ball_gone,
    events.BoatHit: boat_hit,
    events.WindRolled: wind_rolled,
    events.Sailed: sailed,
    events.TileRevealed: tile_shown,
    events.TileSeen: tile_shown,
    events.DashboardChanged: dashboard_changed,
    events.TilesSwapped: tiles_swapped,
    events.Jumped: jumped,
    events.PointChosen: point_chosen,
    events.TreasureTaken: treasure_taken,
    events.TreasureStolen: treasure_stolen,
    events.TreasureLost: treasure_lost,
    events.Bought: bought,
    events.BoatSunk: boat_sunk,
}
