"""The application factory: operations of all games, pages and hooks, on Flask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from flask import Flask, Response
from flask_smorest import Api  # type: ignore[import-untyped]
from werkzeug.exceptions import HTTPException

from api import __version__
from api.accel import accelerated, reason_off
from api.hooks import RequestHooks, StockApplication
from api.http.cors import Cors
from api.http.problems import Problem
from api.http.problems.causes import problem_of
from api.http.rate_limit import METRICS, Limits
from api.http.request_log import RequestCounters, RequestLog
from api.http.responses import DocumentCache
from api.mcp.endpoint import mcp_blueprint
from api.routes import blueprints
from api.schemas.derive.unions import DerivedPlugin
from api.services import ApiServices
from api.spec.document import INFO
from api.spec.headers import register_components
from api.spec.operation import Blueprint, HeaderParameters
from api.spec.webhooks import register_webhooks
from api.views.previews import previews
from api.views.service import pages
from api.views.web import web
from engines.kernel.game import Game
from engines.kernel.registry import game, slugs
from store.process.logs import log, set_up_logging
from store.settings import Settings

if TYPE_CHECKING:
    from api.accel.application import FastApplication

Engines = list[Game[Any, Any]]
Application: TypeAlias = "StockApplication | FastApplication"


class ProblemApi(Api):  # type: ignore[misc]
    """Documents no errors by itself: every operation declares its own."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def handle_http_exception(self, error: HTTPException) -> Response:
        return answer_error(error)


def create_app(settings: Settings | None = None, engines: Engines | None = None) -> Application:
    """The WSGI application: accelerated if the installed versions are known, else plain Flask and flask-smorest."""
    settings = settings or Settings.from_environment()
    engines = engines if engines is not None else [game(slug) for slug in slugs()]
    set_up_logging(settings.log_level, settings.log_format)
    services = ApiServices(settings)
    app: Application
    if accelerated():
        app = fast_app(settings, engines, services)
    else:
        log.info("running without the accelerator", extra={"fields": {"because": reason_off()}})
        app = stock_app(settings, engines, services)
    if settings.traces:
        from api.tracing import trace_requests  # needs the extra `otel`

        trace_requests(app)
    return app


def stock_app(settings: Settings, engines: Engines, services: ApiServices) -> StockApplication:
    """Flask's own dispatch and hooks; flask-smorest routes and documents, marshmallow loads bodies and queries."""
    app = StockApplication("ludotheque", static_folder=None)
    _configure(app, settings, services)
    schemas = DerivedPlugin()
    api = ProblemApi(app, spec_kwargs={"marshmallow_plugin": schemas, "extra_plugins": [HeaderParameters()]})
    register_components(api.spec)
    routes = blueprints(engines, services, Blueprint)
    for blueprint in routes:
        api.register_blueprint(blueprint)
    register_webhooks(api.spec, engines, schemas.resolve)
    app.extensions["openapi-spec"] = lambda: api.spec
    app.extensions["operations"] = [operation for blueprint in routes for operation in blueprint.operations]
    app.hooks = _hooks(settings, services, routes)
    app.hooks.install(app)
    _pages(app, engines, services)
    return app


def fast_app(settings: Settings, engines: Engines, services: ApiServices) -> FastApplication:
    """The same operations through ``api.accel``. A stock application builds the document on first use."""
    from api.accel.application import FastApplication
    from api.accel.views import FastBlueprint

    app = FastApplication("ludotheque")
    app.body_bytes = settings.body_bytes
    _configure(app, settings, services)
    routes = blueprints(engines, services, FastBlueprint)
    for blueprint in routes:
        app.register_blueprint(blueprint)

    def spec() -> Any:
        return stock_app(settings, engines, services).extensions["openapi-spec"]()

    app.extensions["openapi-spec"] = spec
    app.extensions["operations"] = [operation for blueprint in routes for operation in blueprint.operations]
    app.hooks = _hooks(settings, services, routes)
    _pages(app, engines, services)
    app.routes.build()
    return app


def _configure(app: Flask, settings: Settings, services: ApiServices) -> None:
    app.config.update(
        API_TITLE="Ludotheque API",  # without its accent: generators name packages after it
        API_VERSION=__version__,
        OPENAPI_VERSION="3.1.0",
        MAX_CONTENT_LENGTH=settings.body_bytes,
        API_SPEC_OPTIONS={"info": INFO, "servers": [{"url": "/"}]},
    )
    app.url_map.merge_slashes = False  # a path with an extra slash is unknown: a redirect would answer in HTML
    app.extensions |= {"services": services, "documents": DocumentCache()}
    app.register_error_handler(Exception, answer_error)


def _hooks(settings: Settings, services: ApiServices, blueprints: list[Any]) -> RequestHooks:
    limits = {
        f"{blueprint.name}.{operation.id}": operation.limit
        for blueprint in blueprints
        for operation in blueprint.operations
    } | {"pages.metrics": METRICS}
    request_log = _request_log(settings)(settings.log_format, RequestCounters(services.store.counters))
    return RequestHooks(request_log, Cors(settings.cors_origins), Limits(settings, services.rates, limits))


def _request_log(settings: Settings) -> type[RequestLog]:
    if not settings.traces:
        return RequestLog
    from api.tracing import TracedRequestLog

    return TracedRequestLog


def _pages(app: Flask, engines: Engines, services: ApiServices) -> None:
    app.register_blueprint(pages)
    app.register_blueprint(web)
    app.register_blueprint(previews(engines, services))
    app.register_blueprint(mcp_blueprint(engines, services))


def answer_error(error: Exception) -> Response:
    """Turn every failure into a problem document; log a fault with its request id."""
    problem = problem_of(error)
    if problem is None:
        if not isinstance(error, HTTPException):
            log.error("unexpected failure", exc_info=error)
        problem = Problem("internal")
    return problem.response()
