"""OpenTelemetry lies beside the other packages: redis would import it in every process of the tests."""

from __future__ import annotations

import sys
from pathlib import Path

OTEL = Path(sys.prefix) / "otel"
sys.path.append(str(OTEL))
