"""Setup of a round, end of a round, next round, end of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engines.bailouke.events import KouronnGained, RoundEnded, RoundStarted, TokenReturned
from engines.bailouke.parts import Ending, LastRound
from engines.bailouke.pieces import Step
from engines.bailouke.position import Position
from engines.bailouke.rules.table import Table
from engines.kernel.records import Event, GameOver, Result

# --- setup -----------------------------------------------------------------------------------------------------------


def start_round(table: Table, first_seat: int, dealt: list[int]) -> Iterator[Event]:
    """Gather and shuffle all cards, deal, set three aside; the rest is the pile (BAI-6, BAI-7, BAI-8, BAI-10, BAI-11).

    Cards that were removed come back (BAI-116); no seat gets another Louk Louké (BAI-122). Cards keep the ids of the
    round (BAI-12) and their places in the row (BAI-9).
    """
    game = table.game
    game.cards = list(table.beasts.deck)
    table.dice.shuffle(game.cards)
    for player in game.players:
        player.zone, player.seen, player.ready = [], [], False
    ids = iter(range(len(game.cards)))
    for card_of_row in range(max(dealt)):  # one at a time, skipping seats that have their number (BAI-7)
        for seat in table.clockwise(first_seat):
            if card_of_row < dealt[seat]:
                game.players[seat].zone.append(next(ids))
    game.set_aside = [next(ids) for _ in range(table.beasts.set_aside)]
    game.pile = list(ids)
    game.graveyard, game.removed = [], []
    game.turn, game.first_seat, game.active_seat = 0, first_seat, first_seat
    game.announced_by = None
    game.phase = "place_tokens"
    yield RoundStarted(round=game.round, first_seat=first_seat, dealt=dealt, pile_count=len(game.pile))


# --- end -------------------------------------------------------------------------------------------------------------


def end_round(table: Table, ending: Ending) -> Iterator[Event]:
    """All zones are counted openly (BAI-84); a Kouronn for the winner (BAI-88); the next round (BAI-91) or the end."""
    game = table.game
    zones = [[game.cards[card] for card in player.zone] for player in game.players]
    reductions = [sum(player.fer) for player in game.players]
    totals = [max(0, sum(zone) - points) for zone, points in zip(zones, reductions, strict=True)]  # BAI-85
    winner = empty_zone_winner(zones) if ending == "empty_zone" else lowest_total(totals)
    if winner is not None:
        game.players[winner].kouronn += 1  # BAI-88
    over = is_over(game)
    dealt = [table.beasts.dealt] * len(game.players)
    closing = list(closing_effects(table, dealt))
    next_deal = None if over else dealt
    game.last_round = LastRound(game.round, ending, game.announced_by, zones, reductions, totals, winner, next_deal)
    yield RoundEnded(
        ending=ending, zones=zones, reductions=reductions, totals=totals, winner=winner, next_deal=next_deal
    )
    if winner is not None:
        yield KouronnGained(seat=winner, total=game.players[winner].kouronn)
    yield from closing
    clear_tokens(game)
    if over:
        yield end_game(game)
    else:
        game.round += 1
        yield from start_round(table, game.first_seat if winner is None else winner, dealt)  # BAI-91


def empty_zone_winner(zones: list[list[int]]) -> int | None:
    """The one seat with an empty zone wins, whatever the totals; several tie (BAI-78, BAI-80).

    A tie of empty zones gives the round to nobody, whatever the totals (BAI-125); all zones emptied in one discard
    phase tie (BAI-108).
    """
    empty = [seat for seat, zone in enumerate(zones) if not zone]
    return empty[0] if len(empty) == 1 else None


def lowest_total(totals: list[int]) -> int | None:
    """The lowest total wins; a tie for it gives the round to nobody (BAI-86, BAI-87)."""
    lowest = min(totals)
    return totals.index(lowest) if totals.count(lowest) == 1 else None


def clear_tokens(game: Position) -> None:
    """Péboudé and Fer enn lizaz boss go back; Louk Louké stay with their owners, unassigned (BAI-90, BAI-114).

    Owned tokens carry over; a seat without any starts blind (BAI-20).
    """
    for player in game.players:
        player.peboude, player.fer, player.assigned = 0, [], []


# --- end-of-round effects --------------------------------------------------------------------------------------------


def closing_effects(table: Table, dealt: list[int]) -> Iterator[Event]:
    """Every card in a zone, clockwise from the round's first seat, left to right (BAI-89, BAI-127)."""
    game, beasts = table.game, table.beasts
    for seat in table.clockwise(game.first_seat):
        for card in game.players[seat].zone:
            if game.cards[card] in beasts.closing:
                for step in beasts[game.cards[card]].on_round_end:
                    yield from CLOSING[step.op](game, seat, step, dealt)


def return_token(game: Position, seat: int, step: Step, dealt: list[int]) -> Iterator[Event]:
    """Louk Louké go back into the supply, if there are any (BAI-54)."""
    player = game.players[seat]
    count = min(step.count, player.tokens)
    if count:
        player.tokens -= count
        yield TokenReturned(seat=seat, count=count)


def deal_modifier(game: Position, seat: int, step: Step, dealt: list[int]) -> Iterator[Event]:
    """The seat is dealt fewer cards in the next round, or more by option (BAI-92, BAI-115).

    The end-of-round effect of Tizeanne, which does nothing when played (BAI-56).
    """
    change = step.delta if game.options.tizeanne_deal == "fewer" else -step.delta
    dealt[seat] = max(step.minimum, dealt[seat] + change)
    yield from ()


CLOSING: dict[str, Callable[[Position, int, Step, list[int]], Iterator[Event]]] = {
    "return_token": return_token,
    "deal_modifier": deal_modifier,
}


# --- end of the game -------------------------------------------------------------------------------------------------


def is_over(game: Position) -> bool:
    """A seat has won enough rounds, or the last round is over (BAI-93, BAI-95)."""
    most = max(player.kouronn for player in game.players)
    return most >= game.options.wins_needed or game.round >= game.options.max_rounds


def winners(game: Position) -> list[int]:
    """The seats with the most Kouronn; none without one (BAI-93, BAI-94, BAI-95)."""
    most = max(player.kouronn for player in game.players)
    return [seat for seat, player in enumerate(game.players) if most and player.kouronn == most]


def end_game(game: Position) -> Event:
    """The zones stay on the table, open to all (BAI-93)."""
    game.phase = "game_over"
    game.winners = winners(game)
    return GameOver.of(result(game))


def result(game: Position) -> Result:
    """Scores and ranking by Kouronn."""
    kouronn = [player.kouronn for player in game.players]
    ranking = [
        [seat for seat, won in enumerate(kouronn) if won == number] for number in sorted(set(kouronn), reverse=True)
    ]
    return Result(
        winners=list(game.winners or ()),
        ranking=ranking,
        scores=list(kouronn),
        reason="wins" if max(kouronn) >= game.options.wins_needed else "round_cap",
    )
