"""The nine tools: what they say, how long it is, and what they refuse."""

from __future__ import annotations

import re
from threading import Thread

import httpx
import pytest

from api.mcp.answers import MOST_BYTES
from api.mcp.boards import fitted, without_plain_strokes
from api.mcp.words import WORDS
from engines.kernel.content import load
from engines.kernel.dice import SeededDice
from engines.kernel.registry import game, slugs
from engines.kernel.words import LANGUAGES
from tests.api.mcp.agent import Agent
from tests.support.stack import Stack

TWO = {"seats": [{"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Bo"}], "options": {"first_seat": 0}}
UNLIKE = "5ca1ab1e" * 8
"""A seed whose first dice differ: a pair would be turned without a decision."""


def test_every_word_is_there_in_both_languages() -> None:
    tables = ("arguments", "text", "server", "next_steps", "details")
    entries = [entry for table in tables for entry in WORDS[table].values()]
    entries += [tool[part] for tool in WORDS["tools"].values() for part in ("title", "description")]
    assert all(set(entry) == set(LANGUAGES) for entry in entries)
    for entry in (*WORDS["text"].values(), *WORDS["next_steps"].values(), *WORDS["details"].values()):
        assert len({tuple(sorted(re.findall(r"\{+\w*\}+", entry[language]))) for language in LANGUAGES}) == 1
    assert set(WORDS["details"]) <= set(load("api.http.problems", "details.toml")), "each replaces one of HTTP"


def test_games_and_their_rules_can_be_read(http: httpx.Client) -> None:
    agent = Agent(http)
    assert agent.ask("games").data == {"games": list(slugs())}
    for slug in slugs():
        assert agent.ask("games", game=slug).data["seats"] == [game(slug).seats[0], game(slug).seats[-1]]
        sections = agent.ask("rules", game=slug).data["sections"]
        for section in sections:
            assert not agent.ask("rules", game=slug, section=section).error
    assert agent.ask("rules", game="bakong", rule="BAK-12").text.startswith("Rule BAK-12: ")
    assert agent.ask("rules", game="bakong", rule="BAK-0").error
    assert "bakong, mekong" in agent.ask("games", game="chess").text


def test_a_game_with_an_open_seat_is_listed_and_joined(http: httpx.Client) -> None:
    agent = Agent(http)
    made, me = agent.create("bakong", seats=[{"kind": "human", "name": "Ana"}, {"kind": "open"}])
    assert made["id"] in agent.ask("games", game="bakong").text
    assert "still open" in agent.ask("look", **me).text
    joined = agent.ask("join", id=made["id"], name="Bo")
    assert joined.data["seat"] == 1
    assert joined.data["token"] in joined.text
    assert "You are Bo (seat 1)." in agent.ask("look", id=made["id"], token=joined.data["token"]).text
    assert "Not now" in agent.ask("join", id=made["id"]).text


def test_a_private_game_is_there_only_for_its_tokens_and_invite(http: httpx.Client) -> None:
    agent = Agent(http)
    made, me = agent.create("bakong", visibility="private", seats=[{"kind": "human"}, {"kind": "open"}])
    for tool, arguments in (("look", {}), ("look", {"token": "x"}), ("join", {}), ("join", {"invite": "wrong"})):
        said = agent.ask(tool, id=made["id"], **arguments)
        assert said.error
        assert said.data["status"] == 404
    assert not agent.ask("look", **me).error
    assert agent.ask("join", id=made["id"], invite=made["invite"]).data["seat"] == 1


def test_the_bearer_of_the_header_needs_no_argument(http: httpx.Client) -> None:
    _, me = Agent(http).create("bakong", **TWO)
    said = Agent(http, token=me["token"]).ask("act", id=me["id"], number=1, decision=1)
    assert "Ana takes an object" in said.text


def test_an_act_says_what_happened_and_whose_turn_it_is(http: httpx.Client) -> None:
    agent = Agent(http)
    made, me = agent.create("bakong", **TWO)
    looked = agent.ask("look", **me)
    assert looked.data["decision"] == 1
    assert f"Legal actions ({looked.data['legal']})" in looked.text
    acted = agent.ask("act", **me, number=1, decision=1)
    assert "To act: Bo." in acted.text
    assert acted.data["version"] == 2
    again = agent.ask("act", **me, number=1, decision=1)
    assert (again.error, again.data["reason"]) == (True, "superseded")
    rival = {"id": made["id"], "token": made["seats"][1]["token"]}
    assert agent.ask("legal", **rival).data["legal"] == 8


