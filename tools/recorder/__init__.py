"""Records the examples of the OpenAPI document from the running app: ``python -m tools.recorder``."""
