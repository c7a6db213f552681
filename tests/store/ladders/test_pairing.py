"""The least certain bot plays next, against one whose rating is near, and seats change."""

from __future__ import annotations

from collections import Counter

from store.ladders.pairing import PastGames, choose
from store.ladders.ratings import standings
from store.ladders.results import LadderResult
from tests.store.ladders.lines import line


def past(*results: LadderResult) -> PastGames:
    return PastGames.of(results, standings(results))


def anywhere(_: str) -> bool:
    return True


def test_the_least_certain_bot_plays_next() -> None:
    known = past(line(1, "croc", "random"), line(2, "random", "croc"))
    chosen = choose(known, ["croc", "duck"], ["croc", "duck", "random", "greedy"], 2, anywhere)
    assert chosen is not None and "duck" in chosen


def test_its_opponent_is_near() -> None:
    results = [line(number, "strong", "weak") for number in range(1, 12)]
    results += [line(number, "croc", "weak") for number in range(12, 23)]
    chosen = choose(past(*results), ["croc"], ["croc", "strong", "weak"], 2, anywhere)
    assert chosen is not None and set(chosen) == {"croc", "strong"}


def test_two_bots_do_not_meet_for_ever() -> None:
    results: list[LadderResult] = []
    met = Counter[str]()
    for number in range(1, 31):
        chosen = choose(past(*results), ["croc"], ["croc", "random", "greedy", "duck"], 2, anywhere)
        assert chosen is not None
        met.update(bot for bot in chosen if bot != "croc")
        results.append(line(number, *chosen, ranks=[1, 1]))
    assert set(met) == {"random", "greedy", "duck"}


def test_everybody_gets_as_many_games_and_every_seat() -> None:
    results: list[LadderResult] = []
    entries = ["croc", "duck", "eel", "frog"]
    for number in range(1, 41):
        chosen = choose(past(*results), entries, [*entries, "greedy"], 2, anywhere)
        assert chosen is not None
        results.append(line(number, *chosen, ranks=[1, 2] if number % 2 else [2, 1]))
    played = Counter(seat.bot for result in results for seat in result.seats)
    first = Counter(result.seats[0].bot for result in results)
    counts = [played[bot] for bot in entries]
    assert max(counts) - min(counts) <= 3, played
    assert all(abs(2 * first[bot] - played[bot]) <= 3 for bot in entries), first


def test_a_bot_without_room_waits() -> None:
    assert choose(past(), ["croc"], ["croc", "greedy"], 2, lambda bot: bot != "croc") is None
    assert choose(past(), ["croc"], ["croc", "duck"], 2, lambda bot: bot != "duck") is None
    assert choose(past(), ["croc", "duck"], ["croc", "duck", "greedy"], 2, lambda bot: bot != "croc") is not None
