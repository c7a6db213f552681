"""The app in this process on a real store, for questions about who may do what."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.app import create_app
from api.http.rate_limit import CLASSES
from store.redis.embedded import EmbeddedServer
from store.settings import Settings
from tests.system.access.games import ApiCaller
from tools.in_process import InProcessServer

WIDE: Any = {f"limit_{name}": 0 for name in CLASSES} | {"client_games": 0, "client_bots": 0, "client_jobs": 0}
WIDE["client_hooks"] = 0


@pytest.fixture(scope="session")
def caller(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiCaller]:
    folder: Path = tmp_path_factory.mktemp("access")
    server = EmbeddedServer(folder)
    server.start()
    app = create_app(Settings(redis_url=server.url, data=folder, log_level="error", **WIDE))
    in_process = InProcessServer(app)
    yield ApiCaller(in_process.client())
    in_process.close()
    server.stop()
