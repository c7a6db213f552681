"""The tables of ways are what the plain rule gives (BAB-14 to BAB-22)."""

from __future__ import annotations

from itertools import compress

import pytest

from engines.babord.pieces import board
from engines.babord.rules.course import NO_WAY, Sea, path, reach, ways, within

PUSH = {"n": (1, 0), "e": (0, -1), "s": (-1, 0), "w": (0, 1)}
AROUND = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]


class Plain:
    """The rule as it is written: wish a point, be pushed, count the steps."""

    def __init__(self, sea: Sea, wind: str) -> None:
        self.sea, self.wind = sea, wind
        height, width = 2 * sea.rows, 2 * sea.cols
        land = {(0, 0), (0, width - 1), (height - 1, 0), (height - 1, width - 1)}
        self.points = [(y, x) for y in range(height) for x in range(width) if (y, x) not in land]
        self.water = {point for point in self.points if (point[0] // 2, point[1] // 2) != sea.hole}

    def push(self, point: tuple[int, int]) -> tuple[int, int] | None:
        end = (point[0] + PUSH[self.wind][0], point[1] + PUSH[self.wind][1])
        if end in self.water:
            return end
        return point if self.sea.blocked_push == "cancelled" else None

    def wanted(self, point: tuple[int, int]) -> list[tuple[int, int]]:
        return [(point[0] + dy, point[1] + dx) for dy, dx in AROUND if (point[0] + dy, point[1] + dx) in self.water]

    def costs(self, start: tuple[int, int]) -> dict[tuple[int, int], int]:
        """Fewest steps to each end point, by trying all moves of 1 to 10 steps."""
        costs: dict[tuple[int, int], int] = {}
        reached = {start}
        for steps in range(1, 11):
            walked = {payload for point in reached for payload in self.wanted(point)}
            pushed = {end for point in walked if (end := self.push(point)) is not None}
            reached = pushed if self.sea.wind_mode == "each_step" else walked
            for end in pushed:
                costs.setdefault(end, steps)
        return costs


def ends(sea: Sea, wind: str, start: tuple[int, int], fuel: int) -> set[tuple[int, int]]:
    """The points that ``within`` marks."""
    return set(compress(board(sea.rows, sea.cols).points, within(sea, (wind,), start, fuel)))


SEAS = [
    Sea(6, 6, None, "each_step", "cancelled"),
    Sea(6, 6, (2, 3), "each_step", "cancelled"),
    Sea(6, 6, (0, 1), "once", "cancelled"),
    Sea(3, 4, (1, 1), "each_step", "forbidden"),
    Sea(4, 3, (1, 2), "once", "forbidden"),
    Sea(3, 3, None, "once", "cancelled"),
    Sea(3, 6, None, "each_step", "forbidden"),
]


@pytest.mark.rule("BAB-16", "BAB-21", "BAB-22")
@pytest.mark.parametrize("sea", SEAS)
def test_the_tables_hold_the_fewest_steps(sea: Sea) -> None:
    for wind in PUSH:
        plain = Plain(sea, wind)
        for start in plain.points[::7]:
            costs = plain.costs(start)
            expected = bytes(costs.get(point, NO_WAY) for point in plain.points)
            assert ways(sea, wind, start).steps == expected
            assert ends(sea, wind, start, 4) == {point for point, steps in costs.items() if steps <= 4}


@pytest.mark.rule("BAB-129")
@pytest.mark.parametrize("sea", SEAS)
def test_several_winds_give_the_cheapest(sea: Sea) -> None:
    winds = tuple(PUSH)
    plain = {wind: Plain(sea, wind) for wind in winds}
    for start in plain["n"].points[::11]:
        costs = {wind: plain[wind].costs(start) for wind in winds}
        table = reach(sea, winds, start)
        for number, point in enumerate(plain["n"].points):
            each = [costs[wind].get(point, NO_WAY) for wind in winds]
            assert table.steps[number] == min(each)
            assert table.wind[number] == each.index(min(each))


@pytest.mark.rule("BAB-15", "BAB-103")
@pytest.mark.parametrize("sea", SEAS)
def test_every_path_is_made_of_complete_steps(sea: Sea) -> None:
    for wind in PUSH:
        plain = Plain(sea, wind)
        for start in plain.points[::17]:
            for end, steps in plain.costs(start).items():
                trail = path(sea, wind, start, end, steps)
                assert len(trail) == steps
                assert trail[-1] == end
                check_trail(plain, start, trail)


def check_trail(plain: Plain, start: tuple[int, int], trail: tuple[tuple[int, int], ...]) -> None:
    at = start
    for number, point in enumerate(trail, start=1):
        wanted = plain.wanted(at)
        pushed = {plain.push(payload) for payload in wanted}
        last = number == len(trail)
        assert point in (pushed if last or plain.sea.wind_mode == "each_step" else wanted)
        at = point


@pytest.mark.rule("BAB-14")
def test_more_fuel_never_removes_an_end_point() -> None:
    sea = SEAS[1]
    for start in Plain(sea, "n").points[::5]:
        for fuel in range(10):
            assert ends(sea, "e", start, fuel) <= ends(sea, "e", start, fuel + 1)
        assert ends(sea, "e", start, 0) == set()


def test_the_first_way_found_is_kept() -> None:
    """Directions are tried in the order n, ne, e, se, s, sw, w, nw."""
    sea = SEAS[0]
    assert path(sea, "n", (5, 5), (7, 7), 2) == ((5, 6), (7, 7))
    assert path(sea, "w", (5, 5), (5, 9), 2) == ((4, 7), (5, 9))
    assert path(sea, "w", (1, 1), (4, 7), 3) == ((2, 3), (3, 5), (4, 7))
