"""The WSGI environ of a request, from the data of a server."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from functools import lru_cache

from api.http.request import Environ

NAMES = {b"content-type": "CONTENT_TYPE", b"content-length": "CONTENT_LENGTH"}
COMMON: Environ = {
    "SCRIPT_NAME": "",
    "wsgi.version": (1, 0),
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
}


def common_environ(server: tuple[str, int | None] | None, client: str, scheme: str = "http") -> Environ:
    """The part that all requests of a connection share."""
    name, port = server or ("", None)
    return {
        **COMMON,
        "SERVER_NAME": name,
        "SERVER_PORT": str(port or 80),
        "REMOTE_ADDR": client,
        "wsgi.url_scheme": scheme,
        "wsgi.errors": sys.stderr,
    }


def request_environ(
    common: Environ,
    method: str,
    path: str,
    query: bytes,
    version: str,
    headers: Iterable[tuple[bytes, bytes]],
    body: bytes,
) -> Environ:
    """The environ of one request whose body has arrived. Header names with an underscore are dropped: in the environ
    they would equal those with a dash."""
    environ = common.copy()
    environ["REQUEST_METHOD"] = method
    environ["PATH_INFO"] = path if path.isascii() else path.encode("utf-8", "surrogateescape").decode("latin-1")
    environ["QUERY_STRING"] = query.decode("latin-1")
    environ["SERVER_PROTOCOL"] = f"HTTP/{version}"
    environ["wsgi.input"] = io.BytesIO(body)
    for name, value in headers:
        key = variable(name)
        if key is not None:
            text = value.decode("latin-1")
            environ[key] = f"{environ[key]},{text}" if key in environ and key != "CONTENT_LENGTH" else text
    environ["CONTENT_LENGTH"] = str(len(body))
    environ.pop("HTTP_UPGRADE", None)  # declined by ignoring it
    environ.pop("HTTP_TRANSFER_ENCODING", None)  # the chunks were joined; werkzeug would ignore the body
    return environ


@lru_cache(maxsize=512)
def variable(name: bytes) -> str | None:
    """The name of a header in the environ."""
    name = name.lower()
    if b"_" in name:
        return None
    return NAMES.get(name) or "HTTP_" + name.decode("latin-1").upper().replace("-", "_")
