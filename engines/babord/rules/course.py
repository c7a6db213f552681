"""Where a boat can sail: steps, wind, and the fewest steps to each end point.

Boats may be passed over, so other boats never change a way, only its end. Hence the ways from a point depend on
nothing but the board, its hole and the wind, and are found once and kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engines.babord.pieces import DIRECTIONS, MAX_STEPS, MOST_FUEL, PUSHES, Pair, board, moved, place_of
from engines.babord.position import PositionOrView, board_of, boat, whereabouts

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


@lru_cache(maxsize=KEPT)
def driven(sea: Sea, winds: tuple[str, ...], start: Pair) -> dict[str, Pair]:
    """Where each wind alone drives a boat; none that is forbidden to (BAB-18, BAB-108)."""
    return {wind: end for wind in winds if (end := pushed(sea, start, wind)) is not None}


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
    """Where one step in each direction ends, in the order of the directions; blocked ones are left out (BAB-21)."""
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
    number = board(sea.rows, sea.cols).number[start]
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


AFFORDABLE = tuple(bytes(steps <= fuel for steps in range(NO_WAY + 1)) for fuel in range(MOST_FUEL + 1))
"""By fuel: a table that turns numbers of steps into 1 where the fuel is enough (BAB-14)."""


def within(sea: Sea, winds: tuple[str, ...], start: Pair, fuel: int) -> bytes:
    """By point: 1 where a move of one step or more that the fuel allows may end (BAB-14, BAB-20)."""
    return reach(sea, winds, start).steps.translate(AFFORDABLE[fuel])


def path(sea: Sea, wind: str, start: Pair, end: Pair, steps: int) -> tuple[Pair, ...]:
    """The point after each complete step; with one push at the end, the last point is the one after it."""
    table = board(sea.rows, sea.cols)
    points, number = table.points, table.number
    back = ways(sea, wind, start).before[number[end]]
    trodden = walk(sea, wind if sea.wind_mode == "each_step" else None, number[start]).before
    trail = [end]
    while len(trail) < steps:
        trail.append(points[back])
        back = trodden[back]
    return tuple(reversed(trail))


# --- at the table --------------------------------------------------------------------------------------------------


def sea_of(game: PositionOrView) -> Sea:
    options = game.options
    return Sea(options.rows, options.cols, game.treasure.hole, options.wind_mode, options.blocked_push)


def occupied(game: PositionOrView, seat: int) -> set[Pair]:
    """The points of all other boats (BAB-23)."""
    return {other.boat for other in game.players if other.boat is not None and other.seat != seat}


def closed_ports(game: PositionOrView, seat: int) -> set[Pair]:
    """The ports that a ball closes to this boat; one that already lies there is not kept out (BAB-64)."""
    ports = board_of(game).port_at
    return {ball.place for ball in game.balls if ball.place in ports} - {whereabouts(game, seat)}


def barred(game: PositionOrView, seat: int) -> set[Pair]:
    """The points on which no move of this seat may end (BAB-23, BAB-64)."""
    closed = occupied(game, seat)
    if game.balls:
        table = board_of(game)
        closed.update(*(table.jetties[table.port_at[place]] for place in closed_ports(game, seat)))
    return closed


def winds_of(game: PositionOrView) -> tuple[str, ...]:
    return game.current.wind.winds  # type: ignore[union-attr]  # there is a wind in every phase of a move


def drifts(game: PositionOrView, seat: int) -> dict[str, Pair]:
    """Where each wind alone takes the boat: one point, or nowhere when that end is barred (BAB-18, BAB-24)."""
    start = boat(game, seat)
    return unless_barred(driven(sea_of(game), winds_of(game), start), start, barred(game, seat))


def unless_barred(ends: dict[str, Pair], start: Pair, closed: set[Pair]) -> dict[str, Pair]:
    """A boat stays when the wind alone would take it to a barred point (BAB-24)."""
    return {wind: start if end in closed else end for wind, end in ends.items()}


def end_points(game: PositionOrView, seat: int) -> bytes:
    """By point: 1 where a legal move with the wind that was rolled may end; without any the boat stays (BAB-108)."""
    sea, winds, start, closed = sea_of(game), winds_of(game), boat(game, seat), barred(game, seat)
    number, ends = board_of(game).number, bytearray(within(sea, winds, start, game.players[seat].fuel))
    for point in closed:
        ends[number[point]] = False
    for point in unless_barred(driven(sea, winds, start), start, closed).values():
        ends[number[point]] = True
    if True not in ends:
        ends[number[start]] = True
    return bytes(ends)


def course(game: PositionOrView, seat: int, end: Pair) -> Course:
    """The cheapest course to a legal end point: wind only, else the fewest steps (BAB-18, BAB-19, BAB-129)."""
    winds = winds_of(game)
    for wind, point in drifts(game, seat).items():
        if point == end:
            return Course(wind, 0, ())
    steps, wind = cheapest(game, seat, winds, end)
    if steps > game.players[seat].fuel:
        return Course(winds[0], 0, ())  # only a boat that must stay (BAB-108)
    return Course(wind, steps, path(sea_of(game), wind, boat(game, seat), end, steps))


def cheapest(game: PositionOrView, seat: int, winds: Sequence[str], end: Pair) -> tuple[int, str]:
    """The fewest steps to a point whatever the fuel, and the wind for it; `NO_WAY` when there is none."""
    number = board_of(game).number[end]
    table = reach(sea_of(game), tuple(winds), boat(game, seat))
    return table.steps[number], winds[table.wind[number]]
