"""Prints the examples of the OpenAPI document as JSON, by endpoint."""

from __future__ import annotations

import sys

from tools.recorder.recording import recorded

if __name__ == "__main__":
    sys.stdout.buffer.write(recorded())
