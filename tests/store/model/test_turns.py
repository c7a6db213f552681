"""Outbox entries: their texts are stored, and read by the next version."""

from __future__ import annotations

import pytest

from store.model.turns import HookTask, NoticeTask, Turn, for_dispatcher

GAME = "07abcdefghijklmnopqrstuvwxyz"
STORED: dict[str, Turn | NoticeTask | HookTask] = {
    f"mekong/{GAME}/1/12": Turn("mekong", GAME, 1, 12),
    f"mekong/{GAME}/1/12/remote": Turn("mekong", GAME, 1, 12, remote=True),
    f"mekong/{GAME}/1/12/start/11bot": NoticeTask("mekong", GAME, 1, 12, "start", "11bot"),
    f"mekong/{GAME}/1/12/end/11bot": NoticeTask("mekong", GAME, 1, 12, "end", "11bot"),
    f"mekong/{GAME}/0/12/hook": HookTask("mekong", GAME, 12),
}


@pytest.mark.parametrize(("text", "entry"), STORED.items())
def test_entries_are_stored_and_read_as_0_2_stores_them(text: str, entry: Turn | NoticeTask | HookTask) -> None:
    assert str(entry) == text
    assert type(entry).parse(text) == entry
    assert for_dispatcher(text) == (entry != Turn("mekong", GAME, 1, 12))


def test_a_remote_turn_has_the_deadline_of_its_seat() -> None:
    assert Turn("mekong", GAME, 1, 12, remote=True).key == str(Turn("mekong", GAME, 1, 12))
