"""Whole games in which every kind of player meets."""

from __future__ import annotations

from functools import partial

import httpx
import pytest

from engines.kernel.registry import game, slugs
from tests.support.client import SHORT, create
from tests.support.waiting import wait_until
from tests.system.bots.players import CurlPerson, PullBot, bearer, failures, remote, webhook


@pytest.mark.parametrize("slug", [slug for slug in slugs() if 4 in game(slug).seats])
def test_a_webhook_bot_a_pull_bot_a_house_bot_and_a_person_play_to_the_end(http: httpx.Client, slug: str) -> None:
    with webhook(http) as hook, PullBot(http) as puller:
        plan = [{"kind": "human"}, remote(hook), remote(puller), {"kind": "bot"}]
        made, _ = create(http, slug, {"seats": plan, "options": SHORT.get(slug, {})})
        ana = CurlPerson(f"{http.base_url}/v1/{slug}/games/{made['id']}", made["seats"][0]["token"])
        assert [seat["kind"] for seat in made["seats"]] == ["human", "remote", "remote", "bot"]
        assert ana.play_to_the_end()["status"] == "finished"
        assert ana.acts
        assert failures(http, slug, made["id"]) == []
        assert puller.failures == []
        assert hook.turns()
        for bot in (hook, puller):
            path, headers = f"/v1/bots/{bot.id}", bearer(bot.token)
            wait_until(partial(answers_are_timed, http, path, headers))


def answers_are_timed(http: httpx.Client, path: str, headers: dict[str, str]) -> bool:
    """They are counted behind the answer."""
    return http.get(path, headers=headers).json()["median_ms"] is not None
