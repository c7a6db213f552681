"""Code samples of the operations, in three languages, from `samples.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path

from api.spec.names import OF_A_GAME, Node, operation_id, operations
from engines.kernel.registry import game, slugs

SAMPLES: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_name("samples.toml").read_text("utf-8"))
LANGUAGES = {"curl": "Shell", "python": "Python", "typescript": "TypeScript"}
EXPLAINED = (
    "In code samples `server` is a client: `Ludotheque(url)` of the package `ludotheque-client` for Python or "
    "TypeScript. `game` is a game that it created or found, `seat` is `game.seat(0)`. In the shell `$URL` is the "
    "server, `$GAME` the URL of a game, `$BOT` that of a bot, and `$AUTH` is `Authorization: Bearer` with a token."
)
"""What the names in the samples mean."""


def add_samples(spec: Node) -> None:
    """Put its samples beside every operation that has some."""
    by_id = operations(spec)
    for endpoint, texts in samples().items():
        by_id[operation_id(endpoint)]["x-codeSamples"] = [
            {"lang": LANGUAGES[language], "source": text} for language, text in texts.items()
        ]


def samples() -> dict[str, dict[str, str]]:
    """The source in each language, by endpoint."""
    found = {endpoint: texts for endpoint, texts in SAMPLES.items() if endpoint not in OF_A_GAME}
    for slug in slugs():
        rule = next(iter(game(slug).rulebook))
        for endpoint in SAMPLES.keys() & OF_A_GAME.keys():
            found[f"{slug}_{endpoint}"] = {
                language: text.replace("{game}", slug).replace("{rule}", rule)
                for language, text in SAMPLES[endpoint].items()
            }
    return found
