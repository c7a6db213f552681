"""The application: Flask with the operations of all games and the pages, which the pipeline runs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Flask, Response
from flask import request as flask_request
from flask_smorest import Api  # type: ignore[import-untyped]
from werkzeug.exceptions import HTTPException
from werkzeug.routing import Map, Rule

from api import __version__
from api.http.cors import Cors, options
from api.http.outcomes import Outcome, Reply
from api.http.rate_limit import Limits
from api.http.request import ApiRequest, Environ
from api.http.request_log import RequestCounters, RequestLog
from api.mcp.endpoint import mcp_route
from api.pipeline import Pipeline
from api.routes import blueprints
from api.schemas.derive.unions import DerivedPlugin
from api.services import ApiServices
from api.spec.blueprint import HeaderParameters, add_route
from api.spec.document import INFO
from api.spec.headers import register_components
from api.spec.operation import Operation, Route
from api.spec.webhooks import register_webhooks
from api.views.previews import preview_routes
from api.views.service import page_routes
from api.views.web import WebViews, web_routes
from engines.kernel.game import Game
from engines.kernel.registry import game, slugs
from store.process.logs import set_up_logging
from store.settings import Settings

Engines = list[Game[Any, Any]]
StartResponse = Callable[..., Any]
_ID = re.compile(r"/([0-9]{2}[a-z0-9]{26})(?=/|$)")
STATUS_LINES = {status.value: f"{status.value} {status.phrase.upper()}" for status in HTTPStatus}


OPTIONS = Route("unknown", "OPTIONS", "", options, limit=None)


class Ludotheque(Flask):
    """Flask, with its dispatch left out where it adds nothing: the pipeline runs every route of ours.

    Flask dispatches the rest: unknown paths and methods, and blueprints that somebody adds. Where somebody has added
    functions to be called before or after requests, it dispatches everything.
    """

    def __init__(self, settings: Settings, pipeline: Pipeline) -> None:
        super().__init__("ludotheque", static_folder=None)
        self.settings = settings
        self.pipeline = pipeline
        self.routes = RouteIndex(self.url_map)

    def wsgi_app(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        request = ApiRequest(environ, self.settings)
        found = self.find(request)
        if found is None:
            return super().wsgi_app(environ, start_response)
        reply: Any = self.pipeline.run(found[0], request, found[1])
        start_response(STATUS_LINES[reply.status], reply.headers)
        return [reply.body]

    def respond(self, request: ApiRequest, refusal: Exception | None = None) -> Outcome:
        """The same for a server that waits and streams. ``refusal``: why the request is not even looked at."""
        found = self.find(request)
        if refusal is not None:
            request.operation = None if found is None else found[0]
            return self.pipeline.refuse(request, refusal)
        if found is None:
            return collected(super().wsgi_app, request.environ)
        return self.pipeline.run(found[0], request, found[1])

    def find(self, request: ApiRequest) -> tuple[Route, dict[str, Any]] | None:
        """The route of ours that a path names, with the variables in it; None: Flask decides."""
        if self.before_request_funcs or self.after_request_funcs or self.teardown_request_funcs:
            return None
        if self.teardown_appcontext_funcs or self.url_value_preprocessors:
            return None
        return self.routes.find(request.method, request.path)

    def view_of(self, route: Route) -> Callable[..., Response]:
        """The view function of a route, for Flask's own dispatch."""

        def view(**arguments: Any) -> Response:
            request = ApiRequest(flask_request.environ, self.settings)
            return flask_response(self.pipeline.run(route, request, arguments))

        return view

    def answer_error(self, error: Exception) -> Response:
        """The problem document for an error in Flask's own dispatch."""
        return flask_response(self.pipeline.refuse(ApiRequest(flask_request.environ, self.settings), error))


class RouteIndex:
    """Finds routes: at once if an id is the only variable of the path, or there is none; else by Flask's router."""

    def __init__(self, rules: Map) -> None:
        self._router = rules.bind("localhost")
        self._routes: dict[str, Route] = {}
        """By endpoint."""
        self._known: dict[tuple[str, str], tuple[Route, bool]] = {}
        """By method and path, with a star for the id: the route, and whether there is one."""

    def build(self, rules: Iterable[Rule], routes: Iterable[Route]) -> None:
        """Index the rules of these routes, once all of them are registered."""
        by_id = {route.id: route for route in routes}
        for rule in rules:
            route = by_id.get(rule.endpoint.rpartition(".")[2])
            if route is None:
                continue
            self._routes[rule.endpoint] = route
            if rule.arguments <= {"id"} and rule.rule.count("<") == len(rule.arguments):
                for method in (rule.methods or set()) - {"OPTIONS"}:
                    self._known[method, rule.rule.replace("<id>", "*")] = route, bool(rule.arguments)

    def find(self, method: str, path: str) -> tuple[Route, dict[str, Any]] | None:
        """The route and the variables of its path, or None."""
        before, *parts = _ID.split(path, 1)
        found = self._known.get((method, f"{before}/*{parts[1]}" if parts else path))
        if found is not None and found[1] == bool(parts):
            return found[0], {"id": parts[0]} if parts else {}
        if method == "OPTIONS":
            methods = self._router.allowed_methods(path)
            return (OPTIONS, {"methods": methods}) if methods else None
        try:
            rule, arguments = self._router.match(path, method, return_rule=True)
        except HTTPException:
            return None
        route = self._routes.get(rule.endpoint)
        return None if route is None else (route, dict(arguments))


