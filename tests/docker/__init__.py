"""The containers, as far as they can be checked without a container engine."""
