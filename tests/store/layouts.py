"""One stored game of each kind, kept as a file: later versions must still read them, or refuse them clearly.

``python -m tests.store.layouts`` writes those that are missing; a file that is there is never written again.
"""

from __future__ import annotations

import base64
import sys
from pathlib import Path

import msgspec

from engines.kernel.registry import game, slugs
from store.games.changes.create import Opening, SeatPlan, new_game
from store.model.game import StoredGame
from workers.players import builtin

FOLDER = Path(__file__).parent / "snapshots"
SEED = bytes.fromhex("5e" * 32)
ACTS = 30


class Stored(msgspec.Struct):
    """A game as it lies in Redis: the fields of its hash, and its log of acts."""

    id: str
    version: int
    head: str
    position: str
    acts: list[str]

    def head_bytes(self) -> bytes:
        return base64.b64decode(self.head)


def read(slug: str) -> Stored:
    return msgspec.json.decode((FOLDER / f"{slug}.json").read_bytes(), type=Stored)


def record(slug: str) -> Stored:
    """A game between bots, thirty actions after its deal."""
    engine = game(slug)
    plans = [SeatPlan("bot", name=f"Bot {seat}", bot="greedy") for seat in range(engine.seats[-1])]
    table, _ = new_game(engine, "07" + "a" * 26, Opening(plans, {}, seed=SEED))
    acts = [msgspec.json.encode(act).decode() for act in table.progress.acts]
    table.settle(1000)
    for _ in range(ACTS):
        table = StoredGame(engine, table.id, table.version, table.record, table.snapshot)
        seat = table.to_act()[0]
        table.act(seat, builtin.choose("greedy", engine, table.position, seat, f"luck {table.version}"))
        table.settle(1000)
        acts += [msgspec.json.encode(act).decode() for act in table.progress.acts]
    head = base64.b64encode(table.encoded_record()).decode()
    return Stored(table.id, table.version, head, table.snapshot.decode(), acts)


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    for slug in slugs():
        path = FOLDER / f"{slug}.json"
        if not path.exists():
            path.write_bytes(msgspec.json.format(msgspec.json.encode(record(slug)), indent=1) + b"\n")
            sys.stdout.write(f"wrote {path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
