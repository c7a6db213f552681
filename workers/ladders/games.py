"""Games of matches and ladders: ordinary public games between bots, with low priority."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from store.bots.record import Claim
from store.games.changes.create import Opening, RemoteSeat, build_game
from store.games.repository import NoSuchGame, engine_of
from store.ladders.players import is_remote, seat_plan
from store.model.game import StoredGame
from store.model.outcomes import Accepted, Conflict, SeatUnavailable
from workers.services import WorkerServices


class BotGame(Struct):
    """A game to be played; its id is fixed, so that it is created once."""

    slug: str
    id: str
    players: list[str]
    """By seat."""
    seed: bytes
    client: str
    """The client whose share of the workers it uses."""
    open_seed: bool = False
    options: dict[str, Any] = {}
    entered: bool = False
    """True if the owners of the bots asked for it by entering a ladder."""


def find(services: WorkerServices, slug: str, identifier: str) -> StoredGame | None:
    try:
        return services.store.load(engine_of(slug), identifier)
    except NoSuchGame:
        return None


def found_or_created(services: WorkerServices, wanted: BotGame) -> StoredGame | SeatUnavailable:
    """The game, created unless it exists; None if a bot is busy. Raises NoSuchBot."""
    return find(services, wanted.slug, wanted.id) or _create(services, wanted)


def _create(services: WorkerServices, wanted: BotGame) -> StoredGame | SeatUnavailable:
    seats = claim_seats(services, wanted)
    if isinstance(seats, SeatUnavailable):
        return seats
    plans = [seat_plan(player, seats.get(player)) for player in wanted.players]
    game, _ = build_game(engine_of(wanted.slug), wanted.id, Opening(plans, wanted.options, seed=wanted.seed))
    record = game.record
    record.client, record.low, record.open_seed = wanted.client, True, wanted.open_seed
    outcome = services.games.create(game, None)
    if not isinstance(outcome, Accepted | Conflict):
        raise TypeError(f"a game without an Idempotency-Key was answered with {outcome}")
    return outcome.game


def claim_seats(services: WorkerServices, wanted: BotGame) -> dict[str, RemoteSeat] | SeatUnavailable:
    """Claim the remote bots for this game, all or none; a bot claimed twice counts once. Raises NoSuchBot."""
    claim = Claim(wanted.slug, wanted.id, wanted.client, entered=wanted.entered)
    seats: dict[str, RemoteSeat] = {}
    try:
        for player in filter(is_remote, wanted.players):
            seat = services.remotes.claim(player, claim)
            if isinstance(seat, SeatUnavailable):
                release_seats(services, wanted.id, seats)
                return seat
            seats[player] = seat
    except Exception:
        release_seats(services, wanted.id, seats)
        raise
    return seats


def release_seats(services: WorkerServices, game: str, players: Any) -> None:
    """Release the bots of a game that does not begin."""
    for player in filter(is_remote, players):
        services.remotes.release(player, game, played=False)
