"""Are all cards and tokens of an imported position there, each in one place that play can give it?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engines.bailouke.position import Position
from engines.bailouke.rules.table import Table
from engines.kernel.records import GAME_OVER
from engines.kernel.refusals import require, said


def check_seats(game: Position) -> None:
    """BAI-1: 2 to 4 seats, and every seat number is one of them.

    Two to four (BAI-101).
    """
    seats = len(game.players)
    require(2 <= seats <= 4, "/players", "BAI-1", "2 to 4 seats play")
    named = {
        "/options/first_seat": game.options.first_seat,
        "/first_seat": game.first_seat,
        "/active_seat": game.active_seat,
        "/announced_by": game.announced_by,
        "/incoming/seat": game.incoming.seat if game.incoming else None,
        "/discard/seat": game.discard.seat if game.discard else None,
    }
    for field, seat in named.items():
        require(
            seat is None or seat < seats,
            field,
            "BAI-1",
            said("there is no seat {seat} at a table of {seats}", seat=seat, seats=seats),
        )


def places(game: Position) -> Iterator[tuple[str, list[int]]]:
    """Every place where cards lie, by its field."""
    for seat, player in enumerate(game.players):
        yield f"/players/{seat}/zone", player.zone
    yield "/graveyard", game.graveyard
    yield "/set_aside", game.set_aside
    yield "/removed", game.removed
    yield "/drawn", [] if game.drawn is None else [game.drawn]
    yield "/incoming/card", [] if game.incoming is None else [game.incoming.card]
    yield "/pile", game.pile


def check_cards(table: Table) -> None:
    """The deck is complete, and each card lies in one place (BAI-2, BAI-10, BAI-12)."""
    game, deck = table.game, table.beasts.deck
    require(Counter(game.cards) == Counter(deck), "/cards", "BAI-2", "these are not the values of the deck")
    require(
        len(game.set_aside) == table.beasts.set_aside,
        "/set_aside",
        "BAI-10",
        said("{number} cards are set aside", number=table.beasts.set_aside),
    )
    placed: set[int] = set()
    for field, cards in places(game):
        for card in cards:
            require(
                card < len(deck) and card not in placed,
                field,
                "BAI-12",
                said("card {card} does not exist, or lies twice", card=card),
            )
            placed.add(card)
    missing = sorted(set(range(len(deck))) - placed)
    require(not missing, "/pile", "BAI-12", said("cards {missing} lie nowhere", missing=missing))


def check_tokens(table: Table) -> None:
    """Tokens lie on own cards, one on each; supplies are limits (BAI-3, BAI-14, BAI-17)."""
    game = table.game
    for seat, player in enumerate(game.players):
        field = f"/players/{seat}/assigned"
        player.assigned.sort()
        player.fer.sort()
        require(set(player.assigned) <= set(player.zone), field, "BAI-14", "a token lies on a card of its owner")
        require(len(set(player.assigned)) == len(player.assigned), field, "BAI-104", "one token at most on a card")
        require(player.free_tokens >= 0, field, "BAI-17", "more tokens are assigned than owned")
    owned = sum(player.tokens for player in game.players)
    require(
        owned <= table.beasts.louk_louke,
        "/players",
        "BAI-3",
        said("there are {most} Louk Louké", most=table.beasts.louk_louke),
    )
    discounts = sum(len(player.fer) for player in game.players)
    require(
        discounts <= table.beasts.fer,
        "/players",
        "BAI-3",
        said("there are {most} Fer enn lizaz boss", most=table.beasts.fer),
    )


def check_memory(game: Position) -> None:
    """A seat has seen what its tokens lie on, and remembers nothing but hidden cards (BAI-19, BAI-117)."""
    hidden = {card for field, cards in places(game) for card in cards if field not in OPEN_OR_GONE}
    for seat, player in enumerate(game.players):
        field = f"/players/{seat}/seen"
        player.seen.sort()
        require(set(player.assigned) <= set(player.seen), field, "BAI-19", "the cards under own tokens are seen")
        require(set(player.seen) <= hidden, field, "BAI-117", "only cards in a zone or in the pile are remembered")
        require(len(set(player.seen)) == len(player.seen), field, "BAI-117", "a card is remembered once")


OPEN_OR_GONE = frozenset({"/graveyard", "/set_aside", "/removed"})


def check_zones(game: Position) -> None:
    """A zone is empty only until the discard phase is over (BAI-79, BAI-107)."""
    after_failure = game.phase == "place_added" and game.discard is not None
    waits = game.options.empty_zone_timing == "end_of_phase" and (game.phase == "discard" or after_failure)
    if waits or game.phase == GAME_OVER:
        return
    for seat, player in enumerate(game.players):
        require(bool(player.zone), f"/players/{seat}/zone", "BAI-78", "an empty zone would have ended the round")
