"""Where log lines go while requests are measured: they are formatted and written, and nobody reads them."""

from __future__ import annotations

import os
from pathlib import Path

DISCARD = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
"""Open as long as the process lives: a handler that is replaced leaves no file behind."""
