"""What the picture and the text board both say of a view: who acts, what the wind does, what a tile shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress

from engines.babord.pieces import Pair
from engines.babord.position import BabordView, TileView, board_of
from engines.babord.rules.course import course, end_points
from engines.kernel.protocols.render import Wording

SEAT_COLOURS = ("red", "blue", "yellow", "green")
"""Only to tell the seats apart: the rulebook names no colours."""
SHORTENED = frozenset(("bermuda", "sea", "palm", "whale"))
"""Kinds of tiles with names too long for their tile."""


class Scene:
    """A view and the words for it."""

    def __init__(self, view: BabordView, wording: Wording) -> None:
        self.view = view
        self.wording = wording
        self.say = wording.say

    def concerned(self) -> Sequence[int]:
        """Who acts; at the end, who has won."""
        if self.view.result is not None:
            return self.view.result.winners
        return () if self.view.active_seat is None else (self.view.active_seat,)

    def headline(self) -> str:
        return self.say("headline", game=self.wording.name("game"), round=self.view.round)

    def situation(self) -> str:
        """Who has to do what, or how the game ended."""
        players = self.wording.all(self.concerned())
        if self.view.result is not None:
            return self.say(self.view.result.reason, players=players)
        return self.say("to_act", player=players, phase=self.wording.phases[self.view.phase])

    def news(self) -> str:
        """What matters besides: wind, looks still owed, who has the treasure."""
        news = " · ".join(self._news())
        return news[:1].upper() + news[1:]

    def _news(self) -> Iterator[str]:
        current, carrier = self.view.current, self.view.treasure.carrier
        if current.wind is not None:
            yield self.say("wind", winds=", ".join(self.wording.name(wind) for wind in current.wind.winds))
            yield from [self.say("numbers")] if self.view.phase == "sail" else []
        if current.peeks_left:
            yield self.say("peeks_left", count=current.peeks_left)
        if current.attacked:
            yield self.say("attacked")
        if carrier is not None:
            yield self.say("carried", player=self.wording.players[carrier])

    def fuel_to(self) -> dict[Pair, int]:
        """While a seat chooses where to sail: what each point within its reach costs."""
        seat = self.view.active_seat
        if self.view.phase != "sail" or seat is None:
            return {}
        ends = compress(board_of(self.view).points, end_points(self.view, seat))
        return {point: course(self.view, seat, point).steps for point in ends}

    def kind(self, tile: TileView) -> str:
        """A tile's kind in one word."""
        return self.say(f"short_{tile.kind}") if tile.kind in SHORTENED else self.wording.name(tile.kind)

    def tile(self, place: Pair, tile: TileView) -> str:
        """A tile in words: what the reader may know of it, and what is special about it this turn."""
        current = self.view.current
        said = [self.say("fog", place=place)]
        if tile.kind is not None:
            said = [self.say("tile", place=place, kind=self.wording.name(tile.kind), fish=tile.fish)]
        said += [
            self.say(key)
            for key, holds in (
                ("face_up", place == current.face_up),
                ("peeked", place in current.peeked),
                ("jumped", place in current.jumped),
                ("known", tile.known is True and self.view.result is None),
            )
            if holds
        ]
        return ", ".join(said)

    def standing(self, seat: int) -> str:
        """A seat's home, and whether it has won or sunk."""
        view, player = self.view, self.view.players[seat]
        said = []
        if view.result is not None and seat in view.result.winners:
            said.append(self.say("winner"))
        if player.sunk:
            said.append(self.say("sunk"))
        elif player.home_port is None:
            said.append(self.say("no_port"))
        else:
            said.append(self.say("home", port=self.wording.name(player.home_port)))
        return " · ".join(said)

    def aboard(self, seat: int) -> list[str]:
        """The two things that a boat has or has not: the treasure and a knife."""
        has = {"treasure": self.view.treasure.carrier == seat, "knife": self.view.players[seat].knife}
        return [thing for thing, there in has.items() if there]
