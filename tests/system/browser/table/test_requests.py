"""A move costs few requests: its answer holds the view, and the picture is fetched once."""

from __future__ import annotations

import httpx

from tests.api.problems import two_humans
from tests.support.stack import Stack
from tests.system.browser.table.test_seeing import place_stones
from tests.system.browser.table_page import TablePage

MOST = 4
"""Requests for a move, own or another's."""


def test_a_move_needs_at_most_four_requests_and_one_picture(
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
    for page in (table, other):
        requests = [address for address in page.asked if "/v1/" in address]
        assert len(requests) <= MOST, requests
        assert sum("board.svg" in address for address in requests) == 1, requests
