"""Writes the examples file, or prints it (``--print``)."""

from __future__ import annotations

import sys

from api.spec.document import EXAMPLES
from tools.recorder.recording import recorded

if __name__ == "__main__":
    examples = recorded()
    if "--print" in sys.argv:
        sys.stdout.buffer.write(examples)
    else:
        EXAMPLES.write_bytes(examples)
