"""The state of the service, and the pages of its problems."""

from __future__ import annotations

from api.http.auth import Right
from api.http.rate_limit import READ
from api.operations.parameters import PROBLEM_NAME, TEXT
from api.schemas.derive import schema_for
from api.schemas.documents import HealthDocument, ReadyDocument
from api.services import ApiServices
from api.spec.operation import Answer, Operation, Samples
from api.views.service import ServiceViews


def service_operations(services: ApiServices) -> list[Operation]:
    """A health check is never refused: it has no rate limit."""
    views = ServiceViews(services)
    health, ready = schema_for(HealthDocument)(), schema_for(ReadyDocument)()
    return [
        Operation(
            "health", "GET", "/healthz", views.health, [Answer(200, "Alive.", health)],
            admits=Right.ANYONE, limit=None,
            task=None, verb="checkHealth",
            samples=Samples("curl $URL/healthz",
                            'server.request("GET", "/healthz").json()',
                            'await server.http.json("/healthz")'),
        ),
        Operation(
            "ready", "GET", "/readyz", views.ready, [Answer(200, "Ready.", ready)],
            admits=Right.ANYONE, limit=None, problems=[503],
            task=None, verb="checkReadiness",
            samples=Samples("curl $URL/readyz",
                            'server.request("GET", "/readyz").json()',
                            'await server.http.json("/readyz")'),
        ),
        Operation(
            "problem", "GET", "/problems/<name>", views.problem,
            [Answer(200, "The page.", TEXT, ("Content-Language", "Vary"), "text/plain")],
            admits=Right.ANYONE, limit=READ, problems=[404], path=[PROBLEM_NAME],
            task=None, verb="explainProblem",
            samples=Samples("curl $URL/problems/not-found",
                            'print(server.request("GET", "/problems/not-found").text)',
                            'console.log(await (await server.http.ask("/problems/not-found")).text())'),
        ),
    ]  # fmt: skip
