"""Traces through real processes."""
