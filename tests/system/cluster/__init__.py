"""The house on a real Redis Cluster."""
