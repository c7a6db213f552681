"""Behind something that cannot pass streams on, the table stays live by waiting reads."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest
from playwright.sync_api import expect

from tests.support.stack import Stack
from tests.system.browser.table_page import TablePage

HOP = {
    "host",
    "connection",
    "accept-encoding",
    "content-encoding",
    "transfer-encoding",
    "content-length",
    "server",
    "date",
}
"""Headers of one connection alone. Bodies are passed on unpacked."""


class Narrow(BaseHTTPRequestHandler):
    """Passes requests on, but never asks for a stream."""

    protocol_version = "HTTP/1.1"
    target: httpx.Client

    def pass_on(self) -> None:
        headers = {name: value for name, value in self.headers.items() if name.lower() not in HOP}
        if headers.get("Accept") == "text/event-stream":
            headers["Accept"] = "application/json"
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        answer = self.target.request(self.command, self.path, headers=headers, content=body)
        self.send_response(answer.status_code)
        for name, value in answer.headers.items():
            if name not in HOP:
                self.send_header(name, value)
        if answer.status_code not in (204, 304):
            self.send_header("Content-Length", str(len(answer.content)))
        self.end_headers()
        self.wfile.write(answer.content)

    do_GET = do_POST = pass_on  # noqa: N815

    def log_message(self, *_: object) -> None:
        """The console of the browser is what counts here."""


@pytest.fixture
def narrow(stack: Stack) -> Iterator[str]:
    with httpx.Client(base_url=stack.url, timeout=40, verify=False) as target:
        handler = type("NarrowHere", (Narrow,), {"target": target})
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()
        server.server_close()


def test_moves_arrive_without_a_stream(table: TablePage, narrow: str, http: httpx.Client) -> None:
    table.start_game(narrow, "bakong")
    table.play_an_action()
    expect(table.standing).to_have_text("Your turn")
    expect(table.place(".story li[data-type=object_taken]").filter(has_not_text="Player 1")).not_to_have_count(0)
    view = table.settled(http)
    events = http.get(f"/v1/bakong/games/{view['id']}/events").json()["events"]
    expect(table.story).to_have_text([event["sentence"] for event in events])  # each once, in order
    assert view["version"] >= 3
    assert (view["status"], view["result"]) == ("running", None)
    table.open("about:blank")
    assert table.console() == []
