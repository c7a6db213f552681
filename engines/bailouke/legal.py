"""Who decides what: the seats waited for, the legal actions, the refusals, and what the engine plays by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from engines.bailouke.actions import (
    Announce,
    AssignToken,
    ChooseEffect,
    Discard,
    EndTurn,
    HandOver,
    Pass,
    PlaceAdded,
    Play,
    Ready,
    Replace,
    Reveal,
    Skip,
)
from engines.bailouke.pieces import CARDS, Step
from engines.bailouke.rules.beasts import PRIMITIVES
from engines.bailouke.rules.effects import choosable, must_choose, present_step
from engines.bailouke.rules.steps import Question, rule
from engines.bailouke.rules.table import Table, there
from engines.kernel.records import GAME_OVER, Action
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

# --- what not --------------------------------------------------------------------------------------------------------

OF_PHASE: dict[str, tuple[tuple[type[Action], ...], str]] = {
    "place_tokens": ((Ready,), "BAI-13"),
    "play": ((Play, Replace), "BAI-22"),
    "place_added": ((PlaceAdded,), "BAI-33"),
    "discard": ((Discard, Pass), "BAI-61"),
    "announce": ((Announce, EndTurn), "BAI-73"),
}
"""The actions of each phase, and the rule that any other one breaks; ``effect`` depends on the beast."""

ONCE: dict[type[Action], str] = {Ready: "BAI-13", Reveal: "BAI-52", HandOver: "BAI-53"}
"""Decisions of several seats at once: final, and only for those who take part."""


def expected(table: Table) -> tuple[tuple[type[Action], ...], str]:
    """The actions that the phase waits for, and the rule that any other one breaks."""
    if table.game.phase != "effect":
        return OF_PHASE[table.game.phase]
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
