"""Headers, query parameters and security schemes that operations refer to by name."""

from __future__ import annotations

from typing import Any

from api.http.rate_limit import CLASSES

CLASS_NAMES = "|".join(CLASSES)
PARAMETERS: dict[str, tuple[str, dict[str, Any]]] = {
    "If-Match": (
        "Play only while the seat has the choice that it had at this version: the ETag of a view. What other seats do "
        "meanwhile in a simultaneous phase does not matter. Its seat part is ignored; `W/` is accepted; `*` is any.",
        {"type": "string", "pattern": r'^(\*|(W/)?"[0-9]{1,18}-([0-9]|s)(\.[a-z]{2})?")$', "examples": ['"7-0"']},
    ),
    "If-None-Match": ("Answer 304 while the ETag is still this one.", {"type": "string", "examples": ['"7-0"']}),
    "Idempotency-Key": (
        "Makes the request safe to repeat: the same key and body get the first answer again (an act: its events, with "
        "the current view), another body is refused.",
        {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~][ -~]*$", "examples": ["turn-17-a"]},
    ),
    "Prefer": (
        "`wait=N` (up to 30 seconds) and, for acts, `respond-async`, `include=effects` and `include=board`.",
        {"type": "string", "examples": ["wait=20", "respond-async, wait=5", "include=effects, include=board"]},
    ),
    "Last-Event-ID": (
        "The id of the last event that was seen, if any: a stream goes on behind it.",
        {"type": "string", "pattern": "^[0-9]{0,9}$", "examples": ["17"]},
    ),
    "Accept-Language": (
        "`en` (default) or `fr`: the language of sentences and names.",
        {"type": "string", "examples": ["fr"]},
    ),
}
HEADERS: dict[str, tuple[str, dict[str, Any]]] = {
    "X-Request-Id": (
        "Names the request in the server's log: yours if you sent one, else a new one.",
        {"type": "string", "pattern": "^[A-Za-z0-9_.-]{1,64}$", "examples": ["3f0d6c0b1a2e4f58"]},
    ),
    "ETag": (
        "Version and seat of the view, `s` for spectators, and the language of words that are not English; of the past "
        "(`at`) of a game that is over, a hash. Weak (`W/`) where the answer is compressed; `If-Match` and "
        "`If-None-Match` take both.",
        {
            "type": "string",
            "pattern": r'^(W/)?"([0-9]+-([0-9]|s)(\.[a-z]{2})?|[0-9a-f]{32})"$',
            "examples": ['"7-0"', '"7-s"', '"7-0.fr"', 'W/"7-0"', '"9f86d081884c7d659a2feaa0c55ad015"'],
        },
    ),
    "DocumentETag": (
        "A hash of the document.",
        {"type": "string", "pattern": '^"[0-9a-f]{32}"$', "examples": ['"9f86d081884c7d659a2feaa0c55ad015"']},
    ),
    "Location": ("Where the new thing is.", {"type": "string", "pattern": "^/v1/[a-z]+/"}),
    "Idempotent-Replay": (
        "`true` when this answers a request that was carried out earlier; else absent.",
        {"type": "string", "enum": ["true"]},
    ),
    "Preference-Applied": (
        "The preference that was honoured; absent when none was asked for.",
        {"type": "string", "pattern": "^(wait=[0-9]+|respond-async)$", "examples": ["wait=20", "respond-async"]},
    ),
    "Retry-After": (
        "Seconds after which to try again: until the next minute of the rate limit, or until the store may be back.",
        {"type": "integer", "minimum": 1, "maximum": 60},
    ),
    "RateLimit": (
        "What is left: `r` more requests of the named class of operations, within `t` seconds. Absent where the "
        "operator has set no limit.",
        {
            "type": "string",
            "pattern": f'^"({CLASS_NAMES})";r=[0-9]{{1,10}};t=([1-9]|[1-5][0-9]|60)$',
            "examples": ['"act";r=29997;t=31'],
        },
    ),
    "RateLimit-Policy": (
        "The limit of this class of operations: `q` requests of one client (an IPv4 address or an IPv6 /64) in "
        "`w` seconds, counted anew every minute of the clock.",
        {"type": "string", "pattern": f'^"({CLASS_NAMES})";q=[0-9]{{1,10}};w=60$', "examples": ['"act";q=30000;w=60']},
    ),
    "WWW-Authenticate": (
        "How to authenticate.",
        {"type": "string", "pattern": "^Bearer ", "examples": ['Bearer realm="ludotheque"']},
    ),
    "Content-Language": ("The language of sentences and names.", {"type": "string", "enum": ["en", "fr"]}),
    "Cache-Control": (
        "What is private or secret is never kept by caches on the way; the past of a game that is over may be kept.",
        {
            "type": "string",
            "enum": ["no-cache", "private, max-age=86400", "private, no-cache", "private, no-store", "no-store"],
        },
    ),
    "Link": (
        "Where the next page is; absent on the last.",
        {"type": "string", "examples": ['</v1/games?limit=20&cursor=…>; rel="next"']},
    ),
    "Content-Security-Policy": (
        "A browser may draw the picture, and nothing else.",
        {"type": "string", "examples": ["default-src 'none'; style-src 'unsafe-inline'"]},
    ),
    "Vary": (
        "The request headers that the answer depends on.",
        {"type": "string", "examples": ["Authorization, Accept, Accept-Language, Accept-Encoding"]},
    ),
}
QUERIES: dict[str, tuple[str, dict[str, Any]]] = {
    "seat": (
        "Which of its seats a remote bot means; its first unless given. Others need not say.",
        {"type": "integer", "minimum": 0, "maximum": 5},
    ),
    "decision": (
        "Play only on this decision, which a view, a list of actions and a bot's turn name: when another is open by "
        "now, or none, the answer is 409 with reason `superseded`.",
        {"type": "integer", "minimum": 1, "maximum": 9999999999},
    ),
    "include": (
        "`actions`: the view also holds what `GET …/actions` lists. `effects`: with what each would do. `board`: with "
        "`at`, what each event changed.",
        {"type": "string", "enum": ["actions", "effects", "board"]},
    ),
    "at": (
        "Show the game as it was at this version, from 1 to the present one. While a game runs in which remembering is "
        "a part of it (`memory_aid` off), the answer is 409 with reason `memory`.",
        {"type": "integer", "minimum": 1, "maximum": 9999999999},
    ),
}
COMPONENTS = {"seat": "bot-seat"}
"""Names of components that are not their parameter's: a schema is called Seat, and generated types have one space."""
SECURITY = {
    "seat": "The token of a seat, from creation or from taking the seat.",
    "host": "The host's token, from creation.",
    "spectator": "The spectator's token of a private game.",
    "bot": "The token of a remote bot, from its registration.",
}


def register_components(spec: Any) -> None:
    """Headers, parameters and security schemes that operations refer to."""
    for name, (text, schema) in PARAMETERS.items():
        spec.components.parameter(
            name, "header", {"name": name, "description": text, "schema": schema, "required": False}
        )
    for name, (text, schema) in QUERIES.items():
        query = {"name": name, "description": text, "schema": schema, "required": False}
        spec.components.parameter(COMPONENTS.get(name, name), "query", query)
    for name, (text, schema) in HEADERS.items():
        spec.components.header(name, {"description": text, "schema": schema})
    for name, text in SECURITY.items():
        spec.components.security_scheme(name, {"type": "http", "scheme": "bearer", "description": text})
