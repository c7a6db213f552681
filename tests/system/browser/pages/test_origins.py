"""A page of another origin that plays over the API."""

from __future__ import annotations

import json
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import expect

from tests.support.stack import Stack
from tests.system.browser.other_site import other_site
from tests.system.browser.table_page import TablePage

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>waiting</title>
<link rel="icon" href="data:,"></head><body><pre id="seen"></pre><script type="module">
const api = API;
const made = await fetch(`${api}/v1/kimbac/games`, {
  method: "POST", headers: {"Content-Type": "application/json", "Idempotency-Key": "from elsewhere"}, body: "{}",
});
const game = await made.json();
const place = `${api}${made.headers.get("Location")}`;
const headers = {Authorization: `Bearer ${game.seats[0].token}`};
const legal = await (await fetch(`${place}/actions`, {headers})).json();
const acted = await fetch(`${place}/actions`, {
  method: "POST", body: JSON.stringify(legal.actions[0]),
  headers: {...headers, "Content-Type": "application/json", "If-Match": `"${legal.version}-0"`},
});
const answer = await acted.json();
const seen = {id: game.id, token: game.seats[0].token, status: acted.status, etag: acted.headers.get("ETag"),
  version: answer.version, request: acted.headers.get("X-Request-Id")};
const live = {...headers, Accept: "text/event-stream", "Last-Event-ID": "0"};
const stream = await fetch(`${place}/events`, {headers: live});
seen.stream = stream.headers.get("Content-Type");
seen.first = new TextDecoder().decode((await stream.body.getReader().read()).value).split("\\n")[0];
document.getElementById("seen").textContent = JSON.stringify(seen);
document.title = "done";
</script></body></html>"""


@pytest.fixture
def elsewhere(stack: Stack) -> Iterator[str]:
    """The address of the page."""
    with other_site(PAGE.replace("API", json.dumps(stack.url), 1)) as address:
        yield address


def test_a_page_of_another_origin_plays(table: TablePage, elsewhere: str, http: httpx.Client) -> None:
    table.open(elsewhere)
    expect(table.page).to_have_title("done")
    seen = json.loads(table.place("#seen").inner_text())
    view = http.get(f"/v1/kimbac/games/{seen['id']}", headers={"Authorization": f"Bearer {seen['token']}"}).json()
    assert seen["status"] == 200
    assert seen["etag"].removeprefix("W/") == f'"{seen["version"]}-0"'
    assert len(seen["request"]) >= 16
    assert seen["stream"].startswith("text/event-stream")
    assert seen["first"] == "id: 1"
    assert view["version"] >= seen["version"] >= 2
    assert (view["status"], view["result"], view["you"]) == ("running", None, 0)
    assert table.console() == []
