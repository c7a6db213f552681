"""For programs with an event loop. This file has a generated twin."""
