"""Where a boat can sail: steps, wind, and the fewest steps to each end point.

Boats may be passed over, so other boats never change a way, only its end. Hence the ways from a point depend on
nothing but the board, its hole and the wind, and are found once and kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from typing import NamedTuple, cast

from engines.babord.pieces import DIRECTIONS, MAX_STEPS, PUSHES, Pair, board, moved, place_of
from engines.babord.position import Options, Table, Wind, board_of, boat, whereabouts

NO_WAY = 255
KEPT = 20_000
"""How many starting points are remembered: a few megabytes."""


class Sea(NamedTuple):
    """What a way depends on besides its start: the board, the hole in it, and two options."""

    rows: int
    cols: int
    hole: Pair | None
    wind_mode: str
    blocked_push: str

    @classmethod
    def of(cls, options: Options, hole: Pair | None) -> Sea:
        return cls(options.rows, options.cols, hole, options.wind_mode, options.blocked_push)


class Course(NamedTuple):
    """A way to sail: the wind, the number of steps, and the point after each complete step."""

    wind: str
    steps: int
    path: tuple[Pair, ...]


class Ways(NamedTuple):
    """The cheapest ways from one point, for each point of the board by its number."""

    steps: bytes
    before: bytes
    """The point before the last step."""
    found: bytes
    """The end points in the order in which they were found."""


class Reach(NamedTuple):
    """The cheapest ways with any of several winds."""

    steps: bytes
    wind: bytes
    """Number of the cheapest wind; the first one listed wins ties (BAB-129)."""


# --- one step ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def passable(sea: Sea) -> dict[Pair, int]:
    """Every point that a boat may enter, with its number: on the board, no land, not in the hole (BAB-21)."""
    points = board(sea.rows, sea.cols).points
    return {point: number for number, point in enumerate(points) if place_of(point) != sea.hole}


def pushed(sea: Sea, point: Pair, wind: str) -> Pair | None:
    """Where the wind drives a boat; a blocked push is cancelled (BAB-22), or None where that is forbidden (BAB-108)."""
    beyond = moved(point, PUSHES[wind])
    if beyond in passable(sea):
        return beyond
    return point if sea.blocked_push == "cancelled" else None


@lru_cache(maxsize=512)
def steps_from(sea: Sea, wind: str | None) -> tuple[tuple[int, ...], ...]:
    """For each point by its number: where one step in each direction leads, wind included (BAB-15, BAB-16).

    Each step may take any direction (BAB-103), and boats may be passed over: only end points are exclusive
    (BAB-109).
    """
    numbers = passable(sea)
    points = board(sea.rows, sea.cols).points
    return tuple(tuple(numbers[end] for end in step_ends(sea, wind, start)) for start in points)


def step_ends(sea: Sea, wind: str | None, start: Pair) -> Iterator[Pair]:
    for delta in DIRECTIONS.values():
        target = moved(start, delta)
        if target in passable(sea):
            end = target if wind is None else pushed(sea, target, wind)
            if end is not None:
                yield end


# --- many steps ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def walk(sea: Sea, wind: str | None, start: int) -> Ways:
    """Breadth first, directions in their order: each end point with its fewest steps and the point before it."""
    table = steps_from(sea, wind)
    steps, before, found = bytearray([NO_WAY]) * len(table), bytearray(len(table)), bytearray()
    layer = bytearray([start])
    for count in range(1, MAX_STEPS + 1):
        following = bytearray()
        for point in layer:
            for end in table[point]:
                if steps[end] == NO_WAY:
                    steps[end], before[end] = count, point
                    following.append(end)
        found += following
        layer = following.replace(bytes([start]), b"")
    return Ways(bytes(steps), bytes(before), bytes(found))


@lru_cache(maxsize=KEPT)
def ways(sea: Sea, wind: str, start: Pair) -> Ways:
    """The fewest steps to every point, one step or more (BAB-19)."""
    number = board(sea.rows, sea.cols).points.index(start)
    if sea.wind_mode == "each_step":
        return walk(sea, wind, number)
    return pushed_at_the_end(sea, wind, walk(sea, None, number))


def pushed_at_the_end(sea: Sea, wind: str, walked: Ways) -> Ways:
    """The wind pushes once, after the last step (option `wind_mode`, BAB-101)."""
    points, numbers = board(sea.rows, sea.cols).points, passable(sea)
    steps, before, found = bytearray([NO_WAY]) * len(points), bytearray(len(points)), bytearray()
    for point in walked.found:
        end = pushed(sea, points[point], wind)
        if end is not None and steps[numbers[end]] == NO_WAY:
            steps[numbers[end]], before[numbers[end]] = walked.steps[point], walked.before[point]
            found.append(numbers[end])
    return Ways(bytes(steps), bytes(before), bytes(found))


@lru_cache(maxsize=KEPT)
def reach(sea: Sea, winds: tuple[str, ...], start: Pair) -> Reach:
    """The cheapest of several winds for every point (BAB-129)."""
    tables = [ways(sea, wind, start).steps for wind in winds]
    if len(tables) == 1:
        return Reach(tables[0], bytes(len(tables[0])))
    steps = bytes(map(min, *tables))
    first = [costs.index(fewest) for fewest, *costs in zip(steps, *tables, strict=True)]
    return Reach(steps, bytes(first))


@lru_cache(maxsize=KEPT)
def within(sea: Sea, winds: tuple[str, ...], start: Pair, fuel: int) -> frozenset[Pair]:
    """Every end point of a move of one step or more that the fuel allows (BAB-14, BAB-20)."""
    points = board(sea.rows, sea.cols).points
    costs = reach(sea, winds, start).steps
    return frozenset(point for point, steps in zip(points, costs, strict=True) if steps <= fuel)


def path(sea: Sea, wind: str, start: Pair, end: Pair, steps: int) -> tuple[Pair, ...]:
    """The point after each complete step; with one push at the end, the last point is the one after it."""
    points = board(sea.rows, sea.cols).points
    back = ways(sea, wind, start).before[points.index(end)]
    trodden = walk(sea, wind if sea.wind_mode == "each_step" else None, points.index(start)).before
    trail = [end]
    while len(trail) < steps:
        trail.append(points[back])
        back = trodden[back]
    return tuple(reversed(trail))


# --- at the table --------------------------------------------------------------------------------------------------


def sea_of(game: Table) -> Sea:
    return Sea.of(game.options, game.treasure.hole)


def occupied(game: Table, seat: int) -> set[Pair]:
    """The points of all other boats (BAB-23)."""
    return {other.boat for other in game.players if other.boat is not None and other.seat != seat}


def closed_ports(game: Table, seat: int) -> set[Pair]:
    """The ports that a ball closes to this boat; one that already lies there is not kept out (BAB-64)."""
    ports = board_of(game).port_at
    return {ball.place for ball in game.balls if ball.place in ports} - {whereabouts(game, seat)}


def barred(game: Table, seat: int) -> set[Pair]:
    """The points on which no move of this seat may end (BAB-23, BAB-64)."""
    table = board_of(game)
    closed = closed_ports(game, seat)
    return occupied(game, seat).union(*(table.jetties[table.port_at[place]] for place in closed))


def winds_of(game: Table) -> tuple[str, ...]:
    return cast(Wind, game.current.wind).winds


def drifts(game: Table, seat: int) -> dict[str, Pair]:
    """Where each wind alone takes the boat: one point, or nowhere when that end is barred (BAB-18, BAB-24)."""
    sea, start, closed = sea_of(game), boat(game, seat), barred(game, seat)
    ends = {wind: pushed(sea, start, wind) for wind in winds_of(game)}
    return {wind: start if end in closed else end for wind, end in ends.items() if end is not None}


def end_points(game: Table, seat: int) -> Set[Pair]:
    """Every end point of a legal move with the wind that was rolled; without any the boat stays (BAB-108)."""
    start = boat(game, seat)
    ends = within(sea_of(game), winds_of(game), start, game.players[seat].fuel) - barred(game, seat)
    return ends.union(drifts(game, seat).values()) or {start}


def course(game: Table, seat: int, end: Pair) -> Course:
    """The cheapest course to a legal end point: wind only, else the fewest steps (BAB-18, BAB-19, BAB-129)."""
    winds = winds_of(game)
    for wind, point in drifts(game, seat).items():
        if point == end:
            return Course(wind, 0, ())
    steps, wind = cheapest(game, seat, winds, end)
    if steps > game.players[seat].fuel:
        return Course(winds[0], 0, ())  # only a boat that must stay (BAB-108)
    return Course(wind, steps, path(sea_of(game), wind, boat(game, seat), end, steps))


def cheapest(game: Table, seat: int, winds: Sequence[str], end: Pair) -> tuple[int, str]:
    """The fewest steps to a point whatever the fuel, and the wind for it; `NO_WAY` when there is none."""
    number = board_of(game).points.index(end)
    table = reach(sea_of(game), tuple(winds), boat(game, seat))
    return table.steps[number], winds[table.wind[number]]
