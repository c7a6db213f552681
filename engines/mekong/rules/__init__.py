"""The chapters of the rulebook: setup, rounds and programmes, stones, planks, removal, pawns, the end."""
