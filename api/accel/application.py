"""Flask's dispatch in one pass from the environ to the response, with the same views, contexts and error handlers.

Flask looks for hooks, signals, sessions and a URL adapter in every request. Here ids, logs, metrics and CORS are called
directly, hooks only if there are any, and an index finds paths with an id.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cached_property
from time import perf_counter
from typing import Any

from flask import Flask, Request, Response
from flask.ctx import AppContext, RequestContext
from flask.globals import _cv_app, _cv_request
from flask.sessions import NullSession, SessionInterface
from werkzeug.datastructures import EnvironHeaders
from werkzeug.exceptions import ClientDisconnected, HTTPException, RequestEntityTooLarge
from werkzeug.routing import Map, Rule

from api.hooks import RequestHooks
from api.http.request import BODY, BODY_LIMIT, Environ
from api.http.waiting import Pending, StreamFrom, wait_on_thread

_ID = re.compile(r"/([0-9]{2}[a-z0-9]{26})(?=/|$)")


class NoSession(SessionInterface):
    """The API is stateless: a session would only cost time."""

    def open_session(self, app: Flask, request: Request) -> NullSession:  # noqa: ARG002
        return NullSession()

    def save_session(self, *args: Any) -> None:
        """Nothing to save."""


class FastRequest(Request):
    """A request whose attributes are computed on demand; Flask's reads everything at once."""

    def __init__(self, environ: Environ, populate_request: bool = True, shallow: bool = False) -> None:  # noqa: ARG002
        self.environ = environ
        self.shallow = shallow
        self.method = environ["REQUEST_METHOD"].upper()
        path: str = environ.get("PATH_INFO", "")
        if not path.isascii():
            path = path.encode("latin-1").decode(errors="replace")
        self.path = path if path[:1] == "/" != path[1:2] else "/" + path.lstrip("/")
        self.remote_addr = environ.get("REMOTE_ADDR")

    @cached_property
    def root_path(self) -> str:  # type: ignore[override]
        return str(self.environ.get("SCRIPT_NAME", "")).rstrip("/")

    @cached_property
    def query_string(self) -> bytes:  # type: ignore[override]
        return str(self.environ.get("QUERY_STRING", "")).encode("latin-1")

    @cached_property
    def scheme(self) -> str:  # type: ignore[override]
        return str(self.environ["wsgi.url_scheme"])

    @cached_property
    def headers(self) -> EnvironHeaders:  # type: ignore[override]
        return EnvironHeaders(self.environ)

    @cached_property
    def server(self) -> tuple[str, int | None]:  # type: ignore[override]
        return self.environ["SERVER_NAME"], int(self.environ["SERVER_PORT"])

    def get_data(self, cache: bool = True, as_text: bool = False, parse_form_data: bool = False) -> Any:
        """Flask reads every declared limit through a proxy, several times."""
        environ = self.environ
        kept: bytes | None = environ.get(BODY)
        if kept is None:
            length = environ.get("CONTENT_LENGTH", "")
            if as_text or not length.isdecimal() or environ.get("wsgi.input_terminated"):
                return super().get_data(cache, as_text, parse_form_data)  # type: ignore[call-overload]
            size = int(length)
            if size > environ[BODY_LIMIT]:
                raise RequestEntityTooLarge
            kept = environ["wsgi.input"].read(size)
            if len(kept) != size:
                raise ClientDisconnected
            environ[BODY] = kept
        return kept


class MatchedRule(Rule):
    """A rule that compiles its path builder on first use: requests only match."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        learn = super()._compile_builder

        def build(rule: Rule, *args: Any, **values: Any) -> tuple[str, str]:
            return learn(append_unknown)(rule, *args, **values)

        return build


class RouteIndex:
    """Rules with an id as only variable, by method and path with a star in its place; and rules without variables."""

    def __init__(self, rules: Map) -> None:
        self.rules = rules
        self._known: dict[tuple[str, str], Rule] = {}

    def build(self) -> None:
        """Index the rules of the map, once all of them are registered."""
        for rule in self.rules.iter_rules():
            if rule.arguments <= {"id"} and rule.rule.count("<") == len(rule.arguments):
                for method in (rule.methods or set()) - {"OPTIONS"}:  # the router lists the allowed methods
                    self._known[method, rule.rule.replace("<id>", "*")] = rule

    def find(self, method: str, path: str) -> tuple[Rule, dict[str, Any]] | None:
        """The rule and its arguments, or None to let Flask's router decide."""
        parts = _ID.split(path, 1)
        if len(parts) == 1:
            rule = self._known.get((method, path))
            return None if rule is None or rule.arguments else (rule, {})
        before, identifier, after = parts
        rule = self._known.get((method, f"{before}/*{after}"))
        return None if rule is None or not rule.arguments else (rule, {"id": identifier})


