"""The reference R as a server runs it: a bare Flask route, orjson, one Lua call, on the same server software.

``python -m bench.support.reference PORT`` serves it, called in place as our server calls the application.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import orjson
import uvicorn
from flask import Flask, Response, request
from redis import Redis

from api.app import collected
from api.server.asgi import encoded, environ_of

LUA = "redis.call('HSET', KEYS[1], 'v', ARGV[1], 'body', ARGV[2]); return redis.call('HGET', KEYS[1], 'v')"


def reference_app(url: str) -> Flask:
    """The least: Flask, orjson, one Lua call."""
    app = Flask("reference", static_folder=None)
    script = Redis.from_url(url).register_script(LUA)

    @app.post("/r")
    def answer() -> Response:
        body = orjson.loads(request.get_data())
        version = script(keys=["{r}:reference"], args=[body["n"], b"x" * 1500])
        return Response(orjson.dumps({"version": int(version)}), content_type="application/json")

    return app


class Bare:
    """The least that lets Flask answer under uvicorn."""

    def __init__(self) -> None:
        self.app = reference_app(os.environ["REDIS_URL"])

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message.get("body", b""), message.get("more_body", False)
        status, headers, answer = collected(self.app.wsgi_app, environ_of(scope, body))
        await send({"type": "http.response.start", "status": status, "headers": encoded(headers)})
        await send({"type": "http.response.body", "body": answer})


if __name__ == "__main__":
    uvicorn.run(
        Bare(), port=int(sys.argv[1]), http="httptools", loop="uvloop", ws="none", lifespan="off", log_level="critical",
        access_log=False,
    )  # fmt: skip
