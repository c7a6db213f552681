"""Browser contexts that tabs use one after the other: a new one costs as much as half a page.

A tab finds its context as clean as new: no other page, no cookie, nothing stored by a site that was open before.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from playwright.sync_api import Browser, BrowserContext, Page

Kind = tuple[float, bool]
"""What a context cannot change later: pixels to a point, and whether the reader likes motion."""
_free: WeakKeyDictionary[Browser, dict[Kind, list[tuple[BrowserContext, set[str]]]]] = WeakKeyDictionary()
"""Contexts that no tab uses, with the sites that they may know."""


def take(browser: Browser, kind: Kind) -> tuple[BrowserContext, Page]:
    """A clean context that records a trace, and an empty page in it."""
    free = _free.setdefault(browser, {}).setdefault(kind, [])
    context, sites = free.pop() if free else (_new(browser, *kind), set[str]())
    page = context.new_page()
    if sites:
        session = context.new_cdp_session(page)
        for site in sites:
            session.send("Storage.clearDataForOrigin", {"origin": site, "storageTypes": "all"})
        session.detach()
        context.clear_cookies()
    context.tracing.start_chunk()
    return context, page


def give_back(browser: Browser, kind: Kind, context: BrowserContext, sites: set[str]) -> None:
    """Let another tab use the context."""
    context.tracing.stop_chunk()
    for page in context.pages:
        page.close()
    _free[browser][kind].append((context, {site for site in sites if site.startswith("http")}))


def _new(browser: Browser, scale: float, motion: bool) -> BrowserContext:
    motions = "no-preference" if motion else "reduce"
    context = browser.new_context(locale="en-GB", device_scale_factor=scale, reduced_motion=motions)
    context.tracing.start(snapshots=False)  # a copy of the whole page for every step costs a fifth of the tests
    return context
