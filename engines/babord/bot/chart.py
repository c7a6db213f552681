"""What a sailor makes of the view: where the treasure is, what is unseen, where to go."""

from __future__ import annotations

from engines.babord.pieces import EFFECTS, TREASURE, Pair
from engines.babord.position import BabordView, board_of, boat, whereabouts
from engines.babord.rules.knife import overcomes

LOW = 4
"""Fuel or hull below this calls for a port."""


class Chart:
    """What the sailor makes of the view.

    An aggressive one lives near its rivals, and does not turn to a port while the treasure is in reach.
    """

    def __init__(self, known: BabordView, seat: int, aggressive: bool = False) -> None:
        self.known = known
        self.aggressive = aggressive
        self.seat = seat
        self.me = known.players[seat]
        self.board = board_of(known)
        self.carrying = known.treasure.carrier == seat
        self.faces = {
            place: known.tiles[name]
            for place in self.board.seas
            if (name := known.grid[place[0]][place[1]]) is not None
        }
        self.unseen = {place for place, tile in self.faces.items() if tile.kind is None}
        self.treasure = next((place for place, tile in self.faces.items() if tile.kind == TREASURE), None)
        self.balls = {ball.place for ball in known.balls}

    @property
    def home(self) -> Pair:
        return self.board.ports[str(self.me.home_port)]

    @property
    def here(self) -> Pair:
        return whereabouts(self.known, self.seat)

    @property
    def rivals(self) -> bool:
        return any(not player.sunk for player in self.known.players if player.seat != self.seat)

    @property
    def prey(self) -> int | None:
        """Another seat that has the treasure aboard."""
        return None if self.carrying else self.known.treasure.carrier

    @property
    def in_need(self) -> bool:
        """A port could help: something is low, and there are fish to pay with."""
        return min(self.me.fuel, self.me.hull) < LOW and self.me.fish >= 3 and not self.goes_for_treasure

    @property
    def goes_for_treasure(self) -> bool:
        """Is the sailor aggressive, and the treasure so near that the fuel lasts to it?"""
        if not self.aggressive or self.treasure is None:
            return False
        return distance(boat(self.known, self.seat), self.treasure) <= max(1, self.me.fuel)

    def watched(self, place: Pair) -> bool:
        """Has another seat looked at the tile there? If it were the treasure, it would mostly be gone."""
        return bool(self.faces[place].seen_by)

    def nearest_port(self) -> Pair:
        point = boat(self.known, self.seat)
        return min(self.board.port_at, key=lambda place: distance(point, place))

    def goal(self) -> Pair | None:
        """Where to go, if anywhere in particular."""
        if self.in_need and self.here not in self.board.port_at:
            return self.nearest_port()
        if self.carrying:
            return self.home
        if self.treasure is not None:
            return self.treasure
        if self.prey is not None:
            return self.hunting_ground(self.prey)
        return None

    def aims(self) -> list[Pair]:
        """What matters, whatever the boat needs: home with the treasure, the treasure, the carrier."""
        if self.carrying:
            return [self.home]
        ground = None if self.prey is None else self.hunting_ground(self.prey)
        return [place for place in (self.treasure, ground) if place is not None]

    def hunting_ground(self, prey: int) -> Pair | None:
        """On the carrier's place for a fight that is won, beside it with a cannonball, else a port that sells arms."""
        if overcomes(self.me, self.known.players[prey]):
            return whereabouts(self.known, prey)
        if self.me.cannonballs:
            return self.firing_place(prey)
        return self.nearest_port() if self.me.fish >= 5 else None

    def firing_place(self, prey: int) -> Pair:
        """A place beside a carrier: near to this boat, then on the carrier's way home, without harm if possible."""
        home = self.board.ports[str(self.known.players[prey].home_port)]
        start = boat(self.known, self.seat)

        def cost(place: Pair) -> tuple[bool, int]:
            way = 2 * distance(start, place) + distance((2 * place[0], 2 * place[1]), home)
            return place in self.balls, way + self.harms(place)

        return min(self.board.neighbours[whereabouts(self.known, prey)].values(), key=cost)

    def harms(self, place: Pair) -> bool:
        """Is the tile there known to cost hull or fish?"""
        tile = self.faces.get(place)
        effect = None if tile is None or tile.kind is None else EFFECTS[tile.kind]
        return effect is not None and (effect.hull > 0 or effect.name == "robbed")


def distance(point: Pair, place: Pair) -> int:
    """Points between a boat and the nearest point of a place."""
    y, x = point
    top, left = 2 * place[0], 2 * place[1]
    return max(top - y, y - top - 1, left - x, x - left - 1, 0)
