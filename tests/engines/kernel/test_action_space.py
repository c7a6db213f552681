"""Actions as numbers, and views as vectors."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.kernel.action_space import ActionSpace, member, template_size
from engines.kernel.dice import SeededDice
from engines.kernel.observation import BOUND, encode_view
from engines.kernel.records import Domain, Template
from engines.kernel.registry import game, slugs
from workers.players.builtin import play_random
from workers.players.seeds import FastDice


def test_each_number_is_another_programme_and_all_are_there() -> None:
    domain = Domain(
        length=3, distinct=True, from_=["a", "b", "c", "dragon_x", "dragon_y"], at_most={"dragon": 1}, schema={}
    )
    template = Template("lay", {"cards": domain})
    found = [tuple(member(domain, number)) for number in range(template_size(template))]
    assert len(set(found)) == len(found) == 6 + 3 * 2 * 6
    assert found[0] == ("a", "b", "c")
    assert found[6] == ("dragon_x", "a", "b")
    assert all(len(set(items)) == 3 and sum(item.startswith("dragon") for item in items) <= 1 for items in found)


def test_every_numbered_programme_is_legal() -> None:
    mekong, dice = game("mekong"), SeededDice(bytes(32))
    position, _ = mekong.rules.deal(3, mekong.options({}, 3), dice)
    space, choices = ActionSpace(mekong, 3), mekong.rules.legal(position, 0)
    for number in range(0, space.count(choices), 997):
        trial = position.copy()
        mekong.rules.apply(trial, 0, space.action(choices, number), dice)
    with pytest.raises(ValueError, match="no legal action"):
        space.action(choices, space.count(choices))


def test_the_random_bot_draws_from_all_programmes() -> None:
    """Not only from the twenty examples: a thousand draws are nearly all different, and no card is preferred."""
    mekong = game("mekong")
    position, _ = mekong.rules.deal(2, mekong.options({}, 2), SeededDice(bytes(32)))
    choices, dice = mekong.rules.legal(position, 0), FastDice(b"random" * 6)
    known = mekong.visibility.knowledge(position, 0)
    drawn = [play_random(mekong, known, 0, choices, dice).cards for _ in range(1000)]  # type: ignore[attr-defined]
    assert len(set(drawn)) > 900
    first = Counter(cards[0] for cards in drawn)
    assert len(first) == 9
    assert min(first.values()) > 60


@pytest.mark.parametrize("slug", slugs())
def test_a_view_is_a_bounded_vector_of_one_size(slug: str) -> None:
    engine, dice = game(slug), SeededDice(bytes(32))
    position, _ = engine.rules.deal(engine.seats[-1], engine.options({}, engine.seats[-1]), dice)
    first = encode_view(engine.visibility.view(position, 0), 64)
    assert len(first) == 64
    assert all(-BOUND <= number <= BOUND for number in first)
    assert first == encode_view(engine.visibility.view(position, 0), 64)
    seat = engine.rules.to_act(position)[0]
    engine.rules.apply(position, seat, engine.rules.legal(position, seat).actions[0], dice)
    assert len(encode_view(engine.visibility.view(position, 0), 64)) == 64
