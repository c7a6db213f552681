"""Answers over a kilobyte are compressed for clients that accept it; every encoding has its own tag."""

from __future__ import annotations

import gzip

import httpx
import pytest

from api.http.compression import accepts_gzip


@pytest.mark.parametrize("path", ["/openapi.json", "/v1/bakong", "/v1/mekong/rules", "/docs/swagger-ui.css"])
def test_documents_are_compressed_and_cached_by_their_own_tag(http: httpx.Client, path: str) -> None:
    small = http.get(path, headers={"Accept-Encoding": "gzip"})
    whole = http.get(path, headers={"Accept-Encoding": "identity"})
    assert small.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in whole.headers
    assert small.content == whole.content
    assert int(small.headers["Content-Length"]) < len(whole.content) / 2
    assert "Accept-Encoding" in small.headers["Vary"]
    assert "Accept-Encoding" in whole.headers["Vary"]
    assert small.headers["ETag"] != whole.headers["ETag"]
    again = {"Accept-Encoding": "gzip", "If-None-Match": small.headers["ETag"]}
    assert http.get(path, headers=again).status_code == 304


def test_an_answer_for_one_reader_is_compressed_when_it_is_long(http: httpx.Client) -> None:
    game = http.post("/v1/bakong/games", json={"seats": 2}).json()
    path = f"/v1/bakong/games/{game['id']}/board.svg"
    with http.stream("GET", path, headers={"Accept-Encoding": "gzip"}) as small:
        packed = b"".join(small.iter_raw())
    whole = http.get(path, headers={"Accept-Encoding": "identity"})
    assert gzip.decompress(packed) == whole.content
    assert small.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in http.get("/healthz", headers={"Accept-Encoding": "gzip"}).headers


@pytest.mark.parametrize(
    ("asked", "accepted"),
    [
        ("gzip", True), ("br, gzip;q=0.5", True), ("*", True), ("identity", False), ("", False), ("gzip;q=0", False),
        ("gzip;q=0, *", False), ("*;q=0", False), ("deflate, *;q=0.1", True), ("gzip;q=x", False),
    ],
)  # fmt: skip
def test_weights_are_honoured(asked: str, accepted: bool) -> None:
    assert accepts_gzip({"HTTP_ACCEPT_ENCODING": asked}) is accepted
