"""The rules of the games: pure, deterministic, and nothing else.

A position, an action and dice go in; events come out. No clock, no network, no global randomness.
"""
