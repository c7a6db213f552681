"""The effect of the played beast, step by step as the Bestiary writes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, cast

from engines.bailouke.actions import ChooseEffect, PlaceAdded, Play, Replace, Skip
from engines.bailouke.events import CardAdded, CardPlayed, EffectChosen, StepSkipped
from engines.bailouke.parts import Effect
from engines.bailouke.pieces import Bestiary, Step
from engines.bailouke.position import View
from engines.bailouke.rules.beasts import PRIMITIVES
from engines.bailouke.rules.discards import next_window, open_windows
from engines.bailouke.rules.steps import Question, effect_of
from engines.bailouke.rules.table import Table, place_of, there
from engines.bailouke.rules.tokens import change_card
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.records import Action, Event
from engines.kernel.refusals import Illegal, said

# --- play or replace -------------------------------------------------------------------------------------------------


def play(table: Table, seat: int, action: Play) -> Iterator[Event]:
    """The drawn card goes on the graveyard and its effects apply (BAI-25)."""
    game = table.game
    card, game.drawn = there(game.drawn), None
    yield from lay(table, seat, card, None)


def replace(table: Table, seat: int, action: Replace) -> Iterator[Event]:
    """The drawn card takes the place of an own card, which is played; only its effects apply (BAI-26, BAI-119).

    The drawn card lies face down from now on: its owner remembers it, but may not look again (BAI-123).
    """
    game = table.game
    zone = game.players[seat].zone
    if action.card not in zone:
        raise Illegal("BAI-26", said("card {card} is not in your zone", card=action.card))
    drawn, game.drawn = there(game.drawn), None
    zone[zone.index(action.card)] = drawn
    table.remember(seat, drawn)
    yield from lay(table, seat, action.card, drawn)


def play_effects(beasts: Bestiary, view: View, seat: int, action: Play) -> Iterator[ActionEffect]:
    """The drawn card is played; its holder has seen it (BAI-24, BAI-25)."""
    drawn = there(view.drawn)
    yield effect("place", "played", ["drawn", "graveyard"], what="card", amount=1)
    if drawn.value is not None:
        yield from beast_effects(beasts, view, seat, drawn.value)


def replace_effects(beasts: Bestiary, view: View, seat: int, action: Replace) -> Iterator[ActionEffect]:
    """The drawn card is kept; the other one is played, known or not (BAI-26)."""
    yield effect("place", "kept", ["drawn", f"card-{action.card}"], what="card", amount=1)
    value = view.value_of(seat, action.card)
    if value is None:
        yield effect("reveal", "unknown_beast", [f"card-{action.card}"], what="card", amount=1)
    else:
        yield effect("reveal", "known_beast", [f"card-{action.card}"], what=f"value_{value}", amount=1)
        yield from beast_effects(beasts, view, seat, value)


def beast_effects(beasts: Bestiary, view: View, seat: int, value: int) -> Iterator[ActionEffect]:
    """The steps of a beast: certain up to the first one that asks for a choice (BAI-28, BAI-30, BAI-31)."""
    certain = beasts[value].mode == "all"
    for step in beasts[value].on_play:
        if isinstance(PRIMITIVES[step.op, step.target], Question):
            certain = False
        if certain:
            yield from deed_effects(beasts, view, seat, step)
        else:
            yield effect("risk", "step", what=step.op)


def deed_effects(beasts: Bestiary, view: View, seat: int, step: Step) -> Iterator[ActionEffect]:
    """A step that leaves nothing to choose, if it is possible (BAI-30)."""
    player = view.players[seat]
    supply = beasts.louk_louke - sum(other.tokens for other in view.players)
    if step.op == "gain_token" and supply:
        count = min(step.count, supply)
        yield effect("gain", "tokens", [f"seat-{seat}"], what="louk_louke", amount=count, left=player.tokens + count)
    elif step.op == "protect":
        yield effect("gain", "protected", [f"seat-{seat}"], what="peboude", amount=step.turns)
    elif step.op == "peek_pile" and view.pile.count:
        yield effect("reveal", "pile_seen", ["pile"], what="card", amount=1)
    elif step.op == "remove_from_pile" and view.pile.count:
        yield effect("remove", "pile_shrinks", ["pile"], what="card", amount=min(step.count, view.pile.count))
    elif step.op == "add_from_pile" and view.pile.count and not player.peboude:
        yield effect("gain", "card_added", [f"seat-{seat}"], what="card", amount=1, left=len(player.zone) + 1)


def lay(table: Table, seat: int, card: int, in_card: int | None) -> Iterator[Event]:
    """The card is played face up; a token on a replaced card is freed or stays (BAI-18, BAI-103)."""
    game = table.game
    game.graveyard.append(card)
    table.forget(card)
    value = game.cards[card]
    place = None if in_card is None else place_of(game.players[seat].zone, in_card)
    source: Literal["draw", "zone"] = "draw" if in_card is None else "zone"
    yield CardPlayed(seat=seat, card=card, value=value, from_=source, in_card=in_card, place=place)
    if in_card is not None:
        yield from change_card(table, seat, card, in_card)
    game.effect = Effect(value)
    if table.beasts[value].mode == "choose_one":
        yield from offer_choice(table)
    else:
        yield from resolve(table)


# --- one of several effects ------------------------------------------------------------------------------------------


def choosable(table: Table) -> list[int]:
    """The effects of a choose_one beast that are possible now (BAI-31)."""
    steps = table.beasts[effect_of(table).value].on_play
    return [index for index, step in enumerate(steps) if possible(table, step)]


def must_choose(table: Table) -> bool:
    """A choose_one beast whose effect is not chosen yet."""
    effect = effect_of(table)
    return effect.option is None and table.beasts[effect.value].mode == "choose_one"


def offer_choice(table: Table) -> Iterator[Event]:
    """Exactly one of the effects; none possible = nothing happens (BAI-31)."""
    if choosable(table):
        table.game.phase = "effect"
        return
    for step in table.beasts[effect_of(table).value].on_play:
        yield skipped(table, step)
    yield from finish_effect(table)


def choose_effect(table: Table, seat: int, action: ChooseEffect) -> Iterator[Event]:
    """Choose among the possible effects (BAI-31)."""
    if action.index not in choosable(table):
        raise Illegal("BAI-31", said("effect {index} is not possible now", index=action.index))
    effect = effect_of(table)
    effect.option = effect.step = action.index
    yield EffectChosen(seat=seat, value=effect.value, index=action.index)
    yield from resolve(table)


def choose_effect_effects(beasts: Bestiary, view: View, seat: int, action: ChooseEffect) -> Iterator[ActionEffect]:
    """The chosen step (BAI-31)."""
    step = beasts[there(view.effect).value].on_play[action.index]
    if isinstance(PRIMITIVES[step.op, step.target], Question):
        yield effect("risk", "step", what=step.op)
    else:
        yield from deed_effects(beasts, view, seat, step)


# --- step by step ----------------------------------------------------------------------------------------------------


def possible(table: Table, step: Step) -> bool:
    """Can the step be carried out now? (BAI-30)"""
    primitive = PRIMITIVES[step.op, step.target]
    if isinstance(primitive, Question):
        return bool(primitive.choices(table, table.game.active_seat))
    return primitive.possible(table, step)


def present_step(table: Table) -> Step | None:
    """The step that the effect has come to; None after the last one."""
    effect = effect_of(table)
    steps = table.beasts[effect.value].on_play
    return steps[effect.step] if effect.step < len(steps) else None


def resolve(table: Table) -> Iterator[Event]:
    """Carry out the steps in order, up to one that a seat must decide, or to the end (BAI-28, BAI-29, BAI-30)."""
    game, effect = table.game, effect_of(table)
    while step := present_step(table):
        if not possible(table, step) or (step.needs_previous and not effect.previous_done):
            yield skipped(table, step)
            advance(table, done=False)
            continue
        primitive = PRIMITIVES[step.op, step.target]
        if isinstance(primitive, Question):
            game.phase = "effect"
            effect.choices = [None] * len(game.players) if primitive.takes_part else None
            return
        yield from primitive.carry_out(table, step)
        if game.incoming:  # the receiver chooses a side first (BAI-33)
            return
        advance(table, done=True)
    yield from finish_effect(table)


def skipped(table: Table, step: Step) -> Event:
    return StepSkipped(seat=table.game.active_seat, op=step.op, reason="impossible")


def advance(table: Table, done: bool) -> None:
    """On to the next step; a chosen effect has none (BAI-31)."""
    effect = effect_of(table)
    effect.previous_done = done
    effect.step += 1
    if effect.option is not None:
        effect.step = len(table.beasts[effect.value].on_play)


def finish_effect(table: Table) -> Iterator[Event]:
    """The effects are finished, the discard phase begins (BAI-28)."""
    table.game.effect = None
    return open_windows(table)


def decide(table: Table, seat: int, action: Action) -> Iterator[Event]:
    """The decision that the present step asks for; then on, unless others still owe theirs."""
    game, step = table.game, there(present_step(table))
    question = cast(Question, PRIMITIVES[step.op, step.target])
    yield from question.decide(table, seat, action, step)
    if effect_of(table).choices is None and game.incoming is None:
        advance(table, done=True)
        yield from resolve(table)


def skip(table: Table, seat: int, action: Skip) -> Iterator[Event]:
    """Optional effects may be declined (BAI-29)."""
    yield StepSkipped(seat=seat, op=there(present_step(table)).op, reason="declined")
    advance(table, done=False)
    yield from resolve(table)


def skip_effects(beasts: Bestiary, view: View, seat: int, action: Skip) -> Iterator[ActionEffect]:
    """The step does not happen (BAI-29)."""
    running = there(view.effect)
    yield effect("block", "declined", what=beasts[running.value].on_play[running.step].op)


def place_added(table: Table, seat: int, action: PlaceAdded) -> Iterator[Event]:
    """A new card goes unseen to the end of the row that its receiver chooses (BAI-33, BAI-126)."""
    game = table.game
    incoming, game.incoming = there(game.incoming), None
    zone = game.players[seat].zone
    zone.insert(0 if action.side == "left" else len(zone), incoming.card)
    giver = table.giver(incoming.cause)
    yield CardAdded(seat=seat, card=incoming.card, side=action.side, cause=incoming.cause, from_seat=giver)
    if game.effect:
        advance(table, done=True)
        yield from resolve(table)
    else:
        yield from next_window(table, seat)


def place_added_effects(beasts: Bestiary, view: View, seat: int, action: PlaceAdded) -> Iterator[ActionEffect]:
    """One card more, unseen (BAI-33)."""
    left = len(view.players[seat].zone) + 1
    yield effect("place", "added", ["incoming", f"seat-{seat}"], what="card", amount=1, left=left, side=action.side)
