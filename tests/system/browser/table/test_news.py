"""News from the table do not disturb what the reader is doing: half-made choices, open menus, typed text, the focus."""

from __future__ import annotations

from typing import Any

import httpx
from playwright.sync_api import expect

from tests.api.problems import first_action, two_humans
from tests.support.client import GameClient, create
from tests.support.stack import Stack
from tests.system.browser.table_page import TablePage

PROGRAM = ("place_2_stones", "place_2_planks", "place_1_stone", "move_1", "jump")


def seated(table: TablePage, stack: Stack, game: GameClient) -> None:
    """The page of a player whose game was made over HTTP."""
    assert game.token
    table.sit_at(stack.url, game.slug, game.id, game.token)


def act(game: GameClient) -> int:
    """Another player moves; the version that makes."""
    answer = game.act(first_action(game))
    assert answer.status_code == 200, answer.text
    return int(answer.json()["version"])


def test_a_half_laid_program_stays_when_an_opponent_commits(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    _, ana, ben = two_humans(http, "mekong")
    seated(table, stack, ana)
    table.lay_cards(*PROGRAM[:3])
    expect(table.slots).to_have_count(3)
    laid = table.slots.all_text_contents()
    table.card(PROGRAM[3]).focus()
    table.wait_for_version(act(ben))
    expect(table.slots).to_have_text(laid)
    expect(table.card(PROGRAM[3])).to_be_focused()
    table.lay_program(*PROGRAM[3:])
    committed = [event for event in ana.get("/events").json()["events"] if event["type"] == "program_committed"]
    assert [event["cards"] for event in committed if event["seat"] == 0] == [list(PROGRAM)]
    assert table.console() == []


def test_a_new_round_begins_with_an_empty_program(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    """Also for a reader who left cards in the slots, and whose seat committed in another tab."""
    _, ana, ben = two_humans(http, "mekong")
    seated(table, stack, ana)
    table.lay_cards(*PROGRAM[:2])
    expect(table.slots).to_have_count(2)
    act(ana)
    act(ben)
    while (view := ana.view())["position"]["round"] == 1:
        act((ana, ben)[view["to_act"][0]])
    table.wait_for_version(view["version"])
    table.wait_for_turn()
    expect(table.card(PROGRAM[0])).to_be_enabled()
    expect(table.slots).to_have_count(0)


def test_a_card_pressed_while_an_opponent_commits_is_laid(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    """The button under the pointer is not replaced between press and release."""
    _, ana, ben = two_humans(http, "mekong")
    seated(table, stack, ana)
    table.card(PROGRAM[0]).hover()
    table.page.mouse.down()
    table.wait_for_version(act(ben))
    table.page.mouse.up()
    expect(table.slots).to_have_count(1)


def test_a_piece_pressed_while_the_picture_changes_is_played(
    table: TablePage, stack: Stack, http: httpx.Client
) -> None:
    _, ana, ben = two_humans(http, "mekong")
    seated(table, stack, ana)
    table.board.locator(f'[id="card-0-{PROGRAM[0]}"]').hover()
    table.page.mouse.down()
    table.wait_for_version(act(ben))
    table.page.mouse.up()
    expect(table.slots).to_have_count(1)
    table.board.locator(f'[id="card-0-{PROGRAM[1]}"]').click()
    expect(table.slots).to_have_count(2)


AT_THE_POINTER = """
(board, look) => {
  board.className = look;
  const { shadowRoot } = board;
  const { x, y, width, height } = shadowRoot.querySelector(".web-choice").getBoundingClientRect();
  return shadowRoot.elementFromPoint(x + width / 2, y + height / 2).matches(".web-choice, .web-choice *");
}
"""


def test_pieces_do_not_look_clickable_while_clicks_do_nothing(
    table: TablePage, stack: Stack, http: httpx.Client
) -> None:
    """Just after they were offered, and while there is no connection."""
    _, ana, _ = two_humans(http, "mekong")
    seated(table, stack, ana)
    table.wait_for_turn()
    looks = {look: table.board.evaluate(AT_THE_POINTER, look) for look in ("board", "board fresh", "board offline")}
    assert looks == {"board": True, "board fresh": False, "board offline": False}


def test_typed_filter_and_opened_examples_stay(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    _, ana, ben = two_humans(http, "mekong")
    seated(table, stack, ana)
    table.choices.locator("details summary").click()
    search = table.choices.locator("input[type=search]")
    search.fill("dragon")
    few = table.actions.count()
    table.wait_for_version(act(ben))
    expect(search).to_be_visible()
    expect(search).to_be_focused()
    expect(search).to_have_value("dragon")
    expect(table.actions).to_have_count(few)


def test_a_move_close_behind_an_own_action_is_shown(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    """The view that the own action brought is out of date when the page gets round to it."""
    _, ana, ben = two_humans(http, "mekong")
    seated(table, stack, ana)
    table.lay_cards(*PROGRAM)
    picture = table.hold("**/board.svg")
    act(ben)
    picture.wait()
    with table.page.expect_response(lambda response: response.request.method == "POST") as committed:
        table.place(".program [data-send]").click()
    committed.value.finished()
    version = act((ana, ben)[ana.view()["to_act"][0]])
    last = ana.get("/events").json()["events"][-1]
    expect(table.place(f'.story li[data-seq="{last["seq"]}"]')).to_have_count(1)
    picture.release()
    table.wait_for_version(version)
    assert table.console() == []


def test_an_open_menu_stays_when_another_seat_changes(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    _, ana, ben = two_humans(http, "babord")
    seated(table, stack, ana)
    table.wait_for_turn()
    table.pieces.first.click()
    offered = table.menu.locator("button.action")
    expect(offered.first).to_be_focused()
    words = offered.all_inner_texts()
    assert len(words) > 1
    answer = ben.put("/seats/1", {"kind": "bot"})
    assert answer.status_code == 200, answer.text
    table.wait_for_version(answer.json()["version"])
    expect(offered).to_have_text(words)
    expect(offered.first).to_be_focused()
    expect(table.board.locator(".web-picked")).to_have_count(1)
    before = table.version
    offered.first.click()
    table.wait_beyond(before, "the action of the menu did nothing")
    expect(table.menu).to_be_hidden()


def test_a_question_asked_twice_is_not_forgotten_in_between(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    _, ana, ben = two_humans(http, "mekong")
    seated(table, stack, ana)
    table.stop_clock()
    resign = table.place(".duties button")
    resign.click()
    expect(resign).to_have_text("Really give up?")
    table.place(".share button").first.click()
    expect(table.place(".share button").first).to_have_text("Copied")
    table.wait_for_version(act(ben))
    expect(table.place(".share button").first).to_have_text("Copied")
    expect(resign).to_have_text("Really give up?")
    resign.click()
    table.page.clock.resume()
    expect(table.player(0).locator("small")).to_contain_text("has given up")


def test_a_typed_name_stays_when_another_seat_is_taken(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    seats: list[dict[str, Any]] = [{"kind": "human", "name": "Ana"}, {"kind": "open"}, {"kind": "open"}]
    made, _ = create(http, "bakong", {"seats": seats})
    table.open(f"{stack.url}/#/bakong/{made['id']}")
    name, seat = table.place(".join [name=name]"), table.place(".join [name=seat]")
    seat.select_option("2")
    name.fill("Cléo")
    taken = http.post(f"/v1/bakong/games/{made['id']}/seats", json={"name": "Bo", "seat": 1})
    assert taken.status_code == 201, taken.text
    expect(table.names).to_have_text(["Ana", "Bo"])
    expect(name).to_have_value("Cléo")
    expect(name).to_be_focused()
    expect(seat).to_be_hidden()
    expect(seat).to_have_value("2")
    table.place(".join button").click()
    expect(table.names).to_have_text(["Ana", "Bo", "Cléo"])
    assert table.over_http(http)["you"] == 2


def test_a_chosen_level_stays_when_another_seat_is_assigned(table: TablePage, stack: Stack) -> None:
    table.setup.open(stack.url, "bakong")
    table.setup.seat(1).select_option("bot search")
    table.setup.level(1).select_option("2")
    table.place("[data-key=add]").click()
    table.setup.seat(2).select_option("bot random")
    expect(table.setup.level(1)).to_have_value("2")


def test_a_page_that_was_left_does_not_come_back(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    """Its answers may come late."""
    _, ana, _ = two_humans(http)
    table.open(stack.url)
    for address, late, left in (
        ("#/bakong", "**/v1/bots", ".setup"),
        (f"#/bakong/{ana.id}", f"**/games/{ana.id}?include=actions", ".table"),
    ):
        request = table.hold(late)
        table.run("(address) => { location.hash = address; }", address)
        request.wait()
        table.run("location.hash = '#/'")
        expect(table.place(".brand + span.crumb")).to_be_visible()
        request.release()
        expect(table.place(".game").first).to_be_visible()
        expect(table.place(left)).to_have_count(0)
    assert table.console() == []


def test_rules_that_arrive_late_do_not_open_on_another_page(table: TablePage, stack: Stack) -> None:
    request = table.hold("**/rules")
    table.setup.open(stack.url, "bakong")
    table.place("[data-key=rules]").click()
    request.wait()
    table.run("location.hash = '#/'")
    expect(table.place(".game").first).to_be_visible()
    request.release()
    expect(table.rules).to_be_hidden()


def test_a_double_click_makes_one_game_and_takes_one_seat(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    made: list[str] = []
    table.page.on("request", lambda request: made.append(request.url) if request.method == "POST" else None)
    table.setup.open(stack.url, "bakong")
    creating = table.hold("**/v1/bakong/games")
    table.setup.start.dblclick()
    creating.wait()
    creating.release()
    table.wait_for_turn()
    assert made == [f"{stack.url}/v1/bakong/games"]

    seats: list[dict[str, Any]] = [{"kind": "human", "name": "Ana"}, {"kind": "open"}, {"kind": "open"}]
    game, _ = create(http, "bakong", {"seats": seats})
    table.open(f"{stack.url}/#/bakong/{game['id']}")
    joining = table.hold(f"**/games/{game['id']}/seats")
    table.place(".join button").dblclick()
    joining.wait()
    joining.release()
    expect(table.place(".join")).to_have_count(0)
    assert made[1:] == [f"{stack.url}/v1/bakong/games/{game['id']}/seats"]
    assert table.console() == []
