"""The chapters of the rulebook: setup and turns, turning a tile, advancing, stopping, the backpack, scoring."""
