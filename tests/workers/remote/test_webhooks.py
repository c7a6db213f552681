"""Answers of webhook bots: what is no action of the game, and what its engine cannot judge, is nonsense."""

from __future__ import annotations

import json
import logging
from typing import Any

import msgspec
import pytest

from engines.bakong.actions import TakeObject
from engines.kernel.game import Game
from engines.kernel.registry import game, slugs
from store.bots.record import RemoteBot
from store.ids import new_id
from store.process.clock import now_ms
from workers.remote import webhooks
from workers.remote.client import CallFailed, Reply
from workers.remote.selftest.games import new_test_game


def answered(engine: Game[Any, Any], action: Any) -> Any:
    return webhooks.action_of(Reply(200, json.dumps({"action": action}).encode()), engine)


@pytest.mark.parametrize("slug", slugs())
def test_legal_actions_are_read(slug: str) -> None:
    started = new_test_game(slug, RemoteBot(new_id(), "Croc", "", [], None, [slug], 1, now_ms()))
    engine, seat = started.engine, started.to_act()[0]
    for action in engine.rules.legal(started.position, seat).actions:
        assert answered(engine, msgspec.to_builtins(action)) == action


def test_a_name_outside_the_vocabulary_is_nonsense() -> None:
    with pytest.raises(CallFailed) as failed:
        answered(game("bakong"), {"type": "take_object", "object": "none"})
    assert (failed.value.fault, failed.value.field) == ("nonsense", "/action/object")


def test_an_action_at_which_the_engine_fails_is_nonsense_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    started = new_test_game("bakong", RemoteBot(new_id(), "Croc", "", [], None, ["bakong"], 1, now_ms()))
    with caplog.at_level(logging.ERROR, "ludotheque"), pytest.raises(CallFailed) as failed:
        webhooks.play(started, started.to_act()[0], TakeObject("none"))
    assert failed.value.fault == "nonsense"
    [record] = caplog.records
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], KeyError)
