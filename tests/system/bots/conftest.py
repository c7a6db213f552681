"""Webhook bots that listen but are not registered."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.system.bots.players import WebhookBot


@pytest.fixture
def served() -> Iterator[Callable[..., WebhookBot]]:
    running: list[WebhookBot] = []

    def serve(answer: Callable[[Any], Any]) -> WebhookBot:
        bot = WebhookBot(answer)
        running.append(bot)
        threading.Thread(target=bot.serve_forever, args=(0.05,), daemon=True).start()
        return bot

    yield serve
    for bot in running:
        bot.shutdown()
        bot.server_close()
