"""docs/settings.md, made from the settings."""

from __future__ import annotations

from store.settings import Settings

SETTINGS = """# Settings

Everything is set by environment variables; a bad value is named at start and nothing runs. This page is made by
`ludotheque reference` from `store/settings.py`, and a test compares the two.

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
    return SETTINGS.format(table=settings_table())
