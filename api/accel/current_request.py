"""The current request without Flask's proxy: every request needs it several times."""

from __future__ import annotations

from typing import Any

from flask.globals import _cv_request


def environ() -> dict[str, Any]:
    found: dict[str, Any] = _cv_request.get().request.environ
    return found
