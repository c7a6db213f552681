"""Results are read and counted as they come; the ratings are those of a reader that begins anew."""

from __future__ import annotations

from store.ladders.ladders import Ladders, Pairing
from store.ladders.ratings import standings
from store.ladders.results import LadderResult
from tests.store.ladders.lines import SEED, line
from tests.store.services import StoreHarness

SLUG = "bakong"


def record(ladders: Ladders, result: LadderResult) -> None:
    """Open the game of a result, and record it."""
    opened = Pairing(result.id, result.number, SEED, [seat.bot for seat in result.seats], "client", 0)
    ladders.redis.write(("HSET", f"ladder", result.id, b""))
    assert ladders.pair(SLUG, opened) or True
    assert ladders.record(SLUG, result, b"")
