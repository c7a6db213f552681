"""The server stops on SIGTERM, with readers still watching and nothing left to log."""

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


def test_every_answered_request_is_in_the_log_when_the_server_has_stopped() -> None:
    """Log lines wait for others for a moment: those that still wait are written at the end."""
    with Stack(workers=0, LUDOTHEQUE_LOG_LEVEL="info") as stack:
        with httpx.Client(base_url=stack.url, timeout=60, verify=False) as http:
            asked = [f"line-{number}" for number in range(20)]
            for name in asked:
                assert http.get("/healthz", headers={"X-Request-Id": name}).status_code == 200
        stack.stop("api")
        said = stack.log("api")
        assert [name for name in asked if said.count(name + '"') + said.count(name + "\n") != 1] == []