def test_legal_actions_can_be_hidden(http: httpx.Client) -> None:
    agent = Agent(http)
    _, me = agent.create("bakong", **TWO)
    said = agent.ask("look", **me, legal=False, board=False)
    assert "Take: Rope" not in said.text
    assert said.data["legal"] == 8
    assert agent.ask("look", **me, board=False).text.count("Take: ") == 8


def test_a_refusal_names_the_rule_and_changes_nothing(http: httpx.Client) -> None:
    agent = Agent(http)
    made, me = agent.create("bakong", **TWO)
    action = {"type": "pass"}
    said = agent.ask("act", **me, action=action)
    assert said.error
    assert said.data["rule"] in said.text
    assert game("bakong").rulebook[said.data["rule"]].text["en"] in said.text
    assert said.data["type"] == f"/v1/bakong/rules/{said.data['rule']}"
    french = Agent(http, language="fr")
    assert game("bakong").rulebook[said.data["rule"]].text["fr"] in french.ask("act", **me, action=action).text
    rival = {"id": made["id"], "token": made["seats"][1]["token"]}
    assert agent.ask("act", **rival, action={"type": "take_object", "object": "rope"}).data["reason"] == "not_to_act"
    assert agent.ask("look", **me).data["version"] == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_leads_to_a_tool_and_not_to_a_request(http: httpx.Client, language: str) -> None:
    agent = Agent(http, language=language)
    made, me = agent.create("bakong", **TWO, seed=UNLIKE)
    rival = {"id": made["id"], "token": made["seats"][1]["token"]}
    _, early = agent.create("bakong", seats=[{"kind": "human"}, {"kind": "open"}])
    rope = {"type": "take_object", "object": "rope"}
    refusals = [
        ("games", agent.ask("look", id=made["id"][:2] + "a" * 26)),
        ("token", agent.ask("legal", id=made["id"])),
        ("create", agent.ask("look", id=made["id"], token="seat_unknown")),
        ("join", agent.ask("act", **early, action=rope)),
        ("join", agent.ask("odds", **early)),
        ("games", agent.ask("join", id=made["id"])),
        ("legal", agent.ask("act", **me, action={"type": "pass"})),
        ("wait", agent.ask("act", **rival, action=rope)),
    ]
    assert not agent.ask("act", **me, action=rope).error
    refusals.append(("legal", agent.ask("act", **me, number=1, decision=1)))
    assert not agent.ask("act", **rival, action=rope).error
    first = rival if agent.ask("legal", **me).data["decision"] is None else me  # as the dice have it
    dice = set(map(int, re.findall(r'"die": ?(\d)', agent.ask("legal", **first).text)))
    illegal = agent.ask("act", **first, action={"type": "flip", "die": min({1, 2, 3, 4, 5, 6} - dice)})
    assert (bool(dice), illegal.data["reason"]) == (True, "illegal")
    refusals.append(("legal", illegal))
    http.delete(f"/v1/bakong/games/{made['id']}", headers={"Authorization": f"Bearer {made['host_token']}"})
    refusals.append(("create", agent.ask("act", **me, action=rope)))
    for tool, said in refusals:
        assert said.error
        assert f"`{tool}`" in said.data["detail"]
        assert said.data["detail"] in said.text
        assert not re.search(r"GET|POST|PUT|Prefer|Authorization|If-Match", said.text)


