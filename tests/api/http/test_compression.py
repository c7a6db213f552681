"""Answers over a kilobyte are compressed for clients that accept it; every coding has its own tag, or a weak one."""

from __future__ import annotations

import gzip

import httpx
import pytest

from api.http.compression import coding_for
from api.http.request import ApiRequest
from store.settings import Settings
from tests.api.views.history.test_export import SLUG, finished
from tests.support.client import GameClient, create
from tests.support.waiting import wait_until

zstandard = pytest.importorskip("zstandard", reason="the extra `zstd` is not installed")
GZIP, ZSTD = {"Accept-Encoding": "gzip"}, {"Accept-Encoding": "zstd"}


def raw(http: httpx.Client, path: str, headers: dict[str, str]) -> tuple[httpx.Response, bytes]:
    """The answer, and its bytes as they were sent."""
    with http.stream("GET", path, headers=headers) as response:
        return response, b"".join(response.iter_raw())


def unpacked(data: bytes, coding: str) -> bytes:
    return gzip.decompress(data) if coding == "gzip" else zstandard.ZstdDecompressor().decompressobj().decompress(data)


def opening(http: httpx.Client) -> GameClient:
    """Seat 0 of a game of Bakong, which begins."""
    _, [ana, _] = create(http, "bakong", {"seats": [{"kind": "human"}] * 2, "options": {"first_seat": 0}})
    return ana


@pytest.mark.parametrize("coding", ["gzip", "zstd"])
@pytest.mark.parametrize("path", ["/openapi.json", "/v1/bakong", "/v1/mekong/rules", "/docs/swagger-ui.css"])
def test_documents_are_compressed_and_cached_by_their_own_tag(http: httpx.Client, path: str, coding: str) -> None:
    small, data = raw(http, path, {"Accept-Encoding": coding})
    whole = http.get(path)
    assert small.headers["Content-Encoding"] == coding
    assert "Content-Encoding" not in whole.headers
    assert unpacked(data, coding) == whole.content
    assert len(data) == int(small.headers["Content-Length"]) < len(whole.content) / 2
    assert "Accept-Encoding" in small.headers["Vary"]
    assert "Accept-Encoding" in whole.headers["Vary"]
    assert small.headers["ETag"] != whole.headers["ETag"]
    assert small.headers["Cache-Control"] == whole.headers["Cache-Control"] == "no-cache", "asked for again by its tag"
    again = {"Accept-Encoding": coding, "If-None-Match": small.headers["ETag"]}
    assert http.get(path, headers=again).status_code == 304


@pytest.mark.parametrize("coding", ["gzip", "zstd"])
@pytest.mark.parametrize("tail", ["", "/board.svg"])
def test_an_answer_for_one_reader_is_compressed_when_it_is_long(http: httpx.Client, tail: str, coding: str) -> None:
    ana = opening(http)
    asked = ana.headers(Accept_Encoding=coding)
    small, data = raw(http, ana.path + tail, asked)
    whole = ana.get(tail)
    assert unpacked(data, coding) == whole.content
    assert (small.headers["Content-Encoding"], len(data)) == (coding, int(small.headers["Content-Length"]))
    assert "Accept-Encoding" in small.headers["Vary"]
    assert "Accept-Encoding" in whole.headers["Vary"]
    head = http.head(ana.path + tail, headers=asked)
    assert (head.headers["Content-Encoding"], head.headers["Content-Length"]) == (coding, str(len(data)))


def test_a_compressed_view_has_a_weak_tag(http: httpx.Client) -> None:
    ana = opening(http)
    tag = ana.get(Accept_Encoding="zstd").headers["ETag"]
    assert (tag, ana.get().headers["ETag"]) == ('W/"1-0"', '"1-0"')
    same = ana.get(Accept_Encoding="zstd", If_None_Match=tag)
    assert (same.status_code, same.headers["ETag"]) == (304, tag)
    assert ana.get(If_None_Match=tag).status_code == 304
    assert ana.get(Accept_Encoding="zstd", If_None_Match='"1-0"').status_code == 304


def test_acts_are_compressed_and_take_a_weak_tag(http: httpx.Client) -> None:
    ana = opening(http)
    tag = ana.get(Accept_Encoding="zstd").headers["ETag"]
    action = ana.legal()["actions"][0]
    acted = ana.act(action, If_Match=tag, Idempotency_Key="a-random-key-of-this-test", **{"Accept-Encoding": "zstd"})
    assert (acted.status_code, acted.headers["Content-Encoding"]) == (200, "zstd")
    assert acted.headers["ETag"] == f'W/"{acted.json()["version"]}-0"'
    plain = ana.act(action, If_Match=tag, Idempotency_Key="a-random-key-of-this-test")
    assert plain.headers["Idempotent-Replay"] == "true"
    assert plain.json() == acted.json()
    assert ana.act(action, If_Match='W/"1-0"').status_code == 412


def test_what_is_short_goes_as_it_is(http: httpx.Client) -> None:
    assert "Content-Encoding" not in http.get("/healthz", headers=GZIP).headers
    assert "Content-Encoding" not in http.get("/v1/bakong/rules/BAK-00", headers=ZSTD).headers


def test_an_export_is_compressed_line_by_line(http: httpx.Client) -> None:
    ended = finished(http)
    path = f"/v1/{SLUG}/export"
    wait_until(lambda: ended in http.get(path).text, what="the games of the last second are not there yet")
    for coding in ("gzip", "zstd"):
        response, data = raw(http, path, {"Accept-Encoding": coding})
        assert response.headers["Content-Encoding"] == coding
        lines = unpacked(data, coding).decode()
        assert ended in lines
        assert lines.endswith("}\n")
        assert len(data) < len(lines)


@pytest.mark.parametrize(
    ("asked", "coding"),
    [
        ("gzip", "gzip"), ("br, gzip;q=0.5", "gzip"), ("*", "zstd"), ("identity", None), ("", None), ("gzip;q=0", None),
        ("gzip;q=0, *", "zstd"), ("*;q=0", None), ("deflate, *;q=0.1", "zstd"), ("gzip;q=x", None), ("x-gzip", "gzip"),
        ("gzip, deflate, br, zstd", "zstd"), ("gzip;q=1.0, zstd;q=0.5", "gzip"), ("zstd;q=0, gzip", "gzip"),
        ("gzip," + " " * 300, None), ("gzip;q=1.2.3", None),
    ],
)  # fmt: skip
def test_weights_are_honoured(asked: str, coding: str | None) -> None:
    environ = {"REQUEST_METHOD": "GET", "HTTP_ACCEPT_ENCODING": asked}
    assert coding_for(ApiRequest(environ, Settings())) == coding
