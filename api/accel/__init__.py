"""Shortcuts around Flask, Werkzeug, webargs and marshmallow; the only place for private APIs of other packages.

Everything works without them: ``LUDOTHEQUE_ACCELERATE=0`` disables them, and so do unknown versions.
"""

from __future__ import annotations

import os
from functools import cache
from importlib.metadata import version

from api.accel.versions import KNOWN

SWITCH = "LUDOTHEQUE_ACCELERATE"


@cache
def reason_off() -> str | None:
    """Why this process runs without the accelerator; None if it runs with it."""
    if os.environ.get(SWITCH, "1") == "0":
        return f"{SWITCH} is 0"
    for package, series in KNOWN.items():
        installed = version(package)
        if ".".join(installed.split(".")[:2]) not in series:
            return f"{package} {installed} is not one of {', '.join(series)}"
    return None


def accelerated() -> bool:
    return reason_off() is None
