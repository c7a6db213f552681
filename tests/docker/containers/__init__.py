"""The image and compose.yaml in real containers: `make containers`."""
