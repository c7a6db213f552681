"""The page on capacity is calculated from the figures that it names."""

from __future__ import annotations

from bench.capacity import Costs, Habits, mean, plan
from tests.support.stack import ROOT

PAGE = (ROOT / "docs" / "capacity.md").read_text("utf-8")


def rows(name: str) -> list[list[str]]:
    text = PAGE.split(f"<!-- {name} -->")[1].split(f"<!-- end of {name} -->")[0]
    return [[cell.strip(" `") for cell in row.strip("|").split("|")] for row in text.strip().splitlines()[2:]]


def test_the_plan_follows_from_the_costs_and_habits() -> None:
    costs = Costs(**{name: int(value.replace(",", "")) for name, value, _ in rows("costs")})
    habits = Habits(**{name: float(value.replace(",", "")) for name, value, _ in rows("habits")})
    assert habits == Habits()
    small, large = plan(costs, habits, 100_000), plan(costs, habits, 1_000_000)
    assert rows("plan") == [[name, small[name], large[name]] for name in small]


def test_more_games_need_more_of_everything() -> None:
    costs = Costs(20_000, 40_000, 4_000, 800, 300, 700, 250, 600, 150)
    one, ten = (plan(costs, Habits(), games) for games in (200_000, 2_000_000))
    for name in one:
        few, many = (float(figures[name].replace(",", "").split()[0]) for figures in (one, ten))
        assert 7 < many / few <= 10.01, name


def test_a_cost_is_the_mean_over_the_games() -> None:
    found = {name: [100.0, 200.0, 600.0] for name in Costs.__dataclass_fields__}
    assert mean(found) == Costs(*[300] * len(found))
