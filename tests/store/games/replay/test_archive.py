"""Archives: files per game and day that can be verified, made once however often they are made."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from api.cli import main
from store.games.replay import archive as archives
from store.games.replay.archive import archive, lines_of
from store.model.game import StoredGame
from tests.store.services import StoreHarness


def finished(harness: StoreHarness, number: int, slug: str = "bailouke") -> StoredGame:
    """A game that was played to its end at random."""
    rng = random.Random(number)
    table, _ = harness.open(slug, "hh")
    while not table.over:
        seat = table.to_act()[0]
        table = harness.act(table, seat, rng.choice(table.engine.rules.legal(table.position, seat).actions))
    return table


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games of the last second are not left for the next time."""
    monkeypatch.setattr("store.games.replay.finished.SETTLED_MS", 0)


def test_games_are_archived_once_and_verify(harness: StoreHarness, tmp_path: Path, at_once: None) -> None:
    archive(harness.store, harness.history, tmp_path)  # those of other tests
    ids = [finished(harness, number).id for number in range(3)]
    assert archive(harness.store, harness.history, tmp_path) == 3
    assert archive(harness.store, harness.history, tmp_path) == 0, "nothing twice"
    ids.append(finished(harness, 9).id)
    assert archive(harness.store, harness.history, tmp_path) == 1
    [*files] = (tmp_path / "bailouke").glob("*.ndjson.gz")
    lines = [line for path in files for line in lines_of(path)]
    assert [b'"id":"%s"' % identifier.encode() in b"".join(lines) for identifier in ids] == [True] * 4
    done = CliRunner().invoke(main, ["verify", *map(str, files)])
    assert done.exit_code == 0, done.output
    assert f"{len(lines)} games" in done.output


def test_a_file_that_was_tampered_with_is_named(harness: StoreHarness, tmp_path: Path, at_once: None) -> None:
    finished(harness, 4)
    archive(harness.store, harness.history, tmp_path)
    path = next((tmp_path / "bailouke").glob("*.ndjson.gz"))
    path.write_bytes(gzip.compress(b"".join(lines_of(path)).replace(b'"sha256":"', b'"sha256":"0', 1)))
    done = CliRunner().invoke(main, ["verify", str(path)])
    assert done.exit_code == 1
    assert path.name in done.output
    path.write_bytes(b"no gzip at all")
    assert CliRunner().invoke(main, ["verify", str(path)]).exit_code == 1


def test_a_killed_archive_leaves_no_half_file(
    harness: StoreHarness, tmp_path: Path, at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive(harness.store, harness.history, tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.ndjson.gz")}
    table = finished(harness, 5)

    def killed(descriptor: int) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(archives.os, "fsync", killed)
        with pytest.raises(KeyboardInterrupt):
            archive(harness.store, harness.history, tmp_path)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.ndjson.gz")} == before
    assert archive(harness.store, harness.history, tmp_path) == 1
    assert not list(tmp_path.rglob(".*.gz.*")), "what was left behind is gone"
    path = max((tmp_path / "bailouke").glob("2*.ndjson.gz"))
    assert sum(table.id.encode() in line for line in lines_of(path)) == 1
