"""The chapters of the rulebook: rounds, turns, effects of the beasts, tokens, the discard phase."""
