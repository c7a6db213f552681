"""The structs that readers of a game get; schemas and the OpenAPI document are derived from them."""
