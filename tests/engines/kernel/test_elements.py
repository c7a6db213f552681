"""The elements of the picture that a legal action names are there, for the seat that may choose it."""

from __future__ import annotations

import re

import pytest

from engines.kernel.dice import SeededDice
from engines.kernel.drawing import COLORS
from engines.kernel.registry import game, slugs
from tests.support.kit.play import opening, pick

NOTHING_TO_CLICK = {
    "bakong": {"pass"},
    "mekong": set(),
    "babord": {"end_turn"},
    "kimbac": {"end_turn"},
    "bailouke": {"ready", "choose_effect", "exchange_seen", "skip", "pass", "announce", "end_turn"},
}
"""Actions for which nothing on the board stands."""


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("seed", [1, 2])
def test_every_piece_of_a_legal_action_is_drawn(slug: str, seed: int) -> None:
    engine = game(slug)
    seats = engine.seats[-1] if seed == 1 else max(2, engine.seats[0])
    position, _, dice = opening(engine, seats, {}, bytes([seed]) * 32)
    luck, players = SeededDice(bytes([9]) * 32), [f"P{seat}" for seat in range(seats)]
    for step in range(160):
        if position.phase == "game_over":
            break
        seat = luck.choose(engine.rules.to_act(position))
        view, choices = engine.visibility.view(position, seat), engine.rules.legal(position, seat)
        drawn = set(re.findall(r' id="([^"]+)"', engine.renderer.svg(view, players, "en"))) if step % 3 == 0 else None
        for action in choices.actions:
            named = engine.renderer.elements(view, seat, action)
            kind = str(action.__struct_config__.tag)
            assert bool(named) == (kind not in NOTHING_TO_CLICK[slug]), action
            assert drawn is None or set(named) <= drawn, action
            for effect in engine.rules.effects[type(action)](view, seat, action):
                assert drawn is None or set(effect.pieces) <= drawn, (action, effect)
        for template in choices.templates:
            for item in (item for domain in template.parameters.values() for item in domain.from_):
                assert drawn is None or set(engine.renderer.item_elements(seat, item)) <= drawn
        engine.rules.apply(position, seat, pick(engine, position, seat, "random", luck), dice)


@pytest.mark.parametrize("slug", slugs())
def test_the_fixed_places_and_colours_of_the_sheet_are_those_of_the_picture(slug: str) -> None:
    engine = game(slug)
    position, _, _ = opening(engine, engine.seats[-1], {}, bytes([1]) * 32)
    picture = engine.renderer.svg(engine.visibility.view(position, 0), ["P"] * engine.seats[-1], "en")
    drawn = set(re.findall(r' id="([^"]+)"', picture))
    width, height = map(float, re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', picture)[0])
    places = engine.renderer.places()
    assert set(places) - drawn <= {"drawn", "incoming"}
    assert places
    assert all(0 < x < width and 0 < y < height for x, y in places.values())
    for seats in engine.seats:
        colours = engine.renderer.seat_colours(seats)
        position, _, _ = opening(engine, seats, {}, bytes([1]) * 32)
        picture = engine.renderer.svg(engine.visibility.view(position, 0), ["P"] * seats, "en")
        assert len(set(colours)) == seats
        assert re.findall(rf'id="seat-\d".*?class="(?:on-)?({"|".join(COLORS)})\b', picture, re.DOTALL) == colours
