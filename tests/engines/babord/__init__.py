"""Babord: the rulebook's examples, the ledger's tricky cases, and every refusal."""
