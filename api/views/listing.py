"""Lists of public games: of one game, or of all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from api.http.outcomes import Reply
from api.http.rate_limit import LISTED_PER_READ, LISTS_PER_READ
from api.http.request import ApiRequest
from api.http.responses import linked, plain
from api.schemas.documents import ListedGame, Listing
from api.services import ApiServices
from store.games.history import MOST_LOOKED_AT
from store.games.views import encode
from store.ids import PARTITIONS
from store.model.record import GameRecord
from store.process.clock import iso
from store.redis.keys import LISTED


class ListingViews:
    """The public games of the whole server."""

    def __init__(self, slugs: Iterable[str], services: ApiServices) -> None:
        self.slugs = list(slugs)
        self.services = services

    def list(self, request: ApiRequest, query: dict[str, Any]) -> Reply:
        """List the public games of every kind.

        Newest first; the parameters filter. A page may be short if few games match: as long as there is a
        `next`, there may be more.
        """
        return listed_page(request, self.services, [query["slug"]] if query["slug"] else self.slugs, query)


def listed_page(request: ApiRequest, services: ApiServices, slugs: list[str], query: dict[str, Any]) -> Reply:
    """One page of the games that match a query."""
    before = None
    if query["cursor"]:
        created_at, _, identifier = query["cursor"].partition("-")
        before = (int(created_at), identifier)
    statuses = [query["status"]] if query["status"] else LISTED
    wanted = _filter(query)
    lists = len(slugs) * len(statuses) * PARTITIONS
    looked_at = query["limit"] if wanted is None else MOST_LOOKED_AT
    services.extra_reads.admit_request(request, looked_at // LISTED_PER_READ + lists // LISTS_PER_READ)
    found, following = services.history.listed(slugs, statuses, before, query["limit"], wanted)
    cursor = None if following is None else f"{following[0]}-{following[1]}"
    return linked(request, plain(encode(Listing([_listed(*game) for game in found], cursor))), cursor)


def _filter(query: dict[str, Any]) -> Callable[[GameRecord], bool] | None:
    """The filter besides game and status; None if the query has none."""
    free, name = query["free_seats"] or 0, (query["player"] or "").casefold()
    if not free and not name:
        return None

    def wanted(record: GameRecord) -> bool:
        open_seats = sum(player.kind == "open" for player in record.seats)
        return open_seats >= free and (not name or any(player.name.casefold() == name for player in record.seats))

    return wanted


def _listed(identifier: str, version: int, record: GameRecord) -> ListedGame:
    return ListedGame(
        game=record.slug,
        id=identifier,
        status=record.status,
        version=version,
        players=[player.name for player in record.seats],
        free_seats=[seat for seat, player in enumerate(record.seats) if player.kind == "open"],
        open_seed=record.open_seed,
        sandbox=record.sandbox,
        created_at=iso(record.created),
        expires_at=iso(record.expires),
        url=f"/v1/{record.slug}/games/{identifier}",
    )
