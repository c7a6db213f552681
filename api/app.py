"""The application: blueprints of the registered games on one house."""

from __future__ import annotations

from threading import Lock
from typing import Any

from apispec import APISpec
from flask import Flask, Response
from flask_smorest import Api
from werkzeug.exceptions import HTTPException

from api import __version__
from api.accel.application import Application
from api.http.cors import Cors
from api.http.problems import Problem, problem_of
from api.http.rate_limit import LimitClass, Limits
from api.http.request_counters import Tally
from api.http.request_log import RequestLog
from api.routes import (
    bots_blueprint,
    catalogue_blueprint,
    game_blueprint,
    jobs_blueprint,
    service_blueprint,
)
from api.schemas.requests import JobSchemas
from api.schemas.unions import DerivedPlugin
from api.services import ApiServices
from api.spec.document import INFO, register_components
from api.spec.operation import Blueprint
from api.views.service import pages
from api.views.web import web
from engines.kernel.game import Game
from engines.kernel.registry import game, slugs
from store.logs import log, set_up_logging
from store.settings import Settings


class ProblemApi(Api):  # type: ignore[misc]
    """Documents no error by itself: every operation says which ones it may answer.

    The document is put together when somebody first asks for it: serving games needs none of it.
    """

    DEFAULT_ERROR_RESPONSE_NAME = None

    def __init__(self, app: Flask) -> None:
        self._undocumented: list[Blueprint] = []
        self._documenting = Lock()
        self.limits: dict[str, LimitClass | None] = {}
        """The class of rate limit of every endpoint."""
        super().__init__(app, spec_kwargs={"marshmallow_plugin": DerivedPlugin()})

    def register_blueprint(self, blueprint: Blueprint) -> None:
        """Serve the blueprint now, document it later."""
        self._app.register_blueprint(blueprint)
        self._app.extensions["flask-smorest"]["blp_name_to_api"][blueprint.name] = self
        self.limits |= blueprint.limits
        self._undocumented.append(blueprint)

    def documented(self) -> APISpec:
        """The document of every blueprint."""
        with self._documenting:
            while self._undocumented:
                blueprint = self._undocumented.pop(0)
                blueprint.register_views_in_doc(self, self._app, self.spec, name=blueprint.name, parameters=None)
                self.spec.tag({"name": blueprint.name, "description": blueprint.description})
        return self.spec

    def _register_error_handlers(self) -> None:
        """Problems are handled by the application, for every path and cause."""


def create_app(settings: Settings | None = None, engines: list[Game[Any, Any]] | None = None) -> Application:
    """The WSGI application."""
    settings = settings or Settings.from_environment()
    engines = engines if engines is not None else [game(slug) for slug in slugs()]
    set_up_logging(settings.log_level, settings.log_format)
    services = ApiServices(settings)
    observer = RequestLog(settings.log_format, Tally(services.store.counters))
    app = Application("ludotheque", observer, Cors(settings.cors_origins), settings.body_bytes)
    app.config.update(
        API_TITLE="Ludothèque",
        API_VERSION=__version__,
        OPENAPI_VERSION="3.1.0",
        MAX_CONTENT_LENGTH=settings.body_bytes,
        API_SPEC_OPTIONS={"info": INFO, "servers": [{"url": "/"}]},
    )
    app.url_map.merge_slashes = False  # a path with a slash too many is unknown: a redirect would answer in HTML
    api = ProblemApi(app)
    app.extensions |= {"ludotheque-api": api, "services": services}
    register_components(api.spec)
    app.limits = Limits(settings, services.rates, api.limits)
    app.register_error_handler(Exception, answer_error)
    jobs = JobSchemas(engines)
    api.register_blueprint(catalogue_blueprint(engines))
    for engine in engines:
        api.register_blueprint(game_blueprint(engine, services, jobs))
    api.register_blueprint(jobs_blueprint(services, jobs))
    api.register_blueprint(bots_blueprint(engines, services))
    api.register_blueprint(service_blueprint(services))
    app.register_blueprint(pages)
    app.register_blueprint(web)
    app.shapes.learn()
    return app


def answer_error(error: Exception) -> Response:
    """Every failure becomes a problem document; a fault of ours is logged with its request id."""
    problem = problem_of(error)
    if problem is None:
        if not isinstance(error, HTTPException):
            log.error("unexpected failure", exc_info=error)
        problem = Problem("internal")
    return problem.response()
