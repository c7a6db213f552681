"""A request as the pipeline sees it, and the client that sent it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from werkzeug.datastructures import LanguageAccept, MultiDict
from werkzeug.exceptions import ClientDisconnected
from werkzeug.http import parse_accept_header
from werkzeug.wrappers import Request
from werkzeug.wsgi import get_input_stream

from api.http.problems import Problem, too_large, unauthorized
from engines.kernel.words import LANGUAGES
from store.model.documents.parts import NOTHING_MORE, Include
from store.settings import Settings

if TYPE_CHECKING:
    from api.spec.operation import Route

Environ = dict[str, Any]
UNKNOWN = "unknown"
HOME_PREFIX = 64
"""An IPv6 client has a whole network of addresses; the network counts as one client."""
FORWARDED = ("HTTP_FORWARDED", "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_X_REAL_IP", "HTTP_VIA")
"""Headers that proxies add, whether or not they are declared."""
LONGEST_WAIT = 30
_TAG = re.compile(r'^(?:W/)?"([0-9]{1,18})-(?:[0-9]|s)(?:\.[a-z]{2})?"$')
_NUMBER = re.compile(r"[0-9]{1,9}")
_SECONDS = re.compile(r'^"?([0-9]{1,9})"?$')
_KEY = re.compile(r"^[\x21-\x7e][\x20-\x7e]{0,254}\Z")
NO_BEARER = "Authorization must be `Bearer` and a token, as in `Authorization: Bearer seat_…`."


class Preferences(Struct, frozen=True):
    """The Prefer header."""

    wait: int | None = None
    respond_async: bool = False
    include: Include = NOTHING_MORE


NO_PREFERENCES = Preferences()


class ApiRequest:
    """One request: what it says, computed on demand, and what the pipeline has found out about it."""

    __slots__ = (
        "_body", "_client", "_language", "_parsed", "_slug", "environ", "id", "method", "operation", "path", "rate",
        "settings", "waits",
    )  # fmt: skip

    def __init__(self, environ: Environ, settings: Settings, waits: bool = False) -> None:
        self.environ = environ
        self.settings = settings
        self.waits = waits
        """Can its server wait and stream?"""
        self.method: str = environ["REQUEST_METHOD"].upper()
        path: str = environ.get("PATH_INFO", "")
        if not path.isascii():
            path = path.encode("latin-1").decode(errors="replace")
        self.path = path if path[:1] == "/" != path[1:2] else "/" + path.lstrip("/")
        self.id = "-"
        """Names it in the log."""
        self.operation: Route | None = None
        self.rate: tuple[str, str] | None = None
        """RateLimit-Policy and RateLimit of the response."""
        self._slug = ""
        self._body: bytes | None = None
        self._client: str | None = None
        self._language: str | None = None
        self._parsed: Request | None = None

    # --- who asks ------------------------------------------------------------------------------------------------

    @property
    def address(self) -> str:
        """The address of the client, behind trusted proxies."""
        peer: str = self.environ.get("REMOTE_ADDR") or ""
        proxies = self.settings.trusted_proxies
        return true_address(peer, self.environ.get("HTTP_X_FORWARDED_FOR", ""), proxies) if proxies else peer

    @property
    def client(self) -> str:
        """The unit of limits."""
        if self._client is None:
            self._client = client_of(self.address)
        return self._client

    @property
    def token(self) -> str | None:
        """The token of the Authorization header; the only scheme is Bearer."""
        header: str | None = self.environ.get("HTTP_AUTHORIZATION")
        if header is None:
            return None
        scheme, _, rest = header.strip().partition(" ")
        token = rest.strip()
        if not token or scheme.lower() != "bearer":
            raise unauthorized(NO_BEARER)
        return token

    def with_token(self, token: str) -> ApiRequest:
        """The same request from the bearer of another token."""
        return ApiRequest({**self.environ, "HTTP_AUTHORIZATION": f"Bearer {token}"}, self.settings, self.waits)

    # --- what it asks for ----------------------------------------------------------------------------------------

    @property
    def slug(self) -> str:
        """The game that it is about: that of its operation, or one that a tool was asked for."""
        return self._slug or ("" if self.operation is None else self.operation.slug)

    @slug.setter
    def slug(self, slug: str) -> None:
        self._slug = slug

    @property
    def language(self) -> str:
        """The first supported language of Accept-Language; the country (`fr-CA`) is ignored."""
        if self._language is None:
            text = self.environ.get("HTTP_ACCEPT_LANGUAGE")
            self._language = LANGUAGES[0] if text is None else _language(text)
        return self._language

    @property
    def preferences(self) -> Preferences:
        """`wait=N`, `respond-async`, `include=effects`, `include=board`; others are ignored, as RFC 7240 requires.

        So is `wait` by a server that cannot wait.
        """
        text = self.environ.get("HTTP_PREFER")
        if not text:
            return NO_PREFERENCES
        wait, respond_async, include = None, False, set[str]()
        for part in re.split(r"[,;]", text):
            name, _, value = part.strip().partition("=")
            if name.lower() == "respond-async":
                respond_async = True
            elif name.lower() == "wait" and (seconds := _SECONDS.match(value.strip())):
                wait = min(int(seconds[1]), LONGEST_WAIT) if self.waits else None
            elif name.lower() == "include":
                include.add(value.strip().strip('"'))
        return Preferences(wait, respond_async, Include("effects" in include, "board" in include))

    @property
    def idempotency_key(self) -> str | None:
        key: str | None = self.environ.get("HTTP_IDEMPOTENCY_KEY")
        if key is not None and not _KEY.match(key):
            raise Problem("bad-header", "Idempotency-Key must be 1 to 255 printable ASCII characters.")
        return key

    @property
    def if_match(self) -> int | None:
        """The version that the caller has seen, or None if it names none (`*` matches any)."""
        text = self.environ.get("HTTP_IF_MATCH")
        if text is None or text.strip() == "*":
            return None
        found = _TAG.match(text.strip())
        if found is None:
            raise Problem("bad-header", f'If-Match must look like "7-0", as in ETag, not {text[:40]!r}.')
        return int(found[1])

    def none_match(self, tag: str) -> bool:
        """Does If-None-Match name exactly this tag?"""
        text = self.environ.get("HTTP_IF_NONE_MATCH")
        if text is None:
            return False
        tags = [entry.strip().removeprefix("W/") for entry in text.split(",")]
        return tag in tags or tags == ["*"]

    def none_match_version(self, version: int, seat: int | None) -> bool:
        """Does If-None-Match name this version, in any language?"""
        if self.environ.get("HTTP_IF_NONE_MATCH") is None:
            return False
        return any(self.none_match(etag(version, seat, language)) for language in LANGUAGES)

    @property
    def last_event_id(self) -> int | None:
        """The sequence number of the last event that the reader of a stream has seen."""
        text = self.environ.get("HTTP_LAST_EVENT_ID")
        if text is None or not text.strip():
            return None
        if not _NUMBER.fullmatch(text.strip()):
            raise Problem("bad-header", "Last-Event-ID must be the id of an event: a whole number.")
        return int(text)

    @property
    def wants_stream(self) -> bool:
        return "text/event-stream" in (self.environ.get("HTTP_ACCEPT") or "")

    @property
    def query_string(self) -> str:
        return self.environ.get("QUERY_STRING") or ""

    @property
    def query(self) -> MultiDict[str, str]:
        return self.parsed.args

    @property
    def parsed(self) -> Request:
        """Werkzeug's view of it, for headers that are rarely read."""
        if self._parsed is None:
            self._parsed = Request(self.environ)
        return self._parsed

    @property
    def body(self) -> bytes:
        """The whole body. Raises a problem if it is too long, and ClientDisconnected if it breaks off."""
        if self._body is None:
            self._body = self._read_body()
        return self._body

    def _read_body(self) -> bytes:
        environ, limit = self.environ, self.settings.body_bytes
        length: str = environ.get("CONTENT_LENGTH") or ""
        if length.isdecimal() and not environ.get("wsgi.input_terminated"):
            size = int(length)
            if size > limit:
                raise too_large(limit)
            data: bytes = environ["wsgi.input"].read(size)
            if len(data) != size:
                raise ClientDisconnected
            return data
        data = get_input_stream(environ, max_content_length=limit).read()
        if not length and len(data) >= limit:  # a chunked body has no length: it was cut off at the limit
            raise too_large(limit)
        return data


