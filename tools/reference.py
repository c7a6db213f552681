"""docs/settings.md, generated from the settings."""

from __future__ import annotations

from dataclasses import fields

from store.settings import Settings

SETTINGS = """# Settings

Environment variables set everything. A bad value is named at start, and nothing runs. `ludotheque reference --write`
generates this page from `store/settings/`; a test compares the two.

`ludotheque up` (`make run`) also reads `NAME=value` lines from a file `.env` in the current folder; the environment
takes precedence. {secrets} can also be read from
files: `LUDOTHEQUE_SECRET_FILE=/run/secrets/ludotheque`.

{tables}

## Redis URLs

| URL | means |
|---|---|
| `redis://[user:password@]host:port/0`, `rediss://…` with TLS, `unix://path` | one server |
| `redis+cluster://[user:password@]host:port,host:port,…` | a Cluster, found through any of its nodes; for games only |
| `redis+sentinel://[user:password@]host:port,host:port,…/name` | the master that these Sentinels name; for the queue |

`rediss+cluster` and `rediss+sentinel` use TLS. The password is that of the nodes, not of the Sentinels. With a
Cluster, `LUDOTHEQUE_QUEUE_URL` must be set: the queue cannot be on a Cluster.
"""


def settings_tables() -> str:
    """Every setting with its default and meaning, one table per group."""
    return "\n\n".join(_table(title, rows) for title, rows in Settings.groups().items())


def _table(title: str, rows: list[tuple[str, str, str]]) -> str:
    lines = [
        f"| `{variable}` | {f'`{default}`' if default else 'empty'} | {meaning} |"
        for variable, default, meaning in rows
    ]
    return "\n".join([f"## {title}", "", "| variable | default | meaning |", "|---|---|---|", *lines])


def settings_page() -> str:
    secrets = [f"`{entry.metadata['variable']}`" for entry in fields(Settings) if entry.metadata["secret"]]
    return SETTINGS.format(tables=settings_tables(), secrets=f"{', '.join(secrets[:-1])} and {secrets[-1]}")
