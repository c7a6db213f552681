"""Do programmes, round, step and the card being carried out agree in an imported position?"""

from __future__ import annotations

from engines.kernel.records import GAME_OVER
from engines.kernel.refusals import InvalidPosition, require, said
from engines.mekong.parts import Pending
from engines.mekong.pieces import DRAGONS, KIND, PIECES
from engines.mekong.position import MekongPosition, acting
from engines.mekong.rules import planks, rounds
from engines.mekong.rules.ending import no_planks_left
from engines.mekong.validation.outcome import check_result

NOTHING_TO_DO = {"stone": "MEK-35", "plank": "MEK-52", "remove": "MEK-67", "move": "MEK-75", "jump": "MEK-83"}


def check_programs(game: MekongPosition) -> None:
    for seat, player in enumerate(game.players):
        if player.program is not None:
            for rule, detail in rounds.faults(player.program, rounds.hand(game, seat)):
                raise InvalidPosition(f"/players/{seat}/program", rule, detail)
        elif game.phase != "program":
            raise InvalidPosition(f"/players/{seat}/program", "MEK-14", "all programmes are laid before the first step")
    require(
        game.phase != "program" or not all(player.program for player in game.players),
        "/players",
        "MEK-14",
        "all programmes are laid, so the first cards would be turned over",
    )


def check_clock(game: MekongPosition) -> None:
    """Round, step and turn, and the two draws that play would have declared."""
    seats, over = len(game.players), game.phase == GAME_OVER
    require(
        game.round <= game.options.round_cap,
        "/round",
        "MEK-93",
        said("the game ends with round {most}", most=game.options.round_cap),
    )
    require(
        (game.step == 0) == (game.phase == "program"),
        "/step",
        "MEK-15",
        "the step is 0 while programmes are laid, and 1 to 5 afterwards",
    )
    require(
        game.turn <= (0 if game.phase == "program" else seats if over else seats - 1),
        "/turn",
        "MEK-16",
        "the turn counts the seats that have played in this step",
    )
    require(not no_planks_left(game) or over, "/lost", "MEK-94", "all planks are lost, the game would be over")
    if over != (game.result is not None):
        raise InvalidPosition("/result", "MEK-90", "the result is set exactly when the game is over")


def check_phase(game: MekongPosition) -> None:
    if game.phase == "program" or game.result is not None:
        if game.pending is not None:
            raise InvalidPosition("/pending", "MEK-17", "no card is being carried out in this phase")
        if game.result is not None:
            check_result(game, game.result)
    elif game.pending is None:
        raise InvalidPosition("/pending", "MEK-17", "a card is being carried out in this phase")
    else:
        check_card(game, game.pending)


def check_card(game: MekongPosition, pending: Pending) -> None:
    """The card of the acting seat, and something that can be done with it."""
    seat = acting(game)
    require(
        pending.card == rounds.face_up(game, seat),
        "/pending/card",
        "MEK-15",
        said("seat {seat} shows {card}", seat=seat, card=rounds.face_up(game, seat)),
    )
    require(pending.card not in DRAGONS, "/pending/card", "MEK-24", "a dragon leaves nothing to decide")
    require(
        not rounds.dragons_on(game.players[seat].colour, rounds.all_face_up(game)),
        "/pending/card",
        "MEK-17",
        "this card is cancelled by a dragon",
    )
    kind = rounds.KINDS[KIND[pending.card]]
    require(
        game.phase in (kind.phase, "place_plank" if KIND[pending.card] == "plank" else kind.phase),
        "/phase",
        "MEK-17",
        said("{card} leads to the phase {phase}", card=pending.card, phase=kind.phase),
    )
    require(
        pending.remaining <= PIECES[pending.card],
        "/pending/remaining",
        "MEK-17",
        said("{card} is for {most} at most", card=pending.card, most=PIECES[pending.card]),
    )
    check_chosen_plank(game, pending, seat)
    choices = planks.places_of_plank if game.phase == "place_plank" else kind.choices
    if not choices(game, seat):
        rule = "MEK-49" if game.phase == "place_plank" else NOTHING_TO_DO[KIND[pending.card]]
        raise InvalidPosition("/phase", rule, "nothing can be decided here, play would have gone on")


def check_chosen_plank(game: MekongPosition, pending: Pending, seat: int) -> None:
    if game.phase != "place_plank":
        if pending.plank is not None:
            raise InvalidPosition("/pending/plank", "MEK-40", "no plank is chosen in this phase")
    elif pending.plank not in game.players[seat].reserve:
        raise InvalidPosition("/pending/plank", "MEK-40", "the chosen plank is one of the acting seat's reserve")
