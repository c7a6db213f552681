"""The properties. Each is one function that asserts; the tests decide how often they run."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

import msgspec

from engines.kernel.changes import changes_of
from engines.kernel.dice import SeededDice
from engines.kernel.effects import KINDS
from engines.kernel.game import Game
from engines.kernel.records import Action
from engines.kernel.refusals import Illegal
from tests.support.kit import domains
from tests.support.kit.play import opening, pick_any, steps
from tests.support.kit.profile import Profile, Small, Step

POLICIES = ("random", "greedy")


def check_game(
    profile: Profile, seats: int, options: dict[str, Any], seed: int, policies: list[str], probes: int = 4
) -> int:
    """Play one game through every property; the expensive ones at a few steps. Returns the number of actions."""
    engine = profile.engine
    key = seed.to_bytes(32, "big")
    rng = SeededDice(b"luck" + key)
    position, _, dice = opening(engine, seats, options, key)
    profile.invariants(position)
    script: list[tuple[int, Action, bytes]] = []
    probed = {rng.below(12)} | {12 + rng.below(200) for _ in range(probes - 1)}
    if probes > 1:
        _probe(profile, position, dice, rng)
    for step in steps(engine, position, dice, rng, policies):
        after = engine.encode(step.after)
        check_step(profile, step, after)
        script.append((step.seat, step.action, after))
        if len(script) in probed:
            _probe(profile, step.after, dice, rng)
        assert len(script) <= profile.longest, "the game does not end"
    assert engine.rules.outcome(position) is not None
    assert engine.rules.to_act(position) == ()
    check_replay(engine, seats, options, key, script)
    return len(script)


def check_step(profile: Profile, step: Step, after: bytes) -> None:
    """Invariants, encode/decode identity, and at least one event that everyone sees."""
    engine = profile.engine
    profile.invariants(step.after)
    profile.step_invariants(step)
    check_effects(profile, step)
    check_changes(profile, step)
    assert engine.encode(engine.decode(after)) == after
    assert engine.decode(after) == step.after
    assert any(engine.visibility.redact(event, None) for event in step.events)


def check_effects(profile: Profile, step: Step) -> None:
    """What the effects of an action call certain has happened; they are small, and read well in both languages."""
    engine = profile.engine
    declared = engine.rules.effects.get(type(step.action))
    if declared is None:
        assert not engine.rules.effects, f"{type(step.action).__name__} has no effects"
        return
    view = engine.visibility.view(step.before, step.seat)
    for foreseen in declared(view, step.seat, step.action):
        words = foreseen.sentence.template  # type: ignore[attr-defined]
        if foreseen.kind != "risk" and foreseen.chance is msgspec.UNSET:
            assert profile.foreseen[words](step, foreseen), f"{foreseen} of {step.action}: {step.events}"
    players = [f"Player {seat}" for seat in range(engine.rules.seat_count(step.before))]
    for language in ("en", "fr"):
        effects = engine.effects(view, step.seat, step.action, language, players)
        assert len(msgspec.json.encode(effects)) < 1024, step.action
        assert all(effect.kind in KINDS and "{" not in effect.sentence for effect in effects)


def check_changes(profile: Profile, step: Step) -> None:
    """Every reader who applies the changes of the events to the state before has the state after."""
    engine, renderer = profile.engine, profile.engine.renderer
    for seat in (*range(engine.rules.seat_count(step.before)), None):
        seen = [event for event in (engine.visibility.redact(event, seat) for event in step.events) if event]
        changes = [changes_of(renderer.changes, event) for event in seen]
        if any(change.reset for change in changes):
            continue
        before = renderer.state(engine.visibility.view(step.before, seat))
        after = renderer.state(engine.visibility.view(step.after, seat))
        applied = before.after(changes)
        assert applied.pieces == +after.pieces, (step.action, seen, applied.pieces - after.pieces)
        assert applied.counters == after.counters, (step.action, seen)
        kept = applied.faces.keys() & after.faces.keys()
        assert {face: applied.faces[face] for face in kept} == {face: after.faces[face] for face in kept}, step.action


def check_replay(
    engine: Game[Any, Any], seats: int, options: dict[str, Any], key: bytes, script: list[tuple[int, Action, bytes]]
) -> None:
    """Seed and actions alone reproduce the snapshots."""
    position, _, dice = opening(engine, seats, options, key)
    for seat, action, snapshot in script:
        engine.rules.apply(position, seat, action, dice)
        assert engine.encode(position) == snapshot


def _probe(profile: Profile, position: Any, dice: SeededDice, rng: SeededDice) -> None:
    check_import(profile.engine, position)
    check_legal(profile.engine, position, dice, rng)
    for seat in (*range(profile.engine.rules.seat_count(position)), None):
        check_secrecy(profile, position, seat, dice, rng)


def check_import(engine: Game[Any, Any], position: Any) -> None:
    """Every position of play can be exported and imported again."""
    imported = position.copy()
    engine.rules.check(imported)
    assert engine.encode(imported) == engine.encode(position)


def check_legal(engine: Game[Any, Any], position: Any, dice: SeededDice, rng: SeededDice) -> None:
    """Listed actions are accepted; all others are refused with a rule of the rulebook and change nothing."""
    before = engine.encode(position)
    for seat in range(engine.rules.seat_count(position)):
        choices = engine.rules.legal(position, seat)
        assert len(set(choices.actions)) == len(choices.actions), "an action is listed twice"
        listed = choices.actions if len(choices.actions) <= 40 else [pick_any(choices.actions, rng) for _ in range(40)]
        for action in listed:
            _accepts(engine, position, seat, action, dice)
        others = domains.whole_domain(engine.rules.action_types)
        if others is None:
            base = choices.actions or [
                a for other in engine.rules.to_act(position) for a in engine.rules.legal(position, other).actions
            ]
            others = list(domains.mutations(base, rng, 500)) if base else []
        legal = set(choices.actions)
        for action in others:
            if action in legal or any(domains.fits(template, action) for template in choices.templates):
                continue
            _refuses(engine, position, seat, action, dice)
        assert engine.encode(position) == before, f"an action of seat {seat} that was refused changed the position"


def _accepts(engine: Game[Any, Any], position: Any, seat: int, action: Action, dice: SeededDice) -> None:
    trial = position.copy()
    assert engine.rules.apply(trial, seat, action, SeededDice(dice.key, dice.counter)), f"{action} made no event"


def _refuses(engine: Game[Any, Any], position: Any, seat: int, action: Action, dice: SeededDice) -> None:
    trial_dice = SeededDice(dice.key, dice.counter)
    try:
        engine.rules.apply(position, seat, action, trial_dice)
    except Illegal as refusal:
        assert refusal.rule in engine.rulebook, f"{refusal.rule} is no rule of {engine.slug}"
        assert refusal.detail
        assert trial_dice.counter == dice.counter, f"a refused {action} drew dice"
    else:
        raise AssertionError(f"{action} of seat {seat} is accepted but not listed in {position.phase}")


def check_secrecy(profile: Profile, position: Any, seat: int | None, dice: SeededDice, rng: SeededDice) -> None:
    """A twin that differs only in what the seat cannot know shows that seat exactly the same."""
    engine = profile.engine
    twin = engine.visibility.determinize(engine.visibility.knowledge(position, seat), seat, rng)
    profile.invariants(twin)
    assert _bytes(engine.visibility.view(twin, seat)) == _bytes(engine.visibility.view(position, seat))
    assert _bytes(engine.visibility.knowledge(twin, seat)) == _bytes(engine.visibility.knowledge(position, seat))
    assert engine.rules.to_act(twin) == engine.rules.to_act(position)
    if seat is not None:
        assert _bytes(engine.rules.legal(twin, seat)) == _bytes(engine.rules.legal(position, seat))
        for action in domains.mutations(engine.rules.legal(position, seat).actions, rng, 20):
            assert _refusal(engine, position, seat, action, dice) == _refusal(engine, twin, seat, action, dice)
    for actor in engine.rules.to_act(position):
        action = pick_any(engine.rules.legal(position, actor).actions, rng)
        if not profile.reveals(position, actor, action):
            seen = _redacted(engine, position, actor, action, dice, seat)
            assert seen == _redacted(engine, twin, actor, action, dice, seat) or _refusal(
                engine, twin, actor, action, dice
            )


def _refusal(
    engine: Game[Any, Any], position: Any, seat: int, action: Action, dice: SeededDice
) -> tuple[str, ...] | None:
    try:
        engine.rules.apply(position.copy(), seat, action, SeededDice(dice.key, dice.counter))
    except Illegal as refusal:
        return refusal.rule, refusal.detail, refusal.reason
    return None


def _redacted(
    engine: Game[Any, Any], position: Any, actor: int, action: Action, dice: SeededDice, seat: int | None
) -> list[bytes | None] | None:
    """The events as the seat sees them; None stands for an event that it does not see."""
    try:
        events = engine.rules.apply(position.copy(), actor, action, SeededDice(dice.key, dice.counter))
    except Illegal:
        return None
    seen = [engine.visibility.redact(event, seat) for event in events]
    return [None if event is None else _bytes(event) for event in seen]


def _bytes(data: msgspec.Struct) -> bytes:
    return msgspec.json.encode(data)


def check_determinize(profile: Profile, small: Small, draws: int = 4000) -> None:
    """``determinize`` reaches every completion of a small position with the right frequency (chi-square)."""
    engine = profile.engine
    rng = SeededDice(small.name.encode())
    knowledge = engine.visibility.knowledge(small.position, small.seat)
    seen = Counter(small.completion(engine.visibility.determinize(knowledge, small.seat, rng)) for _ in range(draws))
    assert seen.keys() == small.chances.keys()
    chi_square = sum((seen[key] - draws * chance) ** 2 / (draws * chance) for key, chance in small.chances.items())
    assert chi_square <= critical(len(small.chances) - 1), (
        f"chi-square {chi_square:.1f} for {len(small.chances)} completions"
    )


def critical(freedom: int, z: float = 3.7) -> float:
    """The chi-square value that chance exceeds about once in 10,000 (Wilson and Hilferty)."""
    if freedom == 0:
        return 0.0
    return freedom * (1 - 2 / (9 * freedom) + z * sqrt(2 / (9 * freedom))) ** 3
