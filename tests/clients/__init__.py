"""The clients, against a live server."""
