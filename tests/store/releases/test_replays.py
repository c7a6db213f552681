"""Replays that somebody has kept since version 0.1."""

from __future__ import annotations

from click.testing import CliRunner

from api.cli import main
from tests.store.releases import FOLDER


def test_old_replays_are_verified() -> None:
    """Mékong wrote `color`, in options, positions and their hashes; scores were an object by seat."""
    result = CliRunner().invoke(main, ["verify", str(FOLDER / "0.1.0-replays.ndjson")])
    assert result.exit_code == 0, result.output
    assert "3 games follow from their seeds and actions" in result.output
