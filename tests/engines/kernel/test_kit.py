"""Every engine passes the kit: invariants, legal == accepted, secrecy, encode/decode, replay, termination."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engines.kernel import content
from engines.kernel.dice import SeededDice
from engines.kernel.game import Game
from tests.support.kit import properties
from tests.support.kit.play import opening, steps
from tests.support.kit.profile import Profile, names, profile_of


@pytest.fixture(params=[pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in names()])
def profile(request: pytest.FixtureRequest) -> Profile:
    return profile_of(request.param)


def test_every_game_holds_its_properties(profile: Profile) -> None:
    games = int(os.environ.get("KIT_GAMES", profile.examples))
    probes = int(os.environ.get("KIT_PROBES", "4"))

    @settings(
        max_examples=games,
        deadline=None,
        database=None,
        derandomize="KIT_RANDOM" not in os.environ,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        seats=st.sampled_from(profile.seat_counts),
        options=st.sampled_from(profile.options),
        seed=st.integers(0, 2**64),
        policies=st.lists(st.sampled_from(properties.POLICIES), min_size=6, max_size=6),
    )
    def play(seats: int, options: dict, seed: int, policies: list[str]) -> None:
        actions.append(properties.check_game(profile, seats, options, seed, policies, probes))

    actions: list[int] = []
    play()
    print(f"\n{profile.engine.slug}: {len(actions)} games, {sum(actions)} actions, every property held")


def test_every_player_count_and_option_set_is_played(profile: Profile) -> None:
    counts, sets = profile.seat_counts, profile.options
    for number in range(max(len(counts), len(sets))):
        seats, options = counts[number % len(counts)], sets[number % len(sets)]
        properties.check_game(profile, seats, dict(options), 100 + number, ["greedy"] * seats, probes=2)


def test_determinize_is_fair(profile: Profile) -> None:
    assert profile.small
    for small in profile.small:
        properties.check_determinize(profile, small)


def test_content_says_where_it_comes_from(profile: Profile) -> None:
    assert content.undocumented(profile.engine.content) == []


def test_options_of_the_content_and_of_the_code_agree(profile: Profile) -> None:
    engine: Game = profile.engine
    assert set(engine.content["options"]) == set(engine.rules.options_type.__struct_fields__)
    for seats in engine.seats:
        specs = engine.content["options"].items()
        by_seats = {name: seats for name, spec in specs if spec.get("default") == "seats"}
        drawn = {name: None for name, spec in specs if spec["type"] == "seat_or_null"}
        newer = {name: "reshuffle" for name, _ in specs if name == "empty_pile"}  # absent = keep, as in older games
        assert engine.options({}, seats) == engine.rules.options_type(**by_seats, **drawn, **newer)


def test_every_event_and_phase_has_words_in_both_languages(profile: Profile) -> None:
    words = profile.engine.words
    for event in profile.engine.rules.event_types:
        entry = words.events[event.__struct_config__.tag]
        assert entry["en"] and entry["fr"]
    for phase in profile.engine.rules.phases:
        assert words.phases[phase]["en"] and words.phases[phase]["fr"]


def test_every_event_of_a_game_reads_as_a_sentence(profile: Profile) -> None:
    engine = profile.engine
    seats = profile.seat_counts[-1]
    players = [f"P{seat}" for seat in range(seats)]
    position, events, dice = opening(engine, seats, {}, bytes(32))
    for step in steps(engine, position, dice, SeededDice(b"words"), ["greedy"] * seats):
        events = events + step.events
    for event in events:
        for seat in (None, 0):
            redacted = engine.visibility.redact(event, seat)
            if redacted is not None:
                for language in ("en", "fr"):
                    assert "{" not in engine.words.sentence(redacted, language, players)
