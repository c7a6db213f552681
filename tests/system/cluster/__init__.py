"""The server on a real Redis Cluster."""
