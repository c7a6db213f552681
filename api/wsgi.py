"""The application object that servers import."""

from __future__ import annotations

from api.app import create_app

app = create_app()
