"""The chapters of the rulebook: preparation, placement, search, hunt, sharing; and the streets of the city."""
