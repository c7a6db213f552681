"""The folders themselves: complete, and readable for ever."""

from __future__ import annotations

from pathlib import Path

import pytest
from redis import Redis

from store.redis import keys
from store.redis.embedded import EmbeddedServer
from tests.store.releases import VERSIONS, unpack


@pytest.mark.parametrize("version", VERSIONS)
def test_no_game_is_missing_or_expires(tmp_path: Path, version: str) -> None:
    release = unpack(version, tmp_path)
    server = EmbeddedServer(tmp_path)
    server.start()
    try:
        with Redis.from_url(server.url) as redis:
            assert {redis.ttl(keys.game(game.id)) for game in release.games} == {-1}
    finally:
        server.stop()
