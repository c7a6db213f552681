"""The chapters of the rulebook: setup, turns, moving, arrival, looking, trade, cannon, knife, treasure, the end."""
