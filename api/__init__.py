"""The HTTP API: Flask, flask-smorest, marshmallow."""
