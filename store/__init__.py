"""Games at rest: snapshots, versions, logs, tokens, and the one way in which a game ever changes."""
