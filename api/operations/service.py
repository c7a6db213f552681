"""The state of the service, and the pages of its problems."""

from __future__ import annotations

from api.operations.parameters import PROBLEM_NAME, TEXT
from api.schemas.derive import schema_for
from api.schemas.documents import HealthDocument, ReadyDocument
from api.services import ApiServices
from api.spec.operation import Answer, Operation
from api.views.service import ServiceViews


def service_operations(services: ApiServices) -> list[Operation]:
    """A health check is never refused: it has no class of rate limit."""
    views = ServiceViews(services)
    health, ready = schema_for(HealthDocument)(), schema_for(ReadyDocument)()
    return [
        Operation("health", "GET", "/healthz", views.health, [Answer(200, "Alive.", health)], limit="none"),
        Operation("ready", "GET", "/readyz", views.ready, [Answer(200, "Ready.", ready)], problems=[503],
                  limit="none"),
        Operation("problem", "GET", "/problems/<name>", views.problem,
                  [Answer(200, "The page.", TEXT, ("Content-Language", "Vary"), "text/plain")], problems=[404],
                  path=[PROBLEM_NAME]),
    ]  # fmt: skip
