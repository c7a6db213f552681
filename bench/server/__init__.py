"""Benchmarks of one property of the server each; the modules beside this folder measure whole games and systems."""