@pytest.mark.parametrize(
    ("tool", "arguments", "place"),
    [
        ("look", {}, "id"),
        ("look", {"id": "x"}, "/id"),
        ("look", {"id": 5}, "/id"),
        ("look", {"id": "0" * 28, "colour": 1}, "colour"),
        ("act", {"number": 1}, "/decision"),
        ("act", {}, "`number`"),
        ("act", {"number": 1, "decision": 1, "action": {}}, "`number`"),
        ("act", {"number": 99, "decision": 1}, "/number"),
        ("act", {"action": {"type": "dance"}}, "/action/type"),
        ("act", {"action": {"type": "flip", "die": "x"}}, "/action/die"),
        ("wait", {"seconds": 31}, "/seconds"),
        ("odds", {"rollouts": 1}, "/rollouts"),
        ("create", {"game": "bakong", "seats": 9}, "/seats"),
        ("create", {"game": "bakong", "seats": -1}, "/seats"),
        ("create", {"game": "bakong", "options": {"x": 1}}, "/options/x"),
        ("create", {"game": "bakong", "seed": "zz"}, "/seed"),
        ("create", {"game": "bakong", "seats": [{"kind": "human"}], "name": "Ana"}, "/name"),
        ("create", {"game": "bakong", "position": {}}, "position"),
    ],
)
def test_bad_arguments_are_named(http: httpx.Client, tool: str, arguments: dict[str, object], place: str) -> None:
    agent = Agent(http)
    if tool in ("act", "wait", "odds"):
        arguments = agent.create("bakong", **TWO)[1] | arguments
    said = agent.ask(tool, **arguments)
    assert said.error
    assert said.data["status"] == 422
    assert place in said.text


def test_odds_are_waited_for(http: httpx.Client) -> None:
    agent = Agent(http)
    _, me = agent.create("bailouke", seats=2)
    said = agent.ask("odds", **me, rollouts=10)
    assert [chance["seat"] for chance in said.data["odds"]["chances"]] == [0, 1]
    assert said.text.count("%") == 2


def test_a_wait_ends_when_the_seat_has_to_decide(http: httpx.Client, stack: Stack) -> None:
    agent = Agent(http)
    made, me = agent.create("bakong", **TWO)
    found = []
    with httpx.Client(base_url=stack.url, timeout=40, verify=False) as second:
        rival = {"id": made["id"], "token": made["seats"][1]["token"]}
        waiting = Thread(target=lambda: found.append(Agent(second).ask("wait", **rival)))
        waiting.start()
        stack.wait_until_watched(made["id"])
        agent.ask("act", **me, number=1, decision=1)
        waiting.join(40)
    assert found[0].data["decision"] == 2
    assert "Ana takes an object" in found[0].text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", slugs())
def test_boards_of_full_tables_fit_and_keep_their_places(slug: str, language: str) -> None:
    engine, dice = game(slug), SeededDice(bytes(32))
    seats = engine.seats[-1]
    position, _ = engine.rules.deal(seats, engine.options({}, seats), dice)
    names = [f"A rather long name {seat}" for seat in range(seats)]
    for _ in range(120):
        if engine.rules.outcome(position) is not None:
            break
        seat = engine.rules.to_act(position)[0]
        choices = engine.rules.legal(position, seat)
        known = engine.visibility.knowledge(position, seat)
        engine.rules.apply(position, seat, engine.bot.greedy(known, seat, choices, dice), dice)
    drawn = engine.renderer.text(engine.visibility.view(position, 0), names, language)
    board = fitted(drawn, engine.words.board["reconstructed"][language], MOST_BYTES - 700)
    assert len(board.encode()) <= MOST_BYTES - 700
    assert not board.endswith("…"), "cut"
    for place in re.findall(r"[\[(][A-Z0-9]+[^ ]*", drawn.split("\n\n")[1]):
        assert place in board


def test_only_strokes_that_go_on_are_left_out() -> None:
    board = "101---102\n |     |\n | (1) |\n |     |\n201   202"
    assert without_plain_strokes(board) == "101---102\n | (1) |\n201   202"
    alone = "101---102\n |     |\n201---202"
    assert without_plain_strokes(alone) == alone


@pytest.mark.parametrize("slug", slugs())
def test_a_look_fits_into_a_prompt(http: httpx.Client, slug: str) -> None:
    agent = Agent(http, language="fr")
    most = game(slug).seats[-1]
    _, me = agent.create(
        slug, seats=[{"kind": "human", "name": f"Un joueur au nom assez long {n}"} for n in range(most)]
    )
    said = agent.ask("look", **me)
    assert len(said.text.encode()) <= MOST_BYTES
    assert said.data["decision"] is None or "Actions possibles" in said.text
    assert len(agent.ask("legal", **me).text.encode()) <= MOST_BYTES
