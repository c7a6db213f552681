"""A move costs few requests: its answer holds the view, and the picture is fetched once."""

from __future__ import annotations

import httpx

from tests.api.problems import two_humans
from tests.support.stack import Stack
from tests.system.browser.table.test_seeing import place_stones
from tests.system.browser.table_page import TablePage


def test_a_move_takes_one_request_and_one_picture_at_each_table(
    table: TablePage, other: TablePage, stack: Stack, http: httpx.Client
) -> None:
    _, ana, ben = two_humans(http, "mekong")
    first, second = place_stones(ana, ben)
    for page, player in ((table, first), (other, second)):
        assert player.token
        page.sit_at(stack.url, "mekong", player.id, player.token)
        stack.wait_until_watched(player.id)
    table.wait_for_turn()
    for page in (table, other):
        page.asked.clear()
    table.play_an_action()
    other.wait_for_version(table.version)
    game = f"/v1/mekong/games/{ana.id}"
    assert requests(table) == [f"{game}/actions", f"{game}/board.svg"]  # the answer to the action holds the new view
    assert requests(other) == [f"{game}?include=actions", f"{game}/board.svg"]


def requests(page: TablePage) -> list[str]:
    """What the page has asked the server for."""
    return [address[address.index("/v1/") :] for address in page.asked if "/v1/" in address]
