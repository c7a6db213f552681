"""A position in one line: what is written is read back, in every game and at any moment."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.kernel.dice import SeededDice
from engines.kernel.refusals import InvalidPosition
from engines.kernel.registry import game, slugs
from tests.support.kit.play import opening, steps
from tests.support.kit.profile import names, profile_of


@pytest.mark.parametrize("name", names())
def test_what_is_written_is_read_back(name: str) -> None:
    profile = profile_of(name)
    engine = profile.engine

    @settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(
        seats=st.sampled_from(profile.seat_counts),
        options=st.sampled_from(profile.options),
        seed=st.binary(min_size=32, max_size=32),
        moves=st.integers(0, 60),
    )
    def round_trip(seats: int, options: dict[str, object], seed: bytes, moves: int) -> None:
        position, _, dice = opening(engine, seats, dict(options), seed)
        for _ in islice(steps(engine, position, dice, SeededDice(seed), ["random"] * seats), moves):
            pass
        text = engine.notation(position)
        assert "\n" not in text
        read = engine.parse(text)
        assert read == position
        assert engine.encode(read) == engine.encode(position)

    round_trip()


@pytest.mark.parametrize("slug", slugs())
def test_the_text_is_shorter_than_the_document(slug: str) -> None:
    engine = game(slug)
    position, _, _ = opening(engine, engine.seats[-1], {}, bytes(32))
    text = engine.notation(position)
    assert text.startswith(f"{slug} ")
    assert len(text) < len(engine.encode(position)) / 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "chess e4",
        "bakong choose_flip (",
        "bakong choose_flip )",
        "bakong [1] {a}",
        "bakong choose_flip 3*",
        "bakong " + "~ " * 40,
        'bakong "unfinished',
    ],
)
def test_a_text_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(InvalidPosition):
        game("bakong").parse(text)
