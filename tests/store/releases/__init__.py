"""The data folders of earlier releases, and what was done in them; README.md tells how they were made."""

from __future__ import annotations

import tarfile
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

FOLDER = Path(__file__).parent
VERSIONS = ("0.1.0", "0.2.0")


class OldGame(Struct):
    """A game of an earlier release, with its tokens."""

    kind: str
    slug: str
    id: str
    host: str | None
    seats: list[str | None]
    invite: str | None


class OldRequest(Struct):
    """A request with an Idempotency-Key that an earlier release answered."""

    path: str
    body: Any
    key: str
    token: str | None
    status: int
    answer: dict[str, Any]


class Release(Struct):
    """What the data folder of a release contains."""

    games: list[OldGame]
    requests: list[OldRequest]

    def game(self, kind: str, slug: str) -> OldGame:
        return next(game for game in self.games if (game.kind, game.slug) == (kind, slug))


def unpack(version: str, data: Path) -> Release:
    """Lay out the data folder of a release."""
    with tarfile.open(FOLDER / f"{version}.tar.xz") as archive:
        archive.extractall(data, filter="data")
    return msgspec.json.decode((data / "games.json").read_bytes(), type=Release)
