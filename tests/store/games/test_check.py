"""``ludotheque check``: what an upgrade could not read is named before it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from redis import Redis

from api.cli import main
from engines.kernel.layouts import LAYOUT
from store.model.record import encode_record
from store.redis import keys
from store.redis.embedded import EmbeddedServer
from tests.store.releases import VERSIONS, unpack
from tests.store.services import StoreHarness


def check(data: Path) -> Result:
    return CliRunner().invoke(main, ["check", str(data)])


@pytest.mark.parametrize("version", VERSIONS)
def test_earlier_releases_can_be_read(tmp_path: Path, version: str) -> None:
    release = unpack(version, tmp_path)
    result = check(tmp_path)
    assert result.exit_code == 0, result.output
    assert int(result.output.split()[1]) >= len(release.games)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.json", "redis", "secret"]


def test_unreadable_games_are_named(server: EmbeddedServer, tmp_path: Path) -> None:
    harness = StoreHarness(server.url, tmp_path)
    sound, later, harmed, unknown = (harness.open(kinds="hh")[0] for _ in range(4))
    later.record.schema = LAYOUT + 1
    with Redis.from_url(server.url) as redis:
        redis.hset(keys.game(later.id), "head", encode_record(later.record))
        redis.hset(keys.game(harmed.id), "pos", harmed.snapshot[:-1])
        redis.lset(keys.log(unknown.id), 0, b'{"type": "meteor_fell"}')
    harness.close()
    result = check(tmp_path)  # while the server runs
    assert result.exit_code == 1
    assert f"{later.id}: stored with layout {LAYOUT + 1}" in result.output
    assert f"{harmed.id}: stored with a position that cannot be read" in result.output
    assert f"{unknown.id}: Invalid value 'meteor_fell'" in result.output
    assert sound.id not in result.output
    assert "3 of 4 games cannot be read" in result.output


def test_a_folder_without_games_is_refused(tmp_path: Path) -> None:
    result = check(tmp_path)
    assert result.exit_code == 1
    assert "cannot be checked" in result.output
