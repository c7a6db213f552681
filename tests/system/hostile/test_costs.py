"""The dearest reads of one client, as often as its limit allows: half a core at most."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.app import create_app
from api.http.rate_limit import CLASSES
from bench.server.costs import HALF_A_CORE, Costs
from store.redis.embedded import EmbeddedServer
from store.settings import Settings
from store.settings.declare import MOST


@pytest.fixture
def costs(tmp_path: Path) -> Iterator[Costs]:
    wide: Any = {f"limit_{name}": MOST for name in CLASSES} | {"client_games": 0, "client_stored_mb": 0}
    server = EmbeddedServer(tmp_path)
    server.start()
    app = create_app(Settings(redis_url=server.url, data=tmp_path, log_level="error", **wide))
    yield Costs(app)
    app.extensions["services"].close()
    server.stop()


def test_neither_agents_nor_lists_cost_more_than_they_count(costs: Costs) -> None:
    costs.agents()
    costs.lists()
    spent = {cost.what: round(cost.spent(Settings().limit_read), 1) for cost in costs.found}
    assert len(spent) >= 15
    assert {what: seconds for what, seconds in spent.items() if seconds > HALF_A_CORE} == {}
