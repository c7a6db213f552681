"""The server stops on SIGTERM, with readers still watching."""

from __future__ import annotations

import httpx

from tests.support.client import create
from tests.support.stack import Stack


def test_an_open_stream_does_not_keep_the_server_from_stopping() -> None:
    with Stack(workers=0) as stack, httpx.Client(base_url=stack.url, timeout=60, verify=False) as http:
        _, (ana, *_) = create(http, "bakong", {"seats": [{"kind": "human"}, {"kind": "open"}]})
        with http.stream("GET", f"{ana.path}/events", headers=ana.headers(Accept="text/event-stream")) as stream:
            assert stream.headers["Content-Type"].startswith("text/event-stream")
            stack.stop("api")  # fails when the process does not end
