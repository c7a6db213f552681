"""Who decides what: the seats waited for, the legal actions, the refusals, and what the engine plays by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

from engines.bailouke.actions import (
    Announce,
    AssignToken,
    ChooseEffect,
    Discard,
    EndTurn,
    Exchange,
    ExchangeSeen,
    ExchangeWithPile,
    Give,
    HandOver,
    MoveToken,
    Pass,
    Peek,
    PlaceAdded,
    Play,
    Ready,
    Replace,
    Reveal,
    ShuffleZone,
    Skip,
    StealToken,
    Target,
)
from engines.bailouke.pieces import CARDS, Bestiary, Step
from engines.bailouke.position import View
from engines.bailouke.rules import adding, discards, effects, exchanging, gains, together, tokens, turns
from engines.bailouke.rules.beasts import PRIMITIVES
from engines.bailouke.rules.effects import choosable, must_choose, present_step
from engines.bailouke.rules.steps import Question, rule
from engines.bailouke.rules.table import Table, there
from engines.kernel.effects import ActionEffect
from engines.kernel.records import GAME_OVER, Action, Event
from engines.kernel.refusals import Illegal, said

ASSIGN = [AssignToken(card) for card in CARDS]
REPLACE = [Replace(card) for card in CARDS]
DISCARD = [Discard(card) for card in CARDS]
PLAY, PASS, READY, SKIP = Play(), Pass(), Ready(), Skip()
LEFT_OR_RIGHT = (PlaceAdded("left"), PlaceAdded("right"))
ANNOUNCE_OR_NOT = (Announce(), EndTurn())

# --- who -------------------------------------------------------------------------------------------------------------


def to_act(table: Table) -> tuple[int, ...]:
    """The sorted seats that the game waits for; a free token is never waited for (BAI-105)."""
    game = table.game
    if game.discard is not None:
        return (game.discard.seat,)
    if game.incoming is not None:
        return (game.incoming.seat,)
    if game.phase == GAME_OVER:
        return ()
    if game.phase == "place_tokens":
        return tuple([seat for seat, player in enumerate(game.players) if not player.ready])
    if game.effect is not None and game.effect.choices:
        return tuple(sorted(owing(table, game.effect.choices)))
    return (game.active_seat,)


def owing(table: Table, choices: list[int | None]) -> list[int]:
    """The seats that take part and have not chosen yet."""
    seats = there(asked(table)[1].takes_part)(table)
    return [seat for seat in seats if choices[seat] is None]


def asked(table: Table) -> tuple[Step, Question]:
    """The step that the effect waits in, and its question."""
    step = there(present_step(table))
    return step, cast(Question, PRIMITIVES[step.op, step.target])


# --- what ------------------------------------------------------------------------------------------------------------


def legal(table: Table, seat: int) -> list[Action]:
    """Every action of a seat: its decision if it has one, and its free tokens (BAI-17)."""
    game = table.game
    if game.phase == GAME_OVER:
        return []
    actions = DECISIONS[game.phase](table, seat) if seat in to_act(table) else []
    player = game.players[seat]
    if player.tokens > len(player.assigned):
        actions += [ASSIGN[card] for card in player.zone if card not in player.assigned]
    return actions


def effect_choices(table: Table, seat: int) -> list[Action]:
    """Which effect, or what the running step asks for; an optional one may be skipped (BAI-29, BAI-31)."""
    if must_choose(table):
        return [ChooseEffect(index) for index in choosable(table)]
    step, question = asked(table)
    return question.choices(table, seat) + ([SKIP] if step.optional else [])


def play_choices(table: Table, seat: int) -> list[Action]:
    """Play or replace: the drawn card is never kept or returned (BAI-27)."""
    return [PLAY, *[REPLACE[card] for card in table.game.players[seat].zone]]


def discard_choices(table: Table, seat: int) -> list[Action]:
    """Every own card, right or wrong: a list of the matching ones would reveal their values (BAI-66)."""
    return [*[DISCARD[card] for card in table.game.players[seat].zone], PASS]


def ready_choices(table: Table, seat: int) -> list[Action]:
    """Tokens are placed at any time; here a seat says that it is done (BAI-13)."""
    return [READY]


def side_choices(table: Table, seat: int) -> list[Action]:
    """An added card goes to the left or the right end (BAI-33)."""
    return list(LEFT_OR_RIGHT)


def announce_choices(table: Table, seat: int) -> list[Action]:
    """Announce Baïlouké, or end the turn (BAI-73, BAI-74)."""
    return list(ANNOUNCE_OR_NOT)


DECISIONS: dict[str, Callable[[Table, int], list[Action]]] = {
    "place_tokens": ready_choices,
    "play": play_choices,
    "effect": effect_choices,
    "place_added": side_choices,
    "discard": discard_choices,
    "announce": announce_choices,
}

AtTable = Callable[[Table, int, Any], Iterable[Event]]

MOVES: dict[type[Action], AtTable] = {
    AssignToken: tokens.assign_token,
    Ready: turns.ready,
    Play: effects.play,
    Replace: effects.replace,
    ChooseEffect: effects.choose_effect,
    Peek: effects.decide,
    Exchange: effects.decide,
    ExchangeWithPile: effects.decide,
    ShuffleZone: effects.decide,
    Target: effects.decide,
    MoveToken: effects.decide,
    ExchangeSeen: effects.decide,
    Reveal: effects.decide,
    HandOver: effects.decide,
    StealToken: effects.decide,
    Give: effects.decide,
    Skip: effects.skip,
    PlaceAdded: effects.place_added,
    Discard: discards.discard,
    Pass: discards.pass_,
    Announce: turns.announce,
    EndTurn: turns.end_turn,
}

EFFECTS: dict[type[Action], Callable[[Bestiary, View, int, Any], Iterable[ActionEffect]]] = {
    AssignToken: tokens.assign_token_effects,
    Ready: turns.ready_effects,
    Play: effects.play_effects,
    Replace: effects.replace_effects,
    ChooseEffect: effects.choose_effect_effects,
    Peek: exchanging.peek_effects,
    Exchange: exchanging.exchange_effects,
    ExchangeWithPile: exchanging.exchange_with_pile_effects,
    ShuffleZone: exchanging.shuffle_zone_effects,
    Target: adding.target_effects,
    MoveToken: gains.move_token_effects,
    ExchangeSeen: exchanging.exchange_seen_effects,
    Reveal: together.reveal_effects,
    HandOver: together.hand_over_effects,
    StealToken: gains.steal_token_effects,
    Give: adding.give_effects,
    Skip: effects.skip_effects,
    PlaceAdded: effects.place_added_effects,
    Discard: discards.discard_effects,
    Pass: discards.pass_effects,
    Announce: turns.announce_effects,
    EndTurn: turns.end_turn_effects,
}

# --- what not --------------------------------------------------------------------------------------------------------

PHASE_ACTIONS: dict[str, tuple[type[Action], ...]] = {
    "place_tokens": (Ready,),
    "play": (Play, Replace),
    "effect": (ChooseEffect, *(step.asks for step in PRIMITIVES.values() if isinstance(step, Question)), Skip),
    "place_added": (PlaceAdded,),
    "discard": (Discard, Pass),
    "announce": (Announce, EndTurn),
}
"""The actions of each phase; which one ``effect`` asks for depends on the beast."""
PHASE_RULE = {
    "place_tokens": "BAI-13",
    "play": "BAI-22",
    "place_added": "BAI-33",
    "discard": "BAI-61",
    "announce": "BAI-73",
}
"""The rule that any other action breaks."""

ONCE: dict[type[Action], str] = {Ready: "BAI-13", Reveal: "BAI-52", HandOver: "BAI-53"}
"""Decisions of several seats at once: final, and only for those who take part."""


def expected(table: Table) -> tuple[tuple[type[Action], ...], str]:
    """The actions that the phase waits for, and the rule that any other one breaks."""
    if table.game.phase != "effect":
        return PHASE_ACTIONS[table.game.phase], PHASE_RULE[table.game.phase]
    if must_choose(table):
        return (ChooseEffect,), "BAI-31"
    step, question = asked(table)
    return ((question.asks, Skip) if step.optional else (question.asks,)), rule(table)


def refuse(table: Table, seat: int, action: Action) -> None:
    """Not this seat's turn, or not the phase for this action; free tokens have neither (BAI-17, BAI-105)."""
    kind = type(action)
    if kind is AssignToken:
        return
    phase = table.game.phase
    wanted, broken = expected(table)
    if seat not in to_act(table):
        out_of_turn = ONCE.get(kind, "BAI-22") if kind in wanted else "BAI-22"
        raise Illegal(
            "BAI-61" if phase == "discard" else out_of_turn,
            said("seat {seat} has no decision to make now", seat=seat),
            "not_to_act",
        )
    if kind not in wanted:
        names = " or ".join(str(one.__struct_config__.tag) for one in wanted)
        raise Illegal(broken, said("{phase} asks for {names}", phase=phase, names=names), "wrong_phase")


# --- by itself -------------------------------------------------------------------------------------------------------


BY_ITSELF = frozenset({"place_tokens", "effect"})
"""The phases in which the engine may play by itself."""


def forced(table: Table) -> tuple[int, Action] | None:
    """The one legal decision that the engine plays: no token to place, or one choice in an effect."""
    game = table.game
    if game.phase == "place_tokens":
        for seat, player in enumerate(game.players):
            if not player.ready and (not player.free_tokens or len(player.assigned) == len(player.zone)):
                return seat, READY
    if game.phase != "effect":
        return None
    if must_choose(table):
        open_effects = choosable(table)
        return (game.active_seat, ChooseEffect(open_effects[0])) if len(open_effects) == 1 else None
    if asked(table)[0].optional:
        return None
    return forced_choice(table)


def forced_choice(table: Table) -> tuple[int, Action] | None:
    """A compulsory step that leaves a seat one choice."""
    question = asked(table)[1]
    for seat in to_act(table):
        choices = question.choices(table, seat)
        if len(choices) == 1:
            return seat, choices[0]
    return None
