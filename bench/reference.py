"""The reference R as a server runs it: a bare Flask route, orjson, one Lua call, on the same server software."""

from __future__ import annotations

import os

from flask import Flask

from bench.http import reference_app


def make() -> Flask:
    return reference_app(os.environ["REDIS_URL"])
