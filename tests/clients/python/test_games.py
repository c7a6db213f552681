"""Whole games through the client: created, played, watched, looked back at."""

from __future__ import annotations

import asyncio
import random

import pytest
from ludotheque_client import AsyncLudotheque, Late, Ludotheque, NotOver, Problem, Refused, Unreachable, person

from engines.kernel.registry import slugs
from tests.support.client import SHORT
from tests.support.stack import Stack, free_port


@pytest.mark.parametrize("slug", slugs())
def test_a_game_is_played_to_its_end(client: Ludotheque, slug: str) -> None:
    game = client.table(slug).create("Ana", "random", options=SHORT.get(slug, {}))
    with pytest.raises(NotOver):
        _ = game.result
    choose, played = random.Random(slug).choice, 0
    for turn in game.seat(0):
        assert len(turn.labels) == len(turn.actions)
        assert turn.view["decision"] == turn.decision
        assert turn.play(choose(turn.actions))
        played += 1
    assert played
    assert sorted(seat for group in game.result.ranking for seat in group) == [0, 1]
    assert game.view()["status"] == "finished"


def test_games_are_played_at_once_in_an_event_loop(stack: Stack) -> None:
    async def play(client: AsyncLudotheque, slug: str) -> list[list[int]]:
        game = await client.table(slug).create("Ana", "Ben", options=SHORT.get(slug, {}))

        async def sit(number: int) -> None:
            async for turn in game.seat(number):
                assert (await turn.view)["you"] == number  # type: ignore[index]
                await turn.play(turn.actions[0])

        await asyncio.gather(sit(0), sit(1))
        return (await game.result).ranking

    async def main() -> None:
        async with AsyncLudotheque(stack.url) as client:
            rankings = await asyncio.gather(*(play(client, slug) for slug in ("bakong", "kimbac")))
            assert [len(ranking) for ranking in rankings] <= [2, 2]

    asyncio.run(main())


def test_a_refusal_names_the_rule_and_changes_nothing(client: Ludotheque) -> None:
    game = client.bakong.create("Ana", "Ben", options={"first_seat": 0})
    turn = next(iter(game.seat(0)))
    turn.play({"type": "take_object", "object": "machete"})
    version = game.view()["version"]
    with pytest.raises(Refused) as refused:
        game.seat(0).act({"type": "take_object", "object": "rope"})
    assert refused.value.rule
    assert refused.value.rule.startswith("BAK-")
    assert refused.value.text in str(refused.value)
    assert refused.value.status == 409
    with pytest.raises(Late) as late:
        turn.play({"type": "take_object", "object": "rope"})
    assert late.value.reason == "superseded"
    with pytest.raises(Problem) as unknown:
        game.seat(1).act({"type": "flip", "die": 9})
    assert (unknown.value.status, type(unknown.value)) == (422, Problem)
    assert "/die" in unknown.value.text
    assert game.view()["version"] == version


def test_the_reader_chooses_the_language(stack: Stack) -> None:
    with Ludotheque(stack.url, language="fr") as client:
        game = client.bakong.create("Ana", "Ben", options={"first_seat": 0})
        assert any("Prendre" in label for label in next(iter(game.seat(0))).labels)


def test_an_open_seat_is_taken_and_its_turn_waited_for(client: Ludotheque) -> None:
    game = client.bakong.create("Ana", "open", options={"first_seat": 1})
    assert game.id in [found["id"] for found in client.bakong.games(status="open", limit=100)]
    seat = client.bakong.join(game.id, "Ben", nonce="my own luck")
    assert seat.number == 1
    for turn in seat:
        assert turn.play(turn.actions[0])
        break
    again = client.bakong.game(game.id).seat(0, game.tokens[0])  # by a program that was started again
    assert again.view()["you"] == 0
    assert game.abort()["status"] == "aborted"
    assert list(seat) == []


def test_a_private_game_is_seen_with_its_tokens_only(client: Ludotheque) -> None:
    game = client.babord.create("Ana", visibility="private")
    with pytest.raises(Problem) as unknown:
        client.babord.game(game.id).view()
    assert unknown.value.status == 404
    assert game.view()["you"] is None


def test_the_past_a_fork_and_a_rematch(client: Ludotheque) -> None:
    game = client.bakong.create("Ana", "Ben", options={"first_seat": 0})
    seat = game.seat(0)
    for turn in seat:
        seen = turn.version
        turn.play(turn.actions[0])
        break
    game.abort()
    then = game.view(at=seen)
    assert (then["version"], then["status"]) == (seen, "running")
    fork = game.fork(seen, "Ana", "greedy")
    assert fork.view()["sandbox"] is True
    assert next(iter(fork.seat(0))).actions
    assert "Bakong" in fork.board()
    assert seat.rematch().id == game.rematch().id != game.id


def test_odds_and_simulations_show_their_progress(client: Ludotheque) -> None:
    seen: list[float] = []
    game = client.mekong.create("Ana", "random")
    chances = game.seat(0).odds(20, seen.append)["chances"]
    assert sum(one["chance"] for one in chances) == pytest.approx(1, abs=0.01)
    assert seen[-1] == 1
    found = client.bakong.simulate("greedy", "random", games=4)
    assert [bot["bot"] for bot in found["bots"]] == ["greedy", "random"]
    assert client.bakong.sheet()["slug"] == "bakong"
    assert client.bakong.rules()["rules"]


def test_a_server_that_is_not_there_is_named_and_waited_for_no_longer_than_wanted(
    caplog: pytest.LogCaptureFixture,
) -> None:
    url = f"http://127.0.0.1:{free_port()}"
    with Ludotheque(url, patience=0.2) as client, pytest.raises(Unreachable, match=url):
        client.bakong.create("Ana", "greedy")
    [logged] = caplog.messages
    assert logged.startswith(f"cannot connect to {url}, trying again: ")


@pytest.mark.parametrize("bot", ["gredy", "serach:4", "search:9", "Search:4"])
def test_an_unknown_bot_is_refused_with_the_known_ones(client: Ludotheque, bot: str) -> None:
    with pytest.raises(ValueError, match=f"no bot '{bot}'; the bots are random, greedy, search"):
        client.bakong.create("Ana", bot)


def test_a_person_may_have_any_name(client: Ludotheque) -> None:
    game = client.bakong.create(person("open"), person("greedy"))
    assert [(seat["kind"], seat["name"]) for seat in game.view()["seats"]] == [("human", "open"), ("human", "greedy")]