class ProblemApi(Api):  # type: ignore[misc]
    """Documents no errors by itself: every operation declares its own."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def __init__(self, app: Ludotheque, **options: Any) -> None:
        self.answer_error = app.answer_error
        super().__init__(app, **options)

    def handle_http_exception(self, error: HTTPException) -> Response:
        return self.answer_error(error)


def create_app(settings: Settings | None = None, engines: Engines | None = None) -> Ludotheque:
    """The WSGI application."""
    settings = settings or Settings.from_environment()
    engines = engines if engines is not None else [game(slug) for slug in slugs()]
    set_up_logging(settings.log_level, settings.log_format)
    services = ApiServices(settings)
    app = Ludotheque(settings, _pipeline(settings, services))
    app.config.update(
        API_TITLE="Ludotheque API",  # without its accent: generators name packages after it
        API_VERSION=__version__,
        OPENAPI_VERSION="3.1.0",
        API_SPEC_OPTIONS={"info": INFO, "servers": [{"url": "/"}]},
    )
    app.url_map.merge_slashes = False  # a path with an extra slash is unknown: a redirect would answer in HTML
    app.extensions["services"] = services
    operations = _register_operations(app, engines, services)
    web = WebViews()
    pages = [*page_routes(app, services), *web_routes(web), *preview_routes(engines, services, web)]
    pages.append(mcp_route(engines, services))
    blueprint = Blueprint("pages", __name__)
    for page in pages:
        add_route(blueprint, page, app.view_of)
    app.register_blueprint(blueprint)
    app.register_error_handler(Exception, app.answer_error)
    app.routes.build(app.url_map.iter_rules(), [*operations, *pages])
    return app


def _register_operations(app: Ludotheque, engines: Engines, services: ApiServices) -> list[Operation]:
    """Register the operations; flask-smorest documents them when the document is first asked for."""
    schemas = DerivedPlugin()
    api = ProblemApi(app, spec_kwargs={"marshmallow_plugin": schemas, "extra_plugins": [HeaderParameters()]})
    parts = blueprints(engines, services, app.view_of)
    for part in parts:
        api.register_blueprint(part)

    def document() -> Any:
        register_components(api.spec)
        for part in parts:
            part.document(api, app)
        register_webhooks(api.spec, engines, schemas.resolve)
        return api.spec

    operations: list[Operation] = [operation for part in parts for operation in part.operations]
    app.extensions |= {"operations": operations, "openapi-spec": document}
    return operations


def _pipeline(settings: Settings, services: ApiServices) -> Pipeline:
    counters = RequestCounters(services.store.counters)
    parts = RequestLog(settings.log_format, counters), Cors(settings.cors_origins), Limits(settings, services.rates)
    if not settings.traces:
        return Pipeline(*parts)
    from api.tracing import TracedPipeline  # needs the extra `otel`

    return TracedPipeline(*parts, tracing=services.store.tracing)  # type: ignore[attr-defined]


def flask_response(outcome: Outcome) -> Response:
    """A reply for Flask, which adds nothing to it."""
    assert isinstance(outcome, Reply)  # noqa: S101 - nothing waits in Flask's own dispatch
    response = Response(outcome.body, outcome.status)
    response.headers.clear()
    response.headers.extend(outcome.headers)
    return response


def collected(app: Callable[..., Iterable[bytes]], environ: Environ) -> Reply:
    """Run a WSGI application to the end of its response."""
    started: list[Reply] = []

    def start_response(status: str, headers: list[tuple[str, str]], *_: Any) -> None:
        started.append(Reply(int(status[:3]), headers))

    answer = app(environ, start_response)
    try:
        body = b"".join(answer)
    finally:
        if hasattr(answer, "close"):
            answer.close()
    return Reply(started[-1].status, started[-1].headers, body)
