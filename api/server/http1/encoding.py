"""The bytes of HTTP/1.1 responses, and the WSGI environ of a received request."""

from __future__ import annotations

from http import HTTPStatus
from urllib.parse import unquote

import orjson
from httptools import parse_url

from api.http.outcomes import Headers, Reply
from api.http.request import Environ
from api.server.environ import request_environ
from api.server.http1.parser import Malformed, ReceivedRequest

SAFE = ("GET", "HEAD", "OPTIONS")
JOINED_BYTES = 8192
"""A longer body is not copied behind its head: one document may be on its way to many clients."""
STATUS_LINES = {status.value: f"HTTP/1.1 {status.value} {status.phrase}\r\n".encode() for status in HTTPStatus}


def encode_reply(reply: Reply, common_headers: bytes, keep_alive: bool) -> list[bytes]:
    """The pieces of the response."""
    status, headers, body = reply
    lines = _header_lines(headers)
    if not keep_alive:
        lines += "Connection: close\r\n"
    head = b"%s%s%s\r\n" % (STATUS_LINES[status], common_headers, lines.encode("latin-1"))
    return [head + body] if len(body) <= JOINED_BYTES else [head, body]


def encode_problem(problem: Malformed, common_headers: bytes) -> bytes:
    """The problem document for bytes that are not a request."""
    title = HTTPStatus(problem.status).phrase
    body = orjson.dumps({"type": "about:blank", "title": title, "status": problem.status, "detail": problem.detail})
    lines = b"Content-Type: application/problem+json\r\nContent-Length: %d\r\nConnection: close\r\n" % len(body)
    return b"%s%s%s\r\n%s" % (STATUS_LINES[problem.status], common_headers, lines, body)


def encode_stream_head(headers: Headers, common_headers: bytes, chunked: bool, keep_alive: bool) -> bytes:
    headers = [*headers, *([("Transfer-Encoding", "chunked")] if chunked else [])]
    if not chunked or not keep_alive:
        headers.append(("Connection", "close"))
    return b"%s%s%s\r\n" % (STATUS_LINES[200], common_headers, _header_lines(headers).encode("latin-1"))


def _header_lines(headers: Headers) -> str:
    lines = "".join([f"{name}: {value}\r\n" for name, value in headers])
    if lines.count("\n") != len(headers):
        raise ValueError("a header with a line break")
    return lines


def http1_environ(common: Environ, request: ReceivedRequest) -> Environ:
    """The WSGI environ of a request; raises for an invalid target."""
    url = request.url
    if url[:1] == b"/" and b"#" not in url:
        path, _, query = url.partition(b"?")
    else:
        parsed = parse_url(url)
        path, query = parsed.path or b"/", parsed.query or b""
    text = path.decode("ascii")
    return request_environ(
        common,
        request.method,
        unquote(text) if "%" in text else text,
        query,
        request.version,
        request.headers,
        request.body,
    )
