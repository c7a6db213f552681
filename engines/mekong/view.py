"""What a seat may see, and what it may suppose about the rest: the only mask of the game."""

from __future__ import annotations

from msgspec.structs import replace

from engines.kernel.dice import Dice
from engines.kernel.records import GAME_OVER, Event, Result
from engines.mekong.events import ProgramCommitted
from engines.mekong.pieces import ACTION_CARDS, DRAGONS, PROGRAM_LENGTH
from engines.mekong.position import MekongPosition, MekongView, Options, Pending, Player, PlayerView
from engines.mekong.rules.rounds import hand


def view(game: MekongPosition, seat: int | None) -> MekongView:
    """Everything lies open but the cards that are face down (MEK-14, MEK-15)."""
    return MekongView(
        game="mekong",
        schema=1,
        board=game.board,
        options=_options(game.options),
        round=game.round,
        statuette=game.statuette,
        phase=game.phase,
        step=game.step,
        turn=game.turn,
        players=[_player(game, of, seat) for of in range(len(game.players))],
        stones=list(game.stones),
        planks=dict(game.planks),
        lost=list(game.lost),
        pending=_pending(game.pending),
        result=_result(game.result),
    )


def _options(options: Options) -> Options:
    colors = None if options.colors is None else list(options.colors)
    return Options(
        plank_fit=options.plank_fit,
        plank_attempt=options.plank_attempt,
        jump_from_village=options.jump_from_village,
        first_seat=options.first_seat,
        colors=colors,
        round_cap=options.round_cap,
    )


def _pending(pending: Pending | None) -> Pending | None:
    return None if pending is None else Pending(pending.card, pending.remaining, pending.plank)


def _result(result: Result | None) -> Result | None:
    if result is None:
        return None
    ranking = [list(group) for group in result.ranking]
    return Result(winners=list(result.winners), ranking=ranking, scores=dict(result.scores), reason=result.reason)


def _player(game: MekongPosition, of: int, seat: int | None) -> PlayerView:
    player = game.players[of]
    cards, laid = hand(game, of), player.program or []
    open_to_reader = of == seat or game.phase == GAME_OVER  # nothing is left to protect (MEK-119)
    return PlayerView(
        color=player.color,
        pawn=player.pawn,
        reserve=list(player.reserve),
        committed=player.program is not None,
        program=_program(player.program, PROGRAM_LENGTH if open_to_reader else game.step),
        hand=[card for card in cards if card not in laid] if open_to_reader else None,
        hand_size=len(cards) - len(laid),
    )


def _program(program: list[str] | None, shown: int) -> list[str | None] | None:
    """The slots up to ``shown``; nothing at all before the first step."""
    if program is None or shown == 0:
        return None
    return [card if slot < shown else None for slot, card in enumerate(program)]


def tell(event: Event, seat: int | None) -> Event:
    """Only the seat that lays a programme hears which cards it has."""
    if isinstance(event, ProgramCommitted) and event.seat != seat:
        return replace(event, cards=None)
    return event


def imagine(seen: MekongView, dice: Dice) -> MekongPosition:
    """A full position: each face-down card is drawn among all legal programmes that agree with the open ones."""
    game = MekongPosition(
        phase=seen.phase,
        board=seen.board,
        options=_options(seen.options),
        round=seen.round,
        statuette=seen.statuette,
        step=seen.step,
        turn=seen.turn,
        players=[Player(player.color, player.pawn, list(player.reserve)) for player in seen.players],
        stones=list(seen.stones),
        planks=dict(seen.planks),
        lost=list(seen.lost),
        pending=_pending(seen.pending),
        result=_result(seen.result),
    )
    for seat, player in enumerate(seen.players):
        if player.committed:
            slots = player.program or [None] * PROGRAM_LENGTH
            game.players[seat].program = completed(slots, hand(game, seat), dice)
    return game


def completed(slots: list[str | None], held: tuple[str, ...], dice: Dice) -> list[str]:
    """Fill the hidden slots so that every legal programme has the same chance (MEK-11, MEK-12).

    With ``a`` actions and ``d`` dragons left for ``h`` hidden slots there are, for every (a - h + 1) programmes
    without a dragon, d of them with a dragon in each single hidden slot.
    """
    program = list(slots)
    hidden = [slot for slot, card in enumerate(slots) if card is None]
    actions = [card for card in ACTION_CARDS if card not in slots]
    dragon_shown = any(card in DRAGONS for card in slots)
    dragons = [] if dragon_shown else [card for card in held if card in DRAGONS]
    if hidden and dragons:
        without = len(actions) - len(hidden) + 1
        drawn = dice.below(without + len(hidden) * len(dragons)) - without
        if drawn >= 0:
            slot, dragon = divmod(drawn, len(dragons))
            program[hidden.pop(slot)] = dragons[dragon]
    for slot in hidden:
        program[slot] = actions.pop(dice.below(len(actions)))
    return [card for card in program if card is not None]
