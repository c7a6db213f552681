"""The committed OpenAPI document and the recorded examples that the served document contains."""
