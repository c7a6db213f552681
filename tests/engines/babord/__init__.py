"""Babord: the rulebook's examples, tricky cases, and every refusal."""
