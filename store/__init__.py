"""Stored games: snapshots, versions, logs, tokens, and the one service that changes a game."""
