"""The version: that of the API, which the client follows."""

__version__ = "0.2.0"
