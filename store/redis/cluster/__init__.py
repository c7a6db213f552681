"""A Redis Cluster: its client, its nodes and the map of its slots."""

from __future__ import annotations

from store.redis.client import RedisClient
from store.redis.cluster.client import RedisClusterClient
from store.redis.urls import several


def client_for(url: str) -> RedisClient:
    """The client for a URL of one server or of a Cluster."""
    named = several(url)
    return RedisClient(url) if named is None else RedisClusterClient(url, named)