class FastAppContext(AppContext):
    """The application context of one request."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.url_adapter = None  # only a configured server name would give it one
        self.g = app.app_ctx_globals_class()
        self._cv_tokens = []


class FastRequestContext(RequestContext):
    """The context of one request; it creates a URL adapter only for paths that are not in the index."""

    app: FastApplication

    def __init__(self, app: FastApplication, environ: Environ) -> None:
        self.app = app
        self.request = app.request_class(environ)
        self.url_adapter = None
        self.flashes = None
        self._session = app.no_session
        self._after_request_functions = []
        self._cv_tokens = []

    def push(self) -> None:
        """Like Flask's first push, without checking that it is the first, and without signals."""
        around = FastAppContext(self.app)
        around._cv_tokens.append(_cv_app.set(around))
        self._cv_tokens.append((_cv_request.set(self), around))

    def pop(self, exc: BaseException | None = None) -> None:
        if self.app.teardown_request_funcs:
            self.app.do_teardown_request(exc)
        token, around = self._cv_tokens.pop()
        _cv_request.reset(token)
        if self.app.teardown_appcontext_funcs:
            self.app.do_teardown_appcontext(exc)
        _cv_app.reset(around._cv_tokens.pop())  # type: ignore[union-attr]

    def match_request(self) -> None:
        request = self.request
        found = self.app.routes.find(request.method, request.path)
        if found is not None:
            request.url_rule, request.view_args = found
            return
        try:
            self.url_adapter = self.app.create_url_adapter(request)
        except HTTPException as error:
            request.routing_exception = error
        else:
            super().match_request()


class FastApplication(Flask):
    """Flask without what this API never uses: signals, sessions, hooks if there are none."""

    session_interface = NoSession()
    request_class = FastRequest
    url_rule_class = MatchedRule
    no_session = NullSession()
    hooks: RequestHooks
    body_bytes: int

    def __init__(self, name: str) -> None:
        super().__init__(name, static_folder=None)
        self.routes = RouteIndex(self.url_map)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """No view is a coroutine; checking every wrapper of every request would cost as much as a view."""
        return func

    def wsgi_app(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        response = self.respond(environ)
        if not isinstance(response, Pending):
            return response(environ, start_response)
        outcome = response.outcome
        if not isinstance(outcome, StreamFrom):
            wakeups = self.extensions["services"].wakeups
            response = self.respond(environ, lambda: wait_on_thread(outcome, wakeups), cost=0)
        with self.app_context():
            return response(environ, start_response)

    def respond(self, environ: Environ, make: Callable[[], Response] | None = None, cost: int = 1) -> Response:
        """Dispatch a request, or ``make`` its response in its context. ``cost``: its weight for the rate limit."""
        started = perf_counter()
        environ[BODY_LIMIT] = self.body_bytes
        context = FastRequestContext(self, environ)
        context.push()
        try:
            context.match_request()
            response = self._answer(context, make, cost)
            self.hooks.after(environ, context.request, response, perf_counter() - started)
            return response
        finally:
            context.pop()

    def _answer(self, context: FastRequestContext, make: Callable[[], Response] | None, cost: int) -> Response:
        request = context.request
        try:
            try:
                answer: Any = self.hooks.before(request, cost)
                if answer is None and make is not None:
                    answer = make()
                if answer is None and (self.before_request_funcs or self.url_value_preprocessors):
                    answer = self.preprocess_request()
                response = self.make_response(self._dispatch(request) if answer is None else answer)
            except Exception as error:
                response = self.make_response(self.handle_user_exception(error))
            if self.after_request_funcs or context._after_request_functions:
                response = self.process_response(response)
        except Exception as error:
            return self.handle_exception(error)
        return response

    def _dispatch(self, request: Request) -> Any:
        """Like Flask's, without looking up the request in its context."""
        rule = request.url_rule
        if rule is None or request.method == "OPTIONS":
            return self.dispatch_request()
        return self.view_functions[rule.endpoint](**request.view_args or {})

    def make_response(self, rv: Any) -> Response:
        return rv if isinstance(rv, Response) else super().make_response(rv)
