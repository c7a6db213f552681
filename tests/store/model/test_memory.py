"""What a reader has to remember: a face until the seat acts again, for others until all have, and never at the end."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET

from engines.babord import engine
from engines.babord.events import TileRevealed, TileSeen
from engines.kernel.records import Event
from store.games.history import redacted
from store.model.memory import Memory, masked
from store.model.record import GameRecord
from tests.engines.babord.positions import boat, sea


def shown(version: int) -> TileRevealed:
    event = TileRevealed(seat=1, place=(2, 2), tile="t13", kind="mine", fish=2, reason="arrival")
    event.seq, event.version = 7, version
    return event


def record(*acted: int) -> GameRecord:
    return GameRecord(
        schema=1, slug="babord", status="running", seats=[], options={}, seed=b"", open_seed=False, sandbox=False,
        private=False, created=0, expires=0, host="", acted=list(acted),
    )  # fmt: skip


def hidden(version: int, seat: int | None, *acted: int, sunk: int | None = None, at: int | None = None) -> list[str]:
    position = sea(boat((5, 5)), boat((7, 7), "se"), boat((3, 3), "sw"))
    if sunk is not None:
        position.players[sunk].sunk, position.players[sunk].boat = True, None
    return Memory(engine, record(*acted), seat, lambda: position, at).hidden(shown(version))


FACE = ["kind", "fish"]


@pytest.mark.parametrize(("seat", "expected"), [(0, FACE), (1, []), (2, FACE), (None, [])])
def test_a_seat_remembers_what_was_shown_before_its_last_act(seat: int | None, expected: list[str]) -> None:
    assert hidden(5, seat, 7, 5, 6) == expected


def test_others_remember_once_every_seat_has_acted() -> None:
    assert hidden(5, None, 7, 5, 6) == []
    assert hidden(5, None, 7, 8, 6) == FACE


def test_nobody_waits_for_a_seat_that_is_out_and_it_counts_among_the_others() -> None:
    assert hidden(5, None, 7, 2, 6) == []
    assert hidden(5, None, 7, 2, 6, sunk=1) == FACE
    assert hidden(5, 1, 7, 2, 6, sunk=1) == FACE
    assert hidden(5, 1, 7, 2, 5, sunk=1) == []


def test_at_a_version_what_was_shown_there_is_still_known() -> None:
    """What was shown at a version could not be masked then, whoever has acted since."""
    assert hidden(5, 0, 9, 8, 7, at=5) == []
    assert hidden(5, 0, 9, 8, 7, at=7) == FACE
    assert hidden(5, 0, 9, 8, 7) == FACE


def test_the_position_is_read_only_for_old_events() -> None:
    """A stream that keeps up never needs it."""

    def read() -> Any:
        raise LookupError

    def told(version: int) -> list[Event]:
        return redacted(engine, [shown(version)], 1, "en", ["Ana", "Ben", "Cleo"], record(3, 5, 4), read)

    assert [event.sentence for event in told(5)] == ["Ben turns over the tile on C3: Mine, 2 fish."]
    with pytest.raises(LookupError):
        told(4)


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "Ben turns over the tile on C3."), ("fr", "Ben dévoile la tuile en C3.")]
)
def test_a_masked_event_keeps_its_place_and_all_that_is_no_face(language: str, sentence: str) -> None:
    event = masked(engine, shown(5), FACE, language, ["Ana", "Ben"])
    assert (event.seq, event.version, event.auto, event.sentence) == (7, 5, UNSET, sentence)
    assert event.event == "tile_revealed"  # type: ignore[attr-defined]
    assert event.masked == FACE  # type: ignore[attr-defined]
    assert event.fields == {"seat": 1, "place": (2, 2), "tile": "t13", "reason": "arrival"}  # type: ignore[attr-defined]


def test_a_game_without_words_for_it_says_that_something_was_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine.words.masked_sentences["en"], "entries", {})
    event = TileSeen(seat=0, place=(2, 2), tile="t13", kind="mine", fish=2)
    told = masked(engine, event, FACE, "en", ["Ana", "Ben"])
    assert told.sentence == "Something was shown here that players have to remember."