def etag(version: int, seat: int | None, language: str | None = None) -> str:
    """The tag of a version as a seat sees it; a response with words includes their language, unless it is English."""
    words = "" if language in (None, LANGUAGES[0]) else f".{language}"
    return f'"{version}-{"s" if seat is None else seat}{words}"'


@lru_cache(maxsize=256)
def _language(text: str) -> str:
    accepted = parse_accept_header(text, LanguageAccept)
    tags = (tag.partition("-")[0].lower() for tag, quality in accepted if quality > 0)
    return next((tag for tag in tags if tag in LANGUAGES), LANGUAGES[0])


def true_address(peer: str, forwarded: str, proxies: int) -> str:
    """The address of the client behind this many trusted proxies, each of which has appended the address it saw.

    Entries further left in X-Forwarded-For were written by the client and prove nothing.
    """
    seen = [entry.strip() for entry in forwarded.split(",")] if forwarded else []
    if not proxies or not seen:
        return peer
    found = _plain(seen[max(0, len(seen) - proxies)])
    return found if found != UNKNOWN else peer


def from_this_machine(peer: str, environ: Mapping[str, Any], proxies: int) -> bool:
    """Is the client a program or page of this machine? Behind a proxy that is unknown."""
    if proxies or any(name in environ for name in FORWARDED):
        return False
    origin = environ.get("HTTP_ORIGIN")
    return is_loopback(peer) and is_loopback(environ.get("HTTP_HOST", "")) and (origin is None or is_local_page(origin))


def is_loopback(host: str) -> bool:
    """Is it a loopback address or `localhost`, with or without a port? Other names may lead anywhere."""
    if host.partition(":")[0].lower() == "localhost":
        return True
    plain = _plain(host)
    return plain != UNKNOWN and ip_address(plain).is_loopback


def is_local_page(origin: str) -> bool:
    """Does a server of this machine send the pages of this origin?"""
    scheme, _, host = origin.partition("://")
    return scheme in ("http", "https") and is_loopback(host)


@lru_cache(maxsize=4096)
def client_of(address: str) -> str:
    """The unit of limits: an IPv4 address, or the network of an IPv6 address."""
    plain = _plain(address)
    if ":" not in plain:
        return plain
    return str(ip_network((plain, HOME_PREFIX), strict=False).network_address) + f"/{HOME_PREFIX}"


def _plain(text: str) -> str:
    """The address in canonical form: without port, brackets and zone; IPv4 also if it is written as IPv6."""
    bare = text.strip()
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        address = ip_address(bare.partition("%")[0])
    except ValueError:
        return UNKNOWN
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return str(mapped or address)
