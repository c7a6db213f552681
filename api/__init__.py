"""The HTTP API: Flask, flask-smorest, marshmallow."""

__version__ = "0.2.0"
"""Version of the package, of the OpenAPI document and of `ludotheque --version`."""
