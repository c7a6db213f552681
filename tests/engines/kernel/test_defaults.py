"""The defaults that the rulebooks recommend; the other readings stay options."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engines.kernel.registry import game, slugs


@pytest.mark.parametrize(
    ("slug", "option", "default", "other"),
    [
        ("babord", "restart_fish", 0, 5),
        ("bakong", "memory_aid", False, True),
        ("bakong", "quicksand_loss", "after_move", "on_crossing"),
        ("bakong", "first_seat", None, 1),
        ("babord", "first_seat", None, 1),
    ],
)
def test_defaults(slug: str, option: str, default: Any, other: Any) -> None:
    engine = game(slug)
    assert getattr(engine.options({}, 2), option) == default
    assert getattr(engine.options({option: other}, 2), option) == other


@pytest.mark.parametrize("slug", slugs())
def test_the_defaults_of_the_content_are_those_of_the_options(slug: str) -> None:
    engine = game(slug)
    given = {"rounds": 1} if slug == "kimbac" else {}  # by default as many as seats
    drawn = {name: None for name, spec in engine.content["options"].items() if spec["type"] == "seat_or_null"}
    newer = {"empty_pile": "reshuffle"} if slug == "kimbac" else {}  # absent = keep, as in older games
    assert engine.options(given, engine.seats[0]) == engine.rules.options_type(**drawn, **newer)


@pytest.mark.parametrize("slug", slugs())
def test_defaults_pass_the_checks_of_given_options(slug: str) -> None:
    engine = game(slug)
    for seats in engine.seats:
        usual = engine.options({}, seats)
        assert engine.options(msgspec.to_builtins(usual), seats) == usual


@pytest.mark.parametrize("slug", slugs())
def test_games_do_not_share_their_options(slug: str) -> None:
    engine = game(slug)
    one, other = (engine.options({}, engine.seats[0]) for _ in range(2))
    assert one == other
    assert one is not other


def test_kim_bac_has_as_many_rounds_as_players() -> None:
    engine = game("kimbac")
    assert [engine.options({}, seats).rounds for seats in engine.seats] == list(engine.seats)  # type: ignore[attr-defined]


@pytest.mark.parametrize("slug", slugs())
def test_credits_are_in_both_languages(slug: str) -> None:
    for credit in game(slug).content["game"]["credits"]:
        assert set(credit["role"]) == {"en", "fr"}
        assert credit["names"]
