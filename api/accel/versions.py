"""The versions of other packages that the accelerator supports, and the private APIs that it uses."""

from __future__ import annotations

KNOWN: dict[str, tuple[str, ...]] = {"flask": ("3.1",), "werkzeug": ("3.1",)}
"""By package: the series (major.minor) whose private APIs are as listed below."""

PRIVATE: dict[str, tuple[str, ...]] = {
    "flask.globals": ("_cv_app", "_cv_request"),
    "flask.ctx:AppContext": ("_cv_tokens",),
    "flask.ctx:RequestContext": ("_cv_tokens", "_after_request_functions", "_session"),
    "werkzeug.datastructures:Headers": ("_list",),
    "werkzeug.routing:Rule": ("_compile_builder",),
    "werkzeug.wrappers:Response": ("_status", "_status_code", "_on_close"),
}
"""By module or class: the required names. A test looks for each of them in an object that is created and used as
usual, and names a missing one."""
