"""A master that is cut off with its clients while a replica is promoted: which acknowledged acts are lost."""
