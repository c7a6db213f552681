"""The app on a real store; an operator has let bodies be large, so that the parser sees all of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from api.app import create_app
from store.redis.embedded import EmbeddedServer
from store.settings import Settings
from tests.system.access.conftest import WIDE
from tests.system.access.games import ApiCaller


@pytest.fixture(scope="session")
def open_caller(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiCaller]:
    folder: Path = tmp_path_factory.mktemp("hostile")
    server = EmbeddedServer(folder)
    server.start()
    settings = Settings(redis_url=server.url, data=folder, log_level="error", body_bytes=4_000_000, **WIDE)
    app = create_app(settings)
    yield ApiCaller(app.test_client())
    services = app.extensions["services"]
    services.store.redis._drop()
    services.queue.redis.close()
    server.stop()
