"""docs/settings.md, made from the settings."""

from __future__ import annotations

from dataclasses import fields

from store.settings import Settings

SETTINGS = """# Settings

Everything is set by environment variables; a bad value is named at start and nothing runs. This page is made by
`ludotheque reference` from `store/settings.py`, and a test compares the two.

`ludotheque up` (`make run`) also reads lines `NAME=value` of a file `.env` in the current folder; what the environment
says comes first. {secrets} can be given as the name of a file
that holds them, too: `LUDOTHEQUE_SECRET_FILE=/run/secrets/ludotheque`.

{table}

Where Redis is, is written as one URL:

| URL | means |
|---|---|
| `redis://[user:password@]host:port/0`, `rediss://…` with TLS, `unix://path` | one server |
| `redis+cluster://[user:password@]host:port,host:port,…` | a Cluster, found through any of its nodes; for games only |
| `redis+sentinel://[user:password@]host:port,host:port,…/name` | the master that these Sentinels name; for the queue |

`rediss+cluster` and `rediss+sentinel` go over TLS. The password is that of the nodes, not of the Sentinels. With a
Cluster, `LUDOTHEQUE_QUEUE_URL` must be set: the queue cannot lie on a Cluster.
"""


def settings_table() -> str:
    rows = [
        f"| `{name}` | {f'`{default}`' if default else 'empty'} | {says} |" for name, default, says in Settings.table()
    ]
    return "\n".join(["| variable | default | meaning |", "|---|---|---|", *rows])


def settings_page() -> str:
    secrets = [f"`{entry.metadata['variable']}`" for entry in fields(Settings) if entry.metadata["secret"]]
    return SETTINGS.format(table=settings_table(), secrets=f"{', '.join(secrets[:-1])} and {secrets[-1]}")
