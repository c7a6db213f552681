"""The dice of finished games, checked by the client alone."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from ludotheque_client import Ludotheque, Mismatch, verify
from ludotheque_client.dice import Stream

from engines.kernel.registry import slugs
from tests.support.client import SHORT
from tests.support.stack import ROOT


@pytest.mark.parametrize("slug", slugs())
def test_the_dice_of_a_game_follow_from_its_seed(client: Ludotheque, slug: str) -> None:
    game = client.table(slug).create(
        {"kind": "bot", "nonce": "ana"}, {"kind": "bot", "bot": "random"}, options=SHORT.get(slug, {})
    )
    game.wait()
    said = game.verify()
    assert said[0] == "the seed is the one that was promised"
    assert int(said[1].split()[0]) > 0
    replay, events = game.replay(), list(game.events())
    for spoilt in spoilings(replay):
        with pytest.raises(Mismatch):
            verify(spoilt, game.created["commitment"] if game.created else None, events)
    with pytest.raises(Mismatch):
        verify(replay, "sha256:" + "0" * 64)


def spoilings(replay: dict[str, Any]) -> list[dict[str, Any]]:
    """Another seed, a die that was drawn otherwise and, where one draw is not all, other nonces."""
    other_die = deepcopy(replay)
    part = next(part for part in [other_die["deal"], *other_die["acts"]] if part["dice"])
    part["dice"][0] = (part["dice"][0] + 1) % part["outcomes"][0]
    other_nonces = [replay | {"nonces": ["another"]}] if len(replay["deal"]["dice"]) > 20 else []
    return [replay | {"seed": "ab" * 32}, other_die, *other_nonces]


def test_what_an_event_shows_is_compared_with_its_draws(client: Ludotheque) -> None:
    game = client.bakong.create("random", "random")
    game.wait()
    replay, events, dealt = game.replay(), list(game.events()), game.position(at=1)
    assert len(verify(replay, None, events, dealt)) == 3  # type: ignore[arg-type]
    rolled = next(number for number, event in enumerate(events) if event["type"] == "dice_rolled")
    false_roll: Any = deepcopy(events)
    false_roll[rolled]["dice"] = [7, 7]
    with pytest.raises(Mismatch, match="event"):
        verify(replay, None, false_roll, dealt)
    dealt["track"][0]["side"] = "a" if dealt["track"][0]["side"] == "b" else "b"
    with pytest.raises(Mismatch, match="the track"):
        verify(replay, None, events, dealt)  # type: ignore[arg-type]


def test_the_vectors_of_the_page() -> None:
    page = (ROOT / "docs" / "dice.md").read_text("utf-8")
    lines = dict(line.strip().split("   ", 1) for line in page.splitlines() if line.startswith("    20 x roll"))
    stream = Stream(bytes(range(32)).hex())
    assert [1 + stream.below(6) for _ in range(20)] == [int(one) for one in lines["20 x roll(6)"].split()]
    assert stream.used == 21
    mixed = Stream(bytes(range(32)).hex(), ["ana", "my own luck"])
    assert [1 + mixed.below(6) for _ in range(20)] == [int(one) for one in lines["20 x roll(6) with it"].split()]
